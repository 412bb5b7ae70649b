# lockstep-perf is a project of its own, which needs and names none of the library's dependencies, and has the library's
# version:
#
#   cmake -DSOURCE=... -DWORK=... -DCOMPILER=... -DGENERATOR=... -DVERSION=... -P perf_alone.cmake
file(REMOVE_RECURSE "${WORK}")
execute_process(COMMAND ${CMAKE_COMMAND} -S "${SOURCE}/tools/perf" -B "${WORK}" -G "${GENERATOR}"
  "-DCMAKE_CXX_COMPILER=${COMPILER}" -DCMAKE_DISABLE_FIND_PACKAGE_TBB=ON -DCMAKE_DISABLE_FIND_PACKAGE_xsimd=ON
  -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON -DCMAKE_DISABLE_FIND_PACKAGE_Threads=ON
  OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "does not configure:\n${said}")
endif()
file(STRINGS "${WORK}/CMakeCache.txt" version REGEX "^CMAKE_PROJECT_VERSION:")
if(NOT version MATCHES "=${VERSION}$")
  message(FATAL_ERROR "its version is not that of lockstep, ${VERSION}: ${version}")
endif()
file(GLOB_RECURSE rules "${WORK}/build.ninja" "${WORK}/flags.make" "${WORK}/link.txt" "${WORK}/build.make")
if(NOT rules)
  message(STATUS "what ${GENERATOR} writes is not read")
endif()
foreach(file IN LISTS rules)
  file(STRINGS "${file}" found REGEX "${SOURCE}/kernel/|libtbb|-ltbb|minizip|xsimd|liblockstep\\.")
  if(found)
    message(FATAL_ERROR "${file} names what lockstep-perf does not need: ${found}")
  endif()
endforeach()
