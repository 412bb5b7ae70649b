// libccd: its two yes-or-no functions, over support functions of our own that are as lean as its interface allows
// (shapes in world coordinates, rotations as matrices). The packaged library computes in double.
//   libccd_gjk: ccdGJKIntersect, started along the centre offset, which saves it a support against its fixed default.
//   libccd_mpr: ccdMPRIntersect, at its default tolerance.
// For distances it has depths: libccd_gjk is ccdGJKPenetration (EPA), libccd_mpr ccdMPRPenetration, at their default
// tolerances; for a gap both only report that there is one. (For spheres EPA takes a tenth of a millisecond, and has no
// row.)
#include <algorithm>
#include <array>
#include <cmath>

#include <ccd/ccd.h>

#include "methods/methods.hpp"
#include "peers/pairs.hpp"
#include "work/reference_shapes.hpp"

namespace lockstep::bench {
namespace {

ccd_vec3_t vec3(double x, double y, double z) {
  ccd_vec3_t v;
  ccdVec3Set(&v, x, y, z);
  return v;
}

ccd_vec3_t vec3(const Vec3& p) { return vec3(p.x, p.y, p.z); }

/// p + s * d
ccd_vec3_t along(const ccd_vec3_t& p, double s, const ccd_vec3_t& d) {
  return vec3(p.v[0] + s * d.v[0], p.v[1] + s * d.v[1], p.v[2] + s * d.v[2]);
}

struct CcdSphere {
  ccd_vec3_t center;
  double radius;
  ccd_vec3_t support(const ccd_vec3_t& d) const { return along(center, radius / std::sqrt(ccdVec3Len2(&d)), d); }
};

struct CcdBox {
  ccd_vec3_t center;
  std::array<ccd_vec3_t, 3> half_axes;
  ccd_vec3_t support(const ccd_vec3_t& d) const {
    ccd_vec3_t p = center;
    for (const ccd_vec3_t& axis : half_axes) p = along(p, std::copysign(1.0, ccdVec3Dot(&axis, &d)), axis);
    return p;
  }
};

struct CcdCapsule {
  ccd_vec3_t center, half_axis;
  double radius;
  ccd_vec3_t support(const ccd_vec3_t& d) const {
    const ccd_vec3_t end = along(center, std::copysign(1.0, ccdVec3Dot(&half_axis, &d)), half_axis);
    return along(end, radius / std::sqrt(ccdVec3Len2(&d)), d);
  }
};

struct CcdHull {
  ccd_vec3_t center;
  std::vector<ccd_vec3_t> points;
  ccd_vec3_t support(const ccd_vec3_t& d) const {
    return *std::max_element(points.begin(), points.end(), [&](const ccd_vec3_t& p, const ccd_vec3_t& q) {
      return ccdVec3Dot(&p, &d) < ccdVec3Dot(&q, &d);
    });
  }
};

CcdSphere prepared(const Sphere& sphere) { return {vec3(sphere.center), double{sphere.radius}}; }

CcdBox prepared(const Aabb& box) {
  const ccd_vec3_t low = vec3(box.min), high = vec3(box.max), half = along(vec3(0, 0, 0), 0.5, along(high, -1, low));
  return {along(low, 1, half), {{vec3(half.v[0], 0, 0), vec3(0, half.v[1], 0), vec3(0, 0, half.v[2])}}};
}

CcdBox prepared(const Box& box) {
  const auto axes = reference_shape<double>(box).axes;
  const std::array<float, 3> half{box.half_extents.x, box.half_extents.y, box.half_extents.z};
  CcdBox result{vec3(box.center), {}};
  for (std::size_t i = 0; i < 3; ++i) {
    result.half_axes[i] = along(vec3(0, 0, 0), double{half[i]}, vec3(axes[i].x, axes[i].y, axes[i].z));
  }
  return result;
}

CcdCapsule prepared(const Capsule& capsule) {
  const ccd_vec3_t p0 = vec3(capsule.p0), p1 = vec3(capsule.p1);
  const ccd_vec3_t offset = along(p1, -1, p0);
  const ccd_vec3_t half_axis = along(vec3(0, 0, 0), 0.5, offset);
  return {along(p0, 1, half_axis), half_axis, double{capsule.radius}};
}

CcdHull prepared(const ConvexHull& hull) {
  CcdHull result{vec3(0, 0, 0), {}};
  const double share = 1 / static_cast<double>(hull.vertices.size());
  for (const Vec3& p : hull.vertices) {
    result.points.push_back(vec3(p));
    result.center = along(result.center, share, vec3(p));
  }
  return result;
}

template <class Shape>
ccd_t settings() {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = [](const void* shape, const ccd_vec3_t* d, ccd_vec3_t* p) {
    *p = static_cast<const Shape*>(shape)->support(*d);
  };
  ccd.center1 = ccd.center2 = [](const void* shape, ccd_vec3_t* p) { *p = static_cast<const Shape*>(shape)->center; };
  ccd.first_dir = [](const void* a, const void* b, ccd_vec3_t* d) {
    *d = along(static_cast<const Shape*>(b)->center, -1, static_cast<const Shape*>(a)->center);
    if (ccdVec3Len2(d) == 0) *d = vec3(1, 0, 0);
  };
  ccd.max_iterations = 100;  // the default is unbounded, and some inputs make it cycle
  return ccd;
}

template <int (*decide)(const void*, const void*, const ccd_t*)>
std::unique_ptr<Method> pairs_by(const PairWorkload& workload, Isa) {
  return of_one_kind<Method>(workload, [&](const auto& source) -> std::unique_ptr<Method> {
    using Shape = decltype(prepared(source[0]));
    return peer_pairs(
        source, workload, [](const auto& shape) { return prepared(shape); },
        [ccd = settings<Shape>()](const Shape& a, const Shape& b) { return decide(&a, &b, &ccd) != 0; });
  });
}

template <int (*penetration)(const void*, const void*, const ccd_t*, ccd_real_t*, ccd_vec3_t*, ccd_vec3_t*)>
std::unique_ptr<DistanceMethod> depths_by(const PairWorkload& workload, Isa) {
  return of_one_kind<DistanceMethod>(workload, [&](const auto& source) {
    using Shape = decltype(prepared(source[0]));
    return peer_distances(
        source, workload, [](const auto& shape) { return prepared(shape); },
        [ccd = settings<Shape>()](const Shape& a, const Shape& b) {
          ccd_real_t depth = 0;
          ccd_vec3_t direction, position;
          const int found = penetration(&a, &b, &ccd, &depth, &direction, &position);
          return found == 0 ? exactly(-depth) : found == -1 ? some_gap : nothing_known;
        });
  });
}

}  // namespace

std::vector<PairDistanceMethod> libccd_distance_methods() {
  const auto every = [](const PairWorkloadSpec& w) { return w.kind != PairKind::mixed; };
  const auto no_spheres = [](const PairWorkloadSpec& w) {
    return w.kind != PairKind::sphere && w.kind != PairKind::mixed;
  };
  return {{"libccd_gjk", Answers::foreign, no_spheres, depths_by<ccdGJKPenetration>},
          {"libccd_mpr", Answers::foreign, every, depths_by<ccdMPRPenetration>}};
}

std::vector<PairMethod> libccd_methods() {
  const auto every = [](const PairWorkloadSpec& w) { return w.kind != PairKind::mixed; };
  return {{"libccd_gjk", Answers::foreign, every, pairs_by<ccdGJKIntersect>},
          {"libccd_mpr", Answers::foreign, every, pairs_by<ccdMPRIntersect>}};
}

}  // namespace lockstep::bench
