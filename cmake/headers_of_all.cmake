# For toolchain files: a folder `headers`, in which to look for what the host has and every target may use.
# Headers without a library are everybody's, but the folder that they lie in has the host's own beside them.
set(headers "${CMAKE_BINARY_DIR}/headers")
foreach(of_all IN ITEMS include/xsimd include/CLI include/boost include/nlohmann share/cmake/CLI11)
  get_filename_component(folder "${headers}/${of_all}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  file(CREATE_LINK "/usr/${of_all}" "${headers}/${of_all}" SYMBOLIC)
endforeach()
