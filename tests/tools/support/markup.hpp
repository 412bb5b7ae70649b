// Checks whether a page is well-formed and self-contained.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tools::test {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;  ///< values as written, entities included
};

struct Page {
  std::vector<Element> elements;
  std::vector<std::string> problems;  ///< tags that do not match, attributes without quotes, stray & < >

  [[nodiscard]] std::size_t count(std::string_view name) const;
};

/// HTML in XML's strict form: every element closed, every attribute quoted. Style and script hold any text.
[[nodiscard]] Page parse_page(std::string_view text);

/// The data that the page's script draws.
[[nodiscard]] nlohmann::json data_of(const std::string& page);

/// The test fails if the page has problems, or loads anything from the net or from other files.
void expect_self_contained(std::string_view text, const Page& page);

}  // namespace lockstep::tools::test
