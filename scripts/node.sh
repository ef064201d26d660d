# Sourced by the scripts: ends with a clear message where Node is too old.
if ! command -v node >/dev/null 2>&1; then
  echo "Node.js 20 or newer is needed, and there is no node on PATH." >&2
  echo "Install it from https://nodejs.org or with your package manager." >&2
  exit 1
fi
node_major=$(node -p 'process.versions.node.split(".")[0]')
if [ "$node_major" -lt 20 ]; then
  echo "Node.js 20 or newer is needed; $(command -v node) is $(node --version)." >&2
  echo "Install a newer one from https://nodejs.org" >&2
  exit 1
fi
