// The common parts of pages.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::tools {

/// Escapes text for an element or a quoted attribute.
[[nodiscard]] std::string escaped(std::string_view text);

/// "12.30"
[[nodiscard]] std::string fixed2(double value);

/// A box with a large number; `kind` is a class that colours it.
[[nodiscard]] std::string figure_box(std::string_view kind, std::string_view id, std::string_view value,
                                     std::string_view label);

/// A picture that `zoomable` (zoom_script.hpp) can zoom, in its frame and with its buttons.
[[nodiscard]] std::string zoom_frame(std::string_view picture);

/// Everything before the body. `style` is added to the style of all pages.
[[nodiscard]] std::string page_head(std::string_view title, std::string_view style);

/// Everything after the last element: the data, which `script` finds under the id "data", and the script.
[[nodiscard]] std::string page_end(std::string_view data_json, std::string_view script);

}  // namespace lockstep::tools
