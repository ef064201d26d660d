#!/usr/bin/env bash
# Installs what the tools need; --help lists the components.
set -euo pipefail
caller=$PWD # paths in arguments are relative to it
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/node.sh
CALLER_DIR=$caller exec node tools/setup/cli.js "$@"
