#include "program/file_option.hpp"

#include <CLI/CLI.hpp>

namespace lockstep::tools {

CLI::Option* add_file_option(CLI::App& command, const char* name, std::string& path, const std::string& description) {
  const auto check = [](const std::string& text) {
    return text.empty() ? std::string("the name is empty; if it came from a variable, that is not set") : std::string();
  };
  return command.add_option(name, path, description)->check(CLI::Validator(check, ""));
}

}  // namespace lockstep::tools
