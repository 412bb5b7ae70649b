// Bytes for the readers of NumPy arrays: as frames, and as a scene.
#include <span>

#include "frames/npy.hpp"
#include "frames_check.hpp"
#include "scene_check.hpp"
#include "scenes/scene_array.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  const auto file = std::as_bytes(std::span(data, size));
  const tools::FrameOptions ways[] = {{},
                                      {.plane = true, .radius = 0.2F},
                                      {.columns = "frame,id,x,y,...", .unit = tools::unit_of("mm"), .radius = 1.0F}};
  for (const tools::FrameOptions& options : ways)
    test::expect_frames_or_error([&] { test::check_frames(tools::read_npy(file, options)); });
  for (const tools::FrameOptions& options : ways) {
    tools::SceneOptions reading;
    reading.table = options;
    test::expect_frames_or_error([&] { test::check_scene(tools::read_scene_array(file, reading)); });
  }
  return 0;
}
