// Rows of a table or an array, in the order of the file, and how they become frames.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
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
  std::string columns = {};           ///< names in place of the file's own, separated by commas; empty: the file's
  std::optional<Unit> unit = {};      ///< of all lengths in the file, in place of what it says itself
  bool plane = false;                 ///< z is not read
  std::optional<Length> radius = {};  ///< of all objects, in place of the file's
  FrameRange range = {};
  /// Called now and then while a table is read: so many of so many bytes.
  std::function<void(std::size_t done, std::size_t all)> on_progress = {};
};

/// Columns of the same length; those that the file does not have are empty.
struct Rows {
  std::vector<double> frame;
  std::vector<std::int64_t> id;
  std::array<std::vector<double>, quantity_count> numbers;  ///< as the file has them; 0 where a shape needs none
  std::vector<const ShapeForm*> forms;                      ///< where they are not all round

  [[nodiscard]] std::vector<double>& operator[](Quantity quantity) {
    return numbers[static_cast<std::size_t>(quantity)];
  }
  [[nodiscard]] const std::vector<double>& operator[](Quantity quantity) const {
    return numbers[static_cast<std::size_t>(quantity)];
  }
  [[nodiscard]] std::size_t count() const { return (*this)[Quantity::x].size(); }
};

/// Row `row` has the id that row `earlier` of the same frame has.
using OnDuplicate = std::function<void(std::size_t row, std::size_t earlier, std::int64_t id)>;

/// What an error calls a row: "line 7".
using NameOfRow = std::function<std::string(std::size_t row)>;

/// Moving objects as a file has them: in double, and in its units.
class Recording {
 public:
  std::string title = {};
  bool in_metres = false;               ///< the file tells its unit
  std::vector<std::string> notes = {};  ///< as in Frames
  std::optional<double> frames_per_second = {};

  Recording() = default;
  /// Throws `ReadError` if there are no rows, or neither radii nor one for all.
  Recording(Rows rows, const ColumnPlan& columns, const FrameOptions& options, NameOfRow name_of_row);

  /// Rows of one frame with the same id.
  void report_duplicates(const OnDuplicate& on_duplicate) const;

  /// So many of the finest unit in which lengths are said are a metre.
  [[nodiscard]] double finest() const { return finest_; }
  /// Above 0; 0 if there is none.
  [[nodiscard]] double smallest_size(double per_metre) const;
  /// Appends the coordinates along an axis, 0 to 2, of all frames.
  void add_coordinates(std::size_t axis, double per_metre, std::vector<double>& to) const;

  /// Sorts rows by frame and, within each, by id; without ids their order is kept. Rows with the same frame number are
  /// one frame; without frame numbers all are frame 0. Throws `ReadError` if there are none in the range of frames, or
  /// if numbers do not fit when they are placed. O(n log n), O(n) if rows are sorted.
  [[nodiscard]] Frames placed(const Placement& placement) &&;

 private:
  [[nodiscard]] double computed(Quantity quantity, std::size_t row, const Placement& placement) const;
  [[nodiscard]] std::vector<float> column(Quantity quantity, std::span<const std::uint32_t> order,
                                          const Placement& placement) const;
  [[nodiscard]] MovingShape shape(std::size_t row, const Placement& placement) const;
  [[nodiscard]] std::vector<std::uint32_t> sorted_order() const;

  Rows rows_;
  std::vector<std::uint32_t> order_;               ///< by frame and id
  std::array<double, quantity_count> per_base_{};  ///< of each column
  std::optional<Length> radius_;                   ///< in place of that column
  double finest_ = 1;
  FrameRange range_;
  NameOfRow name_of_row_;
};

/// The finest unit in which these columns and --radius say lengths: so many are a metre.
[[nodiscard]] double finest_unit(const ColumnPlan& columns, const FrameOptions& options);

/// One placement for files whose objects are compared: the finest unit, and an origin that fits all their frames.
[[nodiscard]] Placement placement_of(std::span<const Recording* const> files, double per_metre);

/// Tells their origin, if they have one.
void note_origin(Frames& frames);

/// The frames of a file by itself, whose origin is told.
[[nodiscard]] Frames frames_of(Recording recording);

}  // namespace lockstep::tools
