#!/usr/bin/env bash
# Builds lockstep and runs its tests. On Debian 12 it first installs missing packages.
#   ./check.sh            formatting and every ordinary test, on scalar lanes and the best of this machine
#   ./check.sh --all      all that CI does: every instruction set, other compilers and processors, sanitizers, fuzzing, a
#                         browser, the site
#   ./check.sh NAME...    these parts alone
#   ./check.sh --list     the parts, and why each is not in the plain check
# Each part prints its time. The last line is the count of tests over all parts; the exit code is 0 only if everything
# was built and passed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
# shellcheck source=.ci/packages.sh
source .ci/packages.sh

# The parts of --all. Parts that wait for one core or a browser run beside those that keep all cores busy, with half as
# many processes: twice as many processes as cores take a fifth longer for the same work, half as many again 7 %
# (docs/lab.md). The parts of each row share build folders. `release` runs all tests of `tests`, and more.
first_parts=(format release)
one_row=(sanitizers fuzz threads clang aarch64)
other_row=(packages run browser wasm site)
plain_parts=(format tests)
declare -A what=(
  [format]="the sources are as clang-format leaves them"
  [tests]="the library, the program, the C and Python interfaces and all ordinary tests; scalar lanes and the best of this machine"
  [release]="the same and the digest, as shipped: every instruction set that this machine has, lanes at -O3, benchmarks compiled"
  [packages]="installed, found and linked as a static and as a shared library, by pip, each header alone"
  [run]="run.sh: the program that culls alone, on a real map"
  [browser]="the live pages in Chromium"
  [site]="the site of the documentation and its links"
  [wasm]="WebAssembly in Node, the same bits"
  [sanitizers]="AddressSanitizer and UndefinedBehaviorSanitizer, the fast tests of what reads memory"
  [fuzz]="fuzz targets, the same inputs every time"
  [threads]="ThreadSanitizer, the tests with threads"
  [clang]="a release by clang, the same bits"
  [aarch64]="AArch64 under an emulator, the same bits"
)
declare -A why=(
  [release]="other instruction sets: one source for all, and the digest compares their bits; -O3 takes three times as long; symbols of the lanes as they are shipped"
  [packages]="compiles the library once more, and each header by each compiler"
  [run]="compiles the library once more, as far as it culls"
  [browser]="needs Chromium and clang for WebAssembly"
  [site]="needs Sphinx, Doxygen and the program of the part release"
  [wasm]="another compiler and processor"
  [sanitizers]="a build of its own, by another compiler"
  [fuzz]="builds on that of the sanitizers; release and sanitizers replay the corpus"
  [threads]="a build of its own, by another compiler"
  [clang]="another compiler"
  [aarch64]="another processor"
)
all_parts=("${first_parts[@]}" "${one_row[@]}" "${other_row[@]}")
least_tests=6000  # of the part tests

usage() {
  echo "usage: ./check.sh [--all | --list | NAME...]; the names: ${plain_parts[*]} ${all_parts[*]:1}" >&2
  exit 2
}

list_parts() {
  local name
  for name in "${plain_parts[@]}" "${all_parts[@]:1}"; do
    echo "$name: ${what[$name]}${why[$name]:+ (in --all alone: ${why[$name]})}"
  done
}

all=no
chosen=()
for argument in "$@"; do
  case "$argument" in
    --all) all=yes ;;
    --list)
      list_parts
      exit
      ;;
    *)
      [[ -n ${what[$argument]-} ]] || usage
      chosen+=("$argument")
      ;;
  esac
done
if [[ $all == yes ]]; then
  chosen=("${all_parts[@]}")
