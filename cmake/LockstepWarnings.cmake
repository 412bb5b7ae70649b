# lockstep_warnings(TARGET): the warnings that the whole project is clean of.
function(lockstep_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
    $<$<BOOL:${LOCKSTEP_WERROR}>:-Werror>)
endfunction()
