// `plain` of casts: the closed forms that a programmer writes, in float. A sphere that moves towards a sphere is a ray
// against the sum of both, likewise an aligned box that moves towards another, and a ray against a box meets three
// slabs. Sources: C. Ericson, "Real-Time Collision Detection", 2005, 5.3.2, 5.3.3 and 5.5.
#include <algorithm>
#include <cmath>
#include <limits>

#include "methods/per_isa.hpp"

namespace lockstep::bench {
namespace {

constexpr float never = std::numeric_limits<float>::infinity();

Vec3 minus(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
float dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// When a point at `from` that moves by `motion` comes within the radius of the origin.
float into_ball(const Vec3& from, const Vec3& motion, float radius) {
  const float c = dot(from, from) - radius * radius;
  if (c <= 0) return 0;
  const float a = dot(motion, motion), b = dot(from, motion), discriminant = b * b - a * c;
  if (b >= 0 || discriminant < 0) return never;
  const float fraction = c / (std::sqrt(discriminant) - b);  // avoids a difference of nearly equal numbers
  return fraction <= 1 ? fraction : never;
}

/// When it enters the box.
float into_box(const Vec3& from, const Vec3& motion, const Vec3& low, const Vec3& high) {
  float enter = 0, leave = 1;
  const auto clip = [&](float at, float by, float lowest, float highest) {
    const float inverse = 1 / by;
    const float to_low = (lowest - at) * inverse, to_high = (highest - at) * inverse;
    enter = std::max(enter, std::min(to_low, to_high));
    leave = std::min(leave, std::max(to_low, to_high));
  };
  clip(from.x, motion.x, low.x, high.x);
  clip(from.y, motion.y, low.y, high.y);
  clip(from.z, motion.z, low.z, high.z);
  return enter <= leave ? enter : never;
}

float meet(const Sphere& a, const Sphere& b, const Vec3& motion) {
  return into_ball(minus(a.center, b.center), motion, a.radius + b.radius);
}
float meet(const Ray& a, const Sphere& b, const Vec3& motion) {
  return into_ball(minus(a.origin, b.center), motion, b.radius);
}
float meet(const Aabb& a, const Aabb& b, const Vec3& motion) {
  return into_box({0, 0, 0}, motion, minus(b.min, a.max), minus(b.max, a.min));
}
float meet(const Ray& a, const Aabb& b, const Vec3& motion) { return into_box(a.origin, motion, b.min, b.max); }

template <class Shape>
class PlainCasts final : public CastMethod {
 public:
  PlainCasts(const std::vector<Shape>& shapes, const CastWorkload& workload)
      : shapes_(shapes), workload_(workload), found_(workload.query_count()) {}

  void run() override {
    const std::vector<Pair>& pairs = workload_.pairs;
    if (workload_.rays.empty()) {
      for (std::size_t i = 0; i < pairs.size(); ++i)
        found_[i] = meet(shapes_[pairs[i].a], shapes_[pairs[i].b], workload_.motions[i]);
    } else {
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const Ray& ray = workload_.rays[pairs[i].a];
        found_[i] = meet(ray, shapes_[pairs[i].b], ray.motion);
      }
    }
  }
  Interval fractions(std::size_t query) const override { return hit_at(double{found_[query]}); }

 private:
  const std::vector<Shape>& shapes_;
  const CastWorkload& workload_;
  std::vector<float> found_;
};

}  // namespace

std::unique_ptr<CastMethod> plain_casts(const CastWorkload& workload) {
  return std::visit(
      [&]<class Source>(const Source& source) -> std::unique_ptr<CastMethod> {
        if constexpr (std::is_same_v<Source, std::vector<Sphere>> || std::is_same_v<Source, std::vector<Aabb>>)
          return std::make_unique<PlainCasts<typename Source::value_type>>(source, workload);
        else
          return nullptr;
      },
      workload.shapes);
}

}  // namespace lockstep::bench
