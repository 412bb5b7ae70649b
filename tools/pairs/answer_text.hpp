// Words and numbers of answers.
#pragma once

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <lockstep/cast.hpp>

#include "text/error.hpp"

namespace lockstep::tools {

inline std::string_view result_name(CastResult result) {
  constexpr std::string_view names[] = {"misses", "unproven", "hits"};
  return names[static_cast<std::size_t>(result)];
}

/// On one line. An id or a file's name may hold any bytes; JSON text is UTF-8.
inline std::string text_of(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// Enough digits to read the double back from them; a NaN has no sign.
inline std::string digits(double number) {
  constexpr int enough = 17;
  if (std::isnan(number)) return "nan";
  char text[40];
  return {text, std::to_chars(text, text + sizeof text, number, std::chars_format::general, enough).ptr};
}

inline std::string digits(const Vec3d& v) { return concat(digits(v.x), " ", digits(v.y), " ", digits(v.z)); }

}  // namespace lockstep::tools
