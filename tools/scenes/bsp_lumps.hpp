// The lumps of a Quake III map, and the flags of its shaders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/bytes.hpp"

namespace lockstep::tools {

struct Lump {
  std::uint64_t index;
  std::size_t record_size;
  const char* name;
};

inline constexpr Lump entities_lump{0, 1, "the entities lump"}, shaders_lump{1, 72, "the shaders lump"},
    planes_lump{2, 16, "the planes lump"}, models_lump{7, 40, "the models lump"},
    brushes_lump{8, 12, "the brushes lump"}, sides_lump{9, 8, "the brush sides lump"},
    vertices_lump{10, 44, "the vertices lump"}, faces_lump{13, 104, "the faces lump"};

inline Bytes lump_bytes(const Bytes& file, const Lump& lump) {
  const std::uint64_t entry = 8 + 8 * lump.index;
  return file.slice(file.u32(entry), file.u32(entry + 4), lump.name);
}

inline Records lump_records(const Bytes& file, const Lump& lump) {
  return {lump_bytes(file, lump), lump.record_size, lump.name};
}

// Flags as the map compiler writes them: surface properties, and contents of a brush.
inline bool is_drawn(const Bytes& shader) {
  constexpr std::uint32_t not_drawn = 0x4 | 0x80 | 0x100 | 0x200;  // sky, nodraw, hint, skip
  return (shader.u32(64) & not_drawn) == 0;
}
inline bool is_solid_or_liquid(const Bytes& shader) {
  constexpr std::uint32_t solid_or_liquid = 0x1 | 0x8 | 0x10 | 0x20;  // solid, lava, slime, water
  return (shader.u32(68) & solid_or_liquid) != 0;
}

/// An index in a record that must lie in [0, count). `owner` is "brush" or "face".
inline std::size_t checked_index(std::uint32_t value, std::size_t count, std::string_view what, std::string_view owner,
                                 std::size_t number) {
  if (value >= count) throw ReadError(concat(what, " ", value, " of ", owner, " ", number, ": there are ", count));
  return value;
}

}  // namespace lockstep::tools
