// The origin and the unit in which the numbers of files become float32.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lockstep/distance.hpp>

namespace lockstep::tools {

/// A computed number is the file's number in this unit, less the origin, in double, rounded to the nearest float32.
/// Results are in metres (or in the file's unit if it does not say which) and in the file's coordinates.
struct Placement {
  Vec3d origin;            ///< in the unit
  double per_metre = 1;    ///< this many units are 1 in the results
  bool whole = false;      ///< all lengths are whole numbers of the unit, and are rounded to these first
  bool in_double = false;  ///< round objects keep centres that float32 does not hold

  [[nodiscard]] double length(double computed) const { return computed / per_metre; }
  [[nodiscard]] Vec3d point(const Vec3d& computed) const {
    return {length(computed.x + origin.x), length(computed.y + origin.y), length(computed.z + origin.z)};
  }
  [[nodiscard]] bool has_origin() const { return origin != Vec3d{}; }
  /// "431900 4865200", without z in the plane; in the unit of results.
  [[nodiscard]] std::string origin_text(bool flat) const;
};

/// The origin of coordinates along one axis. `smallest` is the smallest size of the objects, 0 if they have none. The
/// origin is 0 if all coordinates are float32 already, or if float32 is fine enough. Otherwise it lies near the median,
/// so that a few outliers do not decide, and has few digits: coordinates less the origin are exact in double, and as
/// short as before. O(n).
[[nodiscard]] double axis_origin(std::vector<double> numbers, double smallest);

/// A note that there is an origin; lengths are in `unit`.
[[nodiscard]] std::string origin_note(const Placement& placement, bool flat, std::string_view unit);

/// A note if neighbouring float32 numbers near the coordinate `farthest` are farther apart than a thousandth of the
/// smallest size. Both are computed numbers.
[[nodiscard]] std::optional<std::string> coarse_note(const Placement& placement, double farthest, double smallest);

}  // namespace lockstep::tools
