# Sourced by the scripts: ends with a clear message where Node is too old.
if ! command -v node >/dev/null 2>&1; then
  echo "Node.js 20.9 or newer is needed, and there is no node on PATH." >&2
  echo "Install it from https://nodejs.org or with your package manager." >&2
  exit 1
fi
node tools/processes/node-version.cjs
