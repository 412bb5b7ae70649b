// lockstep_digest: a fixed set of questions, and one number for all answers to them. The number must be the same for
// every instruction set, compiler, optimisation level and processor, and under all conditions that a caller may set.
//
//   lockstep_digest                                       # a line per section: name, questions, digests of both
//   lockstep_digest --isa sse42 --pairs 600 --expect tests/digest/expected.txt
//   lockstep_digest --list box_box/gjk > a                # a line per question: compare two builds with diff
#include <CLI/CLI.hpp>

#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <map>

#include "sections.hpp"
#include "thread_executor.hpp"

namespace lockstep::digest {
namespace {

// The pairs per section of expected.txt.
constexpr std::size_t all_pairs = 18000, few_pairs = 600;

std::string text(std::uint64_t digest) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016" PRIx64, digest);
  return digits;
}

std::string key(const Section& section) { return section.name + ' ' + std::to_string(section.count); }

std::string digests(const Section& section, const Conditions& conditions) {
  Fnv1a answers;
  for (const std::uint8_t answer : section.ask(conditions)) answers.add(answer);
  return text(section.questions) + ' ' + text(answers.value());
}

/// A line per section, and the digest of these lines.
void print(std::FILE* out, std::size_t pairs, const Conditions& conditions) {
  Fnv1a total;
  visit_sections(pairs, [&](const Section& section) {
    const std::string line = key(section) + ' ' + digests(section, conditions) + '\n';
    for (const char c : line) total.add(static_cast<std::uint8_t>(c));
    std::fputs(line.c_str(), out);
  });
  std::fprintf(out, "total %zu %s\n", pairs, text(total.value()).c_str());
}

void update(const std::string& path, const Conditions& conditions) {
  std::FILE* const out = std::fopen(path.c_str(), "w");
  if (out == nullptr) throw std::runtime_error("cannot write " + path);
  std::fputs(
      "# section, questions, digest of the questions, digest of the answers. CONTRIBUTING.md says when this may\n"
      "# change: lockstep_digest --update tests/digest/expected.txt\n",
      out);
  for (const std::size_t pairs : {few_pairs, all_pairs}) print(out, pairs, conditions);
  if (std::fclose(out) != 0) throw std::runtime_error("cannot write " + path);
}

/// From "name count" to the two digests.
std::map<std::string, std::string> read_expected(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::map<std::string, std::string> expected;
  for (std::string line; std::getline(file, line);) {
    const std::size_t end = line.find(' ', line.find(' ') + 1);
    if (line[0] != '#') expected[line.substr(0, end)] = line.substr(end + 1);
  }
  return expected;
}

/// The first thing to look at: a question whose answer depends on the conditions.
void explain(const Section& section, const Conditions& conditions) {
  const Answers plain = section.ask({.isa = Isa::scalar, .threads = 1}), got = section.ask(conditions);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (plain[i] == got[i]) continue;
    std::printf("  question %zu: answer %d, but %d by scalar lanes without any condition\n  %s\n", i, got[i], plain[i],
                section.line(i).c_str());
    return;
  }
  std::printf("  scalar lanes without any condition agree: compare --list %s with that of another build\n",
              section.name.c_str());
}

int compare(const std::string& path, std::size_t pairs, const Conditions& conditions) {
  const std::map<std::string, std::string> expected = read_expected(path);
  int sections = 0, different = 0;
  visit_sections(pairs, [&](const Section& section) {
    const auto known = expected.find(key(section));
    if (known == expected.end()) throw std::runtime_error(path + " has no line '" + key(section) + "'");
    const std::string got = digests(section, conditions);
    ++sections;
    if (got == known->second) return;
    ++different;
    std::printf("%s: %s, expected %s\n", key(section).c_str(), got.c_str(), known->second.c_str());
    explain(section, conditions);
  });
  std::printf("%d sections of %zu pairs, %d differ\n", sections, pairs, different);
  return different == 0 ? 0 : 1;
}

void list(const std::string& name, std::size_t pairs, const Conditions& conditions) {
  bool found = false;
  visit_sections(pairs, [&](const Section& section) {
    if (section.name != name) return;
    found = true;
    const Answers answers = section.ask(conditions);
    for (std::size_t i = 0; i < answers.size(); ++i) std::printf("%d %s\n", answers[i], section.line(i).c_str());
  });
  if (!found) throw std::runtime_error("there is no section " + name);
}

int run(int argc, char** argv) {
  CLI::App app("The answers to a fixed set of questions, as one number", "lockstep_digest");
  Conditions conditions;
  std::string isa, expect, record, section;
  std::uint64_t seed = 0;
  std::size_t pairs = all_pairs;
  unsigned executor_threads = 0;
  app.add_option("--pairs", pairs, "the first COUNT pairs of each section; 600 and 18000 are recorded");
  app.add_option("--isa", isa, "instruction set");
  app.add_option("--threads", conditions.threads, "of TBB")->check(CLI::PositiveNumber);
  app.add_option("--executor", executor_threads, "by an executor of so many plain threads, instead of TBB");
  CLI::Option* const shuffle = app.add_option("--shuffle", seed, "ask in another order, of this seed");
  app.add_option("--offset", conditions.offset, "bytes by which streams and verdicts are misaligned");
  app.add_flag("--swap", conditions.swap, "ask about (b, a)");
  app.add_flag("--ftz", conditions.flush_denormals, "flush denormals to zero in the calling thread");
  app.add_option("--expect", expect, "compare with this file; exit code 1 if anything differs");
  app.add_option("--list", section, "the answers of this section one by one, as pair lines");
  app.add_option("--update", record, "write this file anew");
  CLI11_PARSE(app, argc, argv)
  test::ThreadExecutor executor(executor_threads);
  if (executor_threads != 0) conditions.executor = executor.executor();
  if (!isa.empty()) conditions.isa = isa_from_name(isa);
  if (shuffle->count() != 0) conditions.shuffle = seed;
  if (!expect.empty()) return compare(expect, pairs, conditions);
  if (!record.empty()) return update(record, conditions), 0;
  if (!section.empty()) return list(section, pairs, conditions), 0;
  return print(stdout, pairs, conditions), 0;
}

}  // namespace
}  // namespace lockstep::digest

int main(int argc, char** argv) {
  try {
    return lockstep::digest::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lockstep_digest: %s\n", error.what());
    return 2;
  }
}
