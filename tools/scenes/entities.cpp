#include "scenes/entities.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "text/error.hpp"

namespace lockstep::tools {
namespace {

constexpr std::string_view blanks = " \t\r\n";

/// Takes a number off the front of `text`; NaN if there is none or it is not finite.
double take_number(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc() && std::isfinite(value) ? value : std::nan("");
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text.substr(0, text.find('\0'))) {}

  std::vector<Entity> parse() {
    std::vector<Entity> entities;
    while (skip_blanks()) {
      if (text_[at_] != '{') fail("expected {");
      ++at_;
      entities.push_back(parse_block());
    }
    return entities;
  }

 private:
  Entity parse_block() {
    Entity entity;
    while (skip_blanks()) {
      if (text_[at_] == '}') {
        ++at_;
        return entity;
      }
      const std::string_view key = quoted_word();
      if (!skip_blanks()) break;
      entity.set(key, quoted_word());
    }
    fail("an entity is not closed");
  }

  std::string_view quoted_word() {
    if (text_[at_] != '"') fail("expected a quoted word");
    const std::size_t end = text_.find('"', at_ + 1);
    if (end == std::string_view::npos) fail("a quoted word is not closed");
    const std::string_view word = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return word;
  }

  /// False at the end of the text.
  bool skip_blanks() {
    at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size());
    return at_ < text_.size();
  }

  [[noreturn]] void fail(std::string_view problem) const {
    throw ReadError(concat("the entities lump, byte ", at_, ": ", problem));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::string_view Entity::value(std::string_view key) const {
  const auto found =
      std::find_if(pairs_.rbegin(), pairs_.rend(), [key](const auto& pair) { return pair.first == key; });
  return found == pairs_.rend() ? std::string_view() : found->second;
}

std::optional<double> Entity::number(std::string_view key) const {
  std::string_view text = value(key);
  const double x = take_number(text);
  return std::isnan(x) ? std::nullopt : std::optional(x);
}

std::optional<Point3> Entity::vector(std::string_view key) const {
  std::string_view text = value(key);
  const double x = take_number(text), y = take_number(text), z = take_number(text);
  if (std::isnan(x + y + z)) return std::nullopt;
  return Point3{x, y, z};
}

std::vector<Entity> parse_entities(std::string_view text) { return Parser(text).parse(); }

}  // namespace lockstep::tools
