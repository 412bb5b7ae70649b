// The convex volume of a culling call, the same in every lane.
#pragma once

#include "lanes/shapes/hull.hpp"
#include "lockstep/detail/volume_data.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::VolumeData;

inline Vec broadcast(const Vec3& v) { return {Real(v.x), Real(v.y), Real(v.z)}; }
inline Vec broadcast(const Number (&v)[3]) { return {Real(v[0]), Real(v[1]), Real(v[2])}; }

/// The volume as a shape for GJK, relative to its own anchor. An infinite far side is cut, in each lane, behind the
/// object of that lane: the part of the volume that the object cannot reach changes no answer, and a shorter volume has
/// smaller rounding errors.
struct Volume {
  const detail::VolumeCorners<Number>* corners;
  Real reach;  // extent of the volume along its edges
  Vec center;
  Real extent;
  Real slack;
  Real scale = 1;

  Volume(const VolumeData& volume, const Vec& object_center, const Real& object_extent)
      : corners(&volume.corners<Number>()) {
    Vec near{Real(0), Real(0), Real(0)}, edge = near;
    Real edge_size = 0;
    for (int i = 0; i < 4; ++i) {
      near = near + broadcast(corners->near[i]);
      edge = edge + broadcast(corners->edge[i]);
      edge_size = max(edge_size, norm_1(broadcast(corners->edge[i])));
    }
    for (int i = 0; i < corners->more_count; ++i) edge_size = max(edge_size, norm_1(broadcast(corners->more[i].edge)));
    reach = 1;
    slack = corners->slack;
    if (volume.infinite_far) {
      const Real depth = max(Real(0), dot(broadcast(volume.depth_axis), object_center) + object_extent * Real(1.75F) +
                                          depth_error(object_center, object_extent, edge_size));
      reach = (depth + Real(volume.size)) * Real(2);
      // Lines extend both ways; the factor leaves room for points that lie along several of them.
      if (volume.has_lines) reach = (norm_1(object_center) + object_extent * Real(1.75F) + Real(volume.size)) * Real(8);
      slack = slack + reach * Real(corners->edge_slack);
      if (!volume.is_frustum) slack = select(reach > Real(volume.reach_limit), Real(__builtin_inff()), slack);
    }
    center = near * Real(0.25F) + edge * (reach * Real(0.125F));
    extent = norm_max(center) + (Real(volume.size) + (volume.infinite_far ? reach * edge_size : Real(0)));
  }

  void scale_by(Real s) {
    center = center * s;
    extent = extent * s;
    slack = slack * s;
    scale = s;
  }

  Vec support(const Vec& direction, Mask /*active*/) const {
    const Vec v = direction * unscaled_direction(scale);
    Vec best = corner(corners->near[0], corners->edge[0], v);
    Real farthest = dot(v, best);
    const auto take = [&](const Number(&corner_near)[3], const Number(&corner_edge)[3]) {
      const Vec p = corner(corner_near, corner_edge, v);
      const Real along = dot(v, p);
      const Mask better = along > farthest;
      best = select(better, p, best);
      farthest = select(better, along, farthest);
    };
    for (int i = 1; i < 4; ++i) take(corners->near[i], corners->edge[i]);
    for (int i = 0; i < corners->more_count; ++i) take(corners->more[i].near, corners->more[i].edge);
    return best * scale;
  }

 private:
  /// The part of a depth that rounding of the axis and of its product may hide. If edges rise by more than 2^-18 of
  /// their length, doubling the depth covers it.
  static Real depth_error(const Vec& object_center, const Real& object_extent, const Real& edge_size) {
    const Real part = select(edge_size > Real(0x1p18F), Real(0x1p-21F), Real(0));
    return (norm_1(object_center) + object_extent) * part;
  }

  /// The end of the edge that lies farther along v.
  Vec corner(const Number (&corner_near)[3], const Number (&corner_edge)[3], const Vec& v) const {
    const Vec near = broadcast(corner_near), edge = broadcast(corner_edge) * reach;
    return select(dot(v, edge) > Real(0), near + edge, near);
  }
};

template <class A>
Difference<A, Volume> difference(const A& a, const Volume& b) {
  return {a, b};
}

}  // namespace lockstep::LOCKSTEP_ISA
