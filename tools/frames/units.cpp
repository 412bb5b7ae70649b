#include "frames/units.hpp"

#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::tools {

std::optional<Unit> unit_of(std::string_view name) {
  struct Spelling {
    std::string_view word;
    Unit unit;
  };
  constexpr Unit m{"m", 1}, cm{"cm", 100}, mm{"mm", 1000};
  constexpr Spelling spellings[] = {
      {"m", m},           {"metre", m},       {"metres", m},       {"meter", m},       {"meters", m},
      {"cm", cm},         {"centimetre", cm}, {"centimetres", cm}, {"mm", mm},         {"centimeters", cm},
      {"centimeter", cm}, {"millimetre", mm}, {"millimetres", mm}, {"millimeter", mm}, {"millimeters", mm}};
  const std::string word = plain_word(name);
  for (const Spelling& spelling : spellings)
    if (spelling.word == word) return spelling.unit;
  return std::nullopt;
}

std::string Length::text() const { return unit ? concat(number, " ", unit->name) : concat(number); }

}  // namespace lockstep::tools
