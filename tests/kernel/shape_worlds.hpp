// Sets of shapes of all kinds, for worlds and for rays.
#pragma once

#include <limits>

#include "cast_list.hpp"
#include "lockstep/world.hpp"

namespace lockstep::test {

inline constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

/// `count` shapes of all kinds but matrices in a cube of 60, every ninth of which is a free slot.
inline ShapeSet shapes_in_a_cube(Rng& rng, std::size_t count) {
  ShapeSet set;
  const auto at = [&] { return oracle::uniform(rng, -30, 30); };
  while (set.size() < count) {
    const Kind kind = oracle::all_kinds[static_cast<std::size_t>(oracle::below(rng, 12))];
    const AnyShape shape = oracle::random_pair(rng, Kind::point, kind).second;
    if (kind == Kind::matrix) continue;
    const double size = oracle::largest_coordinate(shape);
    if (size > 1e3 || size < 1e-3) continue;
    const double x = at(), y = at(), z = at();
    add_to(set, oracle::moved(shape, x, y, z), Check::inputs);
  }
  for (std::uint32_t i = 5; i < set.size(); i += 9) set.remove(i);
  return set;
}
inline ShapeSet shapes_in_a_cube(std::uint64_t seed, std::size_t count) {
  Rng rng(seed);
  return shapes_in_a_cube(rng, count);
}

}  // namespace lockstep::test
