// A set of objects in the order of their places, and the bounds of each while a list of pairs is kept.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "broad_phase/proxy_set.hpp"

namespace lockstep::detail {

/// Extends an object by a little more than half of the skin. The surplus covers the rounding errors of the containment
/// test.
inline BallProxy with_room(const BallProxy& ball, float skin) {
  const float radius = (ball.radius + skin / 2) * (1 + 0x1p-17F);
  return {ball.x, ball.y, ball.z, std::min(radius, most_float)};
}
inline Bounds3 with_room(const Bounds3& box, float skin) {
  Bounds3 bounds;
  for (int k = 0; k < 3; ++k) {
    bounds.low[k] = std::max(box.low[k] - skin / 2, -most_float);
    bounds.high[k] = std::min(box.high[k] + skin / 2, most_float);
  }
  return bounds;
}

/// The distance that an object has moved since its bounds were made, without growth.
inline double distance_moved(const BallProxy& now, const BallProxy& bounds) {
  const double x = double{now.x} - double{bounds.x}, y = double{now.y} - double{bounds.y},
               z = double{now.z} - double{bounds.z};
  return std::sqrt(x * x + y * y + z * z);
}
inline double distance_moved(const Bounds3& now, const Bounds3& bounds) {
  double most = 0;
  for (int k = 0; k < 3; ++k)
    most = std::max(
        most, std::fabs(double{now.low[k]} + double{now.high[k]} - double{bounds.low[k]} - double{bounds.high[k]}));
  return most / 2;
}

/// Bounds that practically no object leaves.
inline BallProxy everywhere(const BallProxy& ball) { return {ball.x, ball.y, ball.z, most_float}; }
inline Bounds3 everywhere(const Bounds3&) {
  return {{-most_float, -most_float, -most_float}, {most_float, most_float, most_float}};
}

/// The number of spare places beyond one per object.
inline constexpr std::size_t most_new_places = 256;

/// Places are in cell order, so that the two objects of a pair lie near each other in memory.
struct KeptSet {
  std::size_t count = 0, places = 0, floats = 0, outside_count = 0;
  bool has_gaps = false;                  // places whose object has moved to another place
  Buffer<float> rows, bounds;             // by place
  Buffer<std::uint32_t> id_of;            // by place
  Buffer<std::uint32_t> outside;          // places of objects that have left their bounds
  Buffer<std::uint64_t> gaps;             // a bit for each place, allocated with the first gap
  Buffer<std::uint32_t> order, place_of;  // while a list is built: the bounds by place, and the inverse
  Buffer<float> other;                    // a buffer for reordering rows
  std::size_t ordered = 0;

  template <class Row>
  [[nodiscard]] bool is_of(const ProxySet<Row>& objects) const {
    return floats == floats_of(Row{}) && count == objects.count;
  }
  template <class Row>
  [[nodiscard]] Row* rows_as() {
    return reinterpret_cast<Row*>(rows.data());
  }
  template <class Row>
  [[nodiscard]] const Row* rows_as() const {
    return reinterpret_cast<const Row*>(rows.data());
  }
  template <class Row>
  [[nodiscard]] Row* bounds_as() {
    return reinterpret_cast<Row*>(bounds.data());
  }
  template <class Row>
  [[nodiscard]] const Row* bounds_as() const {
    return reinterpret_cast<const Row*>(bounds.data());
  }
  /// Kernels read a row even of an empty set.
  [[nodiscard]] std::size_t room_for_rows() const { return (count + most_new_places + 1) * floats; }
  [[nodiscard]] std::span<const std::uint32_t> places_outside() const { return {outside.data(), outside_count}; }
  [[nodiscard]] bool is_gap(std::uint32_t at) const { return has_gaps && (gaps.data()[at / 64] >> at % 64 & 1) != 0; }

  /// Assigns a place to each object. With `keeps_order`, keeps the existing places without their gaps.
  template <class Row>
  void begin(const ProxySet<Row>& objects, bool keeps_order);
  /// Makes bounds around all objects. False if an object is invalid.
  template <class Row>
  [[nodiscard]] bool make_bounds(const ProxySet<Row>& objects, float skin);
  /// Appends these bounds to the order.
  void place(std::span<const std::uint32_t> next);
  /// Sorts all data into the order.
  template <class Row>
  void reorder();
  /// Moves the object at a place to a new place, with new bounds.
  template <class Row>
  std::uint32_t move_to_new_place(std::uint32_t at, float skin);

  [[nodiscard]] std::size_t bytes() const noexcept {
    return rows.bytes() + bounds.bytes() + id_of.bytes() + outside.bytes() + gaps.bytes() + order.bytes() +
           place_of.bytes() + other.bytes();
  }
};

}  // namespace lockstep::detail
