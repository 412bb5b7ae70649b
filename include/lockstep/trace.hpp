// One query, seen step by step: how the kernel's own lanes (of width 1) come to their verdict.
//
//   const lockstep::Trace seen = lockstep::trace(shapes, shapes, {ball, crate});
//   for (const lockstep::TraceStep& step : seen.steps) ...
//
// It is the very code that answers `intersect`, with somebody looking: the verdict is that of `intersect`, and so are
// all numbers, to the last bit. To learn GJK from, or to find out why a disputed pair got its verdict. For a search in
// plain numbers see include/lockstep/reference/observer.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lockstep/detail/trace_end.hpp>
#include <lockstep/export.hpp>
#include <lockstep/intersect.hpp>
#include <lockstep/shape_set.hpp>
#include <lockstep/shape_set2.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

/// What a step is a part of. The stages come in this order, each in float lanes; what those leave open is decided again
/// in double lanes, where `shifted` follows if the search does not end in a proof.
enum class TraceStage : std::uint8_t {
  closed_form,  ///< a formula for these two kinds
  bounds,       ///< what holds the two shapes is compared: boxes, in the plane circles
  search,       ///< GJK
  shifted,      ///< GJK again, with the origin moved aside: does the difference hold a small simplex around it?
};

/// A point or a direction of the kernel's. Of the plane z is 0.
struct TraceVector {
  double x = 0, y = 0, z = 0;
  friend bool operator==(const TraceVector&, const TraceVector&) = default;
};

/// A number that a step looked at.
struct TraceNumber {
  const char* name = "";        ///< what it is; lives for ever
  int first = -1, second = -1;  ///< which axis or which two, where there are several of the name
  bool is_check = false;        ///< it is compared with what is asked for
  bool holds = false;           ///< and is more than that
  double value = 0, asked = 0;
};

/// One support point (of a closed form or of bounds: all of it), and what became of the query.
///
/// Vectors are those of the kernel: of the difference of the two shapes, scaled by a power of two, relative to the
/// anchor of the second, in the frame of a box where one of the two is a box, where it may be mirrored as well.
struct TraceStep {
  static constexpr int most_numbers = 24;

  TraceStage stage = TraceStage::search;
  TraceEnd end = TraceEnd::goes_on;
  bool in_double = false;
  int shift = -1;          ///< of `shifted`: which of the six simplices it is
  TraceVector shifted_by;  ///< of `shifted`: its corner
  bool has_direction = false, has_point = false;
  TraceVector direction;   ///< of a closed form the one that it tries
  TraceVector found;       ///< the support point along it: A
  int retained_count = 0;  ///< points of the simplex that A joins: B, C (and D)
  TraceVector retained[3];
  unsigned region = 0;   ///< which held the origin: a bit for each corner that is kept, 1 for A, 2 for B ...; 0: none
  int after_count = 0;   ///< points of the simplex that is left, newest first; of a triangle or tetrahedron that
  TraceVector after[3];  ///< encloses the origin, none
  int count = 0;
  TraceNumber numbers[most_numbers];

  /// Those that were looked at.
  [[nodiscard]] std::span<const TraceNumber> looked_at() const { return {numbers, static_cast<std::size_t>(count)}; }
};

struct Trace {
  Verdict verdict = Verdict::touching;
  bool swapped = false;    ///< the kernel saw the two in the other order: kinds in rising order
  int proof = -1;          ///< the step that proves the verdict; -1: none does, and so it is `touching`, or `flat`
  bool in_double = false;  ///< float lanes left it open
  bool flat = false;       ///< all lanes left it open: exact numbers decided two flat shapes as shapes of the plane
  std::vector<TraceStep> steps;
};

/// How shape pair.a of `first` and shape pair.b of `second` come to their verdict, in scalar lanes. Throws
/// `InvalidInput` as `intersect` does. `options.isa` and `options.executor` are not looked at. Allocates.
LOCKSTEP_API Trace trace(const ShapeSet& first, const ShapeSet& second, const Pair& pair,
                         const IntersectOptions& options = {});
LOCKSTEP_API Trace trace(const ShapeSet2& first, const ShapeSet2& second, const Pair& pair,
                         const IntersectOptions& options = {});

}  // namespace lockstep
