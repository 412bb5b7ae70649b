// The convex shapes of space for the scalar reference (sphere, AABB, capsule, oriented box, ellipsoid, cylinder, cone,
// point cloud): small structs with a support mapping, over any scalar type. A support point costs O(1), O(points) for a
// point cloud; nothing here allocates or throws.
//
// Each shape has its usual fields. Its `parts`, or the type that it is an alias of, compose it; support.hpp derives the
// support mapping from them.
#pragma once

#include <array>

#include <lockstep/reference/support.hpp>

namespace lockstep::reference {

template <class T>
using Point = SinglePoint<Vector<T>>;

/// All points within `radius` of `center`.
template <class T>
using Sphere = Ball<Vector<T>>;

/// Axis-aligned box, from `min` to `max`.
template <class T>
using Aabb = AlignedBox<Vector<T>>;

/// All points within `radius` of the segment from p0 to p1.
template <class T>
using Capsule = Rounded<Segment<Vector<T>>>;

/// The convex hull of at least one of the `points`, by scanning all of them; the 8 corners of a frustum, for example.
template <class T>
using PointCloud = HullOfPoints<Vector<T>>;

/// Oriented box; `axes` are the columns of its rotation (`rotation_axes(q)` makes them).
template <class T>
struct Box {
  using Scalar = T;
  Vector<T> center;
  std::array<Vector<T>, 3> axes;
  Vector<T> half_extents;

  constexpr Transformed<CenteredBox<Vector<T>>, std::array<Vector<T>, 3>> parts() const noexcept {
    return {{half_extents}, center, axes};
  }
  constexpr Vector<T> support(const Vector<T>& direction) const noexcept { return parts().support(direction); }
};

/// The ball of radius 1 with its axes stretched to `radii` and turned; `axes` as those of a box.
template <class T>
struct Ellipsoid {
  using Scalar = T;
  Vector<T> center;
  std::array<Vector<T>, 3> axes;
  Vector<T> radii;

  constexpr Transformed<Stretched<UnitBall<Vector<T>>>, std::array<Vector<T>, 3>> parts() const noexcept {
    return {{{}, radii}, center, axes};
  }
  Vector<T> support(const Vector<T>& direction) const noexcept { return parts().support(direction); }
};

/// A disc about the origin, perpendicular to `axis`, which is not zero.
template <class T>
struct Disc {
  using Scalar = T;
  Vector<T> axis;
  T radius;

  /// The direction without its part along the axis. If the direction has no other part, the outer product turns its
  /// rounding errors into the plane of the disc.
  Vector<T> support(const Vector<T>& direction) const noexcept {
    const Vector<T> n = with_length(axis, T(1));
    return with_length(cross(cross(n, direction), n), radius);
  }
};

/// Two discs about p0 and p1, which differ, perpendicular to the axis between them, and all between.
template <class T>
struct Cylinder {
  using Scalar = T;
  Vector<T> p0, p1;
  T radius;

  constexpr Sum<Segment<Vector<T>>, Disc<T>> parts() const noexcept { return {{p0, p1}, {p1 - p0, radius}}; }
  Vector<T> support(const Vector<T>& direction) const noexcept { return parts().support(direction); }
};

/// The hull of `apex` and of a disc about `base`, which differs from `apex`, perpendicular to the axis.
template <class T>
struct Cone {
  using Scalar = T;
  Vector<T> base, apex;
  T radius;

  /// A HullOf<Point<T>, Sum<Point<T>, Disc<T>>>, except that the further one of the two is chosen relative to `base`:
  /// far from the origin the sums have lost the digits that decide.
  Vector<T> support(const Vector<T>& direction) const noexcept {
    const Vector<T> axis = apex - base, rim = Disc<T>{axis, radius}.support(direction);
    return dot(axis, direction) >= dot(rim, direction) ? apex : base + rim;
  }
};

}  // namespace lockstep::reference
