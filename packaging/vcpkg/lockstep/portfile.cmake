# The tree around this file; a registry's port would fetch a release in its place.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS
  -DLOCKSTEP_BUILD_TESTS=OFF
  -DLOCKSTEP_BUILD_BENCH=OFF
  -DLOCKSTEP_BUILD_TOOLS=OFF
  -DLOCKSTEP_EXACT_TOOL=OFF
  -DLOCKSTEP_INSTALL=ON)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/lockstep)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
