// From an array of structures to streams, a row of four floats at a time.
#pragma once

#include <cstddef>

#include "lanes.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// See KernelTable::split_rows.
inline void split_rows(const float* first, std::ptrdiff_t stride, int count, float* const (&out)[4]) {
  const auto* const bytes = reinterpret_cast<const char*>(first);
  for (int i = 0; i < (count + 63) / 64 * 64; i += Real::width) {
    Quad quad[1];
    if constexpr (Real::width == 1) {
      float row[4];  // the caller's floats may lie at any address
      __builtin_memcpy(row, bytes + (i < count ? i : count - 1) * stride, sizeof row);
      load_rows([&](int) { return row; }, quad);
    } else {
      load_rows(
          [&](int lane) {
            const int at = i + lane < count ? i + lane : count - 1;
            return reinterpret_cast<const float*>(bytes + at * stride);
          },
          quad);
    }
    quad[0].x.store(out[0] + i), quad[0].y.store(out[1] + i), quad[0].z.store(out[2] + i), quad[0].w.store(out[3] + i);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
