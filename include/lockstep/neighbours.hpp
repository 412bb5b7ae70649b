// Periodic neighbour lists (cell lists): all pairs of points within a cutoff in a box that repeats, for molecular
// dynamics, lattices and descriptors of atoms. Any triclinic box, periodic in 0 to 3 directions, and every image.
//
//   const lockstep::Cell cell{{10, 0, 0}, {4, 9, 0}, {-3, -3.5, 11}};
//   const lockstep::NeighbourList near = lockstep::neighbours(points, cell, 2.0);
//   for (std::size_t pair = 0; pair < near.i.size(); ++pair)
//     add_force(near.i[pair], near.j[pair], near.vectors[pair], near.distances[pair]);
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <lockstep/config.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

struct NeighbourOptions {
  /// Each pair of a point and an image once, with i < j, and a point with its own image once for S and -S, with the
  /// first number of S that is not 0 above 0. Otherwise both ways.
  bool half = false;
  /// The type of each point, from 0 on; empty: all are of one.
  std::span<const std::uint32_t> types = {};
  /// The cutoff of each two types, row by row and symmetric, no larger than the cutoff of the search; below 0: such
  /// points are no neighbours. Empty: all points have the cutoff of the search.
  std::span<const double> cutoffs = {};
  /// Two points each, in any order, no image of which is a neighbour of the other: atoms with a bond, say.
  std::span<const Pair> exclusions = {};
  /// Above 0: k nearest neighbours within the cutoff. Each point has its `nearest` closest neighbours alone, or all if
  /// there are fewer, in rising order of the distances as written. Exact arithmetic decides which; of those at the same
  /// distance the lowest j come first, then the lowest S. Has no half list.
  std::uint32_t nearest = 0;
  Executor executor = {};  ///< runs the parts; empty: TBB
};

/// Outputs of a search, one element for each pair; empty spans are not written. Point `j`, moved by whole cells, lies
/// within the cutoff of point `i`.
template <class Index, class Shift>
struct NeighbourSpans {
  std::span<Index> i = {}, j = {};
  std::span<std::array<Shift, 3>> shifts = {};  ///< S: the numbers of cells along a, b and c by which j is moved
  std::span<Vec3d> vectors = {};                ///< D = x_j + S h - x_i
  std::span<double> distances = {};             ///< d = |D|
};
using NeighbourOutput = NeighbourSpans<std::uint32_t, std::int32_t>;
using WideNeighbourOutput = NeighbourSpans<std::int64_t, std::int64_t>;  ///< numbers as numpy has them

namespace detail {
struct NeighbourMemory;
}

/// All pairs (i, j, S) of points and images with |x_j + S h - x_i| <= cutoff, except for a point with itself, where h
/// are the cell's vectors. First the search counts pairs; then `write` stores what is asked for.
///
/// The list is proven complete: a pair is in it exactly if the inequality holds in exact arithmetic, with the doubles
/// as they are given. Points may lie outside of the cell, and the cutoff may exceed it. Each number of D has an error
/// of at most 2^-52 of itself and 2^-98 of |x_i| + |x_j| + |S h|, summed over the vectors; d is the length of this D,
/// with an error of at most 2^-51 of itself.
///
/// Pairs stand in rising order of i. Those of one i have an order without a meaning, unless `nearest` gives one, the
/// same on every machine and for every number of threads.
///
/// With types, "the cutoff" is that of the two points' types; excluded pairs are left out.
///
/// Complexity: expected O(points + exclusions + pairs within the largest cutoff) if the points are spread evenly; if
/// they crowd, all points of nearby bins are compared. Coordinates along a direction that is not periodic cost more
/// images from some 1e12 cells on.
/// Allocates: some 200 bytes for each point.
/// Throws: `InvalidInput` if a number is not finite or beyond 1e18, if the cutoff is negative, if the vectors of
/// periodic directions are linearly dependent (or their volume is less than a millionth of the product of their
/// lengths), if images are more than 2^31 cells apart, or if types, cutoffs or exclusions name what is not there;
/// `write` if a span has the wrong length.
/// Threads: runs in the caller's TBB arena or `options.executor`. `write` may be called from several threads at once.
///
/// Source of the algorithm: linked cells, M. P. Allen, D. J. Tildesley, "Computer Simulation of Liquids", 2017, 5.3.2.
class LOCKSTEP_API NeighbourSearch {
 public:
  NeighbourSearch(std::span<const Vec3d> points, const Cell& cell, double cutoff, const NeighbourOptions& options = {});
  ~NeighbourSearch();
  NeighbourSearch(NeighbourSearch&&) noexcept;
  NeighbourSearch& operator=(NeighbourSearch&&) noexcept;

  /// The number of pairs.
  [[nodiscard]] std::uint64_t pairs() const noexcept { return first().back(); }
  /// Pairs first()[i] to first()[i + 1] - 1 are those of point i: the number of points plus one elements.
  [[nodiscard]] std::span<const std::uint64_t> first() const noexcept;

  /// Verlet list: a list whose cutoff has a skin on top serves until its points have moved so far that it is stale.
  /// False is a proof: the list has every pair of these points within its cutoff less the skin, with types within each
  /// cutoff less the skin, as no two points have moved by more than the skin together. The points are those of the
  /// search, in its order and in its cell; one that was put back into the cell counts as one that moved across it.
  /// Complexity: O(points).
  /// Throws: `InvalidInput` if the number of points differs, if a number is not finite or beyond 1e18, if the skin is
  /// negative, or if the search was for the nearest.
  [[nodiscard]] bool is_stale(std::span<const Vec3d> points, double skin) const;

  /// Each span is empty or has an element for each pair.
  void write(const NeighbourOutput& out) const;
  void write(const WideNeighbourOutput& out) const;

 private:
  std::unique_ptr<detail::NeighbourMemory> memory_;
};

/// The pairs of a search: see NeighbourSpans.
struct NeighbourList {
  std::vector<std::uint64_t> first;  ///< NeighbourSearch::first
  std::vector<std::uint32_t> i, j;
  std::vector<std::array<std::int32_t, 3>> shifts;
  std::vector<Vec3d> vectors;
  std::vector<double> distances;
};

/// One search that keeps nothing. `quantities` has a letter for each array that is wanted: i, j, S, D and d; the others
/// stay empty. Contract: that of NeighbourSearch, and `InvalidInput` for other letters.
[[nodiscard]] LOCKSTEP_API NeighbourList neighbours(std::span<const Vec3d> points, const Cell& cell, double cutoff,
                                                    const NeighbourOptions& options = {},
                                                    std::string_view quantities = "ijSDd");

}  // namespace lockstep
