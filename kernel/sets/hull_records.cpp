// Converts vertices to the records of hulls without a placement (records.hpp); placed_hulls.cpp has the others.
// Everything that is rounded here is first computed in double.
#include "sets/hull_records.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/float_environment.hpp"
#include "base/rounded_up.hpp"
#include "base/validate.hpp"
#include "lockstep/sets.hpp"
#include "sets/exact_vertices.hpp"

namespace lockstep {

namespace detail {

namespace {

void check_vertices(std::span<const Vec3> vertices, const char* what) {
  for (std::size_t i = 0; i < vertices.size(); ++i)
    if (!is_valid_vec3(vertices[i])) check_vec3(vertices[i], what + ("[" + std::to_string(i) + "]"));
}

/// Fills the padding to whole registers as well.
void fill_padded(float* to, std::size_t count, float x) {
  for (std::size_t first = 0; first < count; first += vertex_padding) std::fill_n(to + first, vertex_padding, x);
}

/// The largest distance of a vertex from the middle of the extents.
template <class Relative>
double radius_of(const Mesh& mesh, const Relative& relative) {
  double square = 0;
  for (std::size_t i = 0; i < mesh.count; ++i) {
    const std::array<double, 3> vertex = relative(i);
    double sum = 0;
    for (unsigned axis = 0; axis < 3; ++axis) {
      const double from = vertex[axis] - middle_of(mesh.extents[axis]);
      sum += from * from;
    }
    square = std::max(square, sum);
  }
  return std::sqrt(square);
}

/// Stores the vertices; relative(i) is vertex i relative to the origin. Coordinates are stored in two parts, padded
/// with copies of the first vertex.
template <class Relative>
Mesh lay_out(const VertexRoom& room, const Vec3& origin, std::size_t vertices, const Relative& relative) {
  const auto count = static_cast<std::uint32_t>(vertices);
  const std::size_t stride = padded(count), at = std::size_t{room.at} * vertex_padding;
  float *const high_parts = room.vertices + at, *const low_parts = room.low_parts + at;
  Mesh mesh{origin, room.at, count, {}, 0};
  const std::array<double, 3> first = relative(0);
  for (unsigned axis = 0; axis < 3; ++axis) {
    const auto high = static_cast<float>(first[axis]);
    fill_padded(high_parts + axis * stride, stride, high);
    fill_padded(low_parts + axis * stride, stride, static_cast<float>(first[axis] - high));
    mesh.extents[axis] = {first[axis], first[axis], 0};
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::array<double, 3> vertex = relative(i);
    for (unsigned axis = 0; axis < 3; ++axis) {
      const double x = vertex[axis];
      const auto high = static_cast<float>(x), low = static_cast<float>(x - high);
      high_parts[axis * stride + i] = high, low_parts[axis * stride + i] = low;
      Extents& e = mesh.extents[axis];
      e.is_exact &= x == double{high} + double{low};
      e.low = std::min(e.low, x), e.high = std::max(e.high, x), e.mean += x;
    }
    mesh.reach = std::max(mesh.reach, std::abs(vertex[0]) + std::abs(vertex[1]) + std::abs(vertex[2]));
  }
  for (Extents& e : mesh.extents) e.mean /= static_cast<double>(count);
  if (count > 3) mesh.radius = radius_of(mesh, relative);  // smaller hulls need none, and triangles are made in queries
  return mesh;
}

/// Allocates room for the vertices in the store.
VertexRoom room_in(ShapeStore& store, std::size_t vertices) {
  const std::uint32_t at = store.take_hull(static_cast<std::uint32_t>(vertices));
  return {store.vertices.data(), store.low_parts.data(), at};
}

}  // namespace

void check_hull(std::span<const Vec3> vertices, const char* what, Check checking) {
  if (vertices.empty()) throw InvalidInput(std::string(what) + ": empty, a hull has at least one vertex");
  if (vertices.size() > most_vertices) throw_too_many_vertices();  // before all of them are read
  if (checking == Check::inputs) check_vertices(vertices, what);
}

Mesh lay_out_vertices(const VertexRoom& room, std::span<const Vec3> vertices) {
  const Vec3 origin = vertices[0];
  const auto relative = [&](std::size_t i) {
    const Vec3& v = vertices[i];
    return std::array<double, 3>{double{v.x} - origin.x, double{v.y} - origin.y, double{v.z} - origin.z};
  };
  const Mesh mesh = lay_out(room, origin, vertices.size(), relative);
  const std::size_t stride = padded(mesh.count), at = std::size_t{room.at} * vertex_padding;
  const float *const high = room.vertices + at, *const low = room.low_parts + at;
  bool is_exact = true;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec3& v = vertices[i];
    is_exact = is_exact && is_exact_difference(v.x, origin.x, high[i], low[i]) &&
               is_exact_difference(v.y, origin.y, high[stride + i], low[stride + i]) &&
               is_exact_difference(v.z, origin.z, high[2 * stride + i], low[2 * stride + i]);
  }
  if (!is_exact) mark_inexact(room.low_parts + at);
  return mesh;
}

Mesh store_vertices(ShapeStore& store, std::span<const Vec3> vertices) {
  return lay_out_vertices(room_in(store, vertices.size()), vertices);
}

float ball_around(const Mesh& mesh, const std::array<double, 3>& middle, const Record& record, double more) {
  double square = 0;
  for (unsigned axis = 0; axis < 3; ++axis) {
    const double off = middle[axis] - record.row[1][axis];
    square += off * off;
  }
  return rounded_up(mesh.radius + std::sqrt(square) + more);
}

Record poisoned_if_bad(const Record& record) {
  Record poisoned = record;
  const float* mean = record.row[3];
  if (!std::isfinite(mean[0]) || !std::isfinite(mean[1]) || !std::isfinite(mean[2]))
    for (int row = 1; row < 4; ++row) std::fill_n(poisoned.row[row], 3, std::numeric_limits<float>::quiet_NaN());
  return poisoned;
}

}  // namespace detail

