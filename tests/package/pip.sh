#!/bin/sh
# Installs the Python module by pip from a copy of the source tree, so that nothing is written into the tree itself, and
# runs one query from another folder. The library is not compiled again: pip uses the build folder BUILD.
#   pip.sh SOURCE BUILD WORK PYTHON VERSION
set -eu
source=$1 build=$2 work=$3 python=$4 version=$5

if ! "$python" -c "import setuptools, wheel, pip" 2>/dev/null; then
  echo "skipped: $python has no pip, setuptools and wheel (Debian: python3-pip python3-setuptools python3-wheel)"
  exit 77
fi

rm -rf "$work"
mkdir -p "$work/source"
for file in CMakeLists.txt LICENSE MANIFEST.in README.md cmake include kernel pyproject.toml python setup.py; do
  cp -R "$source/$file" "$work/source"
done
mkdir "$work/source/tools"
cp -R "$source/tools/meshes" "$source/tools/text" "$work/source/tools"
cd "$work"
LOCKSTEP_BUILD_FOLDER=$build "$python" -m pip install --quiet --no-build-isolation --no-deps --no-cache-dir \
  --disable-pip-version-check --root-user-action=ignore --target "$work/installed" "$work/source"

PYTHONPATH=$work/installed "$python" - "$work/installed" "$version" <<'EOF'
import pathlib
import sys

import numpy

import lockstep

folder, version = sys.argv[1:]
assert pathlib.Path(lockstep.__file__).is_relative_to(folder), lockstep.__file__
assert lockstep.__version__ == version, lockstep.__version__
assert (pathlib.Path(folder) / "lockstep" / "__init__.pyi").exists()
assert (pathlib.Path(folder) / "lockstep" / "dask" / "overlap.py").exists()
assert list(pathlib.Path(folder).glob(f"lockstep-{version}.dist-info"))
shapes = lockstep.ShapeSet()
shapes.add_spheres(numpy.zeros((2, 3), numpy.float32), 1)
assert lockstep.intersect(shapes, shapes, [[0, 1]]) == lockstep.Verdict.overlapping
EOF
