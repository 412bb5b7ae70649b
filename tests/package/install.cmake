# Installs BUILD to PREFIX and fails if an installed file still contains the path of its build.
#   cmake -DBUILD=... -DPREFIX=... -DSOURCE=... -P install.cmake
# It is installed beside PREFIX and then moved, so that every later test is also a test of being moved.
file(REMOVE_RECURSE "${PREFIX}" "${PREFIX}.staged")
execute_process(COMMAND ${CMAKE_COMMAND} --install "${BUILD}" --prefix "${PREFIX}.staged"
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(RENAME "${PREFIX}.staged" "${PREFIX}")

file(GLOB_RECURSE texts "${PREFIX}/*.cmake" "${PREFIX}/*.pc" "${PREFIX}/*.hpp")
list(LENGTH texts count)
if(count LESS 5)
  message(FATAL_ERROR "only ${count} headers and package files were installed to ${PREFIX}")
endif()
foreach(text IN LISTS texts)
  file(READ "${text}" content)
  foreach(place IN ITEMS "${BUILD}" "${SOURCE}/" "${PREFIX}")
    string(FIND "${content}" "${place}" at)
    if(NOT at EQUAL -1)
      message(FATAL_ERROR "${text} names ${place}")
    endif()
  endforeach()
endforeach()
