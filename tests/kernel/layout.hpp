// The same columns of floats in many layouts of memory.
#pragma once

#include <cstring>
#include <string>

#include "objects.hpp"

namespace lockstep::test {

/// Columns copied into bytes of their own, and streams that read them from there.
struct Layout {
  std::string name;
  std::vector<char> bytes;
  Streams streams;
};

/// Writes `columns` into `layout.bytes`: element i of column s at start[s] + i * stride.
inline Layout laid_out(std::string name, const Columns& columns, std::size_t bytes, std::ptrdiff_t stride,
                       const std::vector<std::size_t>& start) {
  Layout layout{std::move(name), std::vector<char>(bytes, '\x7f'), {}};
  for (std::size_t s = 0; s < columns.size(); ++s) {
    char* const first = layout.bytes.data() + start[s];
    for (std::size_t i = 0; i < columns[s].size(); ++i)
      std::memcpy(first + static_cast<std::ptrdiff_t>(i) * stride, &columns[s][i], sizeof(float));
    layout.streams.push_back({reinterpret_cast<const float*>(first), stride});
  }
  return layout;
}

/// One block per column, each `offset` bytes off the alignment of a cache line.
inline Layout separate(const Columns& columns, std::size_t offset) {
  const std::size_t count = columns[0].size(), block = (count * sizeof(float) + 2 * 64) / 64 * 64 + 64;
  Layout layout = laid_out("misaligned by " + std::to_string(offset), columns, columns.size() * block + 64,
                           sizeof(float), std::vector<std::size_t>(columns.size(), 0));
  const auto address = reinterpret_cast<std::uintptr_t>(layout.bytes.data());
  const std::size_t base = (64 - address % 64) % 64 + offset;
  for (std::size_t s = 0; s < columns.size(); ++s) {
    char* const first = layout.bytes.data() + base + s * block;
    std::memcpy(first, columns[s].data(), count * sizeof(float));
    layout.streams[s] = {reinterpret_cast<const float*>(first), sizeof(float)};
  }
  return layout;
}

/// An array of structures of `size` bytes whose floats start at byte `offset`.
inline Layout structures(const Columns& columns, std::size_t size, std::size_t offset) {
  std::vector<std::size_t> start;
  for (std::size_t s = 0; s < columns.size(); ++s) start.push_back(offset + s * sizeof(float));
  return laid_out("structures of " + std::to_string(size) + " bytes", columns, columns[0].size() * size + offset + 64,
                  static_cast<std::ptrdiff_t>(size), start);
}

/// The last element first in memory.
inline Layout reversed(const Columns& columns) {
  std::vector<std::size_t> start;
  const std::size_t count = columns[0].size();
  for (std::size_t s = 0; s < columns.size(); ++s)
    start.push_back(((s + 1) * count - (count == 0 ? 0 : 1)) * sizeof(float));
  return laid_out("reversed", columns, columns.size() * count * sizeof(float) + 64,
                  -static_cast<std::ptrdiff_t>(sizeof(float)), start);
}

}  // namespace lockstep::test
