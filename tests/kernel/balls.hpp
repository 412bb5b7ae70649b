// Sets of spheres for the tests of overlap passes, and the answers of a pass.
#pragma once

#include <string>
#include <vector>

#include "generate.hpp"
#include "lockstep/overlap.hpp"

namespace lockstep::test {

using oracle::Rng;

/// Spheres, or circles if all are at z = 0.
struct Balls {
  std::string name;
  std::vector<float> x, y, z, radius;

  void add(double at_x, double at_y, double at_z, double r);
  [[nodiscard]] std::size_t size() const { return x.size(); }
  [[nodiscard]] Sphere ball(std::size_t i) const { return {{x[i], y[i], z[i]}, radius[i]}; }
  [[nodiscard]] SphereView view() const { return {{x.data()}, {y.data()}, {z.data()}, {radius.data()}, size()}; }
  [[nodiscard]] CircleView circles() const { return {{x.data()}, {y.data()}, {radius.data()}, size()}; }
};

/// `count` spheres of equal radius, at random in a cube (a square if `flat`), where each overlaps `partners` others.
Balls random_balls(Rng& rng, std::size_t count, double partners, bool flat = false);

/// Hard cases for a broad phase or for a verdict, each of about `count` spheres: dense and sparse, sizes over six
/// decades, all on a line, all in one point, a giant, lattices in exact contact, coordinates up to 1e18, points, ...
std::vector<Balls> hard_sets(Rng& rng, std::size_t count);

/// The outputs of a pass, of the needed size, with room for `room` pairs.
struct OverlapAnswer {
  OverlapResult result;
  std::vector<Pair> pairs;
  std::vector<Separation> separations;
  std::vector<std::uint32_t> counts;
  std::vector<std::uint64_t> any;
  std::vector<Pair> tiles;  // sorted

  [[nodiscard]] bool operator==(const OverlapAnswer& other) const;
};

inline constexpr std::size_t all_pairs = ~std::size_t{0};

/// Of one set, if `second` is null.
template <class View>
OverlapAnswer ask(OverlapPass& pass, const View& first, const View* second = nullptr,
                  const OverlapOptions& options = {}, std::size_t room = all_pairs);

/// The same by `intersect` on all pairs, and exact counting. Margins must be 0.
OverlapAnswer ask_intersect(const Balls& first, const Balls* second, const OverlapOptions& options);

[[nodiscard]] bool may_meet(const OverlapOptions& options, bool one_set, std::size_t a, std::size_t b);

}  // namespace lockstep::test
