#pragma once

#include <string_view>

#include "text/exit_code.hpp"

namespace lockstep::tools {

/// Writes everything or throws `OutputError` that names `what`.
void write_all(int descriptor, std::string_view text, std::string_view what);

}  // namespace lockstep::tools
