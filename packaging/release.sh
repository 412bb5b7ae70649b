#!/usr/bin/env bash
# Makes the files of a release in dist/, and tests each by installing it and running an example:
#   lockstep-VERSION.tar.gz           the source archive; the same commit gives the same bytes
#   lockstep_VERSION_ARCH.deb         library, headers, program, manual page, completion
#   lockstep-perf_VERSION_ARCH.deb    lockstep-perf, which needs nothing of the library
#   lockstep-VERSION-PYTHON.whl       the Python module for this machine's Python, with the TBB that it needs
#   lockstep-VERSION-site.tar.gz      the documentation with the live pages
#   NOTES.md                          the section of CHANGELOG.md for the version
#
#   packaging/release.sh                                   all of it
#   packaging/release.sh deb wheel                         some: source, deb, wheel, site; and the notes
#   packaging/release.sh deb -- -DLOCKSTEP_ISAS=native     a trial: arguments after -- go to CMake
#
# Everything is compiled in build/package from the source archive, so no part contains a file that is not committed.
# dist/ changes only at the end, once every test has passed. On Debian 12 the script first installs missing packages.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=.ci/packages.sh
source .ci/packages.sh

work=$PWD/build/package
source=$work/source  # unpacked
build=$work/build
made=$work/made      # for dist/
try=$work/try        # for installing it
version=             # of the commit

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

# expect WHAT PRINTED COMMAND...: the command succeeds and its output contains PRINTED.
expect() {
  local what=$1 wanted=$2 printed
  shift 2
  printed=$("$@" 2>&1) || fail "$what does not work: $*" "$printed"
  [[ $printed == *"$wanted"* ]] || fail "$what does not print \"$wanted\": $*" "$printed"
  echo "   $what"
}

# archive NAME FOLDER: the folder as NAME.tar.gz, sorted by name, without owners and with the time of the commit.
archive() {
  tar -c --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --transform="s#^\.#$1#" \
    -C "$2" . | gzip -n -9 >"$made/$1.tar.gz"
}

# ---- The source archive, the source of all else

make_source() {
  local name
  git diff --quiet HEAD || fail "A release is made of a commit: commit or drop the changes that git status shows"
  version=$(git show HEAD:include/lockstep/config.hpp | sed -n 's/^#define LOCKSTEP_VERSION "\(.*\)"/\1/p')
  name=lockstep-$version
  git -c tar.umask=0022 archive --prefix="$name/" HEAD | gzip -n -9 >"$made/$name.tar.gz"
  mkdir "$source"
  tar -x -C "$source" --strip-components=1 -f "$made/$name.tar.gz"
  python3 "$source/tests/package/check_recipes.py" "$source" >"$work/versions.log" ||
    fail "These say something else than the library:" "$(<"$work/versions.log")"
  echo "   $name, every place says so"
}

# The section of CHANGELOG.md under the heading of the version.
make_notes() {
  local changelog=$source/CHANGELOG.md
  if awk '/^## /{on = /^## \[Unreleased\]/; next} on && NF {found = 1} END {exit !found}' "$changelog"; then
    fail "CHANGELOG.md has lines under [Unreleased]: they need a version of their own, or a place under $version"
  fi
  awk -v heading="## [$version]" 'index($0, "## ") == 1 {on = index($0, heading) == 1} on' \
    "$changelog" >"$made/NOTES.md"
  [[ -s $made/NOTES.md ]] || fail "CHANGELOG.md has no heading \"## [$version] - DATE\" to take the notes from"
}

test_source() {
  quietly "$work/test_source.log" cmake -S "$source" --preset release -B "$try/configured" "${cmake_options[@]}"
  expect "the source archive configures" "$version" grep CMAKE_PROJECT_VERSION: "$try/configured/CMakeCache.txt"
}

# ---- The compilation, once for all parts

compile() {
  # $ORIGIN: the module of the wheel finds the TBB beside it.
  quietly "$work/configure.log" cmake -S "$source" --preset release -B "$build" -DCMAKE_INSTALL_PREFIX=/usr \
    -DLOCKSTEP_BUILD_TESTS=OFF -DLOCKSTEP_BUILD_BENCH=OFF -DLOCKSTEP_BUILD_PERF=OFF "-DLOCKSTEP_PYTHON=$with_python" \
    "-DCMAKE_BUILD_RPATH=\$ORIGIN" "${cmake_options[@]}"
  quietly "$work/build.log" cmake --build "$build" -j "$(nproc)"
}

# ---- The Debian package

