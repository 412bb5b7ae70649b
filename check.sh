#!/usr/bin/env bash
# Builds lockstep and runs its tests as CI does. On Debian 12 it first installs what is missing.
#   ./check.sh            everything: formatting, release with the live pages in a browser, the site, both sanitizer
#                         builds, fuzzing, clang, AArch64, WebAssembly
#   ./check.sh --fast     the release build and its tests alone
# The last line is the count of tests over all builds; the exit code is 0 only if everything was built and passed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
# shellcheck source=.ci/packages.sh
source .ci/packages.sh

fast=no
case "${1-}" in
  "") ;;
  --fast) fast=yes ;;
  *)
    echo "usage: ./check.sh [--fast]" >&2
    exit 2
    ;;
esac

passed=0
failed=0
broken=()  # the parts that failed, tests or not

# part NAME FUNCTION...: runs one part of the check and goes on with the others if it fails.
part() {
  local name=$1 begin=$SECONDS
  shift
  echo "== $name"
  if ! "$@"; then
    broken+=("$name")
  fi
  echo "   $((SECONDS - begin)) s"
}

# Runs the tests of a preset and adds them up.
run_tests() {
  local preset=$1 results=$PWD/build/$1/results.xml code=0
  shift
  rm -f "$results"
  "${without_aslr[@]}" ctest --preset "$preset" -j "$jobs" --output-junit "$results" "$@" \
    >"build/$preset/test.log" 2>&1 || code=$?
  if [[ ! -f $results ]]; then
    tail -n 20 "build/$preset/test.log" >&2
    return 1
  fi
  local total failures skipped
  total=$(attribute tests "$results")
  failures=$(attribute failures "$results")
  skipped=$(attribute skipped "$results")
  passed=$((passed + total - failures - skipped))
  failed=$((failed + failures))
  echo "   $((total - failures - skipped)) passed, $failures failed, $skipped skipped"
  if ((code != 0)); then
    grep -v -E '^ +Start |   Passed ' "build/$preset/test.log" | tail -n 200 >&2
  fi
  return "$code"
}

# attribute NAME FILE: a number in the head of ctest's JUnit file
attribute() {
  grep -m 1 -o -E "^\s*$1=\"[0-9]+\"" "$2" | grep -o -E '[0-9]+'
}

# build_and_test PRESET ["TARGET..." [ctest filter...]]
build_and_test() {
  local preset=$1 target=()
  shift
  if [[ -n ${1-} ]]; then
    read -ra target <<<"--target $1"
    shift
  fi
  quietly "build/$preset/configure.log" cmake --preset "$preset" || return
  # gtest_discover_tests runs each test program once at the end of its build.
  quietly "build/$preset/build.log" "${without_aslr[@]}" \
    cmake --build --preset "$preset" -j "$jobs" "${target[@]}" || return
  run_tests "$preset" "$@"
}

check_format() {
  local file unformatted=()
  while IFS= read -r -d '' file; do
    clang-format --dry-run --Werror "$file" 2>/dev/null || unformatted+=("$file")
  done < <(find include kernel python tools bench tests web docs '(' -name '*.[ch]' -o -name '*.[ch]pp' ')' -print0)
  if ((${#unformatted[@]} > 0)); then
    echo "clang-format -i would change: ${unformatted[*]}" >&2
    return 1
  fi
}

packages=(g++ cmake ninja-build pkg-config python3 git libxsimd-dev libtbb-dev libcli11-dev nlohmann-json3-dev
  libminizip-dev libgtest-dev libbenchmark-dev libboost-dev openarena-081-maps
  python3-dev python3-numpy python3-pybind11 pybind11-dev python3-pytest
  python3-distributed python3-pip python3-setuptools python3-wheel)
if [[ $fast == no ]]; then
  packages+=(clang clang-format libclang-rt-14-dev llvm g++-aarch64-linux-gnu qemu-user googletest
    lld wasi-libc libc++-14-dev-wasm32 libc++abi-14-dev-wasm32 libclang-rt-14-dev-wasm32 nodejs chromium chromium-driver)
fi
need_packages "${packages[@]}"

jobs=$(nproc)
# ThreadSanitizer of clang 14 cannot start where the kernel spreads addresses widely; not every container lets us ask.
without_aslr=()
if setarch -R true 2>/dev/null; then
  without_aslr=(setarch -R)
fi

if [[ $fast == no ]]; then
  part "formatting" check_format
fi
part "release, warnings are errors" build_and_test ci
if [[ $fast == no ]]; then
  part "site of the documentation, its links" docs/site/build.sh build/ci
  part "AddressSanitizer and UndefinedBehaviorSanitizer, the fast tests of what reads memory" \
    build_and_test asan-ubsan "tests_kernel_fast tests_tools_fast tests_fuzz" -L '^(kernel|tools|fuzz)'
  part "fuzzing, the same inputs every time" tests/fuzz/fuzz.sh --repeatable
  part "ThreadSanitizer, the tests with threads" build_and_test tsan
  # The sanitizers' builds, with clang, have run the other tests; this one is as clang builds a release.
  part "clang, the same bits" build_and_test release-clang "lockstep_lanes_test lockstep_digest" -R '^(lanes|digest)'
  part "AArch64 under an emulator, the same bits" tests/digest/every_build.sh --short
  part "WebAssembly in Node, the same bits" build_and_test wasm lockstep_digest -R '^digest\.scalar$'
fi

if ((${#broken[@]} > 0)); then
  printf 'not passed: %s\n' "${broken[@]}"
fi
echo "$passed passed, $failed failed"
((${#broken[@]} == 0 && failed == 0 && passed > 0))
