"""The compiled part of `pip install .`, built by CMake; the rest is in pyproject.toml.

CMAKE_ARGS is passed to CMake, as in other packages: CMAKE_ARGS=-DLOCKSTEP_ISAS=native pip install .
LOCKSTEP_BUILD_FOLDER names a build folder that was configured with LOCKSTEP_PYTHON=ON, to build in that one.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

import setuptools
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    """Builds the one module with the project's own CMakeLists.txt."""

    def build_extension(self, ext):
        folder = os.environ.get("LOCKSTEP_BUILD_FOLDER") or self.configure()
        parallel = [] if "CMAKE_BUILD_PARALLEL_LEVEL" in os.environ else ["--parallel", str(os.cpu_count())]
        self.run_cmake("--build", folder, "--target", "lockstep_python", *parallel)
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(pathlib.Path(folder) / "python" / "lockstep" / target.name, target)

    def configure(self):
        # The interpreter that installs is the one that the module is built for.
        options = ["-DCMAKE_BUILD_TYPE=Release", f"-DPython_EXECUTABLE={sys.executable}", "-DLOCKSTEP_PYTHON=ON"]
        options += [f"-DLOCKSTEP_{part}=OFF" for part in ("BUILD_TESTS", "BUILD_BENCH", "BUILD_TOOLS", "INSTALL")]
        self.run_cmake("-S", ROOT, "-B", self.build_temp, *options, *shlex.split(os.environ.get("CMAKE_ARGS", "")))
        return self.build_temp

    @staticmethod
    def run_cmake(*arguments):
        try:
            subprocess.run(["cmake", *arguments], check=True)
        except FileNotFoundError:
            sys.exit("cmake is not installed; lockstep needs CMake 3.22, a C++20 compiler, oneTBB and xsimd (Debian: "
                     "cmake g++ libtbb-dev libxsimd-dev)")
        except subprocess.CalledProcessError as failed:
            sys.exit(f"CMake failed with exit code {failed.returncode}: pip -v shows what it said")


def version():
    """The version of the headers, which is the only source of it."""
    header = (ROOT / "include" / "lockstep" / "config.hpp").read_text()
    return re.search(r'define LOCKSTEP_VERSION "([0-9.]+)"', header).group(1)


setuptools.setup(version=version(), ext_modules=[setuptools.Extension("lockstep._lockstep", sources=[])],
                 cmdclass={"build_ext": CMakeBuild})
