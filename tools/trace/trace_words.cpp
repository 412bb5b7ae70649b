#include "trace/trace_words.hpp"

#include <charconv>
#include <cmath>

#include "text/error.hpp"

namespace lockstep::tools {

std::string_view word(Verdict verdict) {
  constexpr std::string_view words[] = {"separated", "touching", "overlapping"};
  return words[static_cast<std::size_t>(verdict)];
}

std::string_view word(TraceStage stage) {
  constexpr std::string_view words[] = {"closed form", "bounds", "search", "shifted"};
  return words[static_cast<std::size_t>(stage)];
}

std::string_view word(TraceEnd end) {
  constexpr std::string_view words[] = {"goes on", "separated", "overlapping", "enclosed", "no farther"};
  return words[static_cast<std::size_t>(end)];
}

std::string_view word(reference::End end) {
  constexpr std::string_view words[] = {"goes on", "separated", "enclosed", "gave up"};
  return words[static_cast<std::size_t>(end)];
}

std::string_view lanes(bool in_double) { return in_double ? "double" : "float"; }

std::string corners(unsigned region) {
  std::string letters;
  for (unsigned i = 0; i < 4; ++i)
    if ((region >> i & 1U) != 0) letters += static_cast<char>('A' + i);
  return letters.empty() ? "-" : letters;
}

std::string digits(double number, bool in_double) {
  if (std::isnan(number)) return "nan";
  char text[40];
  char* const end = in_double ? std::to_chars(text, text + sizeof text, number).ptr
                              : std::to_chars(text, text + sizeof text, static_cast<float>(number)).ptr;
  return {text, end};
}

std::string digits(const TraceVector& v, bool in_double, bool in_plane) {
  std::string text = concat(digits(v.x, in_double), " ", digits(v.y, in_double));
  if (!in_plane) text += concat(" ", digits(v.z, in_double));
  return text;
}

}  // namespace lockstep::tools