make_deb() {
  quietly "$work/cpack.log" cpack --config "$build/CPackConfig.cmake" -B "$work/cpack"
  mv "$work"/cpack/lockstep_*.deb "$made"
  # A project of its own, as its users build it.
  quietly "$work/perf_configure.log" cmake -S "$source/tools/perf" -B "$work/perf" -DCMAKE_INSTALL_PREFIX=/usr
  quietly "$work/perf_build.log" cmake --build "$work/perf" -j "$(nproc)"
  quietly "$work/perf_cpack.log" cpack --config "$work/perf/CPackConfig.cmake" -B "$work/perf_cpack"
  mv "$work"/perf_cpack/lockstep-perf_*.deb "$made"
}

test_deb() {
  local package=("$made"/lockstep_*.deb) perf=("$made"/lockstep-perf_*.deb) root=$try/root usr=$try/root/usr
  local examples=$source/docs/examples leaks flags needs
  dpkg-deb -x "${package[0]}" "$root"
  expect "the package names what its programs need" libtbb12 dpkg-deb -f "${package[0]}" Depends
  expect "the package recommends lockstep-perf" lockstep-perf dpkg-deb -f "${package[0]}" Recommends
  dpkg-deb -x "${perf[0]}" "$root"
  needs=$(dpkg-deb -f "${perf[0]}" Depends)
  [[ $needs == *libc6* && $needs != *tbb* ]] || fail "lockstep-perf needs something else than the system: $needs"
  leaks=$(grep -rlF "$PWD" "$root" || true)
  [[ -z $leaks ]] || fail "Files of the package name the folder that they were built in:" "$leaks"

  export PKG_CONFIG_PATH
  PKG_CONFIG_PATH=$(dirname "$(find "$root" -name lockstep.pc)")
  read -ra flags <<<"$(pkg-config --cflags --libs lockstep)"
  g++ -std=c++20 "$examples/cull_spheres.cpp" "${flags[@]}" -o "$try/from_cxx"
  expect "C++ by pkg-config" "2 of 3 visible: 0 2" "$try/from_cxx"
  read -ra flags <<<"$(pkg-config --cflags --libs --static lockstep)"
  gcc -std=c11 "$examples/c_interface.c" "${flags[@]}" -o "$try/from_c"
  expect "C by pkg-config, the library linked statically" "2 visible" "$try/from_c"

  quietly "$work/find_package.log" cmake -S "$source/tests/package/consumer" -B "$try/consumer" -G Ninja \
    "-DCMAKE_PREFIX_PATH=$usr" "-DLOCKSTEP_EXAMPLES=$examples" "-DLOCKSTEP_EXPECTED_VERSION=$version"
  quietly "$work/find_package.log" cmake --build "$try/consumer" --target cull_spheres
  expect "C++ by find_package" "2 of 3 visible: 0 2" "$try/consumer/cull_spheres"

  test_programs "$usr"
  printf 'balls | sphere 0 0 0 1 | sphere 1.5 0 0 1\n' >"$try/balls.txt"
  expect "lockstep pairs" "overlapping" "$usr/bin/lockstep" pairs "$try/balls.txt"
  expect "lockstep perf" "bisect" "$usr/bin/lockstep" perf --help
  expect "lockstep-perf: its README" "lockstep-perf compare" cat "$usr/share/doc/lockstep-perf/README.md"
}

# test_programs USR: each program prints its version, has a manual page that man prints without a warning, and
# completes.
test_programs() {
  local usr=$1 program name warnings
  for program in "$usr"/bin/*; do
    name=$(basename "$program")
    expect "$name --version" "$version" "$program" --version
    expect "$name: the manual page" NAME env MANWIDTH=80 man --local-file "$usr/share/man/man1/$name.1"
    warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' man --warnings --local-file "$usr/share/man/man1/$name.1" 2>&1 >/dev/null)
    [[ -z $warnings ]] || fail "The manual page of $name has mistakes:" "$warnings"
    # shellcheck disable=SC2016  # the inner shell expands them
    expect "$name: the completion" "$name" \
      bash -ec 'source "$1"; complete -p "$2"' - "$usr/share/bash-completion/completions/$name" "$name"
  done
}

# ---- The wheel

# For the interpreter that CMake has found to have numpy and pybind11.
make_wheel() {
  local python open module tbb packaged
  python=$(sed -n 's/^Python_EXECUTABLE:FILEPATH=//p' "$build/CMakeCache.txt")
  quietly "$work/wheel.log" env "LOCKSTEP_BUILD_FOLDER=$build" "$python" -m pip wheel --no-build-isolation --no-deps \
    --no-index --wheel-dir "$work/wheel" "$source"
  quietly "$work/unpack.log" "$python" -m wheel unpack --dest "$work/wheel" "$work"/wheel/*.whl
  open=$work/wheel/lockstep-$version
  module=$(echo "$open"/lockstep/_lockstep*.so)
  strip --strip-unneeded "$module"
  # pip cannot depend on a Debian package, so TBB is included, with its licence.
  tbb=$(ldd "$module" | sed -n 's/^\s*libtbb\.so[^ ]* => \([^ ]*\) .*/\1/p')
  if [[ -n $tbb ]]; then
    cp -L "$tbb" "$open/lockstep/"
    packaged=$(dpkg-query -S "$(realpath "$tbb")" | cut -d : -f 1)
    cp "/usr/share/doc/$packaged/copyright" "$open/lockstep-$version.dist-info/LICENSE.libtbb"
    cp /usr/share/common-licenses/Apache-2.0 "$open/lockstep-$version.dist-info/LICENSE.Apache-2.0"
  fi
  quietly "$work/pack.log" "$python" -m wheel pack --dest-dir "$made" "$open"
}

