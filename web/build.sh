#!/bin/sh
# Makes the live pages: build/web/NAME.html, one file each, which needs no network. cmake/wasm32.cmake names the packages.
#
#   web/build.sh [OUT]
set -eu
cd "$(dirname "$0")/.."
out=${1:-build/web}
cmake --preset wasm > /dev/null
for page in plane space depth:plane lockstep culling; do  # the page, and the page whose module it uses if not its own
  module=${page#*:} page=${page%:*}
  cmake --build --preset wasm --target "lockstep_$module"
  python3 web/pack.py "web/page/$page.html" "build/wasm/web/lockstep_$module.wasm" "$out/$page.html"
done
