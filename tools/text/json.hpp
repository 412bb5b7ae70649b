// Checked access to the JSON of a file. Errors name the place: "nodes[3].mesh: must be below 5".
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "text/error.hpp"

namespace lockstep::tools {

using Json = nlohmann::json;

/// Parses JSON text, with bounds on its depth and its size: a value takes up to 50 times its text in memory.
[[nodiscard]] Json parse_json(std::span<const std::byte> text);

/// Throws the same errors as `parse_json`, and builds nothing.
void check_json(std::span<const std::byte> text);

/// An object of the file and its place.
class Node {
 public:
  /// Throws if `value` is not a JSON object.
  Node(const Json& value, std::string place);

  [[nodiscard]] const std::string& place() const { return place_; }
  [[nodiscard]] std::string place(std::string_view key) const { return concat(place_, ".", key); }
  [[noreturn]] void fail(std::string_view key, std::string_view problem) const;

  [[nodiscard]] bool has(const char* key) const { return value_->contains(key); }
  [[nodiscard]] std::vector<std::string> keys() const;
  [[nodiscard]] Node child(const char* key) const;
  /// An array, which must be there.
  [[nodiscard]] const Json& list(const char* key) const;
  /// Printable, at most `limit` bytes; empty if absent.
  [[nodiscard]] std::string text(const char* key, std::size_t limit = 80) const;
  /// As it stands in the file: hostile until checked. Throws if absent.
  [[nodiscard]] const std::string& raw_text(const char* key) const;
  [[nodiscard]] bool flag(const char* key) const;
  [[nodiscard]] double number(const char* key) const;
  [[nodiscard]] double number(const char* key, double otherwise) const;
  /// An index into an array of `count` elements.
  [[nodiscard]] std::optional<std::size_t> index(const char* key, std::size_t count) const;
  /// A list of such indices; empty if absent.
  [[nodiscard]] std::vector<std::size_t> indices(const char* key, std::size_t count) const;

  /// A list of any length, which must be there.
  [[nodiscard]] std::vector<double> number_list(const char* key) const;
  template <std::size_t count>
  [[nodiscard]] std::array<double, count> numbers(const char* key) const {
    std::array<double, count> values;
    read_numbers(key, values);
    return values;
  }

 private:
  [[nodiscard]] std::size_t as_index(const char* key, const Json& value, std::size_t count) const;
  void read_numbers(const char* key, std::span<double> values) const;

  const Json* value_;
  std::string place_;
};

/// A top-level array of objects ("nodes", "meshes", ...) that may be absent.
class Section {
 public:
  Section(const Json& file, const char* name);
  [[nodiscard]] std::size_t count() const { return array_ == nullptr ? 0 : array_->size(); }
  [[nodiscard]] Node operator[](std::size_t index) const;

 private:
  const Json* array_ = nullptr;
  std::string name_;
};

}  // namespace lockstep::tools
