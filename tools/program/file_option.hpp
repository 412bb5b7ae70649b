// Options that name files.
#pragma once

#include <string>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace lockstep::tools {

/// An option or a positional that names a file or a program. An empty name, as from an unset shell variable, is a usage
/// error, not an absent option.
CLI::Option* add_file_option(CLI::App& command, const char* name, std::string& path, const std::string& description);

}  // namespace lockstep::tools
