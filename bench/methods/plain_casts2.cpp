// `plain` of casts in the plane: the closed forms that a programmer writes, in float. A circle that moves towards a
// circle is a ray against the sum of both; a ray against a box meets two slabs in the frame of the box; a box that
// moves towards a box passes the four axes of both, on each of which intervals meet and part. Cosines are prepared.
// Sources: C. Ericson, "Real-Time Collision Detection", 2005, 5.3.2, 5.3.3; D. Eberly, "Intersection of Convex Objects:
// The Method of Separating Axes", 2001.
#include <algorithm>
#include <cmath>
#include <limits>

#include "methods/per_isa.hpp"

namespace lockstep::bench {
namespace {

constexpr float never = std::numeric_limits<float>::infinity();

Vec2 minus(const Vec2& a, const Vec2& b) { return {a.x - b.x, a.y - b.y}; }
float dot(const Vec2& a, const Vec2& b) { return a.x * b.x + a.y * b.y; }
Vec2 left_of(const Vec2& v) { return {-v.y, v.x}; }

struct PlainBox {
  Vec2 center, axis, half;
};
const Circle2& plain(const Circle2& circle) { return circle; }
PlainBox plain(const Box2& box) { return {box.center, {std::cos(box.angle), std::sin(box.angle)}, box.half_extents}; }

/// When a point at `from` that moves by `motion` comes within the radius of the origin.
float into_circle(const Vec2& from, const Vec2& motion, float radius) {
  const float c = dot(from, from) - radius * radius;
  if (c <= 0) return 0;
  const float a = dot(motion, motion), b = dot(from, motion), discriminant = b * b - a * c;
  if (b >= 0 || discriminant < 0) return never;
  const float fraction = c / (std::sqrt(discriminant) - b);  // avoids a difference of nearly equal numbers
  return fraction <= 1 ? fraction : never;
}

/// Fractions at which a point is within `reach` of the origin along an axis.
struct Passage {
  float enter = 0, leave = 1;

  void clip(float at, float by, float reach) {
    const float inverse = 1 / by, to_low = (-reach - at) * inverse, to_high = (reach - at) * inverse;
    enter = std::max(enter, std::min(to_low, to_high));
    leave = std::min(leave, std::max(to_low, to_high));
  }
  [[nodiscard]] float first() const { return enter <= leave ? enter : never; }
};

float reach_of(const PlainBox& box, const Vec2& axis) {
  return std::abs(dot(axis, box.axis)) * box.half.x + std::abs(dot(axis, left_of(box.axis))) * box.half.y;
}

float meet(const Circle2& a, const Circle2& b, const Vec2& motion) {
  return into_circle(minus(a.center, b.center), motion, a.radius + b.radius);
}
float meet(const Ray2& a, const Circle2& b, const Vec2& motion) {
  return into_circle(minus(a.origin, b.center), motion, b.radius);
}
float meet(const Ray2& a, const PlainBox& b, const Vec2& motion) {
  const Vec2 from = minus(a.origin, b.center);
  Passage passage;
  passage.clip(dot(from, b.axis), dot(motion, b.axis), b.half.x);
  passage.clip(dot(from, left_of(b.axis)), dot(motion, left_of(b.axis)), b.half.y);
  return passage.first();
}
float meet(const PlainBox& a, const PlainBox& b, const Vec2& motion) {
  const Vec2 from = minus(a.center, b.center);
  Passage passage;
  for (const Vec2& axis : {a.axis, left_of(a.axis), b.axis, left_of(b.axis)})
    passage.clip(dot(from, axis), dot(motion, axis), reach_of(a, axis) + reach_of(b, axis));
  return passage.first();
}

template <class Shape>
class PlainCasts2 final : public CastMethod {
 public:
  template <class Source>
  PlainCasts2(const Source& source, const CastWorkload2& workload)
      : workload_(workload), found_(workload.query_count()) {
    for (const auto& shape : source) shapes_.push_back(plain(shape));
  }

  void run() override {
    const std::vector<Pair>& pairs = workload_.pairs;
    if (workload_.rays.empty()) {
      for (std::size_t i = 0; i < pairs.size(); ++i)
        found_[i] = meet(shapes_[pairs[i].a], shapes_[pairs[i].b], workload_.motions[i]);
    } else {
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const Ray2& ray = workload_.rays[pairs[i].a];
        found_[i] = meet(ray, shapes_[pairs[i].b], ray.motion);
      }
    }
  }
  Interval fractions(std::size_t query) const override { return hit_at(double{found_[query]}); }

 private:
  std::vector<Shape> shapes_;
  const CastWorkload2& workload_;
  std::vector<float> found_;
};

}  // namespace

std::unique_ptr<CastMethod> plain_casts2(const CastWorkload2& workload) {
  return std::visit(
      [&]<class Shape>(const std::vector<Shape>& source) -> std::unique_ptr<CastMethod> {
        using Plain = std::decay_t<decltype(plain(source[0]))>;
        return std::make_unique<PlainCasts2<Plain>>(source, workload);
      },
      workload.shapes);
}

}  // namespace lockstep::bench
