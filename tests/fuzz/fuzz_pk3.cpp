// Bytes for the reader of archives: the first map, as a scene, and a map by its name.
#include "scenes/pk3.hpp"

#include "scene_check.hpp"
#include "scenes/bsp.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  const auto archive = std::as_bytes(std::span(data, size));
  for (const char* const map : {"", "beta"})
    test::expect_scene_or_error([&] { return tools::read_bsp(tools::unpack_map(archive, map).data, tools::Lens{}); });
  return 0;
}
