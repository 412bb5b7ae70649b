// Shapes on floors, at a gap above them or deeper, and their motions.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "cast_list.hpp"

namespace lockstep::test {

inline constexpr Interval never{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
inline constexpr Interval at_once{0, 0};

/// The height of the floor, the lengths of the shapes on it, and a turn about the vertical axis that is exact for no
/// float.
inline constexpr float top = 0.3F;
inline const Quat upright{0, std::sin(0.3F), 0, std::cos(0.3F)};

/// Every kind that a set of space takes, with its lowest point at that height. All sums are exact in float.
inline std::vector<AnyShape> standing(float at) {
  const auto above = [&](float x) { return static_cast<float>(double{at} + x); };
  using oracle::HullShape;
  return {Point{{0.1F, at, 0.3F}},
          Sphere{{0.1F, above(0.25F), 0.33F}, 0.25F},
          Aabb{{-0.7F, at, -0.2F}, {0.3F, 2, 0.9F}},
          Box{{0.1F, above(0.5F), 0.2F}, {}, {0.4F, 0.5F, 0.3F}},
          Box{{0.1F, above(0.5F), 0.2F}, upright, {0.4F, 0.5F, 0.3F}},
          Capsule{{0.1F, above(0.25F), 0.33F}, {0.1F, 2, 0.33F}, 0.25F},
          Capsule{{0.1F, above(0.25F), 0.33F}, {-0.77F, above(0.25F), 0.9F}, 0.25F},
          Ellipsoid{{0.1F, above(0.5F), 0.33F}, {}, {0.3F, 0.5F, 0.2F}},
          Ellipsoid{{0.1F, above(0.5F), 0.33F}, upright, {0.3F, 0.5F, 0.2F}},
          Cylinder{{0.1F, at, 0.33F}, {0.1F, 2, 0.33F}, 0.25F},
          Cylinder{{0.1F, above(0.25F), 0.33F}, {1.1F, above(0.25F), 0.33F}, 0.25F},
          Cone{{0.1F, at, 0.33F}, {0.1F, 2, 0.33F}, 0.25F},
          Cone{{0.1F, 2, 0.33F}, {0.1F, at, 0.33F}, 0.25F},
          HullShape{{{0, at, 0}, {1, at, 0.1F}, {0.2F, at, 1}, {0.3F, 2, 0.3F}}},
          HullShape{{{0.3F, 2, 0.3F}, {1, 1.5F, 0.1F}, {0.2F, 1.5F, 1}, {0.3F, at, 0.2F}}},
          oracle::PlacedHull{{{0.3F, above(0.25F), 0.2F}, {1, 1.5F, 0.1F}, {0.2F, 1.5F, 1}}, {}, 0.25F}};
}
inline std::vector<AnyShape> floors() {
  oracle::HullShape slab;
  for (unsigned i = 0; i < 8; ++i)
    slab.vertices.push_back({(i & 1U) != 0 ? 5.0F : -5.0F, (i & 2U) != 0 ? top : -1.0F, (i & 4U) != 0 ? 5.0F : -5.0F});
  const auto middle = static_cast<float>(double{top} - 1);
  return {Aabb{{-5, -1, -5}, {5, top, 5}}, Box{{0, middle, 0}, {}, {5, 1, 5}}, Box{{0, middle, 0}, upright, {5, 1, 5}},
          slab};
}

enum class StartMotion : std::uint8_t { separates, slides, enters };
struct Move {
  Vec3 by;
  StartMotion kind;
};
inline const Move moves[] = {{{0, 1, 0}, StartMotion::separates},         {{1, 1, 0.5F}, StartMotion::separates},
                             {{0.3F, 1e-3F, -7}, StartMotion::separates}, {{1, 0, 0}, StartMotion::slides},
                             {{0.3F, 0, -0.77F}, StartMotion::slides},    {{0, 0, 1e-3F}, StartMotion::slides},
                             {{0, -1, 0}, StartMotion::enters},           {{0.5F, -1, 0.3F}, StartMotion::enters},
                             {{1, -1e-4F, 0}, StartMotion::enters}};

/// The shapes on the floors with each motion, `gap` above them, and the expectation for each.
struct StandingScene {
  CastList list;
  std::vector<StartMotion> kinds;

  explicit StandingScene(float gap) {
    for (const AnyShape& floor : floors())
      for (const AnyShape& shape : standing(top + gap))
        for (const Move& move : moves) {
          list.append({shape, floor}, move.by), kinds.push_back(move.kind);
        }
  }
};

}  // namespace lockstep::test
