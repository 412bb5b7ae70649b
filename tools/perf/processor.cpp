#include "perf/processor.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <regex>
#include <vector>

#include "text/error.hpp"
#include "text/file.hpp"
#include "text/names.hpp"
#include "text/text.hpp"

namespace lockstep::tools::perf {
namespace {

constexpr std::string_view blanks = " \t";

std::string trimmed(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(blanks), text.size());
  return printable(text.substr(first, text.find_last_not_of(blanks) + 1 - first));
}

/// The first processor's lines; lines that belong to no single processor are there too.
std::map<std::string, std::string> first_fields(std::string_view text) {
  std::map<std::string, std::string> fields;
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    const std::size_t colon = line.find(':');
    if (colon != line.npos) fields.try_emplace(trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1)));
  }
  return fields;
}

/// "Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz" -> "intel_xeon_e5-2680_v4"
std::string as_word(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  name = std::regex_replace(name, std::regex(R"(\((r|tm)\)|@.*|\bcpu\b)"), " ");
  name = std::regex_replace(name, std::regex("[^a-z0-9.-]+"), "_");
  const std::size_t first = std::min(name.find_first_not_of('_'), name.size());
  return name.substr(first, name.find_last_not_of('_') + 1 - first);
}

}  // namespace

Processor parse_cpuinfo(std::string_view text) {
  std::map<std::string, std::string> fields = first_fields(text);
  Processor processor;
  for (const char* name : {"model name", "Hardware", "Model", "cpu"})  // x86, ARM, ARM, POWER
    if (processor.name.empty()) processor.name = fields[name];
  processor.key = as_word(processor.name.empty() ? "unknown" : processor.name);
  // A virtual machine may give many kinds of processors one name.
  std::string numbers;
  for (const char* name : {"cpu family", "model", "stepping", "CPU implementer", "CPU part", "CPU revision"})
    if (!fields[name].empty()) numbers += (numbers.empty() ? "-" : ".") + as_word(fields[name]);
  processor.key += numbers;
  return processor;
}

Processor this_processor() {
  try {
    constexpr std::uint64_t enough = 16 << 20;
    const std::vector<std::byte> text = read_file("/proc/cpuinfo", enough);
    return parse_cpuinfo({reinterpret_cast<const char*>(text.data()), text.size()});
  } catch (const ReadError&) {
    return parse_cpuinfo({});
  }
}

}  // namespace lockstep::tools::perf
