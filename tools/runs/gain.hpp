// Measures the gain of lockstep: the same objects culled by a plain loop, by scalar GJK and by lockstep, in one run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <lockstep/config.hpp>

#include "scenes/scene.hpp"

namespace lockstep::tools {

enum class GainMethod : std::uint8_t { plain_loop, scalar_gjk, lockstep, kept_world };
inline constexpr std::size_t gain_methods = 4;

struct MethodGain {
  double ns_per_object = 0;   ///< processor time for all views of a camera: the median of the turns
  double excess_percent = 0;  ///< objects kept beyond the visible ones, in percent of those
};

/// The results for cameras subdivided in one way.
struct ModeGain {
  std::string views;      ///< as --views has it
  std::size_t parts = 0;  ///< views of each camera; one view culls boxes, several cull lights
  std::size_t cameras = 0;
  std::array<MethodGain, gain_methods> methods = {};
  double sort_ns = 0;  ///< to build the World, once before

  [[nodiscard]] const MethodGain& operator[](GainMethod method) const {
    return methods[static_cast<std::size_t>(method)];
  }
};

struct Gain {
  std::size_t objects = 0;      ///< their bounding boxes are culled, and lights at their middles
  std::size_t boxes = 0;        ///< objects that are axis-aligned boxes themselves
  std::size_t all_objects = 0;  ///< of the scene; a part of a very large scene is enough
  std::size_t all_cameras = 0;  ///< likewise; each mode has its own number
  int turns = 0;
  std::vector<ModeGain> modes;
};

/// Measures on one thread. The methods take turns, so that other programs disturb all of them alike. Empty (no modes)
/// without objects or cameras. Throws as `make_views`.
[[nodiscard]] Gain measure_gain(const Scene& scene, Isa isa, int turns);

}  // namespace lockstep::tools
