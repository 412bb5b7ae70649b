// What lockstep gains: the same boxes culled by a plain loop, by scalar GJK and by lockstep, in one run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <lockstep/isa.hpp>

#include "scenes/scene.hpp"

namespace lockstep::tools {

enum class GainMethod : std::uint8_t { plain_loop, scalar_gjk, lockstep };
inline constexpr std::size_t gain_methods = 3;

struct MethodGain {
  double ns_per_object = 0;   ///< processor time for all views of a camera: the median of the turns
  double excess_percent = 0;  ///< how many more it keeps than are visible
};

/// Cameras cut up in one way.
struct ModeGain {
  std::string views;      ///< as --views has it
  std::size_t parts = 0;  ///< views of each camera
  std::array<MethodGain, gain_methods> methods;

  [[nodiscard]] const MethodGain& operator[](GainMethod method) const {
    return methods[static_cast<std::size_t>(method)];
  }
  /// How many times as fast as another method lockstep is.
  [[nodiscard]] double times_as_fast_as(GainMethod other) const {
    return (*this)[other].ns_per_object / (*this)[GainMethod::lockstep].ns_per_object;
  }
};

struct Gain {
  std::size_t objects = 0;      ///< the boxes around them are what all methods test
  std::size_t boxes = 0;        ///< objects that are such boxes themselves
  std::size_t all_objects = 0;  ///< of the scene; of very many a part is enough
  std::size_t cameras = 0, all_cameras = 0;
  int turns = 0;
  std::vector<ModeGain> modes;
};

/// Measures on one thread; the methods take turns, so that what else the machine does meets all of them alike. Empty
/// (no modes) if there are no objects or no cameras. Throws as `make_views`.
[[nodiscard]] Gain measure_gain(const Scene& scene, Isa isa, int turns);

}  // namespace lockstep::tools
