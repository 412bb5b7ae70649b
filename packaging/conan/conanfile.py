"""lockstep for Conan 2, from the tree around this file: `conan create packaging/conan`."""

import pathlib
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy

PARTS = ["CMakeLists.txt", "LICENSE", "README.md", "cmake/*", "include/*", "kernel/*"]


class Lockstep(ConanFile):
    name = "lockstep"
    description = "Many convex-overlap (GJK) queries at once, in SIMD lanes and across cores"
    license = "MIT"
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    implements = ["auto_shared_fpic"]

    def set_version(self):
        header = pathlib.Path(self.recipe_folder).parents[1] / "include" / "lockstep" / "config.hpp"
        self.version = re.search(r'define LOCKSTEP_VERSION "([0-9.]+)"', header.read_text()).group(1)

    def export_sources(self):
        root = pathlib.Path(self.recipe_folder).parents[1]
        for part in PARTS:
            copy(self, part, root, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def validate(self):
        check_min_cppstd(self, 20)

    def requirements(self):
        self.requires("onetbb/2021.12.0")

    def build_requirements(self):
        self.test_requires("xsimd/8.1.0")  # headers for building the library, which its users do not need

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        for part in ["BUILD_TESTS", "BUILD_BENCH", "BUILD_TOOLS", "EXACT_TOOL"]:
            toolchain.cache_variables[f"LOCKSTEP_{part}"] = False
        # Headers are looked for by find_path, which CMakeDeps alone does not lead to them.
        xsimd = self.dependencies["xsimd"].cpp_info.includedirs[0]
        toolchain.cache_variables["XSIMD_INCLUDE_DIR"] = xsimd
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build(target="lockstep")

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, pathlib.Path(self.package_folder) / "licenses")

    def package_info(self):
        self.cpp_info.libs = ["lockstep"]
        self.cpp_info.set_property("cmake_file_name", "lockstep")
        self.cpp_info.set_property("cmake_target_name", "lockstep::lockstep")
        self.cpp_info.set_property("pkg_config_name", "lockstep")
        self.cpp_info.requires = ["onetbb::onetbb"]
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["pthread"]
