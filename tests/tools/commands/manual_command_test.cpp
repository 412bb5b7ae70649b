// lockstep manual and lockstep completion: both have all options of --help.
#include <array>
#include <cstdio>
#include <filesystem>
#include <regex>

#include <gtest/gtest.h>

#include "support/subprocess.hpp"

namespace lockstep::tools::test {
namespace {

/// The words of a text that look like long options.
std::vector<std::string> long_options(const std::string& text) {
  const std::regex option("--[a-z][a-z-]+");
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), option), end; match != end; ++match)
    found.push_back(match->str());
  return found;
}

/// The manual page that `words` print contains, for each of these commands behind `before`, each option of --help.
std::string manual_with(const std::vector<std::string>& words, const std::vector<std::string>& before,
                        const std::string& name, const std::vector<std::string>& commands) {
  const Outcome manual = run(words);
  EXPECT_EQ(manual.exit_code, 0) << manual.err;
  const std::string page = std::regex_replace(manual.out, std::regex(R"(\\-)"), "-");
  for (const std::string& command : commands) {
    const std::string title = ".SS " + name + " " + command;
    const std::size_t begin = page.find(title + "\n");
    EXPECT_NE(begin, std::string::npos) << title;
    if (begin == std::string::npos) continue;
    const std::string section = page.substr(begin, page.find("\n.S", begin) - begin);
    std::vector<std::string> help = before;
    help.insert(help.end(), {command, "--help"});
    const std::vector<std::string> options = long_options(run(help).out);
    EXPECT_FALSE(options.empty()) << title;
    for (const std::string& option : options)
      EXPECT_NE(section.find(option), std::string::npos) << title << " without " << option;
  }
  return page;
}

TEST(Manual, HasEveryOptionOfEveryCommand) {
  const std::string page =
      manual_with({"manual"}, {}, "lockstep",
                  {"cull", "pairs", "rays", "trace", "overlap", "neighbours", "info", "manual", "completion"});
  EXPECT_TRUE(page.starts_with(".TH LOCKSTEP 1 ")) << page.substr(0, 80);
  EXPECT_NE(page.find(".SH EXIT STATUS\nExit codes: 0 done"), std::string::npos);
  EXPECT_NE(page.find(".SS lockstep perf\n"), std::string::npos);
  EXPECT_NE(page.find("see lockstep-perf(1)"), std::string::npos);
}

TEST(Manual, OfPerfHasEveryOptionOfEveryCommand) {
  const std::string page =
      manual_with({"perf", "manual"}, {"perf"}, "lockstep-perf",
                  {"compare", "selftest", "bisect", "record", "trend", "report", "manual", "completion"});
  EXPECT_TRUE(page.starts_with(".TH LOCKSTEP-PERF 1 ")) << page.substr(0, 80);
  EXPECT_NE(page.find(".SH EXIT STATUS\nExit codes: 0 nothing is slower"), std::string::npos);
  EXPECT_NE(page.find("\\fBlockstep-perf trend\\fR\nExit codes: 0 done; 1 with --fail-on slower"), std::string::npos);
}

/// Bash's completions behind these words, the first of which is found in PATH.
std::string offered(const std::string& words) {
  const std::string folder = std::filesystem::path(LOCKSTEP_PROGRAM).parent_path().string();
  const std::string script = "PATH=\"" + folder + ":$PATH\"; . <(lockstep completion bash) && COMP_WORDS=(" + words +
                             ") && COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _lockstep; echo \"${COMPREPLY[*]}\"";
  const std::string command = "bash -c '" + script + "'";
  std::FILE* const pipe = popen(command.c_str(), "r");  // NOLINT(cert-env33-c): the test's own words
  if (pipe == nullptr) return "no bash";
  std::string text;
  std::array<char, 4096> part;
  while (std::fgets(part.data(), part.size(), pipe) != nullptr) text += part.data();
  return pclose(pipe) == 0 ? text : "bash failed";
}

TEST(Completion, OfBash) {
  EXPECT_EQ(offered("lockstep \"\""), "cull pairs rays trace overlap neighbours perf info manual completion\n");
  EXPECT_EQ(offered("lockstep perf t"), "trend\n");
  EXPECT_EQ(offered("lockstep perf \"\""), "compare selftest bisect record trend report manual completion\n");
  EXPECT_EQ(offered("lockstep perf trend --fail-on \"\""), "slower\n");
  EXPECT_EQ(offered("lockstep cull --rep"), "--report --repeat\n");
  EXPECT_EQ(offered("lockstep perf compare --no"), "--no-pin\n");
  EXPECT_EQ(offered("lockstep pairs --json --method \"\""), "auto gjk\n");
  EXPECT_EQ(offered("lockstep completion \"\""), "bash fish\n");
  EXPECT_EQ(offered("lockstep cull \"\""), "\n") << "bash offers files then";
}

TEST(Completion, OfFish) {
  const Outcome fish = run({"completion", "fish"});
  EXPECT_EQ(fish.exit_code, 0) << fish.err;
  EXPECT_NE(fish.out.find("\nlockstep perf completion fish 2>/dev/null | source\n"), std::string::npos);
  EXPECT_NE(fish.out.find("-l method -x -a 'auto gjk'"), std::string::npos);
  EXPECT_EQ(run({"completion", "tcsh"}).exit_code, 2);
}

TEST(Completion, OfFishForPerf) {
  const Outcome fish = run({"perf", "completion", "fish"});
  EXPECT_EQ(fish.exit_code, 0) << fish.err;
  EXPECT_NE(fish.out.find("complete -c lockstep -n '__fish_seen_subcommand_from perf; and __fish_seen_subcommand_from "
                          "trend' -l history"),
            std::string::npos);
  EXPECT_NE(fish.out.find("complete -c lockstep-perf -n '__fish_seen_subcommand_from trend' -l history"),
            std::string::npos);
}

}  // namespace
}  // namespace lockstep::tools::test
