// Circles and boxes of the plane for worlds, rays, and distances that are exact on a lattice.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "lockstep/world.hpp"

namespace lockstep::test {

using Indices = std::vector<std::uint32_t>;

inline CircleView view_of(const std::vector<Circle2>& circles) {
  return CircleView::of(circles, &Circle2::center, &Circle2::radius);
}
inline Aabb2View view_of(const std::vector<Aabb2>& boxes) { return Aabb2View::of(boxes, &Aabb2::min, &Aabb2::max); }

/// Objects of one distribution: on a lattice, with many exact contacts, or of sizes around a power of two.
class Spread {
 public:
  Spread(unsigned seed, bool is_lattice, int octave = 0) : rng_(seed), is_lattice_(is_lattice), octave_(octave) {}

  float number(float from, float to) {
    const double x = std::uniform_real_distribution<double>(from, to)(rng_);
    return static_cast<float>(std::ldexp(is_lattice_ ? std::round(x) : x, octave_));
  }
  Vec2 place(float reach = 20) {
    const float x = number(-reach, reach);
    return {x, number(-reach, reach)};
  }
  void append(std::vector<Circle2>& to) {
    const Vec2 c = place();
    to.push_back({c, number(0, 3)});
  }
  void append(std::vector<Aabb2>& to) {
    const Vec2 low = place();
    const float x = number(0, 5);
    to.push_back({low, {low.x + x, low.y + number(0, 5)}});
  }
  template <class Shape>
  std::vector<Shape> many(std::size_t count) {
    std::vector<Shape> shapes;
    while (shapes.size() < count) append(shapes);
    return shapes;
  }
  std::vector<Vec2> places(std::size_t count) {
    std::vector<Vec2> points;
    while (points.size() < count) points.push_back(place(25));
    return points;
  }
  std::vector<Ray2> rays(std::size_t count) {
    std::vector<Ray2> rays;
    while (rays.size() < count) {
      Ray2 ray{place(25), place(30)};
      if (rays.size() % 8 == 0) ray.motion.x = 0;
      if (rays.size() % 31 == 0) ray.motion = {};
      rays.push_back(ray);
    }
    return rays;
  }
  std::size_t below(std::size_t end) { return rng_() % end; }

 private:
  std::mt19937 rng_;
  bool is_lattice_;
  int octave_;
};

// Squares of distances, exact on the lattice.

inline double square_to(const Vec2& p, const Vec2& low, const Vec2& high) {
  const auto way = [](double x, double from, double to) { return x < from ? from - x : x > to ? x - to : 0; };
  const double x = way(p.x, low.x, high.x), y = way(p.y, low.y, high.y);
  return x * x + y * y;
}
inline double core_square(const Vec2& p, const Circle2& c) { return square_to(p, c.center, c.center); }
inline double core_square(const Vec2& p, const Aabb2& b) { return square_to(p, b.min, b.max); }
inline double radius_of(const Circle2& c) { return c.radius; }
inline double radius_of(const Aabb2&) { return 0; }

template <class Shape>
bool is_near(const Vec2& p, const Shape& shape, double reach) {
  const double r = radius_of(shape) + reach;
  return core_square(p, shape) <= r * r;
}
inline double distance_to(const Vec2& p, const Circle2& c) {
  return std::max(0.0, std::sqrt(core_square(p, c)) - c.radius);
}
inline double distance_to(const Vec2& p, const Aabb2& b) { return std::sqrt(core_square(p, b)); }

}  // namespace lockstep::test
