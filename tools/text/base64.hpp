// Bytes encoded in text.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace lockstep::tools {

/// Nothing if the text is not Base64 (RFC 4648, the standard alphabet; padding may be left out).
[[nodiscard]] std::optional<std::vector<std::byte>> decode_base64(std::string_view text);

}  // namespace lockstep::tools
