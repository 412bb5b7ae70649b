#!/bin/sh
# Builds the benchmarks of a change and of the commit that it starts from, and compares them: for jobs of CI.
#
#   ci/compare.sh --base REVISION --build COMMAND --run PROGRAM [--head REVISION] [--builds FOLDER]
#                 [option of lockstep-perf compare]... [-- ARGUMENT OF THE PROGRAM...]
#
# Each commit is exported to FOLDER/COMMIT, built there by COMMAND, and kept: the next job finds the baseline built if
# it finds the folder. PROGRAM is named from there. The base is the merge base of REVISION and HEAD, so that what others
# merged meanwhile does not count. The exit codes are those of lockstep-perf compare; 3 also if a build fails.
set -eu

fail() {
  code=$1
  shift
  echo "lockstep-perf: $*" >&2
  exit "$code"
}

base='' build='' run='' head=HEAD builds=''
while [ $# -gt 0 ]; do
  case $1 in
    --base | --build | --run | --head | --builds)
      if [ $# -lt 2 ] || [ -z "$2" ]; then fail 64 "$1 needs a value"; fi
      name=${1#--}
      eval "$name=\$2"
      shift 2
      ;;
    *) break ;;
  esac
done
if [ -z "$base" ] || [ -z "$build" ] || [ -z "$run" ]; then fail 64 "--base, --build and --run are needed"; fi
: "${builds:=$(git rev-parse --absolute-git-dir)/lockstep-perf-builds}"

commit() { git rev-parse --verify --quiet --end-of-options "$1^{commit}" || fail 64 "$1 names no commit here"; }

# make COMMIT: exports it and builds it, unless that was done before. Both have paths of one length, because the length
# of a program's path moves its stack.
make() {
  folder=$builds/$1
  [ -e "$folder.built" ] && [ -x "$folder/$run" ] && return
  rm -rf "$folder" "$folder.built"
  mkdir -p "$folder"
  git archive "$1" | tar -x -C "$folder"
  (cd "$folder" && sh -c "$build") >&2 || fail 3 "$1 does not build"
  [ -x "$folder/$run" ] || fail 3 "$1: the build made no program $run"
  : >"$folder.built"
}

head=$(commit "$head")
tip=$(commit "$base")
base=$(git merge-base "$tip" "$head") ||
  fail 64 "$base and HEAD have no common commit here; does the clone have the whole history (fetch-depth: 0)?"
make "$base"
make "$head"
exec "${LOCKSTEP_PERF:-lockstep-perf}" compare "$builds/$base/$run" "$builds/$head/$run" "$@"
