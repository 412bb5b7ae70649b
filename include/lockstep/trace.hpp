// GJK step by step: the trace of one overlap test through the kernel's own lanes (of width 1), up to its verdict.
//
//   const lockstep::Trace seen = lockstep::trace(shapes, shapes, {ball, crate});
//   for (const lockstep::TraceStep& step : seen.steps) ...
//
// This is the code of `intersect` with an observer: the verdict and all numbers are those of `intersect`, to the last
// bit. Use it to learn GJK, or to find out the reason for a disputed verdict. For a search in plain numbers see
// include/lockstep/reference/observer.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lockstep/config.hpp>
#include <lockstep/detail/trace_end.hpp>
#include <lockstep/intersect.hpp>
#include <lockstep/sets.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

/// The stage of a step. The stages come in this order, each in float lanes; pairs that those leave open are decided
/// again in double lanes, where `shifted` follows if the search does not end in a proof.
enum class TraceStage : std::uint8_t {
  closed_form,  ///< a formula for these two kinds
  bounds,       ///< bounding volumes are compared: boxes, in the plane circles
  search,       ///< GJK
  shifted,      ///< GJK again, with the origin shifted: does the difference hold a small simplex around it?
};

/// A point or a direction of the kernel's. In the plane z is 0.
struct TraceVector {
  double x = 0, y = 0, z = 0;
  friend bool operator==(const TraceVector&, const TraceVector&) = default;
};

/// A number that a step used.
struct TraceNumber {
  const char* name = "";        ///< its name; a string literal
  int first = -1, second = -1;  ///< the axis or the two axes, if several have the name
  bool is_check = false;        ///< it is compared with `asked`
  bool holds = false;           ///< and is greater than `asked`
  double value = 0, asked = 0;
};

/// One support point (for a closed form or for bounds the whole stage), and the state of the query after it.
///
/// Vectors are those of the kernel: of the Minkowski difference of the two shapes, scaled by a power of two, relative
/// to the anchor of the second. If one of the two is a box, they are in its frame, which may be mirrored as well.
struct TraceStep {
  static constexpr int most_numbers = 24;

  TraceStage stage = TraceStage::search;
  TraceEnd end = TraceEnd::goes_on;
  bool in_double = false;
  int shift = -1;          ///< for `shifted`: the index of the simplex, of six
  TraceVector shifted_by;  ///< for `shifted`: its corner
  bool has_direction = false, has_point = false;
  TraceVector direction;   ///< for a closed form: the axis that it tries
  TraceVector found;       ///< the support point along it: A
  int retained_count = 0;  ///< points of the simplex that A joins: B, C (and D)
  TraceVector retained[3];
  unsigned region = 0;   ///< that held the origin: a bit for each corner that is kept, 1 for A, 2 for B ...; 0: none
  int after_count = 0;   ///< points of the simplex that is left, newest first; 0 for a triangle or
  TraceVector after[3];  ///< tetrahedron that encloses the origin
  int count = 0;
  TraceNumber numbers[most_numbers];

  /// The numbers that the step used.
  [[nodiscard]] std::span<const TraceNumber> looked_at() const { return {numbers, static_cast<std::size_t>(count)}; }
};

/// The steps of one query, and its verdict.
struct Trace {
  Verdict verdict = Verdict::touching;
  bool swapped = false;    ///< the kernel had the two in the other order: kinds in rising order
  int proof = -1;          ///< the step that proves the verdict; -1: none does, so it is `touching`, or `flat`
  bool in_double = false;  ///< float lanes left it open
  bool flat = false;       ///< all lanes left it open: exact numbers decided two flat shapes as shapes of the plane
  std::vector<TraceStep> steps;
};

/// Traces the verdict on shape pair.a of `first` and shape pair.b of `second`, in scalar lanes. `options.isa` and
/// `options.executor` have no effect.
///
/// Complexity: as `intersect` of one pair.
/// Allocates: the trace.
/// Throws: `InvalidInput` as `intersect` does; `std::bad_alloc`.
/// Threads: runs in the caller's thread. Thread-safe while no thread changes the sets.
template <OneOf<ShapeSet, ShapeSet2> T>
LOCKSTEP_API Trace trace(const T& first, const T& second, const Pair& pair, const IntersectOptions& options = {});

}  // namespace lockstep
