// The entities lump of a Quake III map: { "key" "value" ... } blocks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenes/scene.hpp"

namespace lockstep::tools {

class Entity {
 public:
  void set(std::string_view key, std::string_view value) { pairs_.emplace_back(key, value); }
  /// The last value of `key`, as the game takes it; empty if absent.
  [[nodiscard]] std::string_view value(std::string_view key) const;
  [[nodiscard]] std::optional<double> number(std::string_view key) const;
  /// Three numbers separated by blanks.
  [[nodiscard]] std::optional<Point3> vector(std::string_view key) const;

 private:
  std::vector<std::pair<std::string_view, std::string_view>> pairs_;
};

/// The entities refer to `text`. Throws `ReadError`.
[[nodiscard]] std::vector<Entity> parse_entities(std::string_view text);

}  // namespace lockstep::tools
