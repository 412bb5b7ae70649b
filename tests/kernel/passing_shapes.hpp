// Shapes that move along the axes, or nearly so, past objects that are flush with them, which a world must not miss, in
// space and in the plane.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "first_contacts.hpp"
#include "pair_line.hpp"
#include "plane_spread.hpp"
#include "support.hpp"

namespace lockstep::test {

inline SphereView view_of(const std::vector<Sphere>& balls) {
  return SphereView::of(balls, &Sphere::center, &Sphere::radius);
}
inline AabbView view_of(const std::vector<Aabb>& boxes) { return AabbView::of(boxes, &Aabb::min, &Aabb::max); }

enum class Passers { balls, boxes, all_kinds };

/// The extent of a shape along each axis.
struct Extents {
  double low[3], high[3];

  explicit Extents(const AnyShape& shape) {
    const auto any = std::visit(oracle::ToSupport<double>({0, 0, 0}, 1), shape);
    low[0] = oracle::support<double>(any, {-1, 0, 0}).x, high[0] = oracle::support<double>(any, {1, 0, 0}).x;
    low[1] = oracle::support<double>(any, {0, -1, 0}).y, high[1] = oracle::support<double>(any, {0, 1, 0}).y;
    low[2] = oracle::support<double>(any, {0, 0, -1}).z, high[2] = oracle::support<double>(any, {0, 0, 1}).z;
  }
  [[nodiscard]] double side(int k) const { return high[k] - low[k]; }
};

/// The contents of a scene.
struct PassingKinds {
  Passers moving, resting;
  std::size_t movers, objects;
  int octave = 0;              // sizes are around that power of two,
  int grain = 0;               // those of resting spheres and boxes times 2^-grain
  double longest_motion = 20;  // motions are up to this many sizes long
  double places = 3;           // this many sizes around the middle,
  double far = 0;              // which is as far from the origin along each axis
  bool in_plane = false;
};

/// Moving shapes, their motions, and objects next to their paths.
class Passing {
 public:
  Passing(std::uint64_t seed, const PassingKinds& kinds) : seed_(seed), kinds_(kinds), rng_(seed) {
    std::vector<Extents> extents;
    for (std::size_t i = 0; i < kinds.movers; ++i) {
      AnyShape mover = random_shape(kinds.moving, 3);
      const Vec3 from = start();
      mover = finished(oracle::moved(mover, from.x, from.y, from.z));
      extents.emplace_back(mover);
      motions.push_back(random_motion(extents.back()));
      add(mover, kinds.moving, movers, moving_);
    }
    for (std::size_t j = 0; j < kinds.objects; ++j) {
      const std::size_t i = j % kinds.movers;
      const AnyShape object = random_shape(kinds.resting, (below(4) == 0 ? 30 : 3) * std::ldexp(1, -kinds.grain));
      add(finished(beside(object, extents[i], motions[i])), kinds.resting, objects, resting_);
    }
  }

  Crowd movers, objects;
  std::vector<Vec3> motions;

  /// The same motions, with turns about the middles of the moving shapes, some of them zero.
  [[nodiscard]] std::vector<Motion> turns() {
    std::vector<Motion> all;
    for (std::size_t i = 0; i < motions.size(); ++i) {
      const double angle = below(4) == 0 ? 0 : std::pow(10, uniform(-6, 0.5));
      const auto along = [&] { return below(2) == 0 ? 0 : static_cast<float>(uniform(-angle, angle)); };
      const float x = along(), y = along();
      all.push_back({motions[i], {x, y, along()}, oracle::anchor_of(moving_[i])});
    }
    return all;
  }
  /// Rays along faces of the objects, or one unit of the last place beside them.
  [[nodiscard]] std::vector<Ray> rays_along_faces() {
    std::vector<Ray> rays;
    for (std::size_t j = 0; j < resting_.size(); ++j) {
      const Extents of(resting_[j]);
      const Vec3& m = motions[j % motions.size()];
      const float by[3] = {m.x, m.y, m.z};
      float from[3];
      for (int k = 0; k < 3; ++k) {
        const double inside = uniform(of.low[k], of.high[k]), face = below(2) == 0 ? of.low[k] : of.high[k];
        const auto at = static_cast<float>((std::abs(by[k]) > 0.1 * size() ? inside : face) - uniform(0, 1) * by[k]);
        from[k] = below(4) == 0 ? std::nextafter(at, below(2) == 0 ? infinite : -infinite) : at;
      }
      rays.push_back({{from[0], from[1], from[2]}, m});
    }
    return rays;
  }
  /// Removes some objects, which leaves free slots in the set. Returns their indices.
  std::vector<std::uint32_t> remove_some() {
    std::vector<std::uint32_t> gone;
    for (std::uint32_t j = 0; j < objects.set.size(); ++j)
      if (below(5) == 0) gone.push_back(j), objects.set.remove(j);
    return gone;
  }
  [[nodiscard]] int below(int count) { return oracle::below(rng_, count); }

  /// Input for `lockstep pairs - --cast`: the pairs that may hit.
  template <class MotionType>
  [[nodiscard]] std::string lines(const AllPairs& all, const std::vector<MotionType>& of_each) const {
    std::string text = "seed " + std::to_string(seed_) + ", pairs that meet:\n";
    for (std::size_t k = 0; k < all.pairs.size(); ++k) {
      const auto [a, b] = all.pairs[k];
      if (all.met[k].fractions.lower > 1) continue;
      const std::string id = std::to_string(a) + "-" + std::to_string(b);
      text += oracle::to_pair_line(id, moving_[a], resting_[b]) + " | motion" + words(of_each[a]) + "\n";
    }
    return text;
  }

