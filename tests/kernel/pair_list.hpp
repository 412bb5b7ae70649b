// Pairs of the oracle's shapes, of space or of the plane, in the library's form: two shape sets and a list, ready to
// run and to print.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "generate.hpp"
#include "lockstep/lockstep.hpp"
#include "plane_generate.hpp"

namespace lockstep {

inline std::ostream& operator<<(std::ostream& out, Verdict verdict) {
  constexpr const char* names[] = {"separated", "touching", "overlapping"};
  return out << names[static_cast<std::size_t>(verdict)];
}

}  // namespace lockstep

namespace lockstep::test {

using oracle::AnyShape;
using oracle::AnyShape2;
using oracle::Kind;
using oracle::Kind2;
using oracle::Rng;
using oracle::ShapePair;
using oracle::ShapePair2;

/// Throws `InvalidInput` if the library refuses the shape.
std::uint32_t add_to(ShapeSet& set, const AnyShape& shape, Check check = Check::inputs);
std::uint32_t add_to(ShapeSet2& set, const AnyShape2& shape, Check check = Check::inputs);

template <class Set, class Shape>
struct PairListOf {
  Set first, second;
  std::vector<Pair> pairs;
  std::vector<std::pair<Shape, Shape>> shapes;  ///< shapes[i] are the shapes of pairs[i]

  /// False, and nothing is added, if the library refuses a matrix that rounding has nearly spoiled, a cylinder or a
  /// cone whose ends rounding has made equal or, with `Check::none`, any volume. Never for the plane.
  bool append(std::pair<Shape, Shape> pair, Check check = Check::inputs);

  [[nodiscard]] std::vector<Verdict> answers(const IntersectOptions& options = {}) const;
  /// The same in reverse order: does b overlap a?
  [[nodiscard]] std::vector<Verdict> swapped_answers(const IntersectOptions& options = {}) const;
  /// pairs[i] with a and b exchanged.
  [[nodiscard]] std::vector<Pair> swapped() const;
  /// A pair-file line that `lockstep pairs` replays.
  [[nodiscard]] std::string line(std::size_t i) const;
};
using PairList = PairListOf<ShapeSet, AnyShape>;
using PlanePairList = PairListOf<ShapeSet2, AnyShape2>;
extern template struct PairListOf<ShapeSet, AnyShape>;
extern template struct PairListOf<ShapeSet2, AnyShape2>;

/// A hull of `vertices` points in a sphere or near its surface: scanning it takes more than one register at every
/// width.
AnyShape many_vertices(Rng& rng, int vertices, const Vec3& center);

/// `count` pairs of two kinds: random, near contact and hard ones in turn.
void append_mixture(PairList& list, Rng& rng, Kind a, Kind b, int count);
void append_mixture(PlanePairList& list, Rng& rng, Kind2 a, Kind2 b, int count);

/// Shapes of all kinds near the volume, unsorted.
ShapeSet mixed_shapes(const ConvexVolume& volume, std::size_t count, Rng& rng);

}  // namespace lockstep::test
