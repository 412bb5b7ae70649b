#include "program/described.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "text/error.hpp"

namespace lockstep::tools {
namespace {

/// CLI11 puts the type of an option and its validator in one text: "TEXT:{auto,gjk}", "INT:INT in [1 - 1024]".
std::vector<std::string> choices_of(const std::string& type) {
  const std::size_t begin = type.find('{');
  if (begin == std::string::npos) return {};
  return CLI::detail::split(type.substr(begin + 1, type.find('}') - begin - 1), ',');
}

DescribedOption describe(const CLI::Option& option) {
  DescribedOption described;
  described.positional = !option.nonpositional();
  described.names = described.positional ? std::vector<std::string>{option.get_single_name()}
                                         : CLI::detail::split(option.get_name(false, true), ',');
  // A flag that stands for "no" is named "--no-pin{false}".
  for (std::string& name : described.names) name.resize(std::min(name.size(), name.find('{')));
  const std::string type = option.get_type_size_max() == 0 ? "" : option.get_type_name();
  described.value = type.substr(0, type.find(':'));
  described.description = option.get_description();
  if (!option.get_default_str().empty()) described.description += concat(" (default: ", option.get_default_str(), ")");
  described.choices = choices_of(type);
  described.required = option.get_required();
  return described;
}

void add(const CLI::App& app, const std::string& name, std::vector<DescribedCommand>& described) {
  const std::size_t place = described.size();
  described.push_back({name, app.get_description(), app.get_footer(), {}, {}, app.get_prefix_command()});
  for (const CLI::Option* option : app.get_options()) described[place].options.push_back(describe(*option));
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    described[place].commands.push_back(command->get_name());
    add(*command, concat(name, " ", command->get_name()), described);
  }
}

}  // namespace

std::vector<DescribedCommand> describe(const CLI::App& program) {
  std::vector<DescribedCommand> described;
  add(program, program.get_name(), described);
  return described;
}

}  // namespace lockstep::tools
