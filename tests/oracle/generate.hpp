// Random pairs for tests: ordinary ones, pairs at a chosen gap from contact, and inputs that are hard for other
// libraries.
//
//   Rng rng(seed);
//   auto [a, b] = near_contact_pair(rng, Kind::box, Kind::hull, 1e-6);
//
// The same seed gives the same pairs with every compiler and standard library.
#pragma once

#include <cstdint>
#include <random>
#include <utility>

#include "shape.hpp"

namespace lockstep::oracle {

using Rng = std::mt19937_64;
using ShapePair = std::pair<AnyShape, AnyShape>;

/// Shapes of about unit size, near the origin; about half of the pairs overlap.
[[nodiscard]] ShapePair random_pair(Rng& rng, Kind a, Kind b);

/// A pair whose signed distance is `gap` up to the rounding of its coordinates; the sizes are about one.
[[nodiscard]] ShapePair near_contact_pair(Rng& rng, Kind a, Kind b, double gap);

/// flat        extents and radii of zero, collinear and coplanar hulls, duplicate vertices
/// far         the size is one, the coordinates are up to a million
/// thin        aspect ratios up to 1:10^4
/// unequal     sizes that differ by up to 10^6
/// lattice     small integers everywhere, so that faces, edges and vertices meet exactly
/// coincident  one center for both, or one shape twice; half of the shapes are thin
enum class Hardness { flat, far, thin, unequal, lattice, coincident };

inline constexpr std::array<Hardness, 6> all_hardnesses = {Hardness::flat,    Hardness::far,     Hardness::thin,
                                                           Hardness::unequal, Hardness::lattice, Hardness::coincident};

[[nodiscard]] constexpr std::string_view name(Hardness hardness) {
  constexpr std::array<std::string_view, 6> names = {"flat", "far", "thin", "unequal", "lattice", "coincident"};
  return names[static_cast<std::size_t>(hardness)];
}

/// A pair of that category: at a random offset, or nearly in contact.
[[nodiscard]] ShapePair hard_pair(Rng& rng, Kind a, Kind b, Hardness hardness);

/// Moves one of two shapes (never a matrix) along their shortest connection until they have the requested gap, up to
/// the rounding of its coordinates. Shapes whose cores meet stay as they are.
[[nodiscard]] ShapePair brought_near(const AnyShape& a, const AnyShape& b, double gap);

/// The shape moved, in double, rounded to float.
[[nodiscard]] AnyShape moved(const AnyShape& shape, double x, double y, double z);

/// Uniform in [low, high), the same everywhere (the distributions of the standard library are not).
[[nodiscard]] inline double uniform(Rng& rng, double low, double high) {
  return low + (high - low) * (static_cast<double>(rng() >> 11) * 0x1p-53);
}
[[nodiscard]] inline int below(Rng& rng, int count) { return static_cast<int>(rng() % static_cast<unsigned>(count)); }

}  // namespace lockstep::oracle
