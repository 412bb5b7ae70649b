// Objects of worlds, in distributions that are hard to sort or to compare.
#pragma once

#include <cmath>

#include "worlds.hpp"

namespace lockstep::test {

/// One coordinate of an object; its size.
struct Distribution {
  const char* name;
  float (*place)(oracle::Rng& rng, std::size_t axis);
  float (*size)(oracle::Rng& rng);
};

inline float of_many_scales(oracle::Rng& rng) {
  return static_cast<float>(std::ldexp(oracle::uniform(rng, -1, 1), oracle::below(rng, 100) - 50));
}

inline const Distribution distributions[] = {
    {"everywhere", [](oracle::Rng& rng, std::size_t) { return static_cast<float>(oracle::uniform(rng, -10, 10)); },
     [](oracle::Rng& rng) { return static_cast<float>(oracle::uniform(rng, 0, 1)); }},
    {"lattice", [](oracle::Rng& rng, std::size_t) { return static_cast<float>(oracle::below(rng, 5)); },
     [](oracle::Rng& rng) { return static_cast<float>(oracle::below(rng, 3)) * 0.5F; }},
    {"equal", [](oracle::Rng&, std::size_t) { return 3.25F; }, [](oracle::Rng&) { return 0.5F; }},
    {"line",
     [](oracle::Rng& rng, std::size_t axis) {
       return axis == 0 ? static_cast<float>(oracle::uniform(rng, -10, 10)) : 7;
     },
     [](oracle::Rng&) { return 0.0F; }},
    {"far clusters",
     [](oracle::Rng& rng, std::size_t) {
       return static_cast<float>((oracle::below(rng, 3) - 1) * 9e17) + static_cast<float>(oracle::uniform(rng, -1, 1));
     },
     [](oracle::Rng& rng) { return static_cast<float>(oracle::uniform(rng, 0, 1)); }},
    {"one giant", [](oracle::Rng& rng, std::size_t) { return static_cast<float>(oracle::uniform(rng, -10, 10)); },
     [](oracle::Rng& rng) { return rng() % 300 == 0 ? 1e4F : 0.01F; }},
    {"many scales", [](oracle::Rng& rng, std::size_t) { return of_many_scales(rng); },
     [](oracle::Rng& rng) { return std::fabs(of_many_scales(rng)); }},
    {"tiny", [](oracle::Rng& rng, std::size_t) { return static_cast<float>(oracle::below(rng, 9)) * 0x1p-149F; },
     [](oracle::Rng& rng) { return static_cast<float>(oracle::below(rng, 3)) * 0x1p-149F; }},
};

inline Columns objects_of(const Distribution& d, Objects kind, std::size_t count, oracle::Rng& rng) {
  Columns columns(stream_count(kind));
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < 3; ++k) columns[k].push_back(d.place(rng, k));
    if (kind == Objects::spheres) columns[3].push_back(d.size(rng));
    for (std::size_t s = 3; s < columns.size() && kind == Objects::aabbs; ++s)
      columns[s].push_back(columns[s - 3][i] + d.size(rng));
  }
  return columns;
}

}  // namespace lockstep::test
