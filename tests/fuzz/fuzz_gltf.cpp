// Bytes for the reader of glTF, text and binary. Every other file that they name has the same bytes.
#include "scene_check.hpp"
#include "scenes/gltf.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  const auto file = std::as_bytes(std::span(data, size));
  const tools::OpenFile open = [file](const std::string&, std::uint64_t) {
    return std::vector<std::byte>(file.begin(), file.end());
  };
  test::expect_scene_or_error([&] { return tools::read_gltf(file, tools::Lens{}, open); });
  return 0;
}
