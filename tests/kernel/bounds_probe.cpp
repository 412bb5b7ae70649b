// The probe of one lane type: LOCKSTEP_ISA is probe_float or probe_double; the latter comes with LOCKSTEP_DOUBLE.
#include "bounds_probe.hpp"

#include "lanes/cull/object_in_volume.hpp"
#include "lanes/gjk/gjk_step.hpp"
#include "lanes/gjk/gjk_step2.hpp"
#include "lanes/pairs/pair_shapes.hpp"
#include "lanes/shapes/cos_sin.hpp"
#ifdef LOCKSTEP_DOUBLE
#include "lanes/world/ray_start.hpp"
#else
#include "lanes/world/ray_boxes.hpp"
#endif

namespace lockstep::LOCKSTEP_ISA {

namespace {

using detail::ShapeRef;
using enum RecordKind;
using test::Triple;

Vec narrow(const Triple& v) {
  return {Real(static_cast<Number>(v.x)), Real(static_cast<Number>(v.y)), Real(static_cast<Number>(v.z))};
}
Triple widen(const Vec& v) { return {v.x.v, v.y.v, v.z.v}; }

/// The power of two that scales the difference of a pair to unit size.
template <RecordKind A, RecordKind B, class ShapeOfA, class ShapeOfB>
Real scale_of(const ShapeOfA& a, const ShapeOfB& b) {
  const RowsOf<A> rows_a(a);
  const RowsOf<B> rows_b(b);
  const Vec origin = xyz(rows_b.row[0]);
  return unit_scale(difference(load<A>(rows_a, a, origin, nullptr), load<B>(rows_b, b, origin, nullptr)).size());
}

/// The same in closed forms. The form of a sphere and a box measures the centre outside of the frame of the box.
template <RecordKind A, RecordKind B, class ShapeOfA, class ShapeOfB>
Real closed_scale_of(const ShapeOfA& a, const ShapeOfB& b) {
  if constexpr (A == sphere && B == box) {
    const RowsOf<B> rows_b(b);
    return unit_scale(load_sphere(RowsOf<A>(a), xyz(rows_b.row[0])).size() + rows_b.row[0].w);
  } else {
    return scale_of<A, B>(a, b);
  }
}

template <RecordKind A, RecordKind B>
test::SupportAnswer support(const ShapeRef& first, const ShapeRef& second, const Triple& direction) {
  const auto a = [&](int) -> const ShapeRef& { return first; };
  const auto b = [&](int) -> const ShapeRef& { return second; };
  const auto shape = PairOf<A, B>::difference(a, b, nullptr, nullptr);
  const Vec v = narrow(direction), w = shape.support(v, first_lanes(1));
  const Real slack = shape.slack;
  return {scale_of<A, B>(a, b).v, widen(w), dot(v, w).v, support_error(v, slack).v,
          (Real(vertex_bound) + slack * Real(2)).v};
}

template <RecordKind A, RecordKind B>
test::GapAnswer widest_gap(const ShapeRef& first, const ShapeRef& second) {
  const auto a = [&](int) -> const ShapeRef& { return first; };
  const auto b = [&](int) -> const ShapeRef& { return second; };
  const RowsOf<A> rows_a(a);
  const RowsOf<B> rows_b(b);
  const Vec origin = xyz(rows_b.row[0]);
  const BoxGap gap = box_gap(load_oriented<A>(rows_a, a, origin), load_oriented<B>(rows_b, b, origin));
  return {gap.widest.v, gap.bound.v};
}

test::GapAnswer view_gap(const std::array<float, 10>& a, const std::array<float, 10>& b) {
  const auto box = [](const std::array<float, 10>& x) {
    return turned_box({x[0], x[1], x[2]}, Quad{x[3], x[4], x[5], x[6]}, {x[7], x[8], x[9]});
  };
  const BoxGap gap = box_gap(box(a), box(b), turned_axis_bound);
  return {gap.widest.v, gap.bound.v};
}

std::array<double, 2> turn(float angle) {
  if constexpr (is_double) return {};
  const Vec2 of_angle = cos_sin(Real(angle));
  return {of_angle.x.v, of_angle.y.v};
}

template <RecordKind A, RecordKind B>
test::ClosedAnswer closed(const ShapeRef& first, const ShapeRef& second) {
  const auto a = [&](int) -> const ShapeRef& { return first; };
  const auto b = [&](int) -> const ShapeRef& { return second; };
  const Verdicts verdicts = PairOf<A, B>::closed_form(a, b);
  return {any(verdicts.separated), any(verdicts.overlapping), closed_scale_of<A, B>(a, b).v};
}

#ifdef LOCKSTEP_DOUBLE
template <RecordKind A, RecordKind B>
test::LastTryAnswer last_try(const ShapeRef& first, const ShapeRef& second) {
  const auto a = [&](int) -> const ShapeRef& { return first; };
  const auto b = [&](int) -> const ShapeRef& { return second; };
  const auto shape = PairOf<A, B>::difference(a, b, nullptr, nullptr);
  const Decision decision = search_from_anywhere(shape, first_lanes(1));
  const Mask left = !(decision.separated | decision.overlapping);
  Mask in_full = first_lanes(0);
  for (int which = 0; which < 6; ++which) {
    Mask ignored = first_lanes(0);
    in_full = in_full | holds_simplex(shape, which, left & !in_full, ignored);
  }
  return {any(left), any(encloses_origin(shape, decision, left)), any(in_full), any(left & decision.shallow)};
}
#endif

/// Section 4 of docs/numerics.md reserves this share of the units of vertex_bound for the roundings of a face: 7 for
/// its edges, 6 for the last dot product.
constexpr Number face_share = 13 * rounding_unit;

test::FaceAnswer face(const Triple& first, const Triple& second, const Triple& third) {
  const Vec p = narrow(first), q = narrow(second), r = narrow(third);
  const Vec e = q - p, f = r - p, normal = cross(e, f);
  const Real bound = Real(face_share) * norm_1(normal) + (norm_max(e) * norm_max(f)) * Real(edge_bound);
  return {dot(normal, p).v, bound.v};
}

/// A shape with one support point.
template <class V>
struct OnePoint {
  V center, point;
  Real slack = 0;

