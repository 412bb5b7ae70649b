#include "trace/pair_trace.hpp"

#include <cmath>
#include <numbers>
#include <variant>

#include <lockstep/distance.hpp>
#include <lockstep/reference/gjk.hpp>
#include <lockstep/reference/gjk2.hpp>

#include "pairs/add_to_set.hpp"
#include "trace/any_support.hpp"
#include "trace/closing.hpp"
#include "trace/plain.hpp"

namespace lockstep::tools {
namespace {

using V3 = reference::Vector<double>;
using V2 = reference::Vector2<double>;

/// The differences between the plane and space.
template <class Query>
struct WorldOf {
  using Set = ShapeSet;
  using Output = DistanceOutput;
  using Vector = Vec3d;
  using Points = WitnessPoints;
};
template <>
struct WorldOf<PlaneQuery> {
  using Set = ShapeSet2;
  using Output = DistanceOutput2;
  using Vector = Vec2d;
  using Points = WitnessPoints2;
};

/// Directions all around: in the plane on a circle, in space on a spiral.
std::vector<V2> directions(const V2& /*world*/) {
  constexpr int count = 180;
  std::vector<V2> all;
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / count;
    all.push_back({std::cos(angle), std::sin(angle)});
  }
  return all;
}
std::vector<V3> directions(const V3& /*world*/) {
  constexpr int count = 600;
  std::vector<V3> all;
  for (int i = 0; i < count; ++i) {
    const double z = 1 - (2 * i + 1.0) / count, angle = i * std::numbers::pi * (3 - std::sqrt(5.0));
    const double across = std::sqrt(1 - z * z);
    all.push_back({across * std::cos(angle), across * std::sin(angle), z});
  }
  return all;
}

template <class V>
TracedOutlines outlines_of(const AnySupport<V>& a, const AnySupport<V>& b) {
  TracedOutlines outlines;
  const auto add = [](std::vector<TraceVector>& points, const TraceVector& p) {
    if (points.empty() || !(points.back() == p)) points.push_back(p);
  };
  for (const V& v : directions(V{})) {
    add(outlines.a, plain(a.support(v)));
    add(outlines.b, plain(b.support(v)));
    add(outlines.difference, plain(a.support(v) - b.support(-v)));
  }
  return outlines;
}

template <class V>
void trace_reference(const AnySupport<V>& a, const AnySupport<V>& b, PairTrace& trace) {
  trace.reference_says = reference::intersect(a, b, [&](const reference::Step<V>& step) {
    trace.reference.push_back({plain(step.direction), plain(step.on_a), plain(step.on_b), plain(step.found),
                               all_plain(step.before), all_plain(step.after), step.region, step.end});
  });
}

template <class Query>
TracedDistance distance_of(const typename WorldOf<Query>::Set& set, const Pair& pair) {
  Interval interval;
  typename WorldOf<Query>::Vector normal;
  typename WorldOf<Query>::Points points;
  distance(set, set, std::span(&pair, 1),
           typename WorldOf<Query>::Output{std::span(&interval, 1), std::span(&points, 1), std::span(&normal, 1)}, {});
  return {interval.lower, interval.upper, plain(normal), plain(points.a), plain(points.b), {}, {}, {}};
}

bool is_exact(const PairShape& shape) {
  return !std::holds_alternative<MatrixVolume>(shape) && !std::holds_alternative<DoubleMatrixVolume>(shape) &&
         !std::holds_alternative<PlanesVolume>(shape);
}
bool is_exact(const PlaneShape& /*shape*/) { return true; }

void refuse_endless(const PairShape& shape, std::size_t field) {
  if (endless_volume(shape) != nullptr)
    throw RefusedShape{field, "a volume without an end cannot be a shape of a set, and has no trace"};
}
void refuse_endless(const PlaneShape& /*shape*/, std::size_t /*field*/) {}

template <class Set, class Shape>
std::uint32_t add(Set& set, const Shape& shape, std::size_t field) {
  refuse_endless(shape, field);
  try {
    return add_to(set, shape);
  } catch (const InvalidInput& error) {
    throw RefusedShape{field, error.what()};
  }
}

template <class Query>
PairTrace trace_any(const Query& query, const TraceRequest& request) {
  typename WorldOf<Query>::Set set;
  const Pair pair{add(set, query.first, query.first_field), add(set, query.second, query.second_field)};
  PairTrace traced;
  traced.id = query.id, traced.line = query.line;
  traced.in_plane = std::is_same_v<Query, PlaneQuery>;
  traced.exact_shapes = is_exact(query.first) && is_exact(query.second);
  traced.kernel = trace(set, set, pair, {.method = request.method});
  const auto a = any_support(query.first), b = any_support(query.second);
  trace_reference(a, b, traced);
  if (request.distance) {
    traced.distance = distance_of<Query>(set, pair);
    trace_closing(a, b, *traced.distance);
  }
  traced.outlines = outlines_of(a, b);
  return traced;
}

TraceEnd like(reference::End end) {
  switch (end) {
    case reference::End::separated: return TraceEnd::separated;
    case reference::End::enclosed: return TraceEnd::overlapping;
    default: return TraceEnd::goes_on;
  }
}

}  // namespace

PairTrace trace_query(const PairQuery& query, const TraceRequest& request) { return trace_any(query, request); }
PairTrace trace_query(const PlaneQuery& query, const TraceRequest& request) { return trace_any(query, request); }

std::vector<std::size_t> first_search(const Trace& trace) {
  std::vector<std::size_t> steps;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const TraceStep& step = trace.steps[i];
    if (step.stage != TraceStage::search) continue;
    if (!steps.empty() && step.in_double != trace.steps[steps.front()].in_double) break;
    steps.push_back(i);
  }
  return steps;
}

std::optional<std::size_t> first_difference(const PairTrace& trace) {
  const std::vector<std::size_t> steps = first_search(trace.kernel);
  if (steps.empty()) return std::nullopt;
  const std::size_t common = std::min(steps.size(), trace.reference.size());
  for (std::size_t i = 0; i < common; ++i) {
    const TraceStep& step = trace.kernel.steps[steps[i]];
    const bool has_region = step.region != 0;
    if ((has_region && step.region != static_cast<unsigned>(trace.reference[i].region)) ||
        step.end != like(trace.reference[i].end))
      return i;
  }
  if (steps.size() != trace.reference.size()) return common;
  return std::nullopt;
}

}  // namespace lockstep::tools
