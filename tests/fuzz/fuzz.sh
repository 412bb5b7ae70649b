#!/usr/bin/env bash
# Builds the fuzz targets (preset `fuzz`) and runs each of them for a while.
#   tests/fuzz/fuzz.sh [--keep] [SECONDS] [TARGET...]       60 seconds each, all targets: pairs, plane, distances, ...
#   tests/fuzz/fuzz.sh --repeatable                         the corpus and some inputs more, always the same ones
# New inputs go to build/fuzz/TARGET, from which the next run continues. With --keep the corpus in the repository,
# tests/fuzz/corpus/TARGET, grows by those inputs alone that reach new code. An input that breaks a guarantee is copied
# to build/fuzz/TARGET-found; to keep it as a test, copy it to the corpus:
#   build/asan-ubsan/tests/fuzz/lockstep_fuzz_pairs build/fuzz/pairs-found/crash-...    shows it again
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

mode=search
case "${1-}" in
  --keep | --repeatable)
    mode=${1#--}
    shift
    ;;
esac
seconds=${1:-60}
if [[ ! $seconds =~ ^[0-9]+$ ]]; then
  echo "usage: tests/fuzz/fuzz.sh [--keep | --repeatable] [SECONDS] [TARGET...]" >&2
  exit 2
fi
targets=("${@:2}")
if ((${#targets[@]} == 0)); then
  targets=(pairs plane cull distances mesh world world_history world_rays world_casts benchmark_formats benchmark_json bsp gltf history mesh_file npy pair_file pk3 table)
fi

# No valid input needs more; one that does is a find.
limits=(-timeout=20 -rss_limit_mb=2048 -malloc_limit_mb=1024)
programs=$PWD/build/asan-ubsan/tests/fuzz

# inputs_of TARGET: sets `inputs` to the arguments for the start and the length of the run.
inputs_of() {
  local corpus=tests/fuzz/corpus/$1 seeds=build/fuzz/seeds/$1 new=build/fuzz/$1
  if [[ $mode != repeatable ]]; then
    inputs=(-max_total_time="$seconds" "$new" "$corpus" "$seeds")
    return
  fi
  # One seed, one order, no compared values (which include addresses), and a number of inputs instead of seconds: a
  # check must not depend on the day.
  local files more=20000
  if [[ $1 == pairs || $1 == plane || $1 == cull || $1 == distances || $1 == mesh || $1 == world* ]]; then
    more=500  # exact arithmetic judges each
  fi
  files=$(find "$corpus" "$seeds" -type f | LC_ALL=C sort)
  paste -s -d , <<<"$files" >"build/fuzz/$1.list"
  inputs=(-seed=1 -shuffle=0 -prefer_small=0 -use_cmp=0 -runs=$(($(wc -l <<<"$files") + more)) -seed_inputs=@"build/fuzz/$1.list")
}

# fuzz TARGET: with --keep its new inputs are merged into the corpus.
fuzz() {
  local target=$1 program=$programs/lockstep_fuzz_$1 corpus=tests/fuzz/corpus/$1
  local new=build/fuzz/$1 found=build/fuzz/$1-found inputs code=0
  mkdir -p "$new" "$found" "$corpus"
  inputs_of "$target"
  "$program" "${limits[@]}" -max_len=4096 -print_final_stats=1 -artifact_prefix="$found/" "${inputs[@]}" \
    >"build/fuzz/$target.log" 2>&1 || code=$?
  echo "== $target"
  if ((code != 0)); then
    grep -A 3 -E 'BROKEN|ERROR|runtime error|Test unit written' "build/fuzz/$target.log" >&2 || true
    return "$code"
  fi
  grep -E 'number_of_executed_units|new_units_added' "build/fuzz/$target.log"
  if [[ $mode == keep ]]; then
    # The fewest inputs that reach every edge: a corpus for a repository, and for a test of seconds.
    "$program" "${limits[@]}" -set_cover_merge=1 -use_counters=0 "$corpus" "$new" "build/fuzz/seeds/$target" \
      >"build/fuzz/$target-merge.log" 2>&1
  fi
}

cmake --preset asan-ubsan >/dev/null
cmake --build --preset fuzz >build/fuzz-build.log || {
  tail -n 40 build/fuzz-build.log >&2
  exit 1
}
"$programs/lockstep_fuzz_seeds" build/fuzz/seeds
# Runs with a number of inputs may share the machine; runs by seconds would do less.
at_once=1
if [[ $mode == repeatable ]]; then
  at_once=$(nproc)
fi
failed=() process=()
for target in "${targets[@]}"; do
  while (($(jobs -rp | wc -l) >= at_once)); do
    wait -n || true
  done
  (fuzz "$target" || exit) &  # its own code reports the failure: none of its commands ends it
  process+=($!)
done
for i in "${!targets[@]}"; do
  wait "${process[i]}" || failed+=("${targets[i]}")
done
if ((${#failed[@]} > 0)); then
  echo "broken: ${failed[*]}; see build/fuzz/" >&2
  exit 1
fi
