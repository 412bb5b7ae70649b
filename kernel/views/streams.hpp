// Views as streams of floats, and the errors about bad objects.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "base/validate.hpp"
#include "lockstep/views.hpp"
#include "table/view_kind.hpp"
#include "views/centered_boxes.hpp"

namespace lockstep::detail {

inline const char* address_of(const Stream& stream, std::size_t i) {
  return reinterpret_cast<const char*>(stream.data) + static_cast<std::ptrdiff_t>(i) * stream.stride;
}
inline float value_at(const Stream& stream, std::size_t i) {
  float value;
  __builtin_memcpy(&value, address_of(stream, i), sizeof value);
  return value;
}

/// The streams of a view, in the order of StreamBatch, with the names for error messages.
template <ViewKind K>
struct Streams {
  static constexpr std::size_t size = stream_count(K);
  static constexpr auto kernel = static_cast<std::size_t>(K);  // the index in tables of kernels

  const char* name;
  std::array<Stream, size> stream;
  std::array<const char*, size> field;
  std::size_t count;
  bool centered = false;  // boxes by centre and half extents

  /// Whether all streams are packed arrays of the numbers that kernels read.
  [[nodiscard]] bool is_packed() const {
    return !centered &&
           std::all_of(stream.begin(), stream.end(), [](const Stream& s) { return s.stride == sizeof(float); });
  }
  /// Names a number of an object; without an index if all objects share the number.
  [[nodiscard]] std::string at(std::size_t s, std::size_t i) const { return at(s, field[s], i); }
  [[nodiscard]] std::string at(std::size_t s, const char* what, std::size_t i) const {
    const std::string number = std::string(name) + '.' + what;
    return stream[s].stride == 0 ? number : number + '[' + std::to_string(i) + ']';
  }
};

inline Streams<ViewKind::spheres> streams_of(const SphereView& v) {
  return {"spheres", {v.x, v.y, v.z, v.radius}, {"x", "y", "z", "radius"}, v.count};
}

inline Streams<ViewKind::aabbs> streams_of(const AabbView& v) {
  Streams<ViewKind::aabbs> streams{"aabbs",
                                   {v.min_x, v.min_y, v.min_z, v.max_x, v.max_y, v.max_z},
                                   {"min_x", "min_y", "min_z", "max_x", "max_y", "max_z"},
                                   v.count,
                                   v.form == AabbForm::centered};
  if (streams.centered) streams.field = {"center_x", "center_y", "center_z", "half_x", "half_y", "half_z"};
  return streams;
}

inline Streams<ViewKind::boxes> streams_of(const BoxView& v) {
  return {"boxes",
          {v.center_x, v.center_y, v.center_z, v.rotation_x, v.rotation_y, v.rotation_z, v.rotation_w, v.half_x,
           v.half_y, v.half_z},
          {"center_x", "center_y", "center_z", "rotation_x", "rotation_y", "rotation_z", "rotation_w", "half_x",
           "half_y", "half_z"},
          v.count};
}

inline Streams<ViewKind::transformed_boxes> streams_of(const TransformedBoxView& v) {
  const MatrixStreams& m = v.matrix;
  return {
      "transformed_boxes",
      {m.m00, m.m01, m.m02, m.m03, m.m10, m.m11, m.m12, m.m13, m.m20, m.m21, m.m22, m.m23, v.min_x, v.min_y, v.min_z,
       v.max_x, v.max_y, v.max_z},
      {"matrix.m00", "matrix.m01", "matrix.m02", "matrix.m03", "matrix.m10", "matrix.m11", "matrix.m12", "matrix.m13",
       "matrix.m20", "matrix.m21", "matrix.m22", "matrix.m23", "min_x", "min_y", "min_z", "max_x", "max_y", "max_z"},
      v.count};
}

inline Streams<ViewKind::capsules> streams_of(const CapsuleView& v) {
  return {"capsules",
          {v.p0_x, v.p0_y, v.p0_z, v.p1_x, v.p1_y, v.p1_z, v.radius},
          {"p0_x", "p0_y", "p0_z", "p1_x", "p1_y", "p1_z", "radius"},
          v.count};
}

inline Streams<ViewKind::circles> streams_of(const CircleView& v) {
  return {"circles", {v.x, v.y, v.radius}, {"x", "y", "radius"}, v.count};
}

inline Streams<ViewKind::aabbs2> streams_of(const Aabb2View& v) {
  return {"aabbs", {v.min_x, v.min_y, v.max_x, v.max_y}, {"min_x", "min_y", "max_x", "max_y"}, v.count};
}

inline Streams<ViewKind::boxes2> streams_of(const Box2View& v) {
  return {"boxes",
          {v.center_x, v.center_y, v.angle, v.half_x, v.half_y},
          {"center_x", "center_y", "angle", "half_x", "half_y"},
          v.count};
}

inline Streams<ViewKind::capsules2> streams_of(const Capsule2View& v) {
  return {"capsules", {v.p0_x, v.p0_y, v.p1_x, v.p1_y, v.radius}, {"p0_x", "p0_y", "p1_x", "p1_y", "radius"}, v.count};
}

/// The numbers of object i as they are in memory.
template <ViewKind K>
auto numbers_at(const Streams<K>& objects, std::size_t i) {
  std::array<float, stream_count(K)> o;
  for (std::size_t s = 0; s < o.size(); ++s) o[s] = value_at(objects.stream[s], i);
  return o;
}

/// The numbers of object i.
template <ViewKind K>
auto object_at(const Streams<K>& objects, std::size_t i) {
  auto o = numbers_at(objects, i);
  if constexpr (K == ViewKind::aabbs)
    for (std::size_t s = 0; objects.centered && s < 3; ++s) to_ends(o[s], o[s + 3]);
  return o;
}

/// Throws an error that describes the invalid number of a box by centre and half extents.
[[noreturn]] inline void throw_bad_centered(const Streams<ViewKind::aabbs>& objects, std::size_t i) {
  const auto o = numbers_at(objects, i);
  for (std::size_t s = 0; s < 3; ++s) check_coordinate(o[s], objects.at(s, i));
  for (std::size_t s = 3; s < 6; ++s) check_length(o[s], objects.at(s, i));
  const auto ends = object_at(objects, i);
  for (std::size_t s = 3; s < 6; ++s)
    if (!is_valid_coordinate(ends[s - 3]) || !is_valid_coordinate(ends[s]))
      throw_invalid(objects.at(s, i), o[s], "reaches from its centre beyond 1e18, the largest coordinate");
  throw InvalidInput(objects.at(0, i) + ": changed while it was checked");
}

/// Throws an error that describes the invalid number of object i.
template <ViewKind K>
[[noreturn]] void throw_bad(const Streams<K>& objects, std::size_t i) {
  if constexpr (K == ViewKind::aabbs)
    if (objects.centered) throw_bad_centered(objects, i);
  constexpr ViewNumbers numbers = numbers_of(K);
  constexpr std::size_t turn = numbers.coordinates, axes = numbers.axes_of_corners;
  const auto o = object_at(objects, i);
  for (std::size_t s = 0; s < turn; ++s) check_coordinate(o[s], objects.at(s, i));
  for (std::size_t s = turn - 2 * axes; s < turn - axes; ++s)
    if (o[s] > o[s + axes]) throw_invalid(objects.at(s, i), o[s], "must not be above its max");
  if constexpr (numbers.has_rotation)
    check_rotation({o[turn], o[turn + 1], o[turn + 2], o[turn + 3]}, objects.at(turn, "rotation", i));
  if constexpr (numbers.has_angle) check_angle(o[turn], objects.at(turn, i));
  for (std::size_t s = numbers.first_length(); s < o.size(); ++s) check_length(o[s], objects.at(s, i));
  throw InvalidInput(objects.at(0, i) + ": changed while it was checked");
}

}  // namespace lockstep::detail
