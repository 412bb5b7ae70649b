// Lists that people read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "text/error.hpp"

namespace lockstep::tools::perf {

/// Lines of which there may be a million: the first twenty, and how many more there are.
class FewLines {
 public:
  static constexpr std::size_t most = 20;

  /// Of each line.
  explicit FewLines(std::string prefix) : prefix_(std::move(prefix)) {}

  void add(std::string_view line) {
    if (++count_ <= most) text_ += concat(prefix_, line, "\n");
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  /// Each with its end; empty if there are none.
  [[nodiscard]] std::string text() const {
    return count_ <= most ? text_ : concat(text_, prefix_, "and ", count_ - most, " more\n");
  }

 private:
  std::string prefix_, text_;
  std::size_t count_ = 0;
};

}  // namespace lockstep::tools::perf
