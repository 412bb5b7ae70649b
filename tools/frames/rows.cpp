#include "frames/rows.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>
#include <utility>

#include "text/error.hpp"

namespace lockstep::tools {
namespace {

using Order = std::vector<std::uint32_t>;

struct FrameSpan {
  double number;
  std::size_t first, count;
};

/// Objects as the library gets them, in frames.
struct PlacedRows {
  std::vector<std::int64_t> id;
  std::vector<float> x, y, z, radius;
  std::vector<MovingShape> shapes;  ///< if they are not all round; the others are spheres around them
  std::vector<Vec3d> centers;       ///< of round ones, if float32 does not hold their numbers
  float fixed_radius = 0;
  std::vector<FrameSpan> spans;

  void add_around(const MovingShape& shape, bool flat) {
    const Sphere around = bounding_sphere(shape);
    x.push_back(around.center.x), y.push_back(around.center.y);
    if (!flat) z.push_back(around.center.z);
    radius.push_back(around.radius);
  }

  [[nodiscard]] Frame frame(std::size_t index) const {
    const FrameSpan& span = spans[index];
    const auto stream = [&](const std::vector<float>& column) {
      return column.empty() ? Stream{} : Stream{column.data() + span.first};
    };
    const Stream of_radius = radius.empty() ? Stream{&fixed_radius, 0} : stream(radius);
    const auto ids = id.empty() ? std::span<const std::int64_t>() : std::span(id).subspan(span.first, span.count);
    const auto some =
        shapes.empty() ? std::span<const MovingShape>() : std::span(shapes).subspan(span.first, span.count);
    const auto in_double =
        centers.empty() ? std::span<const Vec3d>() : std::span(centers).subspan(span.first, span.count);
    return {span.number, span.count, stream(x), stream(y), stream(z), of_radius, ids, some, in_double};
  }
};

template <class Value>
void reorder(std::vector<Value>& column, const Order& order) {
  if (column.empty()) return;
  std::vector<Value> sorted(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) sorted[i] = column[order[i]];
  column = std::move(sorted);
}

std::vector<FrameSpan> find_spans(const std::vector<double>& frame, std::size_t rows) {
  if (frame.empty()) return {{0, 0, rows}};
  std::vector<FrameSpan> spans;
  for (std::size_t i = 0; i < rows; ++i) {
    if (i == 0 || frame[i] != frame[i - 1]) spans.push_back({frame[i], i, 0});
    ++spans.back().count;
  }
  return spans;
}

void keep_range(std::vector<FrameSpan>& spans, const FrameRange& range) {
  const double first = spans.front().number, last = spans.back().number;
  std::erase_if(spans, [&](const FrameSpan& s) { return s.number < range.first || s.number > range.last; });
  if (spans.empty())
    throw ReadError(concat("holds no frame that --frames asks for: the first one is ", first, ", the last one ", last));
}

struct Bounds {
  float low, high;
};
Bounds bounds_of(std::span<const float> numbers) {
  if (numbers.empty()) return {0, 0};
  const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
  return {*low, *high};
}

float median(std::span<const float> numbers) {
  std::vector<float> copy(numbers.begin(), numbers.end());
  const auto middle = copy.begin() + static_cast<std::ptrdiff_t>(copy.size() / 2);
  std::nth_element(copy.begin(), middle, copy.end());
  return *middle;
}

/// The properties of all frames together.
Frames described(const std::shared_ptr<PlacedRows>& placed) {
  const FrameSpan& last = placed->spans.back();
  const std::size_t first = placed->spans.front().first, count = last.first + last.count - first;
  const auto part = [&](const std::vector<float>& column) {
    return column.empty() ? std::span<const float>() : std::span(column).subspan(first, count);
  };
  const Bounds x = bounds_of(part(placed->x)), y = bounds_of(part(placed->y)), z = bounds_of(part(placed->z));
  Frames frames;
  frames.flat = placed->z.empty();
  frames.round = placed->shapes.empty();
  frames.count = placed->spans.size();
  frames.objects = count;
  for (const FrameSpan& span : placed->spans) frames.largest = std::max(frames.largest, span.count);
  frames.bounds = {{x.low, y.low, z.low}, {x.high, y.high, z.high}};
  frames.median_radius = placed->radius.empty() ? placed->fixed_radius : median(part(placed->radius));
  frames.frame = [placed](std::size_t index) { return placed->frame(index); };
  return frames;
}

/// The axis along which a quantity is a coordinate, or 3 if it is not one.
std::size_t axis_of(Quantity quantity) {
  if (quantity == Quantity::x || quantity == Quantity::x1) return 0;
  if (quantity == Quantity::y || quantity == Quantity::y1) return 1;
  return quantity == Quantity::z || quantity == Quantity::z1 ? 2 : 3;
}

double along(const Vec3d& v, std::size_t axis) { return axis == 0 ? v.x : axis == 1 ? v.y : axis == 2 ? v.z : 0; }

double farthest(const Aabb& bounds) {
  const Vec3 &a = bounds.min, &b = bounds.max;
  return std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z), std::abs(b.x), std::abs(b.y), std::abs(b.z)});
}

}  // namespace

