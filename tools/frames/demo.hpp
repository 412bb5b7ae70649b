// Generated particles and crowds: large moving sets without a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "frames/frames.hpp"

namespace lockstep::tools {

enum class DemoKind : std::uint8_t { particles, crowd };

struct Demo {
  DemoKind kind = DemoKind::particles;
  std::size_t count = 0;
  std::size_t frames = 10;
};

inline constexpr std::size_t max_demo_objects = 50'000'000;
inline constexpr std::size_t max_demo_frames = 10'000;

/// "particles:1000000", "crowd:100000", or with a number of frames "crowd:100000:50". Throws `UsageError`.
[[nodiscard]] Demo parse_demo(std::string_view text);

/// Particles are spheres with radii from 0.4 to 0.6 that fill a tenth of a cube; from frame to frame they move up to a
/// fifth of a radius. A crowd is two streams of people (circles with radii from 0.2 to 0.3 m, two of them on a square
/// metre) that pass through each other at about 1.3 m/s, at 25 frames a second. All turn back at the border. The same
/// seed makes the same frames.
[[nodiscard]] Frames make_demo(const Demo& demo, std::uint64_t seed);

/// The distance that two objects of a demo may approach in a few frames: a good skin for its pass.
[[nodiscard]] float demo_skin(DemoKind kind);

}  // namespace lockstep::tools
