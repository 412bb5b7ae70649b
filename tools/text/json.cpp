#include "text/json.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "text/names.hpp"

namespace lockstep::tools {
namespace {

constexpr int max_depth = 256;                  // glTF nests about ten deep; its extras may go further
constexpr std::size_t max_values = 10'000'000;  // about 1 GB in memory

/// "line 3, column 14" of the character at `index`; columns are bytes.
std::string place_of(std::string_view text, std::size_t index) {
  const std::string_view before = text.substr(0, index);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t column = before.size() - (before.rfind('\n') + 1);  // npos + 1 is 0
  return concat("line ", lines + 1, ", column ", column + 1);
}

/// The word around the character at `index`, or that character.
std::string_view word_at(std::string_view text, std::size_t index) {
  const auto in_word = [text](std::size_t i) {
    constexpr std::string_view others = "+-._";
    const char c = text[i];
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || others.find(c) != others.npos;
  };
  if (!in_word(index)) return text.substr(index, 1);
  std::size_t first = index, end = index + 1;
  while (first > 0 && in_word(first - 1)) --first;
  while (end < text.size() && in_word(end)) ++end;
  return text.substr(first, end - first);
}

/// The problem in a user's words: the parser's own are for programmers. It stopped after `read` characters.
std::string parse_problem(std::string_view text, std::size_t read, bool too_large) {
  if (read > text.size() || text.empty())
    return concat(place_of(text, text.size()), ": the JSON ends in the middle, as if it were cut short");
  const std::string_view word = word_at(text, read == 0 ? 0 : read - 1);
  const std::string place = place_of(text, static_cast<std::size_t>(word.data() - text.data()));
  if (too_large) return concat(place, ": the number ", quoted_word(word), " is too large");
  return concat(place, ": ", quoted_word(word), " is not JSON, or not where it may stand");
}

/// Scans JSON text without building values: throws if it nests too deep or holds too much. (The parser's callback would
/// be the obvious place, but with one the parser takes quadratic time for long lists.)
class Bounds final : public nlohmann::json_sax<Json> {
 public:
  explicit Bounds(std::string_view text) : text_(text) {}

  bool null() override { return count(); }
  bool boolean(bool) override { return count(); }
  bool number_integer(number_integer_t) override { return count(); }
  bool number_unsigned(number_unsigned_t) override { return count(); }
  bool number_float(number_float_t, const string_t&) override { return count(); }
  bool string(string_t&) override { return count(); }
  bool binary(binary_t&) override { return count(); }
  bool key(string_t&) override { return count(); }
  bool start_object(std::size_t) override { return open(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_object() override { return --depth_, true; }
  bool end_array() override { return --depth_, true; }
  bool parse_error(std::size_t read, const std::string&, const Json::exception& error) override {
    throw ReadError(parse_problem(text_, read, dynamic_cast<const Json::out_of_range*>(&error) != nullptr));
  }

 private:
  bool count() {
    if (++values_ > max_values) throw ReadError(concat("more than ", max_values, " JSON values"));
    return true;
  }
  bool open() {
    if (++depth_ > max_depth) throw ReadError(concat("JSON nested deeper than ", max_depth, " levels"));
    return count();
  }

  std::string_view text_;
  std::size_t values_ = 0;
  int depth_ = 0;
};

/// The unexpected value, for errors.
std::string shown(const Json& value) {
  if (value.is_structured()) return value.is_array() ? "a list" : "an object";
  return value.is_string() ? quoted_word(value.get_ref<const std::string&>()) : value.dump();
}

}  // namespace

void check_json(std::span<const std::byte> text) {
  const char* const first = reinterpret_cast<const char*>(text.data());
  Bounds bounds({first, text.size()});
  Json::sax_parse(first, first + text.size(), &bounds);
}

Json parse_json(std::span<const std::byte> text) {
  check_json(text);
  const char* const first = reinterpret_cast<const char*>(text.data());
  return Json::parse(first, first + text.size());
}

Node::Node(const Json& value, std::string place) : value_(&value), place_(std::move(place)) {
  if (!value.is_object()) throw ReadError(concat(place_, ": must be an object"));
}

void Node::fail(std::string_view key, std::string_view problem) const {
  throw ReadError(concat(place(key), ": ", problem));
}

std::vector<std::string> Node::keys() const {
  std::vector<std::string> keys;
  for (const auto& member : value_->items()) keys.push_back(member.key());
  return keys;
}

Node Node::child(const char* key) const {
  if (!has(key)) fail(key, "is missing");
  return {value_->at(key), place(key)};
}

const Json& Node::list(const char* key) const {
  if (!has(key)) fail(key, "is missing");
  const Json& value = value_->at(key);
  if (!value.is_array()) fail(key, "must be a list");
  return value;
}

std::string Node::text(const char* key, std::size_t limit) const {
  return has(key) ? printable(raw_text(key), limit) : std::string();
}

const std::string& Node::raw_text(const char* key) const {
  if (!has(key)) fail(key, "is missing");
  const Json& value = value_->at(key);
  if (!value.is_string()) fail(key, "must be a string");
  return value.get_ref<const std::string&>();
}

bool Node::flag(const char* key) const {
  if (!has(key)) return false;
  const Json& value = value_->at(key);
  if (!value.is_boolean()) fail(key, "must be true or false");
  return value.get<bool>();
}

double Node::number(const char* key) const {
  if (!has(key)) fail(key, "is missing");
  const Json& value = value_->at(key);
  if (!value.is_number()) fail(key, concat("must be a number, not ", shown(value)));
  return value.get<double>();  // finite: JSON has no other numbers, and the parser refuses an overflow
}

double Node::number(const char* key, double otherwise) const { return has(key) ? number(key) : otherwise; }

std::size_t Node::as_index(const char* key, const Json& value, std::size_t count) const {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() >= count)
    fail(key, count == 0 ? std::string("refers to a list that is empty or missing")
                         : concat("must be a whole number from 0 to ", count - 1));
  return static_cast<std::size_t>(value.get<std::uint64_t>());
}

std::optional<std::size_t> Node::index(const char* key, std::size_t count) const {
  if (!has(key)) return std::nullopt;
  return as_index(key, value_->at(key), count);
}

std::vector<std::size_t> Node::indices(const char* key, std::size_t count) const {
  std::vector<std::size_t> list;
  if (!has(key)) return list;
  const Json& value = value_->at(key);
  if (!value.is_array()) fail(key, "must be a list");
  list.reserve(value.size());
  for (const Json& element : value) list.push_back(as_index(key, element, count));
  return list;
}

std::vector<double> Node::number_list(const char* key) const {
  std::vector<double> values;
  for (const Json& value : list(key)) {
    if (!value.is_number()) fail(key, concat("must be a list of numbers, and holds ", shown(value)));
    values.push_back(value.get<double>());
  }
  return values;
}

void Node::read_numbers(const char* key, std::span<double> values) const {
  if (!has(key)) fail(key, "is missing");
  const Json& list = value_->at(key);
  if (!list.is_array() || list.size() != values.size())
    fail(key, concat("must be a list of ", values.size(), " numbers"));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!list[i].is_number()) fail(key, concat("must be a list of ", values.size(), " numbers"));
    values[i] = list[i].get<double>();
  }
}

Section::Section(const Json& file, const char* name) : name_(name) {
  const auto found = file.find(name);
  if (found == file.end()) return;
  if (!found->is_array()) throw ReadError(concat(name_, ": must be a list"));
  array_ = &*found;
}

Node Section::operator[](std::size_t index) const { return {(*array_)[index], concat(name_, "[", index, "]")}; }

}  // namespace lockstep::tools
