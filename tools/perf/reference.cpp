#include "perf/reference.hpp"

#include <algorithm>

#include "perf/benchmark_figures.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

constexpr std::string_view reference_words[] = {"reference", "baseline"};

bool is_reference_word(std::string_view part) {
  part = without_order(part);
  return std::find(std::begin(reference_words), std::end(reference_words), part) != std::end(reference_words);
}

bool is_added(std::string_view part) {
  part = without_order(part);
  constexpr std::string_view words[] = {"real_time", "process_time", "manual_time"};
  constexpr std::string_view settings[] = {"threads:", "repeats:", "iterations:", "min_time:", "min_warmup_time:"};
  return std::find(std::begin(words), std::end(words), part) != std::end(words) ||
         std::any_of(std::begin(settings), std::end(settings),
                     [part](std::string_view setting) { return part.starts_with(setting); });
}

std::optional<std::string> reference_by_rule(const std::string& name, const ReferenceRule& rule,
                                             const IsBenchmark& is_benchmark) {
  std::smatch match;
  if (!std::regex_match(name, match, rule.pattern)) return std::nullopt;
  std::string reference = match.format(rule.name);
  if (reference == name || !is_benchmark(reference)) return std::nullopt;
  return reference;
}

}  // namespace

ReferenceRule parse_reference_rule(const std::string& text) {
  const std::size_t cut = text.rfind('=');
  if (cut == 0 || cut == std::string::npos || cut + 1 == text.size())
    throw UsageError(concat("--reference: ", quoted_word(text), " is not REGEX=NAME"));
  try {
    return {std::regex(text.substr(0, cut)), text.substr(cut + 1)};
  } catch (const std::regex_error& error) {
    throw UsageError(concat("--reference: ", quoted_word(text.substr(0, cut)), ": ", error.what()));
  }
}

bool is_asked_for(const std::string& name, const std::vector<ReferenceRule>& rules) {
  return std::any_of(rules.begin(), rules.end(),
                     [&](const ReferenceRule& rule) { return std::regex_match(name, rule.pattern); });
}

bool is_ordinary(std::string_view reference) {
  constexpr std::string_view word = "plain";
  for (std::string_view left = own_name(reference);;) {
    const std::size_t slash = std::min(left.find('/'), left.size());
    if (left.substr(0, slash) == word) return true;
    if (slash == left.size()) return false;
    left.remove_prefix(slash + 1);
  }
}

std::string_view own_name(std::string_view name) {
  for (std::size_t cut = name.rfind('/'); cut != name.npos && is_added(name.substr(cut + 1)); cut = name.rfind('/'))
    name = name.substr(0, cut);
  return name;
}

std::optional<std::string> reference_of(const std::string& name, const std::vector<ReferenceRule>& rules,
                                        const IsBenchmark& is_benchmark) {
  for (const ReferenceRule& rule : rules)
    if (std::regex_match(name, rule.pattern)) return reference_by_rule(name, rule, is_benchmark);

  const std::string_view own = own_name(name), added = std::string_view(name).substr(own.size());
  std::vector<std::string> found;
  for (std::size_t end = own.size();;) {
    const std::size_t slash = end == 0 ? own.npos : own.rfind('/', end - 1);
    const std::size_t start = slash == own.npos ? 0 : slash + 1;
    if (is_reference_word(own.substr(start, end - start))) return std::nullopt;  // it is itself a reference
    for (const std::string_view word : reference_words) {
      const std::string other = concat(own.substr(0, start), word, own.substr(end));
      for (std::string candidate : {other + std::string(added), concat(other, without_order(added)), other})
        if (is_benchmark(candidate)) found.push_back(std::move(candidate));
    }
    if (slash == own.npos) break;
    end = slash;
  }
  if (found.empty()) return std::nullopt;
  return found.front();
}

}  // namespace lockstep::tools::perf
