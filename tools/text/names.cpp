#include "text/names.hpp"

#include <cstddef>
#include <cstdint>

namespace lockstep::tools {
namespace {

/// Length of the UTF-8 sequence that `text` starts with, 0 if it is not valid or a control character.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return lead >= 0x20 && lead != 0x7F ? 1 : 0;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  std::uint32_t code = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
    code = code << 6 | (byte(i) & 0x3FU);
  }
  constexpr std::uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  const bool control = code < 0xA0;                                                            // the C1 set
  const bool bidi = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);  // reorders what follows
  const bool line_end = code == 0x2028 || code == 0x2029;
  return code < smallest[length] || code > 0x10FFFF || surrogate || control || bidi || line_end ? 0 : length;
}

}  // namespace

std::string printable(std::string_view name, std::size_t limit) {
  std::string result;
  while (!name.empty()) {
    const std::size_t length = sequence_length(name);
    const std::string_view next = length == 0 ? std::string_view("?") : name.substr(0, length);
    if (result.size() + next.size() > limit) return result + "...";
    result += next;
    name.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

std::string quoted_word(std::string_view word) { return "\"" + printable(word, 40) + "\""; }

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view white = " \t";
  const std::size_t first = text.find_first_not_of(white);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(white) + 1 - first);
}

std::string plain_word(std::string_view text) {
  std::string word(trimmed(text));
  for (char& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return word;
}

std::string shown_name(const std::string& path) { return path == "-" ? "standard input" : printable(path, 4096); }

}  // namespace lockstep::tools
