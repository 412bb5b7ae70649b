#!/bin/sh
# The digest, compiled to WebAssembly and run by Node: the same bits as everywhere (CONTRIBUTING, "The digest").
set -eu
cd "$(dirname "$0")/.."
cmake --preset wasm > /dev/null
cmake --build --preset wasm --target lockstep_digest
ctest --preset wasm -R '^digest\.scalar$'
