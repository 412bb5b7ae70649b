#include <string>
#include <string_view>
#include <vector>

#include "perf/formats/readers.hpp"
#include "perf/formats/row_list.hpp"
#include "perf/formats/xml_tags.hpp"
#include "text/error.hpp"
#include "text/names.hpp"
#include "text/text.hpp"

namespace lockstep::tools::perf {
namespace {

/// Deeper sections are refused: names would grow without bound.
constexpr std::size_t most_sections = 100;

class Catch2Report {
 public:
  void add(const XmlTag& tag) {
    if (tag.name == "TestCase" || tag.name == "Section") return add_group(tag);
    if (tag.name == "BenchmarkResults") return add_benchmark(tag);
    if (in_benchmark_ && tag.opens && tag.name == "mean") return add_mean(tag);
    // Version 2 writes <failed message="..."/>; version 3 likewise.
    if (in_benchmark_ && tag.opens && tag.name == "failed") row().error = printable(attribute(tag, "message"), 300);
  }

  /// The report ends before its last benchmark did.
  [[nodiscard]] bool is_cut() const { return in_benchmark_ || !groups_.empty(); }
  [[nodiscard]] std::vector<BenchmarkRow> take() { return rows_.take(); }

 private:
  static const std::string& attribute(const XmlTag& tag, std::string_view name) {
    const auto found = tag.attributes.find(name);
    if (found == tag.attributes.end())
      throw ReadError(concat("line ", tag.line, ": <", printable(tag.name), "> has no attribute ", name));
    return found->second;
  }

  void add_group(const XmlTag& tag) {
    if (tag.opens) {
      if (groups_.size() == most_sections)
        throw ReadError(concat("line ", tag.line, ": more than ", most_sections, " sections in one another"));
      groups_.push_back(attribute(tag, "name"));
    }
    if (tag.closes && !groups_.empty()) groups_.pop_back();
  }

  void add_benchmark(const XmlTag& tag) {
    if (tag.opens) {
      std::string name;
      for (const std::string& group : groups_) name += group + "/";
      row_ = &rows_.add(name + attribute(tag, "name"), concat("line ", tag.line));
      row_->no_time = "has no mean in the report";
    }
    in_benchmark_ = tag.opens && !tag.closes;
  }

  void add_mean(const XmlTag& tag) {
    const std::string& value = attribute(tag, "value");
    const auto ns = number_in(value);
    if (!ns) throw ReadError(concat("line ", tag.line, ": the mean ", quoted_word(value), " is not a number"));
    row().no_time.clear();
    set_time(row(), *ns);
  }

  BenchmarkRow& row() { return *row_; }

  RowList rows_;
  BenchmarkRow* row_ = nullptr;  ///< the last one
  std::vector<std::string> groups_;
  bool in_benchmark_ = false;
};

}  // namespace

BenchmarkOutput parse_catch2(ResultText text) {
  XmlTags tags(without_mark(as_text(text)));
  Catch2Report report;
  bool any = false;
  for (XmlTag tag; tags.next(tag); any = true) report.add(tag);
  if (!any) throw ReadError("is not XML; pass --reporter xml to the program");
  if (report.is_cut()) throw ReadError("the XML ends in the middle, as if it were cut short");
  return {{}, report.take()};
}

}  // namespace lockstep::tools::perf
