#!/bin/sh
# A store that says its version, and ends.
[ "$1" = --version ] && echo 7.0
echo "No memory is left" >&2
exit 1
