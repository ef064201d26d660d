#!/usr/bin/env bash
# Runs the checks; --help lists them.
set -euo pipefail
caller=$PWD # paths in arguments are relative to it
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/node.sh
CALLER_DIR=$caller exec node tools/verify/cli.js "$@"
