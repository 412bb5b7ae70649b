// The text of a pair file, and its name in messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/error.hpp"
#include "text/file.hpp"
#include "text/names.hpp"
#include "text/text.hpp"

namespace lockstep::tools {

inline constexpr std::uint64_t max_pair_bytes = std::uint64_t{1} << 31;

struct PairText {
  std::string shown;
  std::vector<std::byte> bytes;

  explicit PairText(const std::string& file) : shown(shown_name(file)) {
    try {
      bytes = read_file(file, max_pair_bytes);
    } catch (const ReadError& error) {
      throw ReadError(concat(shown, ": ", error.what()));
    }
  }
  /// Throws `ReadError` if the file holds blanks alone.
  void check_not_empty() const {
    if (without_mark(view()).find_first_not_of(" \t\r\n") == std::string_view::npos)
      throw ReadError(concat(shown, ": is empty"));
  }
  [[nodiscard]] std::string_view view() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
};

}  // namespace lockstep::tools
