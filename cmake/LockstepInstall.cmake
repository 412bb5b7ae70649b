# The install rules, and the files by which other projects find the library: find_package(lockstep CONFIG) and
# pkg-config. All paths are relative to the file, so that an installed tree may be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

option(LOCKSTEP_INSTALL "Create the install rules" ${PROJECT_IS_TOP_LEVEL})
if(NOT LOCKSTEP_INSTALL)
  return()
endif()

set(lockstep_cmakedir "${CMAKE_INSTALL_LIBDIR}/cmake/lockstep")
get_target_property(lockstep_type lockstep TYPE)

# Library and headers.
install(TARGETS lockstep EXPORT lockstepTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/lockstep" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.hpp")
install(FILES "${PROJECT_SOURCE_DIR}/include/lockstep.h" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# The installed program finds a shared library at this relative path, even if both are moved.
if(TARGET lockstep_tool)
  file(RELATIVE_PATH lockstep_bin_to_lib "/prefix/${CMAKE_INSTALL_BINDIR}" "/prefix/${CMAKE_INSTALL_LIBDIR}")
  set_target_properties(lockstep_tool PROPERTIES INSTALL_RPATH "$ORIGIN/${lockstep_bin_to_lib}")
endif()

# CMake package. Only a static library makes its users link TBB, if it uses TBB.
set(lockstep_dependencies "")
if(lockstep_type STREQUAL "STATIC_LIBRARY")
  set(lockstep_dependencies "include(CMakeFindDependencyMacro)\nfind_dependency(Threads)\n")
  if(LOCKSTEP_TBB)
    string(APPEND lockstep_dependencies "find_dependency(TBB)\n")
  endif()
endif()
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/lockstepConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/lockstepConfig.cmake" INSTALL_DESTINATION ${lockstep_cmakedir}
  NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may break the API, as the soname says too.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/lockstepConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(EXPORT lockstepTargets NAMESPACE lockstep:: DESTINATION ${lockstep_cmakedir})
install(FILES "${PROJECT_BINARY_DIR}/lockstepConfig.cmake" "${PROJECT_BINARY_DIR}/lockstepConfigVersion.cmake"
  DESTINATION ${lockstep_cmakedir})

# pkg-config. If only a static library is installed, its dependencies are public (`Requires`, not `Requires.private`),
# so that a plain `pkg-config --libs lockstep` links, with and without --static, and from C, whose compiler does not
# link the libraries of C++ by itself.
set(lockstep_pc_requires "")
set(lockstep_pc_libs "")
if(lockstep_type STREQUAL "STATIC_LIBRARY")
  if(LOCKSTEP_TBB)
    set(lockstep_pc_requires "Requires: tbb\n")
  endif()
  set(lockstep_cxx_libraries ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
  list(FILTER lockstep_cxx_libraries INCLUDE REGEX "^(stdc\\+\\+|c\\+\\+|c\\+\\+abi|m)$")
  list(REMOVE_DUPLICATES lockstep_cxx_libraries)
  foreach(library IN LISTS lockstep_cxx_libraries)
    string(APPEND lockstep_pc_libs " -l${library}")
  endforeach()
  string(APPEND lockstep_pc_libs " -pthread")
endif()
file(RELATIVE_PATH lockstep_pc_up "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
string(REGEX REPLACE "/$" "" lockstep_pc_up "${lockstep_pc_up}")
configure_file("${CMAKE_CURRENT_LIST_DIR}/lockstep.pc.in" "${PROJECT_BINARY_DIR}/lockstep.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/lockstep.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md"
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
