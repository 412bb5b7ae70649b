// The planes of a volume, the same in every lane, and the bound for their proofs.
#pragma once

#include "lanes/gjk/certify.hpp"
#include "lockstep/detail/volume_data.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::VolumeData;

/// Bound on the error of a plane's distance, in units of every length that goes into it (docs/numerics.md).
inline constexpr Number plane_bound = 48 * rounding_unit;

/// The part of that bound that all objects share. The planes of a matrix come from its rows. In double they are far
/// more precise than the corners, whose slack bounds how well the planes meet.
inline Real bound_of(const VolumeData& volume) {
  const Number slack = is_double ? Number{volume.plane_slack} : Number{volume.corners<float>().slack};
  return volume.size * plane_bound + slack + 0x1p-100F;  // the tiny constant covers underflow
}

/// `sign[k]` is 1 if coordinate k of the normal is positive, else 0.
struct Plane {
  Vec normal;
  Real offset;
  int sign[3];

  Real at(const Vec& p) const { return fused(normal.x, p.x, fused(normal.y, p.y, fused(normal.z, p.z, offset))); }
};

inline Plane make_plane(const Vec3& n, float offset) {
  return {{Real(n.x), Real(n.y), Real(n.z)}, Real(offset), {n.x > 0, n.y > 0, n.z > 0}};
}

struct Planes {
  Plane plane[VolumeData::max_planes];
  int count;

  // One copy: it costs nothing beside the objects of a call, and is as long as the loop over them.
  [[gnu::noinline]] explicit Planes(const VolumeData& volume) : count(volume.plane_count) {
    plane[0] = make_plane({}, __builtin_inff());  // without planes, all objects are inside
    for (int i = 0; i < count; ++i) {
      plane[i] = make_plane(volume.normal[i], volume.offset[i]);
      if constexpr (is_double) {
        const Plane rest = make_plane(volume.normal_rest[i], volume.offset_rest[i]);
        plane[i].normal = plane[i].normal + rest.normal, plane[i].offset = plane[i].offset + rest.offset;
      }
    }
  }
  /// The depth of a point inside the planes: the minimum over all of them.
  [[nodiscard]] Real depth_of(const Vec& point) const {
    Real depth = __builtin_inff();
    for (int i = 0; i < count; ++i) depth = min(depth, plane[i].at(point));
    return depth;
  }
};

/// Whether the object is proven outside one of the planes. Comparisons with NaN are false: an invalid object is outside
/// no plane.
template <class Object>
Mask outside_of_one(const Planes& planes, const VolumeData& volume, const Object& object) {
  Real least = __builtin_inff();
  for (int i = 0; i < planes.count; ++i) least = min(least, object.along(planes.plane[i]).most);
  if constexpr (Object::round) least = least + object.radius;
  return least + (object.lengths() * Real(plane_bound) + bound_of(volume)) < Real(0);
}

}  // namespace lockstep::LOCKSTEP_ISA
