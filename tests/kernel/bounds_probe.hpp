// The kernels' computations before a proof, and the bounds that the proofs use, as plain functions. bounds_probe.cpp is
// compiled twice, for float and for double lanes of width 1, with the flags of the kernels.
#pragma once

#include <array>

#include "lockstep/reference/vector.hpp"
#include "lockstep/volumes.hpp"
#include "table/records.hpp"
#include "table/world_rays.hpp"

namespace lockstep::test {

using Triple = reference::Vector<double>;

/// Of a pair, in the frame and at the scale of its Minkowski difference.
struct SupportAnswer {
  double scale;
  Triple point;         ///< the support point w along v
  double along, bound;  ///< v.w, and the bound on its error
  double vertex_bound;  ///< on the distance of w from the true shape
};

/// N.p of the face p, q, r, and the part of the bound that its own roundings may use.
struct FaceAnswer {
  double determinant, bound;
};

struct GapAnswer {
  double widest, bound;
};

struct ClosedAnswer {
  bool separated, overlapping;
  double scale;
};

/// What double lanes make of a pair that their search leaves open (`is_open`): whether the last try finds the origin
/// inside, whether it does if it never ends early, and whether the search alone says that it finds nothing.
struct LastTryAnswer {
  bool is_open, inside, inside_in_full, is_shallow;
};

/// The depth of an object inside a plane.
struct PlaneAnswer {
  double inside, bound;
};

struct BoundsProbe {
  bool is_double;
  double support_bound, vertex_bound;
  template <class Function>
  using Table = std::array<std::array<Function*, detail::record_kinds>, detail::record_kinds>;
  using ShapeRef = detail::ShapeRef;

  /// By the kinds of two records, the lower one first; null if there is no such formula.
  Table<SupportAnswer(const ShapeRef& a, const ShapeRef& b, const Triple& v)> support;
  Table<GapAnswer(const ShapeRef& a, const ShapeRef& b)> widest_gap;
  Table<ClosedAnswer(const ShapeRef& a, const ShapeRef& b)> closed;
  /// In double lanes.
  Table<LastTryAnswer(const ShapeRef& a, const ShapeRef& b)> last_try;

  /// Of two boxes of a `BoxView`.
  GapAnswer (*view_gap)(const std::array<float, 10>& a, const std::array<float, 10>& b);
  /// Cosine and sine of an angle, in float lanes.
  std::array<double, 2> (*turn)(float angle);

  FaceAnswer (*face)(const Triple& p, const Triple& q, const Triple& r);
  /// Whether the origin, not proven to lie behind the face pqr of the tetrahedron with d, is proven to lie inside that one
  /// and the one with e, to which the face shows its outside; and inside two triangles of the plane, with e to the right
  /// of pq.
  bool (*two_tetrahedra)(const Triple& p, const Triple& q, const Triple& r, const Triple& d, const Triple& e);
  bool (*two_triangles)(const Triple& p, const Triple& q, const Triple& d, const Triple& e);

  /// `view_box` is a box of a `BoxView`.
  std::array<PlaneAnswer (*)(const ShapeRef& object, const detail::VolumeData& volume, int plane), detail::record_kinds>
      plane;
  PlaneAnswer (*view_box)(const std::array<float, 10>& numbers, const detail::VolumeData& volume, int plane);

  /// For a box of a `TransformedBoxView`: its planes, and its support point against a volume that is one point.
  using TransformedBox = std::array<float, 18>;
  PlaneAnswer (*transformed_plane)(const TransformedBox& box, const detail::VolumeData& volume, int plane);
  SupportAnswer (*transformed_support)(const TransformedBox& box, const detail::VolumeData& point, const Triple& v);

  /// A ray as it is tested against boxes of a world, in double; whether it may hit one up to a limit, in float. Null in
  /// the other.
  void (*start_ray)(const detail::RayOfBox& ray, detail::RaysToBoxes& to);
  bool (*meets_box)(const detail::RaysToBoxes& rays, float limit, const float (&box)[6]);
};

}  // namespace lockstep::test

namespace lockstep::probe_float {
extern const test::BoundsProbe bounds_probe;
}
namespace lockstep::probe_double {
extern const test::BoundsProbe bounds_probe;
}
