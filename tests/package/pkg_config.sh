#!/bin/sh
# Builds the examples with a bare compiler call and pkg-config, those of C by a C compiler, and runs them.
#   pkg_config.sh PREFIX EXAMPLES VERSION C++-COMPILER C-COMPILER
set -eu
prefix=$1 examples=$2 version=$3 cxx=$4 cc=$5

pc=$(find "$prefix" -name lockstep.pc)
PKG_CONFIG_PATH=$(dirname "$pc")
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
export PKG_CONFIG_PATH LD_LIBRARY_PATH

found=$("$PKG_CONFIG" --modversion lockstep)
if [ "$found" != "$version" ]; then
  echo "pkg-config says version $found, the project says $version" >&2
  exit 1
fi

# run COMMAND...: prints it first.
run() {
  echo "$*"
  "$@"
}

for source in "$examples"/*.cpp "$examples"/*.c; do
  program=$prefix/$(basename "$source")
  case $source in
    *.cpp) compiler=$cxx flags="-std=c++20 ${CXXFLAGS-}" ;;
    *) compiler=$cc flags="-std=c11 ${CFLAGS-}" ;;
  esac
  # pkg-config quotes its answer for the shell; eval removes the quotes.
  eval "set -- $("$PKG_CONFIG" --cflags lockstep)"
  # shellcheck disable=SC2086  # a list of flags
  run "$compiler" $flags "$@" -c "$source" -o "$program.o"
  for mode in --shared --static; do
    eval "set -- $("$PKG_CONFIG" --libs "$mode" lockstep)"
    # shellcheck disable=SC2086
    run "$compiler" $flags "$program.o" "$@" -o "$program.out"
    "$program.out"
  done
done
