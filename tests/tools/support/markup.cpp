#include "support/markup.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>

namespace lockstep::tools::test {
namespace {

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == ':' || c == '_'; }

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Page parse() {
    if (!take("<!DOCTYPE html>")) problem("no doctype");
    while (at_ < text_.size() && page_.problems.size() < 20) {
      if (text_[at_] != '<')
        content();
      else if (take("</"))
        close();
      else
        open();
    }
    for (const std::string& name : open_) problem("<" + name + "> is not closed");
    return std::move(page_);
  }

 private:
  bool take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  std::string take_name() {
    const std::size_t start = at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    return std::string(text_.substr(start, at_ - start));
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  void content() {
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    check_text(text_.substr(at_, end - at_));
    at_ = end;
  }

  void check_text(std::string_view text) {
    if (text.find('>') != text.npos) problem("stray > in: " + std::string(text.substr(0, 60)));
    for (std::size_t i = text.find('&'); i != text.npos; i = text.find('&', i + 1)) {
      constexpr std::string_view entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
      const bool known = std::any_of(std::begin(entities), std::end(entities),
                                     [&](std::string_view entity) { return text.substr(i).starts_with(entity); });
      if (!known) problem("stray & in: " + std::string(text.substr(i, 60)));
    }
  }

  void open() {
    ++at_;
    Element element{take_name(), {}};
    if (element.name.empty()) return problem("< without a name");
    for (skip_blanks(); at_ < text_.size() && is_name(text_[at_]); skip_blanks()) attribute(element);
    const bool closed = take("/>");
    if (!closed && !take(">")) {
      ++at_;
      problem("<" + element.name + " does not end");
    }
    const std::string name = element.name;
    page_.elements.push_back(std::move(element));
    if (closed) return;
    open_.push_back(name);
    if (name == "script" || name == "style") at_ = std::min(text_.find("</" + name + ">", at_), text_.size());
  }

  void attribute(Element& element) {
    const std::string name = take_name();
    if (!take("=\"")) return problem("attribute " + name + " of " + element.name + " has no quotes");
    const std::size_t end = std::min(text_.find('"', at_), text_.size());
    const std::string_view value = text_.substr(at_, end - at_);
    if (value.find('<') != value.npos) problem("< in an attribute");
    check_text(value);
    if (!element.attributes.emplace(name, value).second) problem("attribute " + name + " twice");
    at_ = std::min(end + 1, text_.size());
  }

  void close() {
    const std::string name = take_name();
    if (!take(">")) problem("</" + name + " does not end");
    if (open_.empty() || open_.back() != name) return problem("</" + name + "> closes nothing");
    open_.pop_back();
  }

  void problem(std::string text) { page_.problems.push_back("byte " + std::to_string(at_) + ": " + std::move(text)); }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string> open_;
  Page page_;
};

}  // namespace

std::size_t Page::count(std::string_view name) const {
  return static_cast<std::size_t>(
      std::count_if(elements.begin(), elements.end(), [name](const Element& e) { return e.name == name; }));
}

Page parse_page(std::string_view text) { return Parser(text).parse(); }

nlohmann::json data_of(const std::string& page) {
  const std::size_t start = page.find("application/json\">") + 18;
  return nlohmann::json::parse(page.substr(start, page.find("</script>", start) - start));
}

void expect_self_contained(std::string_view text, const Page& page) {
  for (const std::string& problem : page.problems) ADD_FAILURE() << problem;
  for (const Element& element : page.elements)
    for (const char* attribute : {"src", "href", "srcset", "data", "action", "xlink:href"})
      EXPECT_EQ(element.attributes.count(attribute), 0U) << element.name << " " << attribute;
  for (const char* outside : {"http:", "https:", "//", "url(", "@import"})
    EXPECT_EQ(text.find(outside), std::string_view::npos) << outside << ": " << text.substr(text.find(outside), 80);
}

}  // namespace lockstep::tools::test