double finest_unit(const ColumnPlan& columns, const FrameOptions& options) {
  double finest = options.radius ? options.radius->per_metre() : 1;
  for_each(columns.present(), [&](Quantity quantity) {
    const std::optional<Unit>& unit = columns[quantity]->unit;
    if (is_length(quantity) && unit) finest = std::max(finest, unit->per_base);
  });
  return finest;
}

Recording::Recording(Rows rows, const ColumnPlan& columns, const FrameOptions& options, NameOfRow name_of_row)
    : in_metres(columns[Quantity::x]->unit.has_value()),
      rows_(std::move(rows)),
      radius_(options.radius),
      finest_(finest_unit(columns, options)),
      range_(options.range),
      name_of_row_(std::move(name_of_row)) {
  per_base_.fill(1);
  for_each(columns.present(), [&](Quantity quantity) {
    if (const auto& unit = columns[quantity]->unit) per_base_[static_cast<std::size_t>(quantity)] = unit->per_base;
  });
  if (rows_.count() == 0) throw ReadError("holds no objects");
  if (rows_.count() > std::numeric_limits<std::uint32_t>::max()) throw ReadError("holds more than 4294967295 rows");
  if (rows_.forms.empty() && rows_[Quantity::radius].empty() && !radius_)
    throw ReadError(concat("has no radii", columns.has_color ? " (r beside g and b is a colour)" : "",
                           ": --radius gives one for all objects, in metres or as 20cm"));
  order_ = sorted_order();
}

Order Recording::sorted_order() const {
  Order order(rows_.count());
  std::iota(order.begin(), order.end(), 0U);
  const Rows& rows = rows_;
  const auto before = [&rows](std::uint32_t a, std::uint32_t b) {
    if (!rows.frame.empty() && rows.frame[a] != rows.frame[b]) return rows.frame[a] < rows.frame[b];
    return !rows.id.empty() && rows.id[a] < rows.id[b];
  };
  if (!std::is_sorted(order.begin(), order.end(), before)) std::stable_sort(order.begin(), order.end(), before);
  return order;
}

void Recording::report_duplicates(const OnDuplicate& on_duplicate) const {
  const Rows& rows = rows_;
  if (rows.id.empty()) return;
  for (std::size_t i = 1; i < order_.size(); ++i) {
    const std::size_t a = order_[i - 1], b = order_[i];
    if (rows.id[a] == rows.id[b] && (rows.frame.empty() || rows.frame[a] == rows.frame[b]))
      on_duplicate(b, a, rows.id[a]);
  }
}

double Recording::smallest_size(double per_metre) const {
  double smallest = std::numeric_limits<double>::infinity();
  const auto take = [&smallest](double size) {
    if (size > 0) smallest = std::min(smallest, size);
  };
  if (radius_) take(radius_->in(per_metre));
  for (std::size_t i = 0; i < quantity_count; ++i) {
    const auto quantity = static_cast<Quantity>(i);
    if (!is_size(quantity) || (quantity == Quantity::radius && radius_)) continue;
    for (const double number : rows_[quantity]) take(number * per_metre / per_base_[i]);
  }
  return std::isfinite(smallest) ? smallest : 0;
}

