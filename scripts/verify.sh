#!/usr/bin/env bash
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/node.sh
CALLER_DIR=$caller exec node tools/verify/cli.js "$@"
