#!/usr/bin/env bash
# Builds the site of the documentation into build/site/html: guides, formats, the pages of the headers and of the Python
# module, reports of real runs. Every link within it is checked. On Debian 12 it first installs missing packages.
#   docs/site/build.sh            opens at build/site/html/index.html, without a network
#   docs/site/build.sh BUILD      takes the program and the Python module from this build folder, not from one of its own
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=.ci/packages.sh
source .ci/packages.sh

need_packages g++ cmake ninja-build pkg-config libxsimd-dev libtbb-dev libcli11-dev nlohmann-json3-dev libminizip-dev \
  libboost-dev openarena-081-maps python3-dev python3-numpy python3-pybind11 pybind11-dev python3-distributed \
  python3-sphinx python3-breathe python3-myst-parser furo python3-sphinx-copybutton doxygen linkchecker

site=$PWD/build/site
html=$site/html
source=$site/source
export LOCKSTEP_VERSION LOCKSTEP_DOXYGEN_XML=$site/xml LOCKSTEP_REPORTS=$site/reports
LOCKSTEP_VERSION=$(sed -n 's/^#define LOCKSTEP_VERSION "\(.*\)"/\1/p' include/lockstep/config.hpp)

# The Python module, for its docstrings, and the program, for its reports.
build=${1:-$site/program}
if (($# == 0)); then
  quietly "$site/configure.log" cmake --preset release -B "$build" -DLOCKSTEP_PYTHON=ON -DLOCKSTEP_ISAS=native \
    -DLOCKSTEP_BUILD_TESTS=OFF -DLOCKSTEP_BUILD_BENCH=OFF -DLOCKSTEP_EXACT_TOOL=OFF
  quietly "$site/build.log" cmake --build "$build"
fi
program=$build/tools/lockstep

rm -rf "$html" "$source" "$site/xml" "$site/reports" "$site/doctrees"
mkdir -p "$source" "$site/reports/reports"
maps=/usr/share/games/openarena/baseoa/pak1-maps.pk3
quietly "$site/reports.log" "$program" cull "$maps" --map ctf_inyard --report "$site/reports/reports/culling.html"
quietly "$site/reports.log" "$program" overlap --demo crowd:2000:60 --report "$site/reports/reports/crowd.html"

# The live pages, if their compiler is installed (cmake/wasm32.cmake).
if command -v clang++-14 >/dev/null && [[ -e /usr/lib/wasm32-wasi/libc++.a ]]; then
  quietly "$site/live.log" web/build.sh "$site/reports/live"
else
  mkdir "$site/reports/live"
  for page in web/page/*.html; do
    echo "<!DOCTYPE html><title>Not here</title><p>This live page was not built with this site: <code>web/build.sh</code> makes it." \
      >"$site/reports/live/$(basename "$page")"
  done
fi

# The layout of the repository, so that links between files work.
cp -r --parents docs bench/README.md bench/results README.md CONTRIBUTING.md CHANGELOG.md LICENSE packaging/README.md "$source"
rm -r "$source/docs/site"
cp docs/site/*.md "$source"
# Headers have pages of their own here.
sed -i 's#(\.\./include/lockstep/reference/\([a-z0-9_]*\)\.hpp)#(../reference/\1.md)#g' "$source/docs/gjk.md"
/usr/bin/python3 docs/site/headers.py include/lockstep "$source"
(cat docs/site/Doxyfile && echo "OUTPUT_DIRECTORY = $site") | quietly "$site/doxygen.log" doxygen -
PYTHONPATH=$build/python quietly "$site/sphinx.log" \
  sphinx-build -W --keep-going -q -j auto -c docs/site -d "$site/doctrees" "$source" "$html"
quietly "$site/links.log" linkchecker --no-status --ignore-url='^(https?|mailto):' "$html/index.html"
echo "$html/index.html"
