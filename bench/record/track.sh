#!/usr/bin/env bash
# Is the working tree slower than a commit? Builds the benchmarks of both in build/track and compares them.
#   bench/record/track.sh [COMMIT] [OPTION...] [-- BENCHMARK FLAG...]
# COMMIT defaults to HEAD. Options are those of `lockstep perf compare` (--gate, --runs, --markdown FILE, ...), whose
# exit codes these are too: 0 nothing slower, 1 slower, 2 some undecided, 3 a program failed or could not be built, 4
# anything else, 64 wrong usage. Without --benchmark_filter some rows of every kind are measured, on one thread.
#   LOCKSTEP_TRACK_CMAKE="-DLOCKSTEP_ISAS=native"   flags for both builds
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=.ci/packages.sh
source .ci/packages.sh

commit=HEAD
if [[ ${1-} != "" && ${1-} != -* ]]; then
  commit=$1
  shift
fi
options=()
while (($# > 0)) && [[ $1 != -- ]]; do
  options+=("$1")
  shift
done
flags=("${@:2}")
if [[ " ${flags[*]-} " != *" --benchmark_filter="* ]]; then
  flags+=("--benchmark_filter=^(intersect/(obb_obb|sphere_sphere|hull32)/auto|cull/(sphere|aabb|obb)_100k/exact)$")
fi
read -ra cmake_flags <<<"${LOCKSTEP_TRACK_CMAKE-}"

track=$PWD/build/track
if ! revision=$(git rev-parse --verify --quiet "$commit^{commit}"); then
  echo "track.sh: $commit is no commit" >&2
  exit 64
fi

# Both are copies with paths of the same length: the builds must differ by the sources alone. Copied files keep their
# times, so that a second run builds only the changed ones.
copy_commit() {
  git archive "$revision" | tar -x -C "$1"
}
copy_working_tree() {
  git ls-files --cached --others --exclude-standard -z |
    tar --create --null --files-from=- --ignore-failed-read --warning=no-failed-read | tar -x -C "$1"
}

# build NAME COPY TARGET...
build() {
  local source=$track/$1/source build=$track/$1/build copy=$2
  shift 2
  rm -rf "$source"
  mkdir -p "$source"
  "$copy" "$source"
  quietly "$track/configure.log" cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DLOCKSTEP_BUILD_TESTS=OFF -DLOCKSTEP_BUILD_BENCH=ON "${cmake_flags[@]}" || return
  quietly "$track/build.log" cmake --build "$build" --target "$@"
}

echo "Building $(git log -1 --format='%h %s' "$revision") and the working tree in build/track"
build old copy_commit lockstep_bench || exit 3
build new copy_working_tree lockstep_bench lockstep-perf || exit 3

exec "$track/new/build/tools/lockstep-perf" compare \
  "$track/old/build/bench/lockstep_bench" "$track/new/build/bench/lockstep_bench" "${options[@]}" -- "${flags[@]}"
