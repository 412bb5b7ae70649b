// Rows of a table or an array, in the order of the file, and how they become frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "frames/columns.hpp"
#include "frames/frames.hpp"

namespace lockstep::tools {

/// Which frames are asked for: those numbered `first` to `last`, both included.
struct FrameRange {
  double first = -std::numeric_limits<double>::infinity();
  double last = std::numeric_limits<double>::infinity();
};

/// How a file of moving objects is read.
struct FrameOptions {
  std::string columns = {};          ///< names in place of the file's own, separated by commas; empty: the file's
  std::optional<Unit> unit = {};     ///< of all lengths in the file, in place of what it says itself
  bool plane = false;                ///< z is not read
  std::optional<float> radius = {};  ///< of all objects, in place of the file's
  FrameRange range = {};
  /// Called now and then while a table is read: so many of so many bytes.
  std::function<void(std::size_t done, std::size_t all)> on_progress = {};
};

/// Columns of the same length; those that the file does not have are empty.
struct Rows {
  std::vector<double> frame;
  std::vector<std::int64_t> id;
  std::vector<float> x, y, z, radius;
  std::vector<MovingShape> shapes;  ///< where they are not all round; the others are spheres around them
};

/// Row `row` has the id that row `earlier` of the same frame has.
using OnDuplicate = std::function<void(std::size_t row, std::size_t earlier, std::int64_t id)>;

/// Sorts rows by frame and, within each, by id; without ids their order is kept. Rows with the same frame number are
/// one frame; without frame numbers all are frame 0. Throws `ReadError` if there are no rows, or none in the range of
/// frames, or neither radii nor one for all. O(n log n), O(n) if rows are sorted.
[[nodiscard]] Frames make_frames(Rows rows, const FrameOptions& options, const OnDuplicate& on_duplicate);

}  // namespace lockstep::tools
