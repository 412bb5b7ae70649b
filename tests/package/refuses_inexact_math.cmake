# Configuring the library with flags that let the compiler change roundings fails, and the error names the flag.
#   cmake -DSOURCE=... -DWORK=... -DCOMPILER=... -DGENERATOR=... -P refuses_inexact_math.cmake
foreach(setting IN ITEMS
    "CMAKE_CXX_FLAGS=-O2 -ffast-math" "CMAKE_CXX_FLAGS_RELEASE=-Ofast" "CMAKE_SHARED_LINKER_FLAGS=-ffast-math"
    "CMAKE_CXX_FLAGS=-fassociative-math -g")
  file(REMOVE_RECURSE "${WORK}")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S "${SOURCE}" -B "${WORK}" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}"
      -DCMAKE_BUILD_TYPE=Release -DLOCKSTEP_BUILD_TESTS=OFF -DLOCKSTEP_BUILD_BENCH=OFF -DLOCKSTEP_BUILD_TOOLS=OFF
      "-D${setting}"
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX MATCH "-(ffast-math|Ofast|fassociative-math)" flag "${setting}")
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  if(result EQUAL 0 OR NOT output MATCHES "lockstep cannot be built with ${flag}")
    message(SEND_ERROR "configuring with ${setting} was not refused (exit code ${result}):\n${output}")
  endif()
endforeach()