  V support(const V& /*along*/, Mask /*active*/) const { return point; }
};

bool two_tetrahedra(const Triple& first, const Triple& second, const Triple& third, const Triple& inner,
                    const Triple& outer) {
  const Vec a = narrow(first), b = narrow(second), c = narrow(third), d = narrow(inner), e = narrow(outer);
  const BehindFaces behind = proves_behind(a, b, c, d, cross(b - a, c - a), cross(c - a, d - a), cross(d - a, b - a),
                                           cross(c - b, d - b), Real(0));
  Decision decision = begin(first_lanes(1));
  return any(encloses_across(OnePoint<Vec>{e, e}, a, Simplex{b, c, d, d}, behind, first_lanes(1), decision));
}

bool two_triangles(const Triple& first, const Triple& second, const Triple& inner, const Triple& outer) {
  const auto flat = [](const Triple& t) { return Vec2{narrow(t).x, narrow(t).y}; };
  const Vec2 a = flat(first), b = flat(second), c = flat(inner), e = flat(outer);
  const auto side = [](const Vec2& p, const Vec2& q) { return behind(right_of(q - p), p, Real(0), Real(0)); };
  Decision decision = begin(first_lanes(1));
  return any(encloses_across(OnePoint<Vec2>{e, e}, a, Segment{b, c}, BehindSides{side(a, b), side(c, a), side(b, c)},
                             first_lanes(1), decision));
}

TransformedObject transformed_object(const std::array<float, 18>& x, const VolumeData& volume) {
  const auto vec = [&](std::size_t s) { return Vec{Real(x[s]), Real(x[s + 1]), Real(x[s + 2])}; };
  return {
      {vec(0), vec(4), vec(8)}, Vec{Real(x[3]), Real(x[7]), Real(x[11])} - broadcast(volume.anchor), vec(12), vec(15)};
}

test::SupportAnswer transformed_support(const std::array<float, 18>& x, const VolumeData& point,
                                        const Triple& direction) {
  const TransformedObject object = transformed_object(x, point);
  const auto shape = object_in_volume(object, point);
  const Vec v = narrow(direction), w = shape.support(v, first_lanes(1));
  const Real scale = unit_scale(difference(object.shape(), Volume(point, object.center, object.extent)).size());
  return {scale.v, widen(w), dot(v, w).v, support_error(v, shape.slack).v,
          (Real(vertex_bound) + shape.slack * Real(2)).v};
}

template <class Object>
test::PlaneAnswer plane_answer(const Object& object, const VolumeData& volume, int plane) {
  Real inside = object.along(Planes(volume).plane[plane]).most;
  if constexpr (Object::round) inside = inside + object.radius;
  return {inside.v, (object.lengths() * Real(plane_bound) + bound_of(volume)).v};
}

template <RecordKind K>
test::PlaneAnswer plane(const ShapeRef& object, const VolumeData& volume, int plane) {
  const auto shape = [&](int) -> const ShapeRef& { return object; };
  return plane_answer(load_object<K>(RowsOf<K>(shape), shape, broadcast(volume.anchor), nullptr), volume, plane);
}

test::PlaneAnswer view_box(const std::array<float, 10>& x, const VolumeData& volume, int plane) {
  const Vec center = Vec{x[0], x[1], x[2]} - broadcast(volume.anchor);
  return plane_answer(box_object(center, Quad{x[3], x[4], x[5], x[6]}, {x[7], x[8], x[9]}), volume, plane);
}

test::PlaneAnswer transformed_plane(const std::array<float, 18>& x, const VolumeData& volume, int plane) {
  return plane_answer(transformed_object(x, volume), volume, plane);
}

#ifdef LOCKSTEP_DOUBLE
void start_ray(const detail::RayOfBox& ray, detail::RaysToBoxes& to) { start_rays(&ray, 1, to); }
#else
bool meets_box(const detail::RaysToBoxes& rays, float limit, const float (&box)[6]) {
  return any(LaneRay(rays, 0, limit).across([&](std::uint32_t end) { return Real(box[end]); }).is_met());
}
#endif

}  // namespace

const test::BoundsProbe bounds_probe = {
    .is_double = is_double,
    .support_bound = support_bound,
    .vertex_bound = vertex_bound,
    .support =
        {{{support<sphere, sphere>, support<sphere, aabb>, support<sphere, box>, support<sphere, capsule>,
           support<sphere, quadric>, support<sphere, hull>},
          {nullptr, support<aabb, aabb>, support<aabb, box>, support<aabb, capsule>, support<aabb, quadric>,
           support<aabb, hull>},
          {nullptr, nullptr, support<box, box>, support<box, capsule>, support<box, quadric>, support<box, hull>},
          {nullptr, nullptr, nullptr, support<capsule, capsule>, support<capsule, quadric>, support<capsule, hull>},
          {nullptr, nullptr, nullptr, nullptr, support<quadric, quadric>, support<quadric, hull>},
          {nullptr, nullptr, nullptr, nullptr, nullptr, support<hull, hull>}}},
    .widest_gap =
        {{{}, {nullptr, nullptr, widest_gap<aabb, box>}, {nullptr, nullptr, widest_gap<box, box>}, {}, {}, {}}},
    .closed = {{{closed<sphere, sphere>, closed<sphere, aabb>, closed<sphere, box>, closed<sphere, capsule>},
                {},
                {},
                {nullptr, nullptr, nullptr, closed<capsule, capsule>},
                {},
                {}}},
#ifdef LOCKSTEP_DOUBLE
    .last_try =
        {{{last_try<sphere, sphere>, last_try<sphere, aabb>, last_try<sphere, box>, last_try<sphere, capsule>,
           last_try<sphere, quadric>, last_try<sphere, hull>},
          {nullptr, last_try<aabb, aabb>, last_try<aabb, box>, last_try<aabb, capsule>, last_try<aabb, quadric>,
           last_try<aabb, hull>},
          {nullptr, nullptr, last_try<box, box>, last_try<box, capsule>, last_try<box, quadric>, last_try<box, hull>},
          {nullptr, nullptr, nullptr, last_try<capsule, capsule>, last_try<capsule, quadric>, last_try<capsule, hull>},
          {nullptr, nullptr, nullptr, nullptr, last_try<quadric, quadric>, last_try<quadric, hull>},
          {nullptr, nullptr, nullptr, nullptr, nullptr, last_try<hull, hull>}}},
#else
    .last_try = {},
#endif
    .view_gap = view_gap,
    .turn = turn,
    .face = face,
    .two_tetrahedra = two_tetrahedra,
    .two_triangles = two_triangles,
    .plane = {plane<sphere>, plane<aabb>, plane<box>, plane<capsule>, plane<quadric>, plane<hull>},
    .view_box = view_box,
    .transformed_plane = transformed_plane,
    .transformed_support = transformed_support,
#ifdef LOCKSTEP_DOUBLE
    .start_ray = start_ray,
    .meets_box = nullptr,
#else
    .start_ray = nullptr,
    .meets_box = meets_box,
#endif
};

}  // namespace lockstep::LOCKSTEP_ISA
