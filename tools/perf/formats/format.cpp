#include "perf/formats/format.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "perf/formats/benchmark_json.hpp"
#include "perf/formats/benchmark_text.hpp"
#include "perf/formats/readers.hpp"
#include "perf/formats/row_list.hpp"
#include "text/error.hpp"
#include "text/text.hpp"

namespace lockstep::tools::perf {
namespace {

using Reader = BenchmarkOutput (*)(ResultText);

struct NamedFormat {
  Format format;
  std::string_view name;
  Reader reader;  ///< null: it is no text
};

constexpr std::array<NamedFormat, 9> formats = {{{Format::google, "google", parse_benchmark_json},
                                                 {Format::nanobench, "nanobench", parse_nanobench},
                                                 {Format::catch2, "catch2", parse_catch2},
                                                 {Format::criterion, "criterion", parse_criterion},
                                                 {Format::pytest, "pytest", parse_pytest},
                                                 {Format::hyperfine, "hyperfine", parse_hyperfine},
                                                 {Format::go, "go", parse_go},
                                                 {Format::lines, "lines", parse_lines},
                                                 {Format::process, "process", nullptr}}};

const NamedFormat& entry_of(Format format) {
  return *std::find_if(formats.begin(), formats.end(), [&](const NamedFormat& f) { return f.format == format; });
}

/// The first element of a list of objects; null if there is none.
const Json* first_of(const Json& file, const char* list) {
  const auto found = file.find(list);
  return found == file.end() || !found->is_array() || found->empty() || !(*found)[0].is_object() ? nullptr
                                                                                                 : &(*found)[0];
}

std::optional<Format> recognised_json(const Json& file) {
  if (!file.is_object()) return std::nullopt;
  if (const Json* const benchmark = first_of(file, "benchmarks")) {
    if (benchmark->contains("stats")) return Format::pytest;
    if (benchmark->contains("name")) return Format::google;
  }
  if (const Json* const result = first_of(file, "results")) {
    if (result->contains("command")) return Format::hyperfine;
    if (result->contains("median(elapsed)")) return Format::nanobench;
  }
  return std::nullopt;
}

bool has_rows(Format format, ResultText text) {
  try {
    return !entry_of(format).reader(text).rows.empty();
  } catch (const ReadError&) {
    return false;
  }
}

}  // namespace

std::string_view name_of(Format format) { return entry_of(format).name; }

std::optional<Format> format_named(std::string_view name) {
  const auto found = std::find_if(formats.begin(), formats.end(), [&](const NamedFormat& f) { return f.name == name; });
  return found == formats.end() ? std::nullopt : std::optional(found->format);
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const NamedFormat& f : formats) names.emplace_back(f.name);
  return names;
}

std::optional<Format> recognised(std::span<const std::byte> text) {
  const std::string_view words = without_mark(as_text(text));
  const std::size_t first = words.find_first_not_of(" \t\r\n");
  if (first == words.npos) return std::nullopt;
  if (words[first] == '<') return has_rows(Format::catch2, text) ? std::optional(Format::catch2) : std::nullopt;
  if (words[first] == '{') {
    if (has_rows(Format::criterion, text)) return Format::criterion;  // lines of JSON
    try {
      return recognised_json(parse_benchmark_text(text));
    } catch (const ReadError&) {
      return std::nullopt;
    }
  }
  std::optional<Format> only;
  for (const Format format : {Format::nanobench, Format::criterion, Format::go}) {
    if (!has_rows(format, text)) continue;
    if (only) return std::nullopt;
    only = format;
  }
  return only;
}

BenchmarkOutput read_results(std::span<const std::byte> text, std::optional<Format> format) {
  const std::optional<Format> found = format ? format : recognised(text);
  if (found) return entry_of(*found).reader(text);
  const std::string_view words = without_mark(as_text(text));
  if (words.find_first_not_of(" \t\r\n") == words.npos) throw ReadError("is empty");
  if (words[words.find_first_not_of(" \t\r\n")] == '{') static_cast<void>(parse_benchmark_text(text));  // damaged?
  throw ReadError("its format is not recognised; name it with --format");
}

}  // namespace lockstep::tools::perf
