// Whole files in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::tools {

/// Largest scene file that is read: an archive of the size of a full game fits.
inline constexpr std::uint64_t max_scene_bytes = std::uint64_t{1} << 30;

/// Reads all of `path` (`-`: standard input). Throws `ReadError` if it cannot be read or holds more than `limit` bytes.
[[nodiscard]] std::vector<std::byte> read_file(const std::string& path, std::uint64_t limit);

/// The same for a file that another file names. Only plain files are opened: a pipe could block, a device never end.
[[nodiscard]] std::vector<std::byte> read_plain_file(const std::string& path, std::uint64_t limit);

}  // namespace lockstep::tools
