// The one error type of the library: an exception for invalid input.
//
//   try {
//     lockstep::cull(camera, balls, visible);
//   } catch (const lockstep::InvalidInput& error) {
//     std::cerr << error.what() << '\n';                              // spheres.radius[17] = nan: must be ...
//   }
#pragma once

#include <stdexcept>

#include <lockstep/export.hpp>

namespace lockstep {

/// Thrown by checked entry points before any output is written, except where they say otherwise (`cull`, `intersect`
/// and `distance` of views). `what()` names the array, the index and the value: "spheres.radius[17] = nan: must be a
/// finite number".
class LOCKSTEP_API InvalidInput : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
  ~InvalidInput() override;
};

}  // namespace lockstep
