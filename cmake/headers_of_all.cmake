# For toolchain files: a folder `headers`, with those headers of the host that every target may use. Header-only
# libraries fit every target, but their folder also holds the host's own headers.
set(headers "${CMAKE_BINARY_DIR}/headers")
foreach(of_all IN ITEMS include/xsimd include/CLI include/boost include/nlohmann share/cmake/CLI11)
  get_filename_component(folder "${headers}/${of_all}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  file(CREATE_LINK "/usr/${of_all}" "${headers}/${of_all}" SYMBOLIC)
endforeach()