bool Recording::is_exact(const Placement& placement) const {
  if (placement.whole && !rows_.are_decimal) return false;
  const auto is_exact = [&](double number, double per_base, double origin) {
    const double units = placement.per_metre / per_base;
    const double in_units = placement.whole ? std::nearbyint(number * units) : number * units,
                 placed = in_units - origin;
    const bool is_written = std::abs(in_units) <= 0x1p53 && in_units / units == number;
    return (!placement.whole || is_written) && double{static_cast<float>(placed)} == placed;
  };
  if (radius_ && !is_exact(radius_->number, radius_->per_metre(), 0)) return false;
  for (std::size_t i = 0; i < quantity_count; ++i) {
    const auto quantity = static_cast<Quantity>(i);
    if (!is_length(quantity) || (quantity == Quantity::radius && radius_)) continue;
    const double origin = along(placement.origin, axis_of(quantity));
    for (const double number : rows_[quantity])
      if (!is_exact(number, per_base_[i], origin)) return false;
  }
  return true;
}

void Recording::add_coordinates(std::size_t axis, double per_metre, std::vector<double>& to) const {
  for (std::size_t i = 0; i < quantity_count; ++i) {
    const auto quantity = static_cast<Quantity>(i);
    if (axis_of(quantity) != axis) continue;
    const double per_base = per_base_[i];
    for (const double number : rows_[quantity]) to.push_back(number * per_metre / per_base);
  }
}

double Recording::computed(Quantity quantity, std::size_t row, const Placement& placement) const {
  const double number = rows_[quantity][row], per_base = per_base_[static_cast<std::size_t>(quantity)];
  if (!is_length(quantity)) return number / per_base;
  const double in_units = number * placement.per_metre / per_base;
  const double placed =
      (placement.whole ? std::nearbyint(in_units) : in_units) - along(placement.origin, axis_of(quantity));
  if (Problem problem = number_problem(quantity, static_cast<float>(placed)))
    throw ReadError(concat(name_of_row_(row), ": ", name(quantity), ": ", *problem));
  return placed;
}

