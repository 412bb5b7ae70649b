// Shapes of the plane of about unit size, at random, centred at `center`.
#pragma once

#include <numbers>

#include <lockstep/shapes.hpp>

#include "work/random.hpp"

namespace lockstep::bench {

inline float angle(Random& random) { return random.uniform(-std::numbers::pi_v<float>, std::numbers::pi_v<float>); }

inline Vec2 lengths(Random& random) {
  const float x = random.uniform(0.2F, 1), y = random.uniform(0.2F, 1);
  return {x, y};
}

inline Circle2 circle_at(Random& random, const Vec2& center) { return {center, random.uniform(0.2F, 1)}; }

inline Box2 box_at(Random& random, const Vec2& center) {
  const float turn = angle(random);
  return {center, turn, lengths(random)};
}

inline Ellipse2 ellipse_at(Random& random, const Vec2& center) {
  const float turn = angle(random);
  return {center, turn, lengths(random)};
}

}  // namespace lockstep::bench
