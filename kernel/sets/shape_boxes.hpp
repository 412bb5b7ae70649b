// The bounding boxes of all shapes of a set, as structure of arrays.
#pragma once

#include <limits>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "sets/shape_bounds.hpp"
#include "table/ray_batch.hpp"

namespace lockstep::detail {

/// A free slot has a box that no other box meets.
class ShapeBoxes {
 public:
  /// Relative to an origin.
  ShapeBoxes(const ShapeStore& store, const Vec3d& origin)
      : origin_(origin),
        count_(store.records.size()),
        stride_(count_ + box_padding),
        numbers_(memory_.room_for(6 * stride_)) {
    for_each_range(count_, 4096, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i != end; ++i) write(i, box_of(store, i, origin));
    });
    for (std::size_t i = count_; i != stride_; ++i) write(i, nowhere());
  }

  [[nodiscard]] const Vec3d& origin() const { return origin_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] BoxStreams streams() const {
    BoxStreams streams{{}, static_cast<std::uint32_t>(count_)};
    for (std::size_t k = 0; k < 6; ++k) streams.stream[k] = &numbers_[k * stride_];
    return streams;
  }
  /// Whether the shape was removed.
  [[nodiscard]] bool is_nowhere(std::size_t i) const { return numbers_[i] > numbers_[3 * stride_ + i]; }
  [[nodiscard]] Bounds3 operator[](std::size_t i) const {
    Bounds3 box;
    for (std::size_t k = 0; k < 3; ++k)
      box.low[k] = numbers_[k * stride_ + i], box.high[k] = numbers_[(k + 3) * stride_ + i];
    return box;
  }

 private:
  static Bounds3 nowhere() {
    constexpr float infinite = std::numeric_limits<float>::infinity();
    return {{infinite, infinite, infinite}, {-infinite, -infinite, -infinite}};
  }
  static Bounds3 box_of(const ShapeStore& store, std::size_t i, const Vec3d& origin) {
    return is_free(store, i) ? nowhere() : bounds_of(store, static_cast<std::uint32_t>(i), 0, origin);
  }
  void write(std::size_t i, const Bounds3& box) {
    for (std::size_t k = 0; k < 3; ++k)
      numbers_[k * stride_ + i] = box.low[k], numbers_[(k + 3) * stride_ + i] = box.high[k];
  }

  Vec3d origin_;
  std::size_t count_, stride_;
  Buffer<float> memory_{scratch_here()};
  float* numbers_;
};

}  // namespace lockstep::detail
