// Embree's rays against user geometry, in float, one by one by rtcIntersect1, in a scene of high quality: spheres by
// the quadratic, boxes by their slabs, hulls by the planes of their faces.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <embree3/rtcore.h>

#include "methods/world_ray_method.hpp"

namespace lockstep::bench {
namespace {

constexpr float miss = std::numeric_limits<float>::infinity();

float dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec3 minus(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

/// Starts from the ray's point nearest to the centre, which is more precise in float than the textbook's quadratic.
float fraction(const Sphere& ball, const Vec3& from, const Vec3& direction) {
  const Vec3 o = minus(from, ball.center);
  const float squares = dot(direction, direction), nearest = -dot(o, direction) / squares;
  const Vec3 p{o.x + nearest * direction.x, o.y + nearest * direction.y, o.z + nearest * direction.z};
  const float left = ball.radius * ball.radius - dot(p, p);
  if (left < 0) return miss;
  const float half = std::sqrt(left / squares);
  return nearest + half < 0 ? miss : std::max(nearest - half, 0.0F);
}

float fraction(const Aabb& box, const Vec3& from, const Vec3& direction) {
  float enter = 0, leave = miss;
  const auto slab = [&](float low, float high, float origin, float motion) {
    const float inverse = 1 / motion, a = (low - origin) * inverse, b = (high - origin) * inverse;
    enter = std::max(enter, std::min(a, b)), leave = std::min(leave, std::max(a, b));
  };
  slab(box.min.x, box.max.x, from.x, direction.x);
  slab(box.min.y, box.max.y, from.y, direction.y);
  slab(box.min.z, box.max.z, from.z, direction.z);
  return enter <= leave ? enter : miss;
}

float fraction(const Icosahedron& hull, const Vec3& from, const Vec3& direction) {
  const Vec3 o = minus(from, hull.center);
  float enter = 0, leave = miss;
  for (const Vec3& n : hull.normal) {
    const float gap = dot(n, o) - hull.depth, speed = dot(n, direction), at = -gap / speed;
    if (speed < 0)
      enter = std::max(enter, at);
    else if (gap > 0)
      return miss;
    else
      leave = std::min(leave, at);
  }
  return enter <= leave ? enter : miss;
}

Aabb box_around(const Vec3& p, float r) { return {{p.x - r, p.y - r, p.z - r}, {p.x + r, p.y + r, p.z + r}}; }
Aabb box_around(const Sphere& ball) { return box_around(ball.center, ball.radius); }
Aabb box_around(const Aabb& box) { return box; }
Aabb box_around(const Icosahedron& hull) {
  Aabb box{hull.corner[0], hull.corner[0]};
  for (const Vec3& p : hull.corner) {
    box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y), std::min(box.min.z, p.z)};
    box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y), std::max(box.max.z, p.z)};
  }
  return box;
}

template <class Shape>
void put_bounds(const RTCBoundsFunctionArguments* arguments) {
  const Aabb box = box_around(static_cast<const Shape*>(arguments->geometryUserPtr)[arguments->primID]);
  RTCBounds& out = *arguments->bounds_o;
  out.lower_x = box.min.x, out.lower_y = box.min.y, out.lower_z = box.min.z;
  out.upper_x = box.max.x, out.upper_y = box.max.y, out.upper_z = box.max.z;
}

template <class Shape>
void put_hit(const RTCIntersectFunctionNArguments* arguments) {
  if (arguments->valid[0] == 0) return;
  RTCRayHit& hit = *reinterpret_cast<RTCRayHit*>(arguments->rayhit);
  const RTCRay& ray = hit.ray;
  const float at = fraction(static_cast<const Shape*>(arguments->geometryUserPtr)[arguments->primID],
                            {ray.org_x, ray.org_y, ray.org_z}, {ray.dir_x, ray.dir_y, ray.dir_z});
  if (!(at <= ray.tfar)) return;
  hit.ray.tfar = at, hit.hit.geomID = arguments->geomID, hit.hit.primID = arguments->primID;
}

class EmbreeWorldRays final : public WorldRayMethod {
 public:
  explicit EmbreeWorldRays(const WorldRayScene& scene) : rays_(scene.rays) {
    if (device_ == nullptr) throw std::runtime_error("embree: no device");
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_HIGH);
    use(scene.spheres), use(scene.boxes), use(scene.hulls);
    rtcCommitGeometry(geometry_);
    rtcAttachGeometry(scene_, geometry_);
    rtcCommitScene(scene_);
  }
  EmbreeWorldRays(const EmbreeWorldRays&) = delete;
  EmbreeWorldRays& operator=(const EmbreeWorldRays&) = delete;
  ~EmbreeWorldRays() override {
    rtcReleaseGeometry(geometry_);
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }

  void run(std::span<double> fractions) override {
    for (std::size_t i = 0; i < rays_.size(); ++i) {
      const auto& [from, direction] = rays_[i];
      RTCRayHit hit{};
      hit.ray.org_x = from.x, hit.ray.org_y = from.y, hit.ray.org_z = from.z;
      hit.ray.dir_x = direction.x, hit.ray.dir_y = direction.y, hit.ray.dir_z = direction.z;
      hit.ray.tfar = 1, hit.ray.mask = ~0U;
      hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
      RTCIntersectContext context;
      rtcInitIntersectContext(&context);
      rtcIntersect1(scene_, &context, &hit);
      fractions[i] = double{hit.hit.geomID == RTC_INVALID_GEOMETRY_ID ? miss : hit.ray.tfar};
    }
  }

 private:
  template <class Shape>
  void use(const std::vector<Shape>& shapes) {
    if (shapes.empty()) return;
    rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(shapes.size()));
    rtcSetGeometryUserData(geometry_, const_cast<Shape*>(shapes.data()));
    rtcSetGeometryBoundsFunction(geometry_, put_bounds<Shape>, nullptr);
    rtcSetGeometryIntersectFunction(geometry_, put_hit<Shape>);
  }

  const std::vector<Ray>& rays_;
  RTCDevice device_ = rtcNewDevice("threads=1,set_affinity=0");
  RTCScene scene_ = rtcNewScene(device_);
  RTCGeometry geometry_ = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
};

}  // namespace

std::vector<WorldRayMethodSpec> embree_world_ray_methods() {
  return {{"embree", [](const WorldRayScene& scene, Isa) -> std::unique_ptr<WorldRayMethod> {
             return std::make_unique<EmbreeWorldRays>(scene);
           }}};
}

}  // namespace lockstep::bench
