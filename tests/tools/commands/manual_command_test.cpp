// lockstep manual and lockstep completion: both know what --help knows.
#include <array>
#include <cstdio>
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

const std::vector<std::vector<std::string>> commands = {
    {"cull"},           {"pairs"},         {"rays"},           {"overlap"}, {"perf", "compare"}, {"perf", "selftest"},
    {"perf", "record"}, {"perf", "trend"}, {"perf", "report"}, {"info"},    {"completion"}};

TEST(Manual, HasEveryOptionOfEveryCommand) {
  const Outcome manual = run({"manual"});
  EXPECT_EQ(manual.exit_code, 0) << manual.err;
  const std::string page = std::regex_replace(manual.out, std::regex(R"(\\-)"), "-");
  EXPECT_TRUE(page.starts_with(".TH LOCKSTEP 1 ")) << page.substr(0, 80);
  for (std::vector<std::string> command : commands) {
    std::string title = ".SS lockstep";
    for (const std::string& word : command) title += " " + word;
    const std::size_t begin = page.find(title + "\n");
    ASSERT_NE(begin, std::string::npos) << title;
    const std::string section = page.substr(begin, page.find("\n.S", begin) - begin);
    command.emplace_back("--help");
    for (const std::string& option : long_options(run(command).out))
      EXPECT_NE(section.find(option), std::string::npos) << title << " without " << option;
  }
  EXPECT_NE(page.find(".SH EXIT STATUS\nExit codes: 0 done"), std::string::npos);
  EXPECT_NE(page.find("\\fBlockstep perf compare\\fR\nExit codes: 0 nothing is slower"), std::string::npos);
}

/// What bash offers behind these words.
std::string offered(const std::string& words) {
  const std::string script = ". <(" LOCKSTEP_PROGRAM " completion bash) && COMP_WORDS=(" + words +
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
  EXPECT_EQ(offered("lockstep \"\""), "cull pairs rays trace overlap perf info manual completion\n");
  EXPECT_EQ(offered("lockstep perf t"), "trend\n");
  EXPECT_EQ(offered("lockstep cull --rep"), "--report --repeat\n");
  EXPECT_EQ(offered("lockstep perf compare --no"), "--no-pin\n");
  EXPECT_EQ(offered("lockstep pairs --json --method \"\""), "auto gjk\n");
  EXPECT_EQ(offered("lockstep completion \"\""), "bash fish\n");
  EXPECT_EQ(offered("lockstep cull \"\""), "\n") << "bash offers files then";
}

TEST(Completion, OfFish) {
  const Outcome fish = run({"completion", "fish"});
  EXPECT_EQ(fish.exit_code, 0) << fish.err;
  EXPECT_NE(fish.out.find("-n '__fish_seen_subcommand_from perf; and __fish_seen_subcommand_from trend' -l history"),
            std::string::npos);
  EXPECT_NE(fish.out.find("-l method -x -a 'auto gjk'"), std::string::npos);
  EXPECT_EQ(run({"completion", "tcsh"}).exit_code, 2);
}

}  // namespace
}  // namespace lockstep::tools::test
