// Text in a table of comma-separated values.
#pragma once

#include <string>

namespace lockstep::tools {

/// `text` as a field (RFC 4180): quoted if it holds a character that would end it.
[[nodiscard]] std::string quoted_field(const std::string& text);

}  // namespace lockstep::tools