 private:
  static constexpr float infinite = std::numeric_limits<float>::infinity();

  static std::string words(const Vec3& v) {
    char text[100];
    std::snprintf(text, sizeof text, " %.9g %.9g %.9g", v.x, v.y, v.z);
    return text;
  }
  static std::string words(const Motion& m) {
    return words(m.by) + " | turn" + words(m.turn) + " about" + words(m.about);
  }

  double uniform(double low, double high) { return oracle::uniform(rng_, low, high); }
  [[nodiscard]] double size() const { return std::ldexp(1.0, kinds_.octave); }
  float length(double low, double high) {
    const double x = uniform(low, high);
    return static_cast<float>(size() * (below(2) == 0 ? std::round(8 * x) / 8 : x));
  }
  AnyShape random_shape(Passers of, double most) {
    const auto side = [&] { return length(0.03 * most, most); };
    if (of == Passers::balls) return Sphere{{0, 0, 0}, side()};
    if (of == Passers::boxes) return Aabb{{0, 0, 0}, {side(), side(), side()}};
    while (true) {
      const Kind kind = oracle::all_kinds[static_cast<std::size_t>(below(12))];
      const AnyShape shape = oracle::random_pair(rng_, Kind::point, kind).second;
      if (kind != Kind::matrix && oracle::largest_coordinate(shape) < 1e3) return shape;
    }
  }
  Vec3 start() {
    const auto at = [&] {
      return static_cast<float>(size() * kinds_.far) + (below(4) == 0 ? 0 : length(-kinds_.places, kinds_.places));
    };
    const float x = at(), y = at();
    return {x, y, at()};
  }
  /// A number that is negligible beside a length.
  float nearly_none(double h) {
    const float sign = below(2) == 0 ? 1 : -1;
    switch (below(6)) {
      case 0: return sign * std::numeric_limits<float>::denorm_min() * static_cast<float>(1 + below(8));
      case 1: return sign * 1e-35F;
      case 2: return sign * static_cast<float>(h * std::ldexp(1.0, -5 - below(26)));
      case 3: return sign * static_cast<float>(h * std::pow(2, uniform(-30, -5)));
      default: return sign * 0.0F;
    }
  }
  Vec3 random_motion(const Extents& of) {
    const int main = below(kinds_.in_plane ? 2 : 3), reach = below(8);
    float by[3];
    for (int k = 0; k < 3; ++k) {
      by[k] = nearly_none(0.5 * of.side(k));
      if (k == main || below(8) == 0)
        by[k] = reach == 0 ? length(-0.1, 0.1) : length(-kinds_.longest_motion, kinds_.longest_motion);
    }
    if (below(16) == 0) by[main] = nearly_none(of.side(main));  // no motion
    return {by[0], by[1], kinds_.in_plane ? 0 : by[2]};
  }
  /// The penetration of one object into another with which it is flush.
  double into(double at, double h) {
    const double unit = std::abs(at) * 0x1p-23;
    switch (below(6)) {
      case 0: return unit;
      case 1: return -unit;
      case 2: return 0.0002 * size();
      case 3: return h * std::pow(2, uniform(-30, -5));
      default: return 0;
    }
  }
  /// Along each axis the object is in the path, flush with the moving shape there, or within the swept range.
  AnyShape beside(const AnyShape& shape, const Extents& mover, const Vec3& m) {
    const Extents own(shape);
    const double t = uniform(-0.1, 1.1), by[3] = {m.x, m.y, m.z};
    double shift[3];
    for (int k = 0; k < 3; ++k) {
      const bool is_moved_along = std::abs(by[k]) > 0.05 * mover.side(k), is_flush = below(3) != 0;
      const bool is_above = is_moved_along ? by[k] > 0 : below(2) == 0;
      const double face = (is_above ? mover.high[k] : mover.low[k]) + t * by[k], h = 0.5 * mover.side(k);
      const double flush = is_above ? face - into(face, h) - own.low[k] : face + into(face, h) - own.high[k];
      const double within = uniform(mover.low[k] - own.side(k), mover.high[k]) + t * by[k] - own.low[k];
      shift[k] = is_moved_along || is_flush ? flush : within;
    }
    return oracle::moved(shape, shift[0], shift[1], shift[2]);
  }
  /// As the world of the plane takes circles and boxes.
  [[nodiscard]] AnyShape finished(AnyShape shape) const {
    if (!kinds_.in_plane) return shape;
    if (auto* const ball = std::get_if<Sphere>(&shape)) ball->center.z = 0;
    if (auto* const box = std::get_if<Aabb>(&shape)) {
      box->max.z = std::max(box->max.x - box->min.x, box->max.y - box->min.y);
      box->min.z = -box->max.z;
    }
    return shape;
  }
  static void add(const AnyShape& shape, Passers of, Crowd& to, std::vector<AnyShape>& list) {
    list.push_back(shape);
    if (of == Passers::balls) to.balls.push_back(std::get<Sphere>(shape));
    if (of == Passers::boxes) to.boxes.push_back(std::get<Aabb>(shape));
    add_to(to.set, shape);
  }

  std::uint64_t seed_;
  PassingKinds kinds_;
  Rng rng_;
  std::vector<AnyShape> moving_, resting_;
};

}  // namespace lockstep::test
