# A project that includes lockstep with add_subdirectory compiles it only for the targets that link it:
#
#   cmake -DSOURCE=... -DWORK=... -DCOMPILER=... -DGENERATOR=... -P unlinked.cmake
file(REMOVE_RECURSE "${WORK}")
file(WRITE "${WORK}/CMakeLists.txt" "
cmake_minimum_required(VERSION 3.22)
project(unlinked LANGUAGES CXX)
add_subdirectory(\"${SOURCE}\" lockstep)
add_executable(unlinked main.cpp)
add_library(linked EXCLUDE_FROM_ALL SHARED main.cpp)
target_link_libraries(linked PRIVATE lockstep::lockstep)
")
file(WRITE "${WORK}/main.cpp" "int main() {}\n")
execute_process(COMMAND ${CMAKE_COMMAND} -S "${WORK}" -B "${WORK}/build" -G "${GENERATOR}"
  "-DCMAKE_CXX_COMPILER=${COMPILER}" -DLOCKSTEP_TBB=OFF -DLOCKSTEP_ISAS=scalar
  OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "does not configure:\n${said}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} --build "${WORK}/build"
  OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE result TIMEOUT 60)
file(GLOB_RECURSE objects "${WORK}/build/lockstep/*.o" "${WORK}/build/lockstep/*.a")
if(NOT result EQUAL 0 OR objects)
  message(FATAL_ERROR "compiles what no target links: ${objects}\n${said}")
endif()
