#include "commands/options.hpp"

#include <algorithm>

#include <lockstep/types.hpp>

#include "frames/columns.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/names.hpp"
#include "text/numbers.hpp"

namespace lockstep::tools {

Isa choose_isa(const std::string& name) {
  try {
    return name.empty() ? default_isa() : isa_from_name(name);
  } catch (const InvalidInput& error) {
    throw UsageError(error.what());
  }
}

std::optional<float> parse_length(const char* option, const std::string& text) {
  if (text.empty()) return std::nullopt;
  const std::size_t letters = std::min(text.find_last_of("0123456789.") + 1, text.size());
  const std::optional<Unit> unit = unit_of(letters == text.size() ? "m" : text.substr(letters));
  const double length = to_number<double>(std::string_view(text).substr(0, letters)) / (unit ? unit->per_base : 1);
  if (!unit || !(length >= 0 && length <= double{max_coordinate}))
    throw UsageError(
        concat(option, ": ", quoted_word(text), " is no length: a number from 0 on, in metres or with m, cm or mm"));
  return static_cast<float>(length);
}

}  // namespace lockstep::tools
