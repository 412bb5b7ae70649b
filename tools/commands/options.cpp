#include "commands/options.hpp"

#include <algorithm>

#include <lockstep/types.hpp>

#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/fields.hpp"
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

std::optional<Length> parse_length(const char* option, const std::string& text) {
  if (text.empty()) return std::nullopt;
  const std::size_t letters = std::min(text.find_last_of("0123456789.") + 1, text.size());
  const bool has_unit = letters < text.size();
  const std::optional<Unit> unit = has_unit ? unit_of(text.substr(letters)) : std::nullopt;
  const std::string_view number = std::string_view(text).substr(0, letters);
  if (auto problem = decimal_comma_problem(number, 1)) throw UsageError(concat(option, ": ", *problem));
  const Length length{to_number<double>(number), unit};
  if ((has_unit && !unit) || !(length.number >= 0 && length.number <= double{max_coordinate}))
    throw UsageError(
        concat(option, ": ", quoted_word(text), " is not a length: a number from 0 on, in metres or with m, cm or mm"));
  return length;
}

}  // namespace lockstep::tools
