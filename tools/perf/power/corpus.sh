#!/usr/bin/env bash
# Builds pairs of versions of public projects between which issues say that something became slower, and compares each
# pair by lockstep-perf. Nothing of these projects is here: CLONES is a folder with clones of them, named fmt, simdjson
# and zstd, and the benchmarks in corpus/ are our own, after what the issues say.
#   corpus.sh LOCKSTEP_PERF CLONES BUILD build     builds all versions in BUILD, with g++ -O2
#   corpus.sh LOCKSTEP_PERF CLONES BUILD compare   compares the pairs; BUILD/OLD-NEW.json has the figures
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
(($# == 4)) || { sed -n '2,7p' "${BASH_SOURCE[0]}" >&2; exit 64; }
perf=$1 clones=$2 build=$3 step=$4

# Project, version before, version after, issue.
pairs="
fmt 7.0.0 7.1.2 2023
fmt 7.1.3 8.0.0 2375
fmt 7.0.3 8.0.1 2583
fmt e2f6d766 192859c2 3674
fmt 10.2.1 11.0.1 4070
simdjson v0.9.7 v1.0.0 1687
simdjson v3.1.8 v3.2.0 2028
zstd v1.4.9 v1.5.1 2966
"

# Sources of a version in a folder of their own; the program is bench in it.
build_version() { # project version
  local folder=$build/$1-$2
  [[ ! -e $folder/bench ]] || return 0
  mkdir -p "$folder"
  case $1 in
    fmt) git -C "$clones/fmt" archive "$2" include src ;;
    simdjson) git -C "$clones/simdjson" archive "$2" singleheader/simdjson.h singleheader/simdjson.cpp ;;
    zstd) git -C "$clones/zstd" archive "$2" lib ;;
  esac | tar -x -C "$folder"
  local flags=(-std=c++17 -O2 -o "$folder/bench")
  case $1 in
    fmt) g++ "${flags[@]}" -I "$folder/include" "$here/corpus/formatting.cpp" "$folder"/src/{format,os}.cc -lbenchmark ;;
    simdjson)
      g++ "${flags[@]}" -I "$folder/singleheader" "$here/corpus/parsing.cpp" "$folder/singleheader/simdjson.cpp" -lbenchmark
      ;;
    zstd)
      (cd "$folder" && gcc -O2 -c -DZSTD_DISABLE_ASM lib/{common,compress,decompress}/*.c)
      g++ "${flags[@]}" -I "$folder/lib" "$here/corpus/compression.cpp" "$folder"/*.o -lbenchmark
      ;;
  esac
}

while read -r project before after issue; do
  [[ -n $project ]] || continue
  if [[ $step == build ]]; then
    build_version "$project" "$before"
    build_version "$project" "$after"
  else
    echo "== $project $before to $after, issue $issue"
    "$perf" compare "$build/$project-$before/bench" "$build/$project-$after/bench" \
      --json "$build/$project-$before-$after.json" -- --benchmark_repetitions=5 --benchmark_min_time=0.01 \
      --benchmark_enable_random_interleaving=true || (($? <= 2))
  fi
done <<<"$pairs"
