// Lists that people read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "text/error.hpp"

namespace lockstep::tools {

/// Lists of up to a million lines: shows the first twenty, and the number of further ones.
class FewLines {
 public:
  /// The text before and behind each line.
  explicit FewLines(std::string before, std::string after = "\n")
      : before_(std::move(before)), after_(std::move(after)) {}

  /// The line as it is shown; nothing after the first twenty.
  [[nodiscard]] std::string next(std::string_view line) {
    return ++count_ <= most ? concat(before_, line, after_) : std::string();
  }
  /// The number of lines that were not shown, as one more line; nothing if all were.
  [[nodiscard]] std::string rest() const {
    if (count_ <= most) return {};
    return concat(before_, before_.ends_with(':') ? " " : "", "and ", count_ - most, " more", after_);
  }
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  static constexpr std::size_t most = 20;

  std::string before_, after_;
  std::size_t count_ = 0;
};

}  // namespace lockstep::tools
