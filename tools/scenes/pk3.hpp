// PK3 archives: zip files with maps/NAME.bsp inside.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "scenes/scene.hpp"

namespace lockstep::tools {

/// Largest map that is unpacked, whatever the archive claims.
inline constexpr std::size_t max_map_bytes = std::size_t{1} << 28;

struct UnpackedMap {
  std::string name;  ///< printable: "maps/arena.bsp"
  std::vector<std::byte> data;
};

/// `map` is "NAME", "NAME.bsp" or "maps/NAME.bsp"; empty: the first in alphabetical order. Nothing is written to disk.
/// Throws `ReadError`; if there is no such map, the error lists the maps of the archive.
[[nodiscard]] UnpackedMap unpack_map(std::span<const std::byte> archive, const std::string& map);

}  // namespace lockstep::tools
