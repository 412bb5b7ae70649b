# Refuses compiler flags that let the compiler change a rounding. Every verdict is proven under a bound on rounding
# errors, and has the same bits everywhere; -ffast-math silently breaks both. It concerns more than our own files:
# linked with -ffast-math, a shared library makes the whole process flush denormals.
#
# The user's flags are checked as text because most of these options leave no trace in a macro.
function(lockstep_refuse_inexact_math)
  get_directory_property(directory_options COMPILE_OPTIONS)
  get_directory_property(directory_link_options LINK_OPTIONS)
  set(flags "${CMAKE_CXX_FLAGS} ${directory_options} ${directory_link_options}")
  foreach(kind IN ITEMS CXX_FLAGS EXE_LINKER_FLAGS SHARED_LINKER_FLAGS)
    string(APPEND flags " ${CMAKE_${kind}}")
    foreach(config IN ITEMS ${CMAKE_BUILD_TYPE} ${CMAKE_CONFIGURATION_TYPES})
      string(TOUPPER "${config}" config)
      string(APPEND flags " ${CMAKE_${kind}_${config}}")
    endforeach()
  endforeach()
  set(inexact "-ffast-math|-Ofast|-funsafe-math-optimizations|-fassociative-math|-freciprocal-math")
  string(APPEND inexact "|-ffinite-math-only|-fno-signed-zeros|-ffp-model=fast|-mdaz-ftz")
  if("${flags}" MATCHES "(^|[ ;])(${inexact})($|[ ;])")
    message(FATAL_ERROR "lockstep cannot be built with ${CMAKE_MATCH_2}: it changes roundings, and every answer of the "
      "library is proven under a bound on them. Remove the flag for this project; your own code may keep it.")
  endif()
endfunction()
lockstep_refuse_inexact_math()
