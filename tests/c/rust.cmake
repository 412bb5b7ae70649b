# Compiles a Rust program that links the shared library LIBRARY, whatever the file's name, and runs it.
get_filename_component(folder "${LIBRARY}" DIRECTORY)
execute_process(COMMAND "${RUSTC}" --edition 2021 -D warnings -o "${PROGRAM}" "${SOURCE}" -C "link-arg=${LIBRARY}"
  -C "link-arg=-Wl,-rpath,${folder}" RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${SOURCE} does not compile")
endif()
execute_process(COMMAND "${PROGRAM}" COMMAND_ERROR_IS_FATAL ANY)
