#include "perf/formats/benchmark_text.hpp"

#include <algorithm>
#include <iterator>
#include <list>
#include <string>
#include <utility>
#include <vector>

#include "text/error.hpp"

namespace lockstep::tools::perf {
namespace {

/// Longer words before those that they begin with.
constexpr std::string_view non_finite_words[] = {"NaN", "-NaN", "Infinity", "-Infinity", "nan", "-nan", "inf", "-inf"};

/// The word at the start of `text` that stands for NaN or infinity; empty if there is none.
std::string_view non_finite_word(std::string_view text) {
  for (const std::string_view word : non_finite_words)
    if (text.starts_with(word)) return word;
  return {};
}

/// Turns words for NaN and infinity, outside of strings, into strings, so that an error about a number can quote them.
std::string with_non_finite_quoted(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  bool in_string = false;
  while (!text.empty()) {
    const std::string_view word = in_string ? std::string_view() : non_finite_word(text);
    const bool escape = in_string && text[0] == '\\';
    const std::string_view next = text.substr(0, word.empty() ? (escape ? 2 : 1) : word.size());
    if (next == "\"") in_string = !in_string;
    if (word.empty())
      result += next;
    else
      result += concat("\"", word, "\"");
    text.remove_prefix(next.size());
  }
  return result;
}

/// A flag or a word: not a counter.
bool is_word(const Json& value) {
  return value.is_boolean() || (value.is_string() && !is_non_finite(value.get_ref<const std::string&>()));
}

/// Builds a value in which the first of several members of one name counts. (The library's own parser keeps the last.)
class FirstMembers final : public nlohmann::json_sax<Json> {
 public:
  [[nodiscard]] Json take() { return std::move(root_); }

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool key(string_t& name) override { return key_ = std::move(name), true; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return open_.pop_back(), true; }
  bool end_array() override { return open_.pop_back(), true; }
  bool parse_error(std::size_t, const std::string&, const Json::exception&) override { return false; }

 private:
  bool put(Json value) { return static_cast<void>(place(std::move(value))), true; }
  bool open(Json value) { return open_.push_back(&place(std::move(value))), true; }

  /// Stores the value and returns its place.
  Json& place(Json value) {
    if (open_.empty()) return root_ = std::move(value);
    Json& parent = *open_.back();
    if (parent.is_array()) return parent.get_ref<Json::array_t&>().emplace_back(std::move(value));
    auto& members = parent.get_ref<Json::object_t&>();
    const auto found = members.find(key_);
    if (found == members.end()) return members.emplace(key_, std::move(value)).first->second;
    if (is_word(value) && !is_word(found->second)) return found->second = std::move(value);
    return ignored_.emplace_back(std::move(value));
  }

  Json root_;
  std::vector<Json*> open_;  ///< none of them moves while it is open: lists grow at their ends, which are closed by
                             ///< then
  std::string key_;
  std::list<Json> ignored_;
};

}  // namespace

bool is_non_finite(std::string_view word) {
  return std::find(std::begin(non_finite_words), std::end(non_finite_words), word) != std::end(non_finite_words);
}

Json parse_benchmark_text(std::span<const std::byte> text) {
  const std::string quoted = with_non_finite_quoted({reinterpret_cast<const char*>(text.data()), text.size()});
  check_json(std::as_bytes(std::span(quoted)));
  FirstMembers members;
  Json::sax_parse(quoted, &members);
  return members.take();
}

}  // namespace lockstep::tools::perf