elif (($# == 0)); then
  chosen=("${plain_parts[@]}")
fi

folder=build/parts  # the output of parts: logs, counts
broken=$folder/broken

# --- The parts. The counts of a part go to the file `counts`, a line "PASSED FAILED".

# run_tests PRESET [ctest filter...]
run_tests() {
  local preset=$1 results=$PWD/$folder/$part.xml log=$folder/$part-tests.log code=0 passed failed skipped
  shift
  rm -f "$results"
  find "build/$preset/tests" -name 'lockstep_*_test.xml' -delete
  "${without_aslr[@]}" ctest --preset "$preset" -j "$jobs" --output-junit "$results" "$@" >"$log" 2>&1 || code=$?
  if [[ ! -f $results ]]; then
    tail -n 20 "$log" >&2
    return 1
  fi
  read -r passed failed skipped < <(tests/report/cases.py "$preset" "$results") || return
  echo "$passed $failed" >"$counts"
  echo "   $part: $passed passed, $failed failed, $skipped skipped"
  return "$code"
}

# build PRESET [TARGET...]
build() {
  local preset=$1 target=()
  shift
  if (($# > 0)); then
    target=(--target "$@")
  fi
  quietly "build/$preset/configure.log" cmake --preset "$preset" || return
  # Some presets run each test program once at the end of its build, to list its cases.
  quietly "build/$preset/build.log" "${without_aslr[@]}" cmake --build --preset "$preset" -j "$jobs" "${target[@]}"
}

check_format() {
  local log=$folder/format.log
  find include kernel python tools bench tests web docs '(' -name '*.[ch]' -o -name '*.[ch]pp' ')' -print0 |
    xargs -0 -n 40 -P "$jobs" clang-format --dry-run --Werror 2>"$log" && return
  echo "clang-format -i would change: $(sed -n 's/^\([^ :]*\):[0-9]*:[0-9]*: error: .*/\1/p' "$log" | sort -u | xargs)" >&2
  return 1
}

check_tests() {
  build check || return
  run_tests check || return
  local passed failed
  read -r passed failed <"$counts"
  if ((passed < least_tests)); then
    echo "only $passed tests ran, of $least_tests at least: is python3-pybind11 or another package missing?" >&2
    return 1
  fi
}

check_release() {
  build ci && run_tests ci -LE '^(package|web)\.slow$'
}

check_packages() {
  build ci && run_tests ci -L '^package\.slow$'
}

check_run() {
  ./run.sh >"$folder/run.log"
}

check_browser() {
  build ci lockstep_tool && run_tests ci -L '^web\.slow$'
}

check_site() {
  build ci lockstep_tool lockstep_python && docs/site/build.sh build/ci >/dev/null
}

check_wasm() {
  build wasm lockstep_digest && run_tests wasm -R '^digest\.scalar$'
}

check_sanitizers() {
  build asan-ubsan tests_kernel_fast tests_tools_fast tests_fuzz && run_tests asan-ubsan -L '^(kernel|tools|fuzz)'
}

check_fuzz() {
  tests/fuzz/fuzz.sh --repeatable >"$folder/fuzz.log"
}

check_threads() {
  build tsan && run_tests tsan
}

# The sanitizers' builds, with clang, have run the other tests.
check_clang() {
  build release-clang lockstep_lanes_test lockstep_digest && run_tests release-clang -R '^(lanes|digest)'
}

check_aarch64() {
  tests/digest/every_build.sh --short >"$folder/aarch64.log"
}

# --- Running them

# run_part NAME: prints its time and, if it fails, the one command that repeats it, which is also a line of the file
# `broken`.
run_part() {
  local part=$1 counts=$folder/$1.counts times=$folder/$1.times code=0 wall user system TIMEFORMAT='%0R %0U %0S'
  rm -f "$counts"
  echo "== $part: ${what[$part]}"
  { time "check_$part" 2>&3; } 3>&2 2>"$times" || code=$?
  read -r wall user system <"$times"
  echo "   $part: $wall s, of the processor $((user + system)) s$( ((code == 0)) || echo ", failed")"
  if ((code != 0)); then
    echo "$part failed; again: ./check.sh $part" >>"$broken"
  fi
}

run_parts() {
  local name
  for name in "$@"; do
    run_part "$name"
  done
}

common=(g++ cmake ninja-build pkg-config python3 git libxsimd-dev libtbb-dev libcli11-dev nlohmann-json3-dev
  libminizip-dev libgtest-dev libboost-dev openarena-081-maps
  python3-dev python3-numpy python3-pybind11 pybind11-dev python3-pytest
  python3-distributed)
release=("${common[@]}" libbenchmark-dev lld)
pages=(clang lld wasi-libc libc++-14-dev-wasm32 libc++abi-14-dev-wasm32 libclang-rt-14-dev-wasm32)
sanitizers=("${common[@]}" clang lld libclang-rt-14-dev llvm)
needed=()
for name in "${chosen[@]}"; do
  case "$name" in
    format) needed+=(clang-format) ;;
    tests | run) needed+=("${common[@]}") ;;
    release) needed+=("${release[@]}") ;;
    packages) needed+=("${release[@]}" clang python3-pip python3-setuptools python3-wheel) ;;
    browser) needed+=("${release[@]}" "${pages[@]}" nodejs chromium chromium-driver) ;;
    site) needed+=("${release[@]}" "${pages[@]}") ;;
    wasm) needed+=("${common[@]}" "${pages[@]}" nodejs) ;;
    sanitizers | fuzz | threads) needed+=("${sanitizers[@]}") ;;
    clang) needed+=("${common[@]}" clang lld) ;;
    aarch64) needed+=("${common[@]}" g++-aarch64-linux-gnu qemu-user googletest) ;;
  esac
done
mapfile -t needed < <(printf '%s\n' "${needed[@]}" | sort -u)
need_packages "${needed[@]}"

jobs=$(nproc)
export CMAKE_BUILD_PARALLEL_LEVEL=$jobs
# ThreadSanitizer of clang 14 cannot start if the kernel randomises addresses widely; not every container lets us
# disable that.
without_aslr=()
if setarch -R true 2>/dev/null; then
  without_aslr=(setarch -R)
fi

mkdir -p "$folder"
rm -f "$broken" "$folder"/*.counts
if [[ $all == yes ]]; then
  trap 'kill 0' INT  # the other row as well
  run_parts "${first_parts[@]}"
  (
    jobs=$(((jobs + 1) / 2))
    CMAKE_BUILD_PARALLEL_LEVEL=$jobs
    run_parts "${other_row[@]}"
  ) &
  run_parts "${one_row[@]}"
  wait
else
  run_parts "${chosen[@]}"
fi

passed=0 failed=0
shopt -s nullglob
for counts in "$folder"/*.counts; do
  read -r part_passed part_failed <"$counts"
  passed=$((passed + part_passed)) failed=$((failed + part_failed))
done
if [[ -f $broken ]]; then
  cat "$broken"
fi
echo "$passed passed, $failed failed"
[[ ! -f $broken ]] && ((failed == 0))
