#include "frames/npy_header.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::tools {
namespace {

constexpr std::size_t max_axes = 32;  // NumPy's own limit for long

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  NpyHeader parse() {
    expect('{');
    while (!take('}')) {
      const std::string key = string();
      expect(':');
      value_of(key);
      if (structured_) return {.type = {}, .structured = true, .fortran_order = false, .shape = {}};
      if (!take(',')) {
        expect('}');
        break;
      }
    }
    skip_blanks();
    if (at_ != text_.size()) fail("something stands behind the closing brace");
    if (!type_ || !fortran_order_ || !shape_) fail("descr, fortran_order or shape is missing");
    return {.type = *type_, .structured = false, .fortran_order = *fortran_order_, .shape = *shape_};
  }

 private:
  [[noreturn]] void fail(std::string_view problem) const {
    throw ReadError(concat("the header of the array is damaged at its byte ", at_ + 1, ": ", problem));
  }

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  bool take(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!take(c)) fail(concat("'", std::string_view(&c, 1), "' should stand here"));
  }

  bool take_word(std::string_view word) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  std::string string() {
    const char quote = take('\'') ? '\'' : '"';
    if (quote == '"') expect('"');
    const std::size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos) fail("a string does not end");
    const std::string_view content = text_.substr(at_, end - at_);
    at_ = end + 1;
    return std::string(content);
  }

  void value_of(const std::string& key) {
    if (key == "descr")
      description();
    else if (key == "fortran_order")
      once(fortran_order_) = boolean();
    else if (key == "shape")
      once(shape_) = tuple();
    else
      fail(concat("an unknown key ", quoted_word(key)));
  }

  /// With a duplicate key one of its two values would be ignored.
  template <class Value>
  std::optional<Value>& once(std::optional<Value>& value) const {
    if (value) fail("a key is there twice");
    return value;
  }

  void description() {
    skip_blanks();
    if (at_ < text_.size() && (text_[at_] == '[' || text_[at_] == '{' || text_[at_] == '('))
      structured_ = true;
    else
      once(type_) = string();
  }

  bool boolean() {
    if (take_word("True")) return true;
    if (!take_word("False")) fail("True or False should stand here");
    return false;
  }

  std::vector<std::size_t> tuple() {
    std::vector<std::size_t> numbers;
    expect('(');
    while (!take(')')) {
      if (numbers.size() == max_axes) fail("the shape has too many axes");
      numbers.push_back(number());
      if (!take(',')) {
        expect(')');
        break;
      }
    }
    return numbers;
  }

  std::size_t number() {
    skip_blanks();
    std::size_t value = 0;
    const char* const start = text_.data() + at_;
    const auto [stop, error] = std::from_chars(start, text_.data() + text_.size(), value);
    if (error == std::errc::result_out_of_range) fail("a number of the shape is too large");
    if (error != std::errc()) fail("a number from 0 on should stand here");
    at_ += static_cast<std::size_t>(stop - start);
    take('L');  // the long integers of Python 2
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool structured_ = false;
  std::optional<std::string> type_;
  std::optional<bool> fortran_order_;
  std::optional<std::vector<std::size_t>> shape_;
};

}  // namespace

NpyHeader read_npy_header(std::string_view text) { return Parser(text).parse(); }

}  // namespace lockstep::tools
