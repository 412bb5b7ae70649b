// Worlds of objects in columns, like those of objects.hpp.
#pragma once

#include "lockstep/world.hpp"
#include "objects.hpp"

namespace lockstep::test {

inline constexpr std::array<Objects, 2> objects_of_worlds = {Objects::spheres, Objects::aabbs};

inline std::size_t count_of(const Columns& columns) { return columns[0].size(); }

/// use(view) with the view of the columns: of spheres if there are four, else of boxes.
template <class Use>
auto with_view(const Columns& c, const Use& use) {
  const auto at = [&](std::size_t s) { return Stream{c[s].data()}; };
  if (c.size() == 4) return use(SphereView{at(0), at(1), at(2), at(3), count_of(c)});
  return use(AabbView{at(0), at(1), at(2), at(3), at(4), at(5), count_of(c)});
}

inline World world_of(const Columns& columns, const WorldOptions& options = {}) {
  return with_view(columns, [&](const auto& view) { return World(view, options); });
}

inline void move_all(World& world, const Columns& columns) {
  with_view(columns, [&](const auto& view) { world.move(view); });
}

/// The columns of some indices.
inline Columns some_of(const Columns& columns, std::span<const std::uint32_t> indices) {
  Columns some(columns.size());
  for (std::size_t s = 0; s < some.size(); ++s)
    for (const std::uint32_t i : indices) some[s].push_back(columns[s][i]);
  return some;
}

}  // namespace lockstep::test
