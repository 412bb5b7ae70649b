#!/usr/bin/env bash
# Replays the corpus under valgrind, which detects uninitialised reads, unlike the sanitizers. It does not support
# AVX-512 and hides it from programs, so this runs scalar, sse42 and avx2.
#   tests/fuzz/valgrind.sh [TARGET...]        on the release build (preset `ci`); minutes
# (MemorySanitizer would need an instrumented standard library and zlib, which Debian does not have.)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

targets=("$@")
if ((${#targets[@]} == 0)); then
  targets=(pairs plane cull distances mesh world world_history world_rays world_casts bsp gltf history mesh_file npy pair_file pk3 table)
fi
mkdir -p build
cmake --preset ci >/dev/null
cmake --build --preset ci --target tests_fuzz >build/valgrind-build.log || {
  tail -n 40 build/valgrind-build.log >&2
  exit 1
}
for target in "${targets[@]}"; do
  echo "== $target"
  valgrind --quiet --error-exitcode=1 --leak-check=full --track-origins=yes \
    "build/ci/tests/fuzz/lockstep_fuzz_${target}_replay" "tests/fuzz/corpus/$target" | tail -n 1
done
