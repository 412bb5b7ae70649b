# LOCKSTEP_ISAS=best compiles one instruction set and no scalar lanes, and reports that the tests need them.
#   cmake -DSOURCE=... -DWORK=... -DCOMPILER=... -DGENERATOR=... -P best_isa.cmake
function(configure variable result)
  file(REMOVE_RECURSE "${WORK}")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S "${SOURCE}" -B "${WORK}" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}"
      -DLOCKSTEP_ISAS=best -DLOCKSTEP_BUILD_BENCH=OFF -DLOCKSTEP_BUILD_TOOLS=OFF ${ARGN}
    RESULT_VARIABLE got OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  set(${variable} "${output}" PARENT_SCOPE)
  set(${result} ${got} PARENT_SCOPE)
endfunction()

configure(said result -DLOCKSTEP_BUILD_TESTS=OFF)
if(NOT result EQUAL 0 OR NOT said MATCHES "lockstep: kernels for [a-z0-9]+ --")
  message(SEND_ERROR "is not configured for one instruction set (exit code ${result}):\n${said}")
endif()
configure(said result -DLOCKSTEP_BUILD_TESTS=ON)
if(said MATCHES "lockstep: kernels for scalar --")
  return()  # the best of this machine
endif()
if(result EQUAL 0 OR NOT said MATCHES "LOCKSTEP_ISAS=best leaves out scalar lanes, with which the tests compare")
  message(SEND_ERROR "tests without scalar lanes were not refused (exit code ${result}):\n${said}")
endif()
