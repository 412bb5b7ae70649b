#!/bin/sh
# Builds the examples with a bare compiler call and pkg-config, and runs them.
#   pkg_config.sh PREFIX EXAMPLES VERSION COMPILER
set -eu
prefix=$1 examples=$2 version=$3 compiler=$4

pc=$(find "$prefix" -name lockstep.pc)
PKG_CONFIG_PATH=$(dirname "$pc")
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
export PKG_CONFIG_PATH LD_LIBRARY_PATH

found=$("$PKG_CONFIG" --modversion lockstep)
if [ "$found" != "$version" ]; then
  echo "pkg-config says version $found, the project says $version" >&2
  exit 1
fi

for mode in --shared --static; do
  # pkg-config quotes its answer for the shell, which is what eval undoes.
  eval "set -- $("$PKG_CONFIG" --cflags --libs "$mode" lockstep)"
  for source in "$examples"/*.cpp; do
    program=$prefix/$(basename "$source" .cpp)
    echo "$compiler -std=c++20 $source $*"
    # shellcheck disable=SC2086  # CXXFLAGS is a list of flags
    "$compiler" -std=c++20 ${CXXFLAGS-} "$source" "$@" -o "$program"
    "$program"
  done
done
