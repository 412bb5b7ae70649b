// lockstep completion: what a shell offers at the Tab key, made of what --help says.
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "output/standard_output.hpp"
#include "program/action.hpp"
#include "program/described.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

using Commands = std::vector<DescribedCommand>;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += concat(text.empty() ? "" : " ", word);
  return text;
}

/// A branch of bash's `case`.
std::string branch(const std::string& pattern, const std::string& action) {
  return concat("      \"", pattern, "\") ", action, " ;;\n");
}

/// Walks the words to find the command, then offers its commands or options, or the values of the option before. Files
/// are what bash offers when this offers nothing.
std::string bash_completion(const Commands& commands) {
  std::string steps, values, words;
  for (const DescribedCommand& command : commands) {
    std::vector<std::string> names, others = command.commands;
    for (const DescribedOption& option : command.options) {
      std::vector<std::string>& offered = option.positional ? others : names;
      const std::vector<std::string>& words_of = option.positional ? option.choices : option.names;
      offered.insert(offered.end(), words_of.begin(), words_of.end());
      if (option.positional || option.choices.empty()) continue;
      for (const std::string& name : option.names)
        values += branch(concat(command.name, " ", name), concat("words=\"", joined(option.choices), "\""));
    }
    for (const std::string& below : command.commands) {
      const std::string name = concat(command.name, " ", below);
      steps += branch(name, concat("command=\"", name, "\""));
    }
    words += branch(concat(command.name, " -"), concat("words=\"", joined(names), "\""));
    words += branch(concat(command.name, " "), concat("words=\"", joined(others), "\""));
  }
  return concat(
      "# bash: . <(lockstep completion bash); zsh the same, after autoload -U +X bashcompinit && bashcompinit\n"
      "_lockstep() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=lockstep words= word\n"
      "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n    case \"$command $word\" in\n",
      steps, "    esac\n  done\n  case \"$command $before\" in\n", values,
      "  esac\n  if [[ -z $words ]]; then\n    local dash=${current:0:1}\n    case \"$command ${dash/[!-]/}\" in\n",
      words,
      "    esac\n  fi\n  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n}\n"
      "complete -o default -F _lockstep lockstep\n");
}

/// In single quotes, as fish reads them.
std::string quoted(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += concat(c == '\'' || c == '\\' ? "\\" : "", std::string_view(&c, 1));
  return concat("'", escaped, "'");
}

/// True when the words so far name this command, and none of those below it.
std::string fish_condition(const DescribedCommand& command) {
  std::string condition;
  for (const std::string& word : CLI::detail::split(command.name, ' '))
    if (word != "lockstep")
      condition += concat(condition.empty() ? "" : "; and ", "__fish_seen_subcommand_from ", word);
  if (!command.commands.empty())
    condition +=
        concat(condition.empty() ? "" : "; and ", "not __fish_seen_subcommand_from ", joined(command.commands));
  return condition;
}

std::string fish_option(const DescribedOption& option) {
  std::string text;
  for (const std::string& name : option.names)
    text += name.starts_with("--") ? concat(" -l ", name.substr(2)) : concat(" -s ", name.substr(1));
  if (!option.value.empty()) text += option.choices.empty() ? " -r" : concat(" -x -a ", quoted(joined(option.choices)));
  return concat(text, " -d ", quoted(option.description));
}

/// Words that are offered in place of files.
std::string fish_words(const std::string& begin, const std::vector<std::string>& words) {
  return words.empty() ? "" : concat(begin, " -f -a ", quoted(joined(words)), "\n");
}

std::string fish_completion(const Commands& commands) {
  std::string text = "# fish: lockstep completion fish | source\n";
  for (const DescribedCommand& command : commands) {
    const std::string begin = concat("complete -c lockstep -n ", quoted(fish_condition(command)));
    text += fish_words(begin, command.commands);
    for (const DescribedOption& option : command.options)
      text += option.positional ? fish_words(begin, option.choices) : concat(begin, fish_option(option), "\n");
  }
  return text;
}

}  // namespace

Action add_completion_command(CLI::App& command) {
  const auto shell = std::make_shared<std::string>();
  command.add_option("SHELL", *shell, "for which shell; zsh reads that of bash, see its first line")
      ->required()
      ->check(CLI::IsMember({"bash", "fish"}));
  const CLI::App* const program = command.get_parent();
  return [shell, program](StandardOutput& output) {
    output.write(*shell == "bash" ? bash_completion(describe(*program)) : fish_completion(describe(*program)));
    return exit_ok;
  };
}

}  // namespace lockstep::tools
