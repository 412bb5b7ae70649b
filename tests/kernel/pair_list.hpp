// Pairs of the oracle's shapes in the library's form: two shape sets and a list, ready to run and to print.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "generate.hpp"
#include "lockstep/lockstep.hpp"

namespace lockstep {

inline std::ostream& operator<<(std::ostream& out, Verdict verdict) {
  constexpr const char* names[] = {"separated", "touching", "overlapping"};
  return out << names[static_cast<std::size_t>(verdict)];
}

}  // namespace lockstep

namespace lockstep::test {

using oracle::AnyShape;
using oracle::Kind;
using oracle::Rng;
using oracle::ShapePair;

/// Throws `InvalidInput` if the library refuses the shape.
std::uint32_t add_to(ShapeSet& set, const AnyShape& shape, Check check = Check::inputs);

struct PairList {
  ShapeSet first, second;
  std::vector<Pair> pairs;
  std::vector<ShapePair> shapes;  ///< shapes[i] are the shapes of pairs[i]

  /// False, and nothing is added, if the library refuses a matrix that rounding has nearly spoiled, a cylinder or a
  /// cone whose ends rounding has made equal or, with `Check::none`, any volume.
  bool append(ShapePair pair, Check check = Check::inputs);

  [[nodiscard]] std::vector<Verdict> answers(const IntersectOptions& options = {}) const;
  /// The same in reverse order: does b overlap a?
  [[nodiscard]] std::vector<Verdict> swapped_answers(const IntersectOptions& options = {}) const;
  /// A pair-file line that `lockstep pairs` replays.
  [[nodiscard]] std::string line(std::size_t i) const;
};

/// A hull of `vertices` points in a sphere or near its surface: scanning it takes more than one register at every
/// width.
AnyShape many_vertices(Rng& rng, int vertices, const Vec3& center);

/// `count` pairs of two kinds: random, near contact and hard ones in turn.
void append_mixture(PairList& list, Rng& rng, Kind a, Kind b, int count);

/// Shapes of all kinds near the volume, unsorted.
ShapeSet mixed_shapes(const ConvexVolume& volume, std::size_t count, Rng& rng);

}  // namespace lockstep::test
