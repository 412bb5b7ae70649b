#!/bin/sh
# Makes the live pages: build/web/NAME.html, one file each, which needs no network. cmake/wasm32.cmake names the packages.
#
#   web/build.sh [OUT]
set -eu
cd "$(dirname "$0")/.."
out=${1:-build/web}
cmake --preset wasm > /dev/null
for page in plane space lockstep; do
  cmake --build --preset wasm --target "lockstep_$page"
  python3 web/pack.py "web/page/$page.html" "build/wasm/web/lockstep_$page.wasm" "$out/$page.html"
done
