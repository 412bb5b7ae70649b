// The header of a PLY file: its elements, and the properties of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tools {

enum class PlyFormat : std::uint8_t { text, little_endian, big_endian };

struct PlyType {
  enum class Kind : std::uint8_t { whole, natural, real } kind;
  std::uint8_t bytes;
};

struct PlyProperty {
  std::string name;
  PlyType type;
  std::optional<PlyType> count = {};  ///< of a list: the type of its length
};

struct PlyElement {
  std::string name;  ///< printable
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties = {};

  /// The bytes that a row has at least.
  [[nodiscard]] std::uint64_t least_bytes(PlyFormat format) const;
};

struct PlyHeader {
  PlyFormat format = PlyFormat::text;
  std::vector<PlyElement> elements;
  std::size_t bytes = 0;  ///< its length
  std::size_t lines = 0;
};

/// Throws `ReadError`.
[[nodiscard]] PlyHeader read_ply_header(std::string_view file);

}  // namespace lockstep::tools
