// The gain of lockstep, for people and for programs.
#pragma once

#include <string>

#include "runs/gain.hpp"

namespace lockstep::tools {

/// A table and its summary; nothing if nothing was measured.
[[nodiscard]] std::string gain_text(const Gain& gain);
/// The same as a section of a page.
[[nodiscard]] std::string gain_html(const Gain& gain);
[[nodiscard]] std::string gain_json(const Gain& gain);

}  // namespace lockstep::tools
