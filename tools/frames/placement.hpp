// About which origin and in which unit the numbers of files become float32.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lockstep/distance.hpp>

namespace lockstep::tools {

/// What is computed is the number of the file in this unit less the origin, in double, and then the nearest float32.
/// Results are in metres, or as the file has them if it tells no unit, and where the file has them.
struct Placement {
  Vec3d origin;          ///< in the unit
  double per_metre = 1;  ///< as many of the unit are 1 in the results

  [[nodiscard]] double length(double computed) const { return computed / per_metre; }
  [[nodiscard]] Vec3d point(const Vec3d& computed) const {
    return {length(computed.x + origin.x), length(computed.y + origin.y), length(computed.z + origin.z)};
  }
  [[nodiscard]] bool has_origin() const { return origin != Vec3d{}; }
  /// "431900 4865200", of the plane without z; as the results have it.
  [[nodiscard]] std::string origin_text(bool flat) const;
};

/// Which origin coordinates along one axis get; `smallest` is the smallest size that objects have, 0 if they have none.
/// It is 0 where all are float32 already, or where that is fine enough. It is near the median, so that a few objects
/// far from the others do not decide, and has few digits: numbers less it are exact in double, and as short as they
/// were. O(n).
[[nodiscard]] double axis_origin(std::vector<double> numbers, double smallest);

/// That there is an origin; lengths are in `unit`.
[[nodiscard]] std::string origin_note(const Placement& placement, bool flat, std::string_view unit);

/// A note if float32 numbers as large as the coordinate `farthest` lie farther apart than a thousandth of the smallest
/// size; both are computed ones.
[[nodiscard]] std::optional<std::string> coarse_note(const Placement& placement, double farthest, double smallest);

}  // namespace lockstep::tools
