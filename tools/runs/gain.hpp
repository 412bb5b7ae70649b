// What lockstep gains: the same objects culled by a plain loop, by scalar GJK and by lockstep, in one run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <lockstep/isa.hpp>

#include "scenes/scene.hpp"

namespace lockstep::tools {

enum class GainMethod : std::uint8_t { plain_loop, scalar_gjk, lockstep, kept_world };
inline constexpr std::size_t gain_methods = 4;

struct MethodGain {
  double ns_per_object = 0;   ///< processor time for all views of a camera: the median of the turns
  double excess_percent = 0;  ///< how many more it keeps than are visible
};

/// Cameras cut up in one way.
struct ModeGain {
  std::string views;      ///< as --views has it
  std::size_t parts = 0;  ///< views of each camera; one sees boxes, and parts see lights
  std::size_t cameras = 0;
  std::array<MethodGain, gain_methods> methods = {};
  double sort_ns = 0;  ///< to make the kept world, once before

  [[nodiscard]] const MethodGain& operator[](GainMethod method) const {
    return methods[static_cast<std::size_t>(method)];
  }
};

struct Gain {
  std::size_t objects = 0;      ///< the boxes around them are tested, and lights in their middle
  std::size_t boxes = 0;        ///< objects that are such boxes themselves
  std::size_t all_objects = 0;  ///< of the scene; of very many a part is enough
  std::size_t all_cameras = 0;  ///< likewise; each mode has a number of its own
  int turns = 0;
  std::vector<ModeGain> modes;
};

/// Measures on one thread; the methods take turns, so that what else the machine does meets all of them alike. Empty
/// (no modes) if there are no objects or no cameras. Throws as `make_views`.
[[nodiscard]] Gain measure_gain(const Scene& scene, Isa isa, int turns);

}  // namespace lockstep::tools
