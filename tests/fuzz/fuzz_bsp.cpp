// Bytes for the reader of Quake III maps.
#include "scene_check.hpp"
#include "scenes/bsp.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  test::expect_scene_or_error([&] { return tools::read_bsp(std::as_bytes(std::span(data, size)), tools::Lens{}); });
  return 0;
}
