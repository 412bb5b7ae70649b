// From a NumPy array to frames.
#include <algorithm>
#include <cmath>
#include <utility>

#include <lockstep/types.hpp>

#include "frames/npy.hpp"
#include "frames/table_plan.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/numbers.hpp"

namespace lockstep::tools {
namespace {

/// The axes of an array of frames or of rows: (frames, objects, columns).
struct Axes {
  std::size_t frames = 1, objects, columns;
  std::size_t frame_stride = 0, object_stride, column_stride;

  explicit Axes(const NpyArray& array) {
    const std::vector<std::size_t>& shape = array.shape();
    if (shape.size() != 2 && shape.size() != 3)
      throw ReadError(concat("is an array with ", shape.size(),
                             " axes; (objects, columns) and (frames, objects, columns) "
                             "are read"));
    const std::size_t last = shape.size() - 1;
    objects = shape[last - 1], object_stride = array.stride(last - 1);
    columns = shape[last], column_stride = array.stride(last);
    if (last == 2) frames = shape[0], frame_stride = array.stride(0);
    if (frames == 0 || objects == 0) throw ReadError("holds no objects");
  }
};

class NpyReader {
 public:
  NpyReader(const NpyArray& array, const FrameOptions& options)
      : array_(array), axes_(array), options_(options), plan_(plan()) {
    if (is_3d() && plan_.has(Quantity::frame))
      throw ReadError("has frames along its first axis, and a column frame as well");
  }

  Recording read() {
    const std::size_t count = axes_.frames * axes_.objects;  // both are at most the number of elements in the file
    reserve(count);
    for (std::size_t frame = 0; frame < axes_.frames; ++frame)
      for (std::size_t object = 0; object < axes_.objects; ++object) add(frame, object);
    const auto on_duplicate = [](std::size_t row, std::size_t earlier, std::int64_t id) {
      throw ReadError(concat("the id ", id, " of row ", row, " was there already in the same frame, in row ", earlier));
    };
    Recording recording(std::move(rows_), plan_, options_, [](std::size_t row) { return concat("row ", row); });
    recording.report_duplicates(on_duplicate);
    recording.notes = std::move(notes_);
    return recording;
  }

 private:
  [[nodiscard]] bool is_3d() const { return array_.shape().size() == 3; }

  ColumnPlan plan() {
    FrameOptions named = options_;
    if (named.columns.empty()) {
      if (axes_.columns < 2 || axes_.columns > 4)
        throw ReadError(
            concat("has ", axes_.columns, " columns: --columns names them, as in --columns frame,id,x,y,_,..."));
      if (axes_.columns == 3 && !options_.radius)
        throw ReadError(
            "has 3 columns, and no radii if they are x y z: --radius gives one for all objects, in metres or as 20cm; "
            "--columns x,y,radius says that the third is the radius");
      named.columns = axes_.columns == 2 ? "x,y" : axes_.columns == 3 ? "x,y,z" : "x,y,z,radius";
      notes_.push_back(concat("the columns are taken to be ", named.columns, "; --columns names them otherwise"));
    }
    ColumnPlan plan = plan_option(named);
    if (!plan.round())
      throw UsageError("--columns: arrays hold circles and spheres; other shapes are read from tables");
    if (plan.fields > axes_.columns || (plan.fields < axes_.columns && !plan.open_ended))
      throw ReadError(concat("has ", axes_.columns, " columns, and --columns names ", plan.fields));
    resolve_units(plan, options_.unit ? options_.unit : plan[Quantity::x]->unit, notes_);
    note_lengths_in_metres(plan, options_, notes_);
    if (auto note = note_unread(plan)) notes_.push_back(std::move(*note));
    return plan;
  }

  void reserve(std::size_t count) {
    if (is_3d() || plan_.has(Quantity::frame)) rows_.frame.reserve(count);
    if (plan_.has(Quantity::id)) rows_.id.reserve(count);
    for (const Quantity quantity : lengths)
      if (plan_.has(quantity)) rows_[quantity].reserve(count);
  }

  void add(std::size_t frame, std::size_t object) {
    frame_ = frame, object_ = object;
    if (is_3d()) rows_.frame.push_back(static_cast<double>(frame));
    if (plan_.has(Quantity::frame)) rows_.frame.push_back(finite(Quantity::frame) + 0.0);
    if (plan_.has(Quantity::id)) rows_.id.push_back(id());
    for (const Quantity quantity : lengths)
      if (plan_.has(quantity)) rows_[quantity].push_back(length(quantity));
  }

  [[nodiscard]] double number(Quantity quantity) const {
    return array_[frame_ * axes_.frame_stride + object_ * axes_.object_stride +
                  plan_[quantity]->field * axes_.column_stride];
  }

  /// "array[3, 17, 0] = nan: must be a finite number"
  [[noreturn]] void fail(Quantity quantity, std::string_view problem) const {
    const std::string frame = is_3d() ? concat(frame_, ", ") : std::string();
    throw ReadError(concat("array[", frame, object_, ", ", plan_[quantity]->field, "] = ", number(quantity), " (",
                           name(quantity), "): ", problem));
  }

  [[nodiscard]] double finite(Quantity quantity) const {
    const double value = number(quantity);
    if (!std::isfinite(value)) fail(quantity, "must be a finite number");
    return value;
  }

  [[nodiscard]] std::int64_t id() const {
    const auto whole = whole_number(number(Quantity::id));
    if (!whole) fail(Quantity::id, "must be a whole number (up to 2^53)");
    return *whole;
  }

  /// In the array's unit.
  [[nodiscard]] double length(Quantity quantity) const {
    const std::optional<Unit>& unit = plan_[quantity]->unit;
    const double value = finite(quantity);
    if (std::abs(value * finest_ / (unit ? unit->per_base : 1)) > double{max_coordinate})
      fail(quantity, concat("is beyond ", max_coordinate, ", the largest coordinate"));
    if (quantity == Quantity::radius && value < 0) fail(quantity, "a radius must not be negative");
    return value;
  }

  static constexpr Quantity lengths[] = {Quantity::x, Quantity::y, Quantity::z, Quantity::radius};

  const NpyArray& array_;
  Axes axes_;
  const FrameOptions& options_;
  std::vector<std::string> notes_;
  ColumnPlan plan_;
  double finest_ = finest_unit(plan_, options_);
  Rows rows_;
  std::size_t frame_ = 0, object_ = 0;
};

}  // namespace

Recording record_npy(std::span<const std::byte> file, const FrameOptions& options) {
  const NpyArray array(file);
  return NpyReader(array, options).read();
}

Frames read_npy(std::span<const std::byte> file, const FrameOptions& options) {
  return frames_of(record_npy(file, options));
}

}  // namespace lockstep::tools