std::vector<float> Recording::column(Quantity quantity, std::span<const std::uint32_t> order,
                                     const Placement& placement) const {
  if (rows_[quantity].empty()) return {};
  std::vector<float> numbers(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    numbers[i] = static_cast<float>(computed(quantity, order[i], placement));
  return numbers;
}

std::vector<Vec3d> Recording::centers(std::span<const std::uint32_t> order, const Placement& placement) const {
  std::vector<Vec3d> all(order.size());
  const bool flat = rows_[Quantity::z].empty();
  for (std::size_t i = 0; i < order.size(); ++i)
    all[i] = {computed(Quantity::x, order[i], placement), computed(Quantity::y, order[i], placement),
              flat ? 0 : computed(Quantity::z, order[i], placement)};
  return all;
}

MovingShape Recording::shape(std::size_t row, const Placement& placement) const {
  const ShapeForm& form = *rows_.forms[row];
  RowNumbers numbers;
  for_each(form.needs | QuantitySet{Quantity::x, Quantity::y, Quantity::z}, [&](Quantity quantity) {
    if (quantity == Quantity::radius && radius_)
      numbers[quantity] = radius_->in(placement.per_metre);
    else if (!rows_[quantity].empty())
      numbers[quantity] = computed(quantity, row, placement);
  });
  try {
    MovingShape shape = form.make(numbers);
    if (const Problem problem = rounding_problem(shape)) throw ReadError(concat(name_of_row_(row), ": ", *problem));
    return shape;
  } catch (const ShapeProblem& problem) {
    throw ReadError(concat(name_of_row_(row), ": ", problem.text));
  }
}

void Recording::note_odd_numbers() {
  OddNumbers odd;
  const bool radians = per_base_[static_cast<std::size_t>(Quantity::angle)] == 1;
  for (std::size_t row = 0; row < rows_.forms.size(); ++row) {
    const auto number = [this, row](Quantity quantity) { return static_cast<float>(rows_[quantity][row]); };
    const QuantitySet needs = rows_.forms[row]->needs;
    if (needs.has(Quantity::angle) && radians) odd.see_angle(number(Quantity::angle), row);
    if (needs.has(Quantity::qw))
      odd.see_rotation({number(Quantity::qx), number(Quantity::qy), number(Quantity::qz), number(Quantity::qw)});
  }
  if (const Problem note = odd.angle_note())
    notes.push_back(
        concat(name_of_row_(odd.angle_place()), ": ", *note, "; those of a column angle [deg] are in degrees"));
  if (Problem note = odd.rotation_note_of_columns()) notes.push_back(std::move(*note));
}

Frames Recording::placed(const Placement& placement) && {
  note_odd_numbers();
  const bool exact = is_exact(placement), in_double = !exact && placement.in_double && rows_.forms.empty();
  const auto placed = std::make_shared<PlacedRows>();
  const Order order = std::move(order_);
  if (radius_) {
    placed->fixed_radius = static_cast<float>(radius_->in(placement.per_metre));
    if (Problem problem = number_problem(Quantity::radius, placed->fixed_radius))
      throw ReadError(concat("--radius: ", *problem));
  }
  if (rows_.forms.empty()) {
    placed->x = column(Quantity::x, order, placement), placed->y = column(Quantity::y, order, placement);
    placed->z = column(Quantity::z, order, placement);
    if (!radius_) placed->radius = column(Quantity::radius, order, placement);
    if (in_double) placed->centers = centers(order, placement);
  }
  for (std::size_t i = 0; i < order.size() && !rows_.forms.empty(); ++i) {
    placed->shapes.push_back(shape(order[i], placement));
    placed->add_around(placed->shapes.back(), rows_[Quantity::z].empty());
  }
  const double smallest = exact || in_double ? 0 : smallest_size(placement.per_metre);
  reorder(rows_.frame, order), reorder(rows_.id, order);
  placed->spans = find_spans(rows_.frame, order.size());
  placed->id = std::move(rows_.id);
  rows_ = {};
  keep_range(placed->spans, range_);

  Frames frames = described(placed);
  frames.title = std::move(title);
  frames.in_metres = in_metres;
  frames.notes = std::move(notes);
  frames.frames_per_second = frames_per_second;
  frames.placement = placement;
  if (auto note = coarse_note(placement, farthest(frames.bounds), smallest)) frames.notes.push_back(std::move(*note));
  return frames;
}

Placement placement_of(std::span<const Recording* const> files, double per_metre, int digits) {
  double smallest = 0;
  for (const Recording* file : files)
    if (const double size = file->smallest_size(per_metre); size > 0 && (smallest == 0 || size < smallest))
      smallest = size;
  const auto origin = [&](std::size_t axis) {
    std::vector<double> numbers;
    for (const Recording* file : files) file->add_coordinates(axis, per_metre, numbers);
    return axis_origin(std::move(numbers), smallest);
  };
  const Placement placement{{origin(0), origin(1), origin(2)}, per_metre};
  for (Placement finer = placement; digits >= 0; --digits) {
    if (std::all_of(files.begin(), files.end(), [&](const Recording* file) { return file->is_exact(finer); }))
      return finer;
    finer.whole = true, finer.per_metre *= 10;
    finer.origin = {10 * finer.origin.x, 10 * finer.origin.y, 10 * finer.origin.z};
  }
  return placement;
}

void note_origin(Frames& frames) {
  if (frames.placement.has_origin())
    frames.notes.push_back(origin_note(frames.placement, frames.flat, frames.in_metres ? " m" : ""));
}

Frames frames_of(Recording recording) {
  const Recording* const files[] = {&recording};
  const Placement placement = placement_of(files, recording.finest());
  Frames frames = std::move(recording).placed(placement);
  note_origin(frames);
  return frames;
}

}  // namespace lockstep::tools
