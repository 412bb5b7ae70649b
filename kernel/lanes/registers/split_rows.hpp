// From an array of structures to a structure of arrays, one row of four floats at a time.
#pragma once

#include <cstddef>

#include "lanes/registers/lanes.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Writes W rows to out[0][at] .. out[3][at + W - 1].
template <class RowOf>
void split_block(const RowOf& row, int at, float* const (&out)[4]) {
  Quad quad[1];
  if constexpr (Real::width == 1) {
    float aligned[4];  // the caller's floats may lie at any address
    __builtin_memcpy(aligned, row(0), sizeof aligned);
    load_rows([&](int) { return aligned; }, quad);
  } else {
    load_rows(row, quad);
  }
  quad[0].x.store(out[0] + at), quad[0].y.store(out[1] + at), quad[0].z.store(out[2] + at),
      quad[0].w.store(out[3] + at);
}

/// See detail::SplitRows.
[[gnu::flatten]] inline void split_rows(const float* first, std::ptrdiff_t stride, int count, float* const (&out)[4]) {
  const auto row = [&](int i) {
    return reinterpret_cast<const float*>(reinterpret_cast<const char*>(first) + i * stride);
  };
  int i = 0;
  for (; i + Real::width <= count; i += Real::width) {
    const float* const block = row(i);
    split_block(
        [&](int lane) { return reinterpret_cast<const float*>(reinterpret_cast<const char*>(block) + lane * stride); },
        i, out);
  }
  for (; i < (count + 63) / 64 * 64; i += Real::width)
    split_block([&](int lane) { return row(i + lane < count ? i + lane : count - 1); }, i, out);
}

}  // namespace lockstep::LOCKSTEP_ISA
