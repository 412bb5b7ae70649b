#pragma once

#include <string>

namespace lockstep::tools {

/// "1.20 ms"
[[nodiscard]] std::string duration(double ns);

}  // namespace lockstep::tools
