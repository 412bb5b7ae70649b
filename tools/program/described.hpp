// The program's command line described by itself, in plain words: the source of the manual page and completions.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace lockstep::tools {

struct DescribedOption {
  std::vector<std::string> names;    ///< "-h", "--help"; of a positional its name alone: "SCENE"
  std::string value;                 ///< "TEXT"; empty for a flag
  std::string description;           ///< as --help has it, and the default
  std::vector<std::string> choices;  ///< all its values, if it takes only certain words
  bool positional;
  bool required;
};

struct DescribedCommand {
  std::string name;  ///< "lockstep-perf trend"
  std::string description;
  std::string footer;
  std::vector<DescribedOption> options;  ///< in the order of --help
  std::vector<std::string> commands;     ///< those below it: "compare", "trend"
  bool other_program;                    ///< passes its arguments on to the program that is named with a hyphen
};

/// The program and its commands, parents before their children.
[[nodiscard]] std::vector<DescribedCommand> describe(const CLI::App& program);

}  // namespace lockstep::tools
