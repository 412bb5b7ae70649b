// One query of a pair file, in the kernel and in the reference. Nothing here reads or writes files, so that a page with
// the library can show the same.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <lockstep/reference/observer.hpp>
#include <lockstep/trace.hpp>

#include "pairs/pairs.hpp"

namespace lockstep::tools {

/// A step of the reference, in the coordinates of the file; in the plane z is 0.
struct ReferenceStep {
  TraceVector direction, on_a, on_b, found;
  std::vector<TraceVector> before, after;
  reference::Region region = reference::Region::none;
  reference::End end = reference::End::goes_on;
};

/// A support point of the reference's distance search, and the interval of the signed distance that it proves.
struct ClosingStep {
  TraceVector direction, on_a, on_b, found;
  std::vector<TraceVector> nearest;  ///< corners of the simplex; of a polytope those of its nearest face (edge)
  TraceVector nearest_a, nearest_b;  ///< the points of the two shapes whose difference is the point nearest to O
  double lower = 0, upper = 0;
};

/// The distance between the shapes.
struct TracedDistance {
  double lower = 0, upper = 0;  ///< the kernel's proven interval of the signed distance
  TraceVector normal, on_a, on_b;
  std::vector<ClosingStep> closing;    ///< by the reference; for an overlap until it is known
  std::vector<TraceVector> polytope;   ///< for an overlap: the first corners, to which each of these steps adds one
  std::vector<ClosingStep> expansion;  ///< for an overlap: the reference's search for the depth
};

/// Points of the outlines that a page draws.
struct TracedOutlines {
  std::vector<TraceVector> a, b, difference;
};

struct PairTrace {
  std::string id;
  std::size_t line = 0;
  bool in_plane = false;
  bool exact_shapes = true;  ///< false: the reference takes a volume as its rounded corners
  Trace kernel;
  bool reference_says = false;  ///< true: they overlap or touch
  std::vector<ReferenceStep> reference;
  std::optional<TracedDistance> distance;
  TracedOutlines outlines;
};

struct TraceRequest {
  bool distance = false;
  Method method = Method::automatic;
};

/// Throw `InvalidInput` for shapes that the library refuses; `RefusedShape` has the field of the line.
struct RefusedShape {
  std::size_t field;
  std::string text;
};
[[nodiscard]] PairTrace trace_query(const PairQuery& query, const TraceRequest& request);
[[nodiscard]] PairTrace trace_query(const PlaneQuery& query, const TraceRequest& request);

/// The first step at which the kernel's first search and the reference differ: they keep different corners or end
/// differently. Nothing if they never differ, or if there is no search.
[[nodiscard]] std::optional<std::size_t> first_difference(const PairTrace& trace);

/// The kernel's steps of that search, as indices.
[[nodiscard]] std::vector<std::size_t> first_search(const Trace& trace);

}  // namespace lockstep::tools
