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

/// The requested frames: numbers `first` to `last`, both included.
struct FrameRange {
  double first = -std::numeric_limits<double>::infinity();
  double last = std::numeric_limits<double>::infinity();
};

/// Options for reading a file of moving objects.
struct FrameOptions {
  std::string columns = {};           ///< names in place of the file's own, separated by commas; empty: the file's
  std::optional<Unit> unit = {};      ///< of all lengths in the file, in place of the file's own
  bool plane = false;                 ///< z is not read
  std::optional<Length> radius = {};  ///< of all objects, in place of the file's radii
  FrameRange range = {};
  /// Called now and then while a table is read, with the bytes done and the bytes of all.
  std::function<void(std::size_t done, std::size_t all)> on_progress = {};
};

/// Columns of equal length; those that the file lacks are empty.
struct Rows {
  std::vector<double> frame;
  std::vector<std::int64_t> id;
  std::array<std::vector<double>, quantity_count> numbers;  ///< in the file's units; 0 if a shape does not need it
  std::vector<const ShapeForm*> forms;                      ///< if they are not all round
  bool are_decimal = false;                                 ///< the numbers were written in digits

  [[nodiscard]] std::vector<double>& operator[](Quantity quantity) {
    return numbers[static_cast<std::size_t>(quantity)];
  }
  [[nodiscard]] const std::vector<double>& operator[](Quantity quantity) const {
    return numbers[static_cast<std::size_t>(quantity)];
  }
  [[nodiscard]] std::size_t count() const { return (*this)[Quantity::x].size(); }
};

/// Row `row` has the same id as row `earlier` of its frame.
using OnDuplicate = std::function<void(std::size_t row, std::size_t earlier, std::int64_t id)>;

/// The name of a row in errors: "line 7".
using NameOfRow = std::function<std::string(std::size_t row)>;

/// Moving objects of a file: in double and in the file's units.
class Recording {
 public:
  std::string title = {};
  bool in_metres = false;               ///< the file says its unit
  std::vector<std::string> notes = {};  ///< as in Frames
  std::optional<double> frames_per_second = {};

  Recording() = default;
  /// Throws `ReadError` if there are no rows, or neither radii nor one radius for all.
  Recording(Rows rows, const ColumnPlan& columns, const FrameOptions& options, NameOfRow name_of_row);

  /// Rows of one frame with the same id.
  void report_duplicates(const OnDuplicate& on_duplicate) const;

  /// The finest unit of the lengths, as the number of such units per metre.
  [[nodiscard]] double finest() const { return finest_; }
  /// Above 0; 0 if no object has a size.
  [[nodiscard]] double smallest_size(double per_metre) const;
  /// Whether float32 holds all lengths as they are, or, in whole numbers, as they were written: the file's numbers are
  /// the doubles nearest to these.
  [[nodiscard]] bool is_exact(const Placement& placement) const;
  /// Appends the coordinates along an axis, 0 to 2, of all frames.
  void add_coordinates(std::size_t axis, double per_metre, std::vector<double>& to) const;

  /// Sorts rows by frame and, within each, by id; without ids they keep their order. Rows with the same frame number
  /// form a frame; without frame numbers all rows are frame 0. Throws `ReadError` if the range of frames has no rows,
  /// or if placed numbers do not fit. O(n log n), O(n) if rows are sorted.
  [[nodiscard]] Frames placed(const Placement& placement) &&;

 private:
  [[nodiscard]] double computed(Quantity quantity, std::size_t row, const Placement& placement) const;
  [[nodiscard]] std::vector<float> column(Quantity quantity, std::span<const std::uint32_t> order,
                                          const Placement& placement) const;
  [[nodiscard]] std::vector<Vec3d> centers(std::span<const std::uint32_t> order, const Placement& placement) const;
  [[nodiscard]] MovingShape shape(std::size_t row, const Placement& placement) const;
  [[nodiscard]] std::vector<std::uint32_t> sorted_order() const;
  /// Adds notes about legal numbers that are probably mistakes.
  void note_odd_numbers();

  Rows rows_;
  std::vector<std::uint32_t> order_;               ///< by frame and id
  std::array<double, quantity_count> per_base_{};  ///< of each column
  std::optional<Length> radius_;                   ///< in place of that column
  double finest_ = 1;
  FrameRange range_;
  NameOfRow name_of_row_;
};

/// The finest unit of lengths in these columns and --radius, as the number of such units per metre.
[[nodiscard]] double finest_unit(const ColumnPlan& columns, const FrameOptions& options);

/// One placement for files whose objects are compared: the finest unit, and an origin that suits all frames. If float32
/// does not hold the numbers of tables, but holds them in a unit that is finer by up to so many digits, that is used.
[[nodiscard]] Placement placement_of(std::span<const Recording* const> files, double per_metre, int digits = 0);

/// Adds a note about their origin, if they have one.
void note_origin(Frames& frames);

/// The frames of a single file, with a note about their origin.
[[nodiscard]] Frames frames_of(Recording recording);

}  // namespace lockstep::tools
