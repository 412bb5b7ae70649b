#include "trace/closing.hpp"

#include <span>
#include <utility>

#include <lockstep/reference/signed_distance.hpp>

#include "trace/plain.hpp"

namespace lockstep::tools {
namespace {

template <class V>
using Corners = reference::PolytopeCorners<V>;

Corners<reference::Vector<double>> ends_of(const reference::Triangle<double>& face,
                                           const Corners<reference::Vector<double>>& of) {
  return {of[face.corner[0]], of[face.corner[1]], of[face.corner[2]]};
}
Corners<reference::Vector2<double>> ends_of(const reference::PolygonEdge<double>& edge,
                                            const Corners<reference::Vector2<double>>& of) {
  return {of[edge.corner], of[(edge.corner + 1) % of.size()]};
}

/// `nearest`: the corners of the feature nearest to the origin.
template <class V, class Points>
ClosingStep closing_step(const V& direction, const reference::SupportPoints<V>& w, const Points& nearest) {
  ClosingStep step;
  step.direction = plain(direction), step.found = plain(w.difference);
  step.on_a = plain(w.on_a), step.on_b = plain(w.on_b);
  for (const reference::SupportPoints<V>& corner : nearest) step.nearest.push_back(plain(corner.difference));
  return step;
}

/// The penetration depth of two overlapping shapes, from the end of the search for their distance.
template <class V>
void trace_expansion(const reference::MinkowskiDifference<AnySupport<V>, AnySupport<V>>& shape,
                     const reference::DistanceSearch<V>& search, TracedDistance& traced) {
  const auto see = [&](const Corners<V>& corners, const auto& nearest, const reference::SupportPoints<V>& w,
                       const reference::Depth<V>& depth) {
    if (traced.expansion.empty())
      for (const auto& corner : corners) traced.polytope.push_back(plain(corner.difference));
    ClosingStep step = closing_step(nearest.normal, w, ends_of(nearest, corners));
    step.nearest_a = plain(depth.on_a), step.nearest_b = plain(depth.on_b);
    step.lower = 0 - depth.upper, step.upper = 0 - depth.lower;
    traced.expansion.push_back(std::move(step));
  };
  (void)reference::penetration(shape, search, reference::default_tolerance<double>, see);
}

template <class V>
void trace_closing_any(const AnySupport<V>& a, const AnySupport<V>& b, TracedDistance& traced) {
  const reference::MinkowskiDifference<AnySupport<V>, AnySupport<V>> shape{a, b};
  const auto see = [&](const reference::DistanceSearch<V>& search, const reference::SupportPoints<V>& w) {
    const auto points = reference::witnesses(search);
    ClosingStep step = closing_step(-search.v, w, std::span(search.corner).first(search.count));
    step.nearest_a = plain(points.on_a), step.nearest_b = plain(points.on_b);
    step.lower = search.lower, step.upper = search.upper;
    traced.closing.push_back(std::move(step));
  };
  const auto search = reference::nearest_to_origin(shape, reference::default_tolerance<double>,
                                                   reference::max_distance_iterations, see);
  if (reference::distance_of(search).overlapping) trace_expansion(shape, search, traced);
}

}  // namespace

void trace_closing(const AnySupport<reference::Vector<double>>& a, const AnySupport<reference::Vector<double>>& b,
                   TracedDistance& traced) {
  trace_closing_any(a, b, traced);
}

void trace_closing(const AnySupport<reference::Vector2<double>>& a, const AnySupport<reference::Vector2<double>>& b,
                   TracedDistance& traced) {
  trace_closing_any(a, b, traced);
}

}  // namespace lockstep::tools
