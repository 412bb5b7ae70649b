#include "text/base64.hpp"

#include <array>
#include <cstdint>

namespace lockstep::tools {
namespace {

constexpr std::uint8_t no_digit = 64;

/// The value of each character.
constexpr std::array<std::uint8_t, 256> base64_digits = [] {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<std::uint8_t, 256> values{};
  values.fill(no_digit);
  for (std::size_t i = 0; i < alphabet.size(); ++i)
    values[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
  return values;
}();

}  // namespace

std::optional<std::vector<std::byte>> decode_base64(std::string_view text) {
  for (int i = 0; i < 2 && text.ends_with('='); ++i) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::vector<std::byte> bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint32_t digit = base64_digits[static_cast<unsigned char>(text[i])];
    if (digit == no_digit) return std::nullopt;
    bits = bits << 6 | digit;
    // The first of four characters completes no byte; the others complete one each, with 4, 2 and 0 bits left over.
    if (i % 4 != 0) bytes.push_back(static_cast<std::byte>(bits >> (6 - 2 * (i % 4)) & 0xFF));
  }
  return bytes;
}

}  // namespace lockstep::tools
