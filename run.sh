#!/usr/bin/env bash
# Builds lockstep, culls one real map from all its cameras, and says what that gains beside a plain loop and scalar code.
# On Debian 12 it first installs what is missing.
#   ./run.sh [MAP]        another map of OpenArena; a wrong name prints the list of them
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
# shellcheck source=.ci/packages.sh
source .ci/packages.sh

map=${1:-ctf_inyard}
maps=/usr/share/games/openarena/baseoa/pak1-maps.pk3

need_packages g++ cmake ninja-build pkg-config libxsimd-dev libtbb-dev libcli11-dev nlohmann-json3-dev libminizip-dev \
  libboost-dev openarena-081-maps

echo "Building build/release"
quietly build/release/configure.log \
  cmake --preset release -DLOCKSTEP_BUILD_TESTS=OFF -DLOCKSTEP_BUILD_BENCH=OFF -DLOCKSTEP_EXACT_TOOL=OFF \
    -DLOCKSTEP_ISAS=native
quietly build/release/build.log cmake --build --preset release

echo "Culling every object of the map $map for each of its cameras"
build/release/tools/lockstep cull "$maps" --map "$map" --compare --report "$PWD/report.html"
