// Objects of a scene as rows of numbers, in tables and arrays (docs/scene-files.md).
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frames/placement.hpp"
#include "scenes/scene.hpp"

namespace lockstep::tools {

/// The problem with a number of a row; numbers count from 0.
struct NumberProblem {
  std::size_t number;
  std::string text;
};

struct SceneLayout {
  std::string_view object;                    ///< the word for an object: "box"
  std::span<const std::string_view> columns;  ///< the names of its numbers, in the order of arrays
  std::array<std::size_t, 6> coordinates;     ///< the indices of coordinates among them: x y z, and those of a second
                                              ///< point if there is one
  std::size_t coordinate_count;
  /// Rounds once. Throws `NumberProblem`. Each number is finite and within the range of coordinates.
  Geometry (*make)(std::span<const double> numbers);
  /// The smallest size of an object above 0; 0 if it has none.
  double (*smallest)(std::span<const double> numbers);
};

inline constexpr std::size_t most_layout_columns = 16;

/// min_x .. max_z
extern const SceneLayout aabb_layout;
/// x y z qx qy qz qw hx hy hz
extern const SceneLayout box_layout;
/// m00 m01 m02 m03 m10 .. m23, row by row: the transform of a unit box (from -1/2 to 1/2 along each axis).
extern const SceneLayout matrix_layout;
/// The same with a fourth row, 0 0 0 1.
extern const SceneLayout matrix4_layout;

/// Objects as rows of numbers of a file.
class LayoutRows {
 public:
  explicit LayoutRows(const SceneLayout& layout) : layout_(layout) {}

  /// Throws `NumberProblem`.
  void add(std::span<const double> row, std::string name);

  /// All about one origin; if there is one, a note says so.
  [[nodiscard]] Scene scene() const;

 private:
  [[nodiscard]] std::span<const double> row(std::size_t object) const {
    return std::span(numbers_).subspan(object * layout_.columns.size(), layout_.columns.size());
  }
  [[nodiscard]] Placement placement() const;
  [[nodiscard]] double smallest() const;

  const SceneLayout& layout_;
  std::vector<double> numbers_;
  std::vector<std::string> names_;
};

/// A note for scenes of matrices.
inline constexpr const char* unit_box_note =
    "each matrix brings a unit box, from -0.5 to 0.5 along each axis, to its place";

/// The error for --radius.
inline constexpr const char* no_radius_of_boxes = "holds boxes: --radius is about spheres";

}  // namespace lockstep::tools
