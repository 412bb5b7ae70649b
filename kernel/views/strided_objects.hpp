// Copies the objects of a strided view into the layout of the kernels, a tile at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>

#include "lockstep/types.hpp"
#include "views/streams.hpp"

namespace lockstep::detail {

/// The number of objects copied at a time: small enough for the stack and the first-level cache.
template <ViewKind K>
inline constexpr std::size_t copied_objects = K == ViewKind::transformed_boxes ? 512 : 1024;

/// The streams of a view and their memory layout. Boxes by centre and half extents become corners as they are copied.
/// Four adjacent floats of an object, such as a row of a matrix, are loaded together, which takes at most half of the
/// time.
template <ViewKind K>
class StridedObjects {
  static constexpr std::size_t N = stream_count(K);

 public:
  const Streams<K> streams;

  StridedObjects(const Streams<K>& objects, const StreamKernels& kernels) : streams(objects), kernels_(kernels) {
    Order order;
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (is_packed()) {  // no rows; calls about few objects have no time to find them
      singles_ = order;
      single_count_ = N;
      return;
    }
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return std::less<>()(stream(a).data, stream(b).data); });
    for (std::size_t i = 0; i < N;) {
      const std::size_t taken = take_row(order, i);
      if (taken == 0) singles_[single_count_++] = order[i];
      i += std::max<std::size_t>(taken, 1);
    }
  }

  /// Whether the kernels can read whole words of objects in place.
  [[nodiscard]] bool is_packed() const { return streams.is_packed(); }

  /// Calls use(stream, begin, size) for runs that cover the `count` objects from `first` on; a run starts at object
  /// `first` + begin. The streams have the layout of the kernels: whole words of packed floats in place, all others as
  /// copies.
  template <class Use>
  void for_each_run(std::size_t first, std::size_t count, const Use& use) const {
    std::array<const float*, N> stream;
    const std::size_t in_place = is_packed() ? count / 64 * 64 : 0;
    for (std::size_t s = 0; s < N; ++s) stream[s] = streams.stream[s].data + first;
    if (in_place != 0) use(stream, std::size_t{0}, in_place);
    if (in_place != count) copy_runs(first, in_place, count, use);
  }
  /// The first invalid object of a run; `size` if all are valid.
  [[nodiscard]] std::size_t first_bad(const std::array<const float*, N>& stream, std::size_t size) const {
    return static_cast<std::size_t>(kernels_.first_bad[Streams<K>::kernel](stream.data(), 0, static_cast<int>(size)));
  }

  /// Copies objects from `first` on to out(s)[0 .. size - 1], padded with copies of the last one up to a multiple of
  /// 64. out(N) is a dummy stream.
  template <class Out>
  void copy(std::size_t first, std::size_t size, const Out& out) const {
    for (std::size_t k = 0; k < row_count_; ++k) {
      const auto& [start, of] = rows_[k];
      float* const to[4] = {out(of[0]), out(of[1]), out(of[2]), out(of[3])};
      kernels_.split_rows(address(start, first), start.stride, static_cast<int>(size), to);
    }
    for (std::size_t k = 0; k < single_count_; ++k) copy(stream(singles_[k]), first, size, out(singles_[k]));
    if constexpr (K == ViewKind::aabbs)
      if (streams.centered) replace_by_ends(mask_words(size) * 64, out);
  }

 private:
  template <class Use>
  void copy_runs(std::size_t first, std::size_t begin, std::size_t end, const Use& use) const {
    std::array<std::array<float, copied_objects<K>>, N + 1> copies;
    std::array<const float*, N> stream;
    for (std::size_t s = 0; s < N; ++s) stream[s] = copies[s].data();
    for (; begin < end; begin += copied_objects<K>) {
      const std::size_t size = std::min(copied_objects<K>, end - begin);
      copy(first + begin, size, [&](std::size_t s) { return copies[s].data(); });
      use(stream, begin, size);
    }
  }

  /// Turns centres and half extents into corners.
  template <class Out>
  static void replace_by_ends(std::size_t count, const Out& out) {
    for (std::size_t s = 0; s < 3; ++s) {
      float* const center = out(s);
      float* const half = out(s + 3);
      for (std::size_t i = 0; i < count; ++i) to_ends(center[i], half[i]);
    }
  }

  using Order = std::array<std::size_t, N>;

  /// Four floats of each object, and their streams; N marks a float without a stream.
  struct Row {
    Stream start;
    std::array<std::size_t, 4> stream;
  };

  [[nodiscard]] const Stream& stream(std::size_t s) const { return streams.stream[s]; }
  static const float* address(const Stream& stream, std::size_t i) {
    return reinterpret_cast<const float*>(reinterpret_cast<const char*>(stream.data) +
                                          static_cast<std::ptrdiff_t>(i) * stream.stride);
  }

  static void copy(const Stream& from, std::size_t first, std::size_t size, float* out) {
    if (from.stride == sizeof(float))
      __builtin_memcpy(out, address(from, first), size * sizeof(float));
    else if (from.stride == 0)
      std::fill(out, out + size, value_at(from, 0));
    else
      for (std::size_t i = 0; i < size; ++i) out[i] = value_at(from, first + i);
    std::fill(out + size, out + mask_words(size) * 64, out[size - 1]);
  }

  /// If both streams seem to belong to one array of structures: the offset of b after a, in floats.
  [[nodiscard]] std::optional<std::ptrdiff_t> distance(std::size_t a, std::size_t b) const {
    constexpr std::ptrdiff_t size = sizeof(float);
    const std::ptrdiff_t stride = stream(a).stride;
    const auto bytes =
        reinterpret_cast<std::intptr_t>(stream(b).data) - reinterpret_cast<std::intptr_t>(stream(a).data);
    if (stride != stream(b).stride || bytes % size != 0 || std::abs(bytes) >= std::abs(stride)) return std::nullopt;
    return bytes / size;
  }

  /// Makes a row of the streams from order[i] on, which comes first in memory, and returns the number of its streams.
  /// The row begins with the first stream, or ends with the last one and reads some streams twice.
  std::size_t take_row(const Order& order, std::size_t i) {
    std::size_t end = i;
    for (; end < N && distance(order[i], order[end]).value_or(4) < 4; ++end)
      if (end > i && stream(order[end]).data == stream(order[end - 1]).data) break;  // two streams share a number
    if (end == i) return 0;
    for (const std::size_t anchor : {i, end - 1}) {
      const std::ptrdiff_t before = anchor == i ? 0 : 3;
      Row row{{stream(order[anchor]).data - before, stream(order[anchor]).stride}, {N, N, N, N}};
      for (std::size_t k = 0; k < end; ++k) {
        const std::ptrdiff_t at = before + distance(order[anchor], order[k]).value_or(4);
        if (at >= 0 && at < 4) row.stream[static_cast<std::size_t>(at)] = order[k];
      }
      if (std::count(row.stream.begin(), row.stream.end(), N) > (may_fill(order, i, end, row) ? 1 : 0)) continue;
      rows_[row_count_++] = row;
      return end - i;
    }
    return 0;
  }

  /// Three numbers of a matrix also make a row if the fourth float lies between numbers of the matrix. Numbers of the
  /// row itself do not count, since two streams may share one and two rows may contain it: they prove nothing about
  /// memory beyond the row.
  bool may_fill(const Order& order, std::size_t i, std::size_t end, const Row& row) const {
    constexpr std::size_t matrix = K == ViewKind::transformed_boxes ? 12 : 0;
    for (std::size_t k = i; k < end; ++k)
      if (order[k] >= matrix) return false;
    const auto floats = [&](std::size_t from, std::size_t to) {
      return order[to] < matrix ? distance(order[from], order[to]).value_or(0) : 0;
    };
    return (row.stream[0] != N || (i > 0 && floats(end - 1, i - 1) < -3)) &&
           (row.stream[3] != N || (end < N && floats(i, end) > 3));
  }

  const StreamKernels& kernels_;
  std::array<Row, N> rows_;
  Order singles_;
  std::size_t row_count_ = 0, single_count_ = 0;
};

}  // namespace lockstep::detail
