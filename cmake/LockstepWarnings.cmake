# lockstep_warnings(TARGET): the warnings that the whole project is free of.
function(lockstep_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
    $<$<BOOL:${LOCKSTEP_WERROR}>:-Werror>)
  # g++ 12 claims that `"text" + string` copies 2^63 bytes over themselves (GCC bug 105651).
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
endfunction()
