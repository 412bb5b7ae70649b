#include "frames/rows.hpp"

#include <algorithm>
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

/// Rows in frames.
struct Recording {
  Rows rows;
  float fixed_radius = 0;
  std::vector<FrameSpan> spans;

  [[nodiscard]] Frame frame(std::size_t index) const {
    const FrameSpan& span = spans[index];
    const auto stream = [&](const std::vector<float>& column) {
      return column.empty() ? Stream{} : Stream{column.data() + span.first};
    };
    const Stream radius = rows.radius.empty() ? Stream{&fixed_radius, 0} : stream(rows.radius);
    const auto ids =
        rows.id.empty() ? std::span<const std::int64_t>() : std::span(rows.id).subspan(span.first, span.count);
    const auto shapes =
        rows.shapes.empty() ? std::span<const MovingShape>() : std::span(rows.shapes).subspan(span.first, span.count);
    return {span.number, span.count, stream(rows.x), stream(rows.y), stream(rows.z), radius, ids, shapes};
  }
};

Order sorted_order(const Rows& rows) {
  Order order(rows.x.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto before = [&rows](std::uint32_t a, std::uint32_t b) {
    if (!rows.frame.empty() && rows.frame[a] != rows.frame[b]) return rows.frame[a] < rows.frame[b];
    return !rows.id.empty() && rows.id[a] < rows.id[b];
  };
  if (!std::is_sorted(order.begin(), order.end(), before)) std::stable_sort(order.begin(), order.end(), before);
  return order;
}

void report_duplicates(const Rows& rows, const Order& order, const OnDuplicate& on_duplicate) {
  if (rows.id.empty()) return;
  for (std::size_t i = 1; i < order.size(); ++i) {
    const std::size_t a = order[i - 1], b = order[i];
    if (rows.id[a] == rows.id[b] && (rows.frame.empty() || rows.frame[a] == rows.frame[b]))
      on_duplicate(b, a, rows.id[a]);
  }
}

template <class Value>
void reorder(std::vector<Value>& column, const Order& order) {
  if (column.empty()) return;
  std::vector<Value> sorted(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) sorted[i] = column[order[i]];
  column = std::move(sorted);
}

void reorder(Rows& rows, const Order& order) {
  reorder(rows.frame, order), reorder(rows.id, order), reorder(rows.shapes, order);
  for (std::vector<float>* column : {&rows.x, &rows.y, &rows.z, &rows.radius}) reorder(*column, order);
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

}  // namespace

Frames make_frames(Rows rows, const FrameOptions& options, const OnDuplicate& on_duplicate) {
  if (rows.x.empty()) throw ReadError("holds no objects");
  if (rows.x.size() > std::numeric_limits<std::uint32_t>::max()) throw ReadError("holds more than 4294967295 rows");
  if (rows.radius.empty() && !options.radius)
    throw ReadError("has no radii: --radius gives one for all objects, in metres or as 20cm");
  const auto recording = std::make_shared<Recording>();
  if (options.radius && rows.shapes.empty()) rows.radius.clear(), recording->fixed_radius = *options.radius;
  const Order order = sorted_order(rows);
  report_duplicates(rows, order, on_duplicate);
  reorder(rows, order);
  recording->spans = find_spans(rows.frame, rows.x.size());
  keep_range(recording->spans, options.range);
  recording->rows = std::move(rows);

  const FrameSpan& last = recording->spans.back();
  const std::size_t first = recording->spans.front().first, count = last.first + last.count - first;
  const auto part = [&](const std::vector<float>& column) {
    return column.empty() ? std::span<const float>() : std::span(column).subspan(first, count);
  };
  const Rows& kept = recording->rows;
  const Bounds x = bounds_of(part(kept.x)), y = bounds_of(part(kept.y)), z = bounds_of(part(kept.z));
  Frames frames;
  frames.flat = kept.z.empty();
  frames.round = kept.shapes.empty();
  frames.count = recording->spans.size();
  frames.objects = count;
  for (const FrameSpan& span : recording->spans) frames.largest = std::max(frames.largest, span.count);
  frames.bounds = {{x.low, y.low, z.low}, {x.high, y.high, z.high}};
  frames.median_radius = kept.radius.empty() ? recording->fixed_radius : median(part(kept.radius));
  frames.frame = [recording](std::size_t index) { return recording->frame(index); };
  return frames;
}

}  // namespace lockstep::tools
