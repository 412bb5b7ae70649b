# A static program that culls boxes runs, and is no larger than MOST bytes once it is stripped: a call that needs the
# kernels of other questions or kinds shows here.
#   cmake -DPROGRAM=... -DMOST=... -P static_size.cmake
execute_process(COMMAND "${PROGRAM}" RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(SEND_ERROR "${PROGRAM} ends with ${result}")
endif()
file(SIZE "${PROGRAM}" size)
message("${size} bytes, at most ${MOST}")
if(size GREATER MOST)
  message(SEND_ERROR "too large")
endif()