test_wheel() {
  local python
  python=$(sed -n 's/^Python_EXECUTABLE:FILEPATH=//p' "$build/CMakeCache.txt")
  # numpy comes from the system, so that this needs no network.
  quietly "$work/venv.log" "$python" -m venv --system-site-packages "$try/venv"
  quietly "$work/install.log" env -u PYTHONPATH "$try/venv/bin/pip" install --no-index "$made"/*.whl
  expect "the wheel, its TBB" "$version: libtbb within" env -u PYTHONPATH "$try/venv/bin/python" -c '
import pathlib, lockstep
folder = pathlib.Path(lockstep.__file__).parent
tbb = {line.split()[-1] for line in open("/proc/self/maps") if "libtbb.so" in line}
print(f"{lockstep.__version__}: libtbb", "within" if all(folder in pathlib.Path(t).parents for t in tbb) else tbb)'
  expect "Python by the wheel" "of 200 configurations collide" \
    env -u PYTHONPATH "$try/venv/bin/python" "$source/docs/examples/robot_self_collision.py" 200
}

# ---- The site

make_site() {
  quietly "$work/site.log" "$source/docs/site/build.sh" "$build"
  archive "lockstep-$version-site" "$source/build/site/html"
}

test_site() {
  local site=$try/lockstep-$version-site
  tar -x -C "$try" -f "$made/lockstep-$version-site.tar.gz"
  expect "the site opens, its links lead to files, the live pages are built in" "lockstep $version: " \
    python3 "$source/packaging/check_site.py" "$site" "$version"
}

# ---- All of it

parts=()
while (($# > 0)) && [[ $1 != -- ]]; do
  case $1 in
    source | deb | wheel | site) parts+=("$1") ;;
    *)
      echo "usage: packaging/release.sh [source|deb|wheel|site]... [-- CMAKE-OPTION...]" >&2
      exit 2
      ;;
  esac
  shift
done
cmake_options=("${@:2}")
((${#parts[@]} > 0)) || parts=(source deb wheel site)

asked() { [[ " ${parts[*]} " == *" $1 "* ]]; }

packages=(git python3 g++ cmake ninja-build pkg-config libxsimd-dev libtbb-dev libcli11-dev nlohmann-json3-dev
  libminizip-dev libboost-dev)  # libboost-dev is for lockstep-perf
with_python=OFF
if asked deb; then
  packages+=(gcc dpkg-dev man-db)
fi
if asked wheel || asked site; then
  with_python=ON
  packages+=(python3-dev python3-numpy python3-pybind11 pybind11-dev)
fi
if asked wheel; then
  packages+=(binutils python3-pip python3-setuptools python3-wheel python3-venv)
fi
if asked site; then  # the live pages; docs/site/build.sh names the packages for the rest
  packages+=(clang lld wasi-libc libc++-14-dev-wasm32 libc++abi-14-dev-wasm32 libclang-rt-14-dev-wasm32)
fi
need_packages "${packages[@]}"

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)  # of archives, the package and the wheel
export SOURCE_DATE_EPOCH
rm -rf "$work"
mkdir -p "$made" "$try"
echo "== source"
make_source
make_notes
test_source
if asked deb || asked wheel || asked site; then
  echo "== compiling, log in build/package/build.log"
  compile
fi
for part in deb wheel site; do
  if asked "$part"; then
    echo "== $part"
    "make_$part"
    "test_$part"
  fi
done
asked source || rm "$made/lockstep-$version.tar.gz"

mkdir -p dist
mv "$made"/* dist/
echo "dist: the parts of lockstep $version"
