// Bytes to the reader of glTF, text and binary.
#include "readers/gltf.hpp"
#include "scene_check.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  test::expect_scene_or_error([&] { return tools::read_gltf(std::as_bytes(std::span(data, size)), tools::Lens{}); });
  return 0;
}
