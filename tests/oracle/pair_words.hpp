// The words of a pair-file line, with which pair_line and plane_pair_line write and read shapes.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/shapes.hpp>
#include <lockstep/types.hpp>

namespace lockstep::oracle {

inline constexpr std::string_view blanks = " \t\r";

inline std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

inline std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; (begin = text.find_first_not_of(separators, begin)) != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

[[noreturn]] inline void refuse(std::string_view what, std::string_view where) {
  throw std::invalid_argument(std::string(what) + ": '" + std::string(where) + "'");
}

/// Writes the words of a shape.
class Writer {
 public:
  explicit Writer(std::string kind) : text_(std::move(kind)) {}

  Writer& operator<<(float number) {
    char digits[32];  // as "%.9g" has it, in a third of its time
    const auto [end, error] =
        std::to_chars(digits, digits + sizeof digits, double(number), std::chars_format::general, 9);
    text_.append(1, ' ').append(digits, end);
    return *this;
  }
  Writer& operator<<(const Vec3& p) { return *this << p.x << p.y << p.z; }
  Writer& operator<<(const Vec2& p) { return *this << p.x << p.y; }
  Writer& operator<<(const Quat& q) { return *this << q.x << q.y << q.z << q.w; }

  template <class Range>
  Writer& each(const Range& range) {
    for (const auto& item : range) *this << item;
    return *this;
  }
  [[nodiscard]] std::string text() const { return text_; }

 private:
  std::string text_;
};

/// Reads the words of a shape, in order.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), words_(split(text, blanks)) {
    if (words_.empty()) refuse("a shape is missing", text);
  }

  [[nodiscard]] std::string_view kind() const { return words_[0]; }

  template <class Number>
  Number number() {
    if (next_ == words_.size()) refuse("too few numbers", text_);
    const std::string_view word = words_[next_++];
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) refuse("not a number", word);
    return value;
  }
  float scalar() { return number<float>(); }
  Vec3 vector() {
    const float x = scalar(), y = scalar();
    return {x, y, scalar()};
  }
  Vec2 vector2() {
    const float x = scalar();
    return {x, scalar()};
  }
  Quat rotation() {
    const Vec3 p = vector();
    return {p.x, p.y, p.z, scalar()};
  }
  void finish() const {
    if (next_ != words_.size()) refuse("too many numbers", text_);
  }

 private:
  std::string_view text_;
  std::vector<std::string_view> words_;
  std::size_t next_ = 1;
};

/// The id and the two shapes of a line, without its comment.
inline std::array<std::string_view, 3> pair_fields(std::string_view line) {
  const std::vector<std::string_view> fields = split(line.substr(0, line.find('#')), "|");
  if (fields.size() != 3) refuse("a pair needs three fields, id | SHAPE | SHAPE", line);
  return {trimmed(fields[0]), fields[1], fields[2]};
}

}  // namespace lockstep::oracle
