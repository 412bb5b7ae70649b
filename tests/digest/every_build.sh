#!/usr/bin/env bash
# Builds the library and lockstep_digest in many ways and compares the answers of each with expected.txt: compilers,
# optimisation levels of the library and of the lanes, debug and release, AArch64 under an emulator, Windows under wine.
#   tests/digest/every_build.sh            all of them, several minutes
#   tests/digest/every_build.sh --short    AArch64 alone: the presets build the rest
# Reports missing compilers. The exit code is 0 only if all builds that ran agree.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=.ci/packages.sh
source .ci/packages.sh

case "${1-}" in
  "" | --short) short=${1-} ;;
  *)
    echo "usage: tests/digest/every_build.sh [--short]" >&2
    exit 2
    ;;
esac

agreed=0
broken=()

# build_and_compare NAME COMPILER native|emulated|windows CMAKE_OPTION...: one build in build/digest/NAME. An emulated
# build, and one for Windows, runs each of its instruction sets and has no TBB; the emulated one runs the small part.
build_and_compare() {
  local name=$1 compiler=$2 how=$3 folder=build/digest/$1 begin=$SECONDS
  shift 3
  if ! command -v "$compiler" >/dev/null; then
    echo "$name: left out, there is no $compiler"
    return
  fi
  quietly "$folder/configure.log" cmake -S . -B "$folder" -G Ninja -DLOCKSTEP_BUILD_TOOLS=OFF \
    -DLOCKSTEP_BUILD_BENCH=OFF -DLOCKSTEP_WERROR=ON -DLOCKSTEP_ROOMS_AS_ONE=ALL "$@" &&
    quietly "$folder/build.log" cmake --build "$folder" --target lockstep_digest &&
    quietly "$folder/compare.log" "compare_$how" "$folder/tests/digest/lockstep_digest" &&
    agreed=$((agreed + 1)) || broken+=("$name")
  echo "$name: $(tail -n 1 "$folder/compare.log" 2>/dev/null || echo "not run"), $((SECONDS - begin)) s"
}

compare_native() {
  "$1" --expect tests/digest/expected.txt
}

compare_emulated() {
  local isa one process=() code=0
  for isa in scalar neon; do  # each on its own core
    qemu-aarch64 -L /usr/aarch64-linux-gnu "$1" --isa "$isa" --pairs 600 --expect tests/digest/expected.txt &
    process+=($!)
  done
  for one in "${process[@]}"; do
    wait "$one" || code=$?
  done
  return "$code"
}

compare_windows() {
  local isa
  export WINEPREFIX=$PWD/build/digest/wine WINEDEBUG=-all
  for isa in scalar avx2; do
    /usr/lib/wine/wine64 "$1.exe" --isa "$isa" --expect tests/digest/expected.txt || return
  done
}

# native NAME COMPILER BUILD_TYPE LEVEL_OF_THE_LIBRARY LEVEL_OF_THE_LANES
native() {
  build_and_compare "$1" "$2" native -DCMAKE_CXX_COMPILER="$2" -DCMAKE_BUILD_TYPE="$3" \
    -DCMAKE_CXX_FLAGS_"${3^^}"="$4" -DLOCKSTEP_LANES_OPTIMISATION="$5"
}

# aarch64 NAME LEVEL: of everything
aarch64() {
  build_and_compare "$1" aarch64-linux-gnu-g++ emulated -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/aarch64.cmake" \
    -DLOCKSTEP_TBB=OFF -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE="$2 -DNDEBUG" \
    -DLOCKSTEP_LANES_OPTIMISATION="$2"
}

# windows NAME LEVEL: of everything
windows() {
  build_and_compare "$1" x86_64-w64-mingw32-g++-posix windows -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/mingw.cmake" \
    -DLOCKSTEP_TBB=OFF -DLOCKSTEP_ISAS="scalar;avx2" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_FLAGS_RELEASE="$2 -DNDEBUG" -DLOCKSTEP_LANES_OPTIMISATION="$2"
}

aarch64 aarch64-O2 -O2  # g++ fuses multiplications and additions from -O2 on by default
if [[ -z $short ]]; then
  native gcc-O0 g++ Debug -O0 -O0
  native gcc-debug g++ Debug "-O0 -g" -O3
  native gcc-O2 g++ Release "-O2 -DNDEBUG" -O2
  native gcc-O3 g++ Release "-O3 -DNDEBUG" -O3
  native clang-O0 clang++ Debug -O0 -O0
  native clang-O2 clang++ Release "-O2 -DNDEBUG" -O2
  native clang-19-O3 clang++-19 Release "-O3 -DNDEBUG" -O3
  aarch64 aarch64-O0 -O0
  aarch64 aarch64-O3 -O3
  windows mingw-O3 -O3
fi

if ((${#broken[@]} > 0)); then
  echo "differ or were not built: ${broken[*]}" >&2
fi
echo "$agreed builds agree, ${#broken[@]} do not"
((${#broken[@]} == 0 && agreed > 0))
