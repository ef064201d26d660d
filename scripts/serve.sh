#!/usr/bin/env bash
# Serves the book while you write; installs first what that needs.
set -euo pipefail
caller=$PWD # paths in arguments are relative to it
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/node.sh
CALLER_DIR=$caller exec node tools/setup/cli.js --serve "$@"
