// Objects of a view that do not lie as the kernels read them, copied a tile at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>

#include "cull_input.hpp"
#include "lockstep/cull.hpp"

namespace lockstep::detail {

/// The streams of a view, and how they lie in memory. Four floats of each object that lie side by side, a row of a matrix
/// say, are read together, which takes a third of the time.
template <std::size_t N>
class StridedObjects {
 public:
  const Streams<N> streams;

  StridedObjects(const Streams<N>& objects, const KernelTable& kernels) : streams(objects), kernels_(kernels) {
    std::array<std::size_t, N> order;
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return std::less<>()(stream(a).data, stream(b).data); });
    for (std::size_t i = 0; i < N;) {
      const std::size_t taken = take_row(order, i);
      if (taken == 0) singles_[single_count_++] = order[i];
      i += std::max<std::size_t>(taken, 1);
    }
  }

  /// Whether the kernels can read whole words of objects where they lie.
  [[nodiscard]] bool is_packed() const {
    return std::all_of(streams.stream.begin(), streams.stream.end(),
                       [](const Stream& s) { return s.stride == sizeof(float); });
  }

  /// Objects from `first` on to out(s)[0 .. size - 1], behind them copies of the last one up to a multiple of 64.
  /// out(N) has room for one more stream, of nothing.
  template <class Out>
  void copy(std::size_t first, std::size_t size, const Out& out) const {
    for (std::size_t k = 0; k < row_count_; ++k) {
      const auto& [start, of] = rows_[k];
      float* const to[4] = {out(of[0]), out(of[1]), out(of[2]), out(of[3])};
      kernels_.split_rows(address(start, first), start.stride, static_cast<int>(size), to);
    }
    for (std::size_t k = 0; k < single_count_; ++k) copy(stream(singles_[k]), first, size, out(singles_[k]));
  }

 private:
  /// Four floats of each object, and the streams that they are of; N: of none.
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
    else
      for (std::size_t i = 0; i < size; ++i) out[i] = value_at(from, first + i);
    std::fill(out + size, out + mask_words(size) * 64, out[size - 1]);
  }

  /// How many floats after stream a stream b lies in each object; a large number if that cannot be said.
  [[nodiscard]] std::ptrdiff_t distance(std::size_t a, std::size_t b) const {
    constexpr std::ptrdiff_t far = 1000, size = sizeof(float);
    const std::ptrdiff_t stride = stream(a).stride;
    const auto bytes =
        reinterpret_cast<std::intptr_t>(stream(b).data) - reinterpret_cast<std::intptr_t>(stream(a).data);
    return stride == stream(b).stride && bytes % size == 0 && std::abs(bytes) < std::abs(stride) ? bytes / size : far;
  }

  /// Makes a row of the streams from order[i] on if it can, and says of how many.
  std::size_t take_row(const std::array<std::size_t, N>& order, std::size_t i) {
    const std::size_t first = order[i];
    Row row{stream(first), {N, N, N, N}};
    std::size_t end = i;
    for (; end < N; ++end) {
      const std::ptrdiff_t k = distance(first, order[end]);
      if (k > 3 || row.stream[static_cast<std::size_t>(k)] != N) break;
      row.stream[static_cast<std::size_t>(k)] = order[end];
    }
    if (end - i < 3 || (end - i == 3 && !fill_hole(order, i, end, row))) return 0;
    rows_[row_count_++] = row;
    return end - i;
  }

  /// Three numbers of a matrix are a row as well if the fourth float lies between numbers of the matrix.
  bool fill_hole(const std::array<std::size_t, N>& order, std::size_t i, std::size_t end, Row& row) const {
    constexpr std::size_t matrix = N == 18 ? 12 : 0;
    const auto is_near = [&](std::size_t k) {
      return order[k] < matrix && std::abs(distance(order[i], order[k])) < 1000;
    };
    for (std::size_t k = i; k < end; ++k)
      if (order[k] >= matrix) return false;
    if (row.stream[3] != N || (end < N && is_near(end))) return true;
    if (i == 0 || !is_near(i - 1)) return false;
    --row.start.data;
    std::rotate(row.stream.begin(), row.stream.end() - 1, row.stream.end());
    return true;
  }

  const KernelTable& kernels_;
  std::array<Row, N> rows_;
  std::array<std::size_t, N> singles_;
  std::size_t row_count_ = 0, single_count_ = 0;
};

}  // namespace lockstep::detail
