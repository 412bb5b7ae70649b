#include "contacts/hull_contacts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/quaternion.hpp"
#include "contacts/hull_face.hpp"
#include "polygons/reduce_manifold.hpp"
#include "polygons/slab_feature.hpp"

namespace lockstep::detail {

namespace {

using Point = ContactPoint3;
using Frame = ContactFrame<double>;

Point row_of(const ShapeRef& shape, int k) {
  const float(&row)[4] = shape.record->row[k];
  return {row[0], row[1], row[2]};
}

/// A point of the world relative to the position of the shape.
Point relative_to(const ShapeRef& shape, const Point& p) {
  if (shape.position == nullptr) return p;
  const Point from_high = p - Point{shape.position->x, shape.position->y, shape.position->z};
  if (shape.low_position == nullptr) return from_high;
  const auto& [middle, last] = *shape.low_position;
  return (from_high - Point{middle.x, middle.y, middle.z}) - Point{last.x, last.y, last.z};
}

HullFeature feature_of_box(const ShapeRef& box, RecordKind kind, const Frame& frame, const Point& origin,
                           double towards) {
  std::array<Point, 3> axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const Point low = row_of(box, 0), high = row_of(box, 1);
  Point center = (low + high) * 0.5, half = (high - low) * 0.5;
  if (kind == RecordKind::box) {
    const Quat& q = *box.rotation;
    const auto& row = box.record->row;
    axes = math::rotation_axes(math::Quaternion<double>{q.x, q.y, q.z, q.w});
    center = low, half = {row[1][3], row[2][3], row[3][3]};
  }
  const Point axis[3] = {frame.of(axes[0]), frame.of(axes[1]), frame.of(axes[2])};
  const double halves[3] = {half.x, half.y, half.z};
  return feature_of<HullFeature>(facing_slab(frame.of(center - origin), axis, halves, 0.0, towards));
}

HullFeature feature_of_capsule(const ShapeRef& capsule, const Frame& frame, const Point& origin, double towards) {
  const Point p = row_of(capsule, 0), q = row_of(capsule, 1), edge = (q - p) * 0.5;
  const double length = std::sqrt(dot(edge, edge));
  const Point axis[1] = {frame.of(length > 0 ? edge * (1 / length) : Point{1, 0, 0})};
  const double half[1] = {length};
  const double radius = capsule.record->row[0][3];
  return feature_of<HullFeature>(facing_slab(frame.of((p + q) * 0.5 - origin), axis, half, radius, towards));
}

HullFeature feature_of(const ShapeRef& shape, RecordKind kind, const Frame& frame, const Point& origin,
                       double towards) {
  if (kind == RecordKind::hull) return hull_feature(shape, frame, origin, towards);
  if (kind == RecordKind::capsule) return feature_of_capsule(shape, frame, origin, towards);
  return feature_of_box(shape, kind, frame, origin, towards);
}

std::uint32_t number_of(double feature) { return static_cast<std::uint32_t>(static_cast<std::uint64_t>(feature)); }

void put(double (&to)[3], const Point& p) { to[0] = p.x, to[1] = p.y, to[2] = p.z; }

/// Removes points beyond sharp corners: the lines one `weld_tolerance` away from the two sides of such a corner
/// intersect far away, where there is no contact.
void remove_beyond(const HullFeature& q, double weld_tolerance, ClippedPoints<double, HullFeature::most>& all) {
  double low_x = q.x[0], high_x = q.x[0], low_y = q.y[0], high_y = q.y[0];
  for (int k = 1; k < q.corners; ++k) {
    low_x = std::min(low_x, q.x[k]), high_x = std::max(high_x, q.x[k]);
    low_y = std::min(low_y, q.y[k]), high_y = std::max(high_y, q.y[k]);
  }
  const double room = 4 * weld_tolerance;
  for (int i = 0; i < all.count; ++i) {
    ClippedPoint<double>& m = all.at[i];
    const bool beside = m.x < low_x - room || m.x > high_x + room || m.y < low_y - room || m.y > high_y + room;
    if (beside) m.separation = no_contact;
  }
}

}  // namespace

void find_hull_contacts(const HullContactQuery& query, RecordKind kind_a, RecordKind kind_b, const double (&at)[3],
                        double margin, ContactAnswer& answer) {
  const Frame frame(Point{query.normal[0], query.normal[1], query.normal[2]});
  const Point origin{at[0], at[1], at[2]};
  const HullFeature of_a = feature_of(query.shapes.a, kind_a, frame, relative_to(query.shapes.a, origin), -1);
  const HullFeature of_b = feature_of(query.shapes.b, kind_b, frame, relative_to(query.shapes.b, origin), 1);
  answer.count = 0;
  answer.feature_a = number_of(query.swapped ? of_b.whole : of_a.whole);
  answer.feature_b = number_of(query.swapped ? of_a.whole : of_b.whole);
  const bool below = of_a.is_face && of_b.is_edge;  // p is the edge if there are a face and an edge
  const HullFeature &p = below ? of_b : of_a, &q = below ? of_a : of_b;
  const double up = below ? -1 : 1;
  const Clipping<HullFeature, double> clipping(p, q, up, margin);
  if (!clipping.meet) return;
  ClippedPoints<double, HullFeature::most> all;
  clip_features(clipping, all);
  if (q.is_face) remove_beyond(q, clipping.weld_tolerance, all);
  const ReducedPoints<double> four = reduce_manifold(all, clipping.weld_tolerance);
  const bool q_is_a = below != query.swapped;
  for (std::size_t k = 0; k < ContactAnswer::most; ++k) {
    ContactAnswer::Point& to = answer.points[k];
    to = {};
    if (!four.kept[k]) continue;
    const ClippedPoint<double>& m = four.point[k];
    const Point on_p = frame.to_world({m.x, m.y, m.z}) + origin, on_q = frame.to_world(foot_on(q, m, up)) + origin;
    put(to.a, q_is_a ? on_q : on_p), put(to.b, q_is_a ? on_p : on_q);
    to.separation = std::max(m.separation, query.lower);
    to.feature_a = number_of(q_is_a ? m.of_q : m.of_p), to.feature_b = number_of(q_is_a ? m.of_p : m.of_q);
    ++answer.count;
  }
}

}  // namespace lockstep::detail
