#!/usr/bin/env bash
# Builds the culling part of lockstep, culls one real map and a generated city from all their cameras, and compares the
# times with those of the loops that a user would write. Two cores take one to two minutes. On Debian 12 it first
# installs missing packages.
#   ./run.sh [MAP]        another map of OpenArena; a wrong name prints the list of maps
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
# shellcheck source=.ci/packages.sh
source .ci/packages.sh

map=${1:-ctf_inyard}
maps=/usr/share/games/openarena/baseoa/pak1-maps.pk3

need_packages g++ cmake ninja-build pkg-config libxsimd-dev libtbb-dev libcli11-dev nlohmann-json3-dev libminizip-dev \
  openarena-081-maps

echo "Building build/cull: what culls, for the instruction set of this machine"
quietly build/cull/configure.log \
  cmake -S . -B build/cull -G Ninja -DCMAKE_BUILD_TYPE=Release -DLOCKSTEP_JOBS=cull -DLOCKSTEP_ISAS=best \
  -DLOCKSTEP_ROOMS_AS_ONE=ALL
quietly build/cull/build.log cmake --build build/cull --target lockstep_tool -j "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}"

echo "Culling every object of the map $map for each of its cameras"
build/cull/tools/lockstep cull "$maps" --map "$map" --compare --report "$PWD/report.html"

printf '\nThe same of 100,000 objects\n'
build/cull/tools/lockstep cull --compare

cat <<'END'

All subcommands, for all instruction sets:
  cmake -S . -B build/all -G Ninja -DLOCKSTEP_BUILD_TESTS=OFF -DLOCKSTEP_BUILD_BENCH=OFF && cmake --build build/all
END
