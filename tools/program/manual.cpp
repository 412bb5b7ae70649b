// The subcommand `manual`: the manual page, generated from --help.
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include <lockstep/config.hpp>

#include "output/standard_output.hpp"
#include "program/action.hpp"
#include "program/described.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

/// Text for roff: hyphens that can be copied, and no line that looks like a request.
std::string roff(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (escaped.empty() || escaped.back() == '\n')) escaped += "\\&";
    if (c == '\\')
      escaped += "\\e";
    else if (c == '-')
      escaped += "\\-";
    else
      escaped += c;
  }
  return escaped;
}

std::string upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::string heading(const DescribedCommand& command) {
  std::string text = command.commands.empty() ? " [OPTIONS]" : " [OPTIONS] SUBCOMMAND";
  for (const DescribedOption& option : command.options)
    if (option.positional) text += option.required ? " " + option.names[0] : concat(" [", option.names[0], "]");
  return concat("\\fB", roff(command.name), "\\fR", roff(text), "\n");
}

std::string entry(const DescribedOption& option) {
  std::string names;
  for (const std::string& name : option.names) names += concat(names.empty() ? "" : ", ", "\\fB", roff(name), "\\fR");
  if (!option.positional && !option.value.empty()) names += concat(" \\fI", roff(option.value), "\\fR");
  std::string choices;
  for (const std::string& choice : option.choices)
    choices += concat(choices.empty() ? "\nOne of " : ", ", roff(choice));
  return concat(".TP\n", names, "\n", roff(option.description), choices.empty() ? "" : choices + ".", "\n");
}

std::string manual_page(const std::vector<DescribedCommand>& commands) {
  const DescribedCommand& program = commands.front();
  std::string synopsis, sections, codes;
  for (const DescribedCommand& command : commands) {
    if (command.commands.empty()) synopsis += concat(synopsis.empty() ? "" : ".br\n", heading(command));
    sections += concat(".SS ", roff(command.name), "\n", roff(command.description), "\n");
    for (const DescribedOption& option : command.options) sections += entry(option);
    const bool own_codes = !command.footer.empty() && command.footer != program.footer;
    if (own_codes) codes += concat(".TP\n\\fB", roff(command.name), "\\fR\n", roff(command.footer), "\n");
  }
  const std::size_t colon = program.description.find(": ");
  return concat(".TH ", roff(upper(program.name)), " 1 \"\" \"lockstep ", LOCKSTEP_VERSION,
                "\" \"User Commands\"\n.SH NAME\n", roff(program.name), " \\- ",
                roff(program.description.substr(colon + 2)), "\n.SH SYNOPSIS\n", synopsis, ".SH COMMANDS AND OPTIONS\n",
                sections, ".SH EXIT STATUS\n", roff(program.footer), "\n", codes);
}

}  // namespace

Action add_manual_command(CLI::App& command) {
  const CLI::App* const program = command.get_parent();
  return [program](StandardOutput& output) {
    output.write(manual_page(describe(*program)));
    return exit_ok;
  };
}

}  // namespace lockstep::tools