using detail::Extents;
using detail::Mesh;
using detail::Record;
using detail::RecordKind;

namespace {

/// The error of the stored points in each coordinate: of the high parts alone, and of the sums of both parts.
struct Slack {
  float high, both;
};

std::array<double, 3> middle_of(const Mesh& mesh) {
  const Extents(&e)[3] = mesh.extents;
  return {detail::middle_of(e[0]), detail::middle_of(e[1]), detail::middle_of(e[2])};
}

Record hull_record(const Mesh& mesh, const Slack& slack) {
  const Vec3& anchor = mesh.origin;
  Record record{{{anchor.x, anchor.y, anchor.z, slack.high},
                 {0, 0, 0, std::bit_cast<float>(mesh.at)},
                 {0, 0, 0, std::bit_cast<float>(mesh.count)},
                 {0, 0, 0, slack.both}}};
  for (unsigned axis = 0; axis < 3; ++axis) {
    const Extents& e = mesh.extents[axis];
    const auto middle = static_cast<float>(detail::middle_of(e));
    record.row[1][axis] = middle;
    // Rounded up, so that the bounding box contains all vertices.
    record.row[2][axis] = detail::rounded_up(std::max(e.high - middle, middle - e.low));
    record.row[3][axis] = static_cast<float>(e.mean);
  }
  return detail::poisoned_if_bad(record);
}

}  // namespace

Record detail::record_of_vertices(const Mesh& mesh) { return hull_record(mesh, {}); }

std::uint32_t ShapeSet::add(const ConvexHull& shape, Check checking) {
  const detail::FloatEnvironment standard;
  detail::check_hull(shape.vertices, "hull.vertices", checking);
  store_->make_room({detail::floats_of(shape.vertices)});
  const Mesh mesh = detail::store_vertices(*store_, shape.vertices);
  const Record record = detail::record_of_vertices(mesh);
  const float ball = detail::ball_around(mesh, middle_of(mesh), record, 0);
  return store_->append(record, {}, RecordKind::hull, ShapeKind::hull, ball);
}

std::uint32_t ShapeSet::add(const ConvexVolume& shape, Check) {
  const detail::FloatEnvironment standard;
  if (shape.infinite_far())
    throw InvalidInput("volume: its far side is at infinity, which pair lists do not take; cut it, or cull with it");
  const detail::VolumeData& data = shape.data();
  const detail::VolumeCorners<double>& corners = data.corners<double>();
  const auto pairs = static_cast<std::size_t>(corners.more_count), count = 8 + 2 * pairs;
  const auto relative = [&](std::size_t i) {
    const bool is_first = i < 8;
    const detail::CornerEdge<double>* const pair = is_first ? nullptr : corners.more + (i - 8) % pairs;
    const double(&n)[3] = is_first ? corners.near[i % 4] : pair->near;
    const double(&e)[3] = is_first ? corners.edge[i % 4] : pair->edge;
    const double steps = (is_first ? i < 4 : i < 8 + pairs) ? 0 : 1;
    return std::array<double, 3>{n[0] + steps * e[0], n[1] + steps * e[1], n[2] + steps * e[2]};
  };
  store_->make_room({detail::hull_floats(static_cast<std::uint32_t>(count))});
  const Mesh mesh = detail::lay_out(detail::room_in(*store_, count), data.anchor, count, relative);
  // Two floats hold 48 bits, except near the smallest floats.
  const bool is_exact = mesh.extents[0].is_exact && mesh.extents[1].is_exact && mesh.extents[2].is_exact;
  const float least = is_exact ? 0 : 0x1p-149F;
  const Slack slack{data.corners<float>().slack,
                    static_cast<float>(corners.slack * (1 + 0x1p-20)) + 0x1p-46F * data.size + least};
  const Record record = hull_record(mesh, slack);
  const double more = 2 * (double{slack.high} + double{slack.both});
  const float ball = detail::ball_around(mesh, middle_of(mesh), record, more);
  return store_->append(record, {}, RecordKind::hull, ShapeKind::volume, ball);
}

}  // namespace lockstep
