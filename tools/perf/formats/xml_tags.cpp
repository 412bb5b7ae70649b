#include "perf/formats/xml_tags.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <utility>

#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

constexpr std::string_view xml_blanks = " \t\r\n";

void append_utf8(std::string& text, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (code < 0x80) return put(code);
  if (code < 0x800) return put(0xC0U | code >> 6), put(0x80U | (code & 0x3FU));
  if (code < 0x10000) return put(0xE0U | code >> 12), put(0x80U | (code >> 6 & 0x3FU)), put(0x80U | (code & 0x3FU));
  put(0xF0U | code >> 18), put(0x80U | (code >> 12 & 0x3FU)), put(0x80U | (code >> 6 & 0x3FU));
  put(0x80U | (code & 0x3FU));
}

/// "&lt;" and the like, and "&#60;"; false if it is neither.
bool append_entity(std::string& text, std::string_view entity) {
  constexpr std::pair<std::string_view, char> named[] = {
      {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [name, character] : named)
    if (entity == name) return text += character, true;
  if (!entity.starts_with('#')) return false;
  entity.remove_prefix(1);
  const int base = entity.starts_with('x') ? 16 : 10;
  if (base == 16) entity.remove_prefix(1);
  std::uint32_t code = 0;
  const auto [end, error] = std::from_chars(entity.data(), entity.data() + entity.size(), code, base);
  if (entity.empty() || error != std::errc() || end != entity.data() + entity.size() || code > 0x10FFFF) return false;
  append_utf8(text, code);
  return true;
}

std::string with_entities_replaced(std::string_view text) {
  constexpr std::size_t longest = 12;
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text[0] == '&' ? text.substr(0, longest).find(';') : text.npos;
    if (end != text.npos && append_entity(result, text.substr(1, end - 1))) {
      text.remove_prefix(end + 1);
      continue;
    }
    result += text[0];
    text.remove_prefix(1);
  }
  return result;
}

}  // namespace

std::size_t XmlTags::line_at(std::size_t at) {
  const std::string_view between = text_.substr(counted_to_, at - counted_to_);
  line_ += static_cast<std::size_t>(std::count(between.begin(), between.end(), '\n'));
  counted_to_ = at;
  return line_;
}

bool XmlTags::skip(std::string_view begin, std::string_view end) {
  if (!text_.substr(at_).starts_with(begin)) return false;
  const std::size_t found = text_.find(end, at_ + begin.size());
  if (found == text_.npos)
    throw ReadError(
        concat("line ", line_at(at_), ": ", quoted_word(begin), " does not end, as if the XML were cut short"));
  at_ = found + end.size();
  return true;
}

bool XmlTags::next(XmlTag& tag) {
  while (true) {
    at_ = std::min(text_.find('<', at_), text_.size());
    if (at_ == text_.size()) return false;
    if (skip("<!--", "-->") || skip("<![CDATA[", "]]>") || skip("<!", ">") || skip("<?", "?>")) continue;
    read_tag(tag);
    return true;
  }
}

void XmlTags::read_tag(XmlTag& tag) {
  tag = {};
  tag.line = line_at(at_);
  char quote = 0;
  std::size_t end = at_ + 1;
  for (; end < text_.size() && (quote != 0 || text_[end] != '>'); ++end) {
    const char c = text_[end];
    if (quote != 0)
      quote = c == quote ? '\0' : quote;
    else if (c == '"' || c == '\'')
      quote = c;
  }
  if (end == text_.size())
    throw ReadError(concat("line ", tag.line, ": a tag does not end, as if the XML were cut short"));
  std::string_view inner = text_.substr(at_ + 1, end - at_ - 1);
  at_ = end + 1;
  tag.closes = inner.starts_with('/') || inner.ends_with('/');
  tag.opens = !inner.starts_with('/');
  if (!tag.opens) inner.remove_prefix(1);
  if (inner.ends_with('/')) inner.remove_suffix(1);
  tag.name = inner.substr(0, inner.find_first_of(xml_blanks));
  if (tag.name.empty()) throw ReadError(concat("line ", tag.line, ": a tag has no name"));
  read_attributes(inner.substr(tag.name.size()), tag);
}

void XmlTags::read_attributes(std::string_view inner, XmlTag& tag) const {
  while (true) {
    const std::size_t first = inner.find_first_not_of(xml_blanks);
    if (first == inner.npos) return;
    const std::size_t equals = inner.find('=', first);
    const char quote = equals == inner.npos || equals + 1 == inner.size() ? '\0' : inner[equals + 1];
    const std::size_t end = quote == '"' || quote == '\'' ? inner.find(quote, equals + 2) : inner.npos;
    if (end == inner.npos)
      throw ReadError(concat("line ", tag.line, ": an attribute of <", printable(tag.name), "> is not NAME=\"VALUE\""));
    tag.attributes.try_emplace(inner.substr(first, equals - first),
                               with_entities_replaced(inner.substr(equals + 2, end - equals - 2)));
    inner.remove_prefix(end + 1);
  }
}

}  // namespace lockstep::tools::perf
