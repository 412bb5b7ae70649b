// The tags of an XML text, one after the other: enough for reports, without a tree.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace lockstep::tools::perf {

struct XmlTag {
  std::string_view name;
  bool opens = false, closes = false;                  ///< both: `<name/>`
  std::map<std::string_view, std::string> attributes;  ///< with entities replaced
  std::size_t line = 0;                                ///< from 1
};

class XmlTags {
 public:
  explicit XmlTags(std::string_view text) : text_(text) {}

  /// False at the end. Leaves out text, comments, declarations and CDATA. Throws `ReadError` with the line if a tag does
  /// not end or has no name.
  [[nodiscard]] bool next(XmlTag& tag);

 private:
  [[nodiscard]] std::size_t line_at(std::size_t at);
  [[nodiscard]] bool skip(std::string_view begin, std::string_view end);
  void read_tag(XmlTag& tag);
  void read_attributes(std::string_view inner, XmlTag& tag) const;

  std::string_view text_;
  std::size_t at_ = 0, line_ = 1, counted_to_ = 0;
};

}  // namespace lockstep::tools::perf
