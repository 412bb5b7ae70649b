# `cpack` makes a Debian package of the installed files. packaging/release.sh calls it, and tests the package.
if(NOT PROJECT_IS_TOP_LEVEL OR NOT LOCKSTEP_INSTALL)
  return()
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lockstep)
# The field requires an address; there is none.
set(CPACK_PACKAGE_CONTACT "The lockstep authors <authors@lockstep.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Which objects does a camera see, which bodies meet, how far apart are they, where \
do they touch, when does one hit the other? Each answer is proven under a bound on all rounding errors, and has the \
same bits on every instruction set.\n The package has the library with its headers for C++ and C, what CMake and \
pkg-config find it by, and the program with its manual page.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # the programs' dependencies
if(LOCKSTEP_TBB AND lockstep_type STREQUAL "STATIC_LIBRARY")
  set(CPACK_DEBIAN_PACKAGE_DEPENDS libtbb-dev)  # programs that link the library link TBB
endif()
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS lockstep-perf)  # lockstep perf runs it
set(CPACK_STRIP_FILES ON)
include(CPack)
