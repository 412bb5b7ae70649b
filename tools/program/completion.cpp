// The subcommand `completion`: a shell's completions at the Tab key, generated from --help.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

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

/// The name of bash's function for a program or a command: "_lockstep_perf" for lockstep-perf and for lockstep perf.
std::string function_name(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-' || c == ' '; }, '_');
  return concat("_", name);
}

/// Bash's completion for the words behind a command that is another program: it calls that program's own.
std::string other_program(const DescribedCommand& command) {
  const std::string function = function_name(command.name), word = command.name.substr(command.name.rfind(' ') + 1);
  return concat("  if [[ $COMP_CWORD -gt 1 && ${COMP_WORDS[1]} == ", word, " ]]; then\n    declare -F ", function,
                " >/dev/null || . <(\"${COMP_WORDS[0]}\" ", word,
                " completion bash 2>/dev/null)\n"
                "    COMP_WORDS=(\"${COMP_WORDS[@]:1}\") COMP_CWORD=$((COMP_CWORD - 1)) COMPREPLY=()\n"
                "    declare -F ",
                function, " >/dev/null && ", function, "\n    return\n  fi\n");
}

/// A branch of bash's `case`.
std::string branch(const std::string& pattern, const std::string& action) {
  return concat("      \"", pattern, "\") ", action, " ;;\n");
}

std::string bash_function(const std::string& program, const std::string& others_first, const std::string& steps,
                          const std::string& values, const std::string& words) {
  return concat("# bash: . <(", program,
                " completion bash); zsh the same, after autoload -U +X bashcompinit && bashcompinit\n",
                function_name(program), "() {\n", others_first,
                "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=", program,
                " words= word\n"
                "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n    case \"$command $word\" in\n",
                steps, "    esac\n  done\n  case \"$command $before\" in\n", values,
                "  esac\n  if [[ -z $words ]]; then\n    local dash=${current:0:1}\n"
                "    case \"$command ${dash/[!-]/}\" in\n",
                words,
                "    esac\n  fi\n  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n}\n"
                "complete -o default -F ",
                function_name(program), " ", program, "\n");
}

/// Iterates over the words to find the command, then offers its commands or options, or the values of the option
/// before. If this offers nothing, bash offers files.
std::string bash_completion(const Commands& commands) {
  std::string others_first, steps, values, words;
  for (const DescribedCommand& command : commands) {
    if (command.other_program) {
      others_first += other_program(command);
      continue;
    }
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
  return bash_function(commands.front().name, others_first, steps, values, words);
}

/// In single quotes, as fish reads them.
std::string quoted(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += concat(c == '\'' || c == '\\' ? "\\" : "", std::string_view(&c, 1));
  return concat("'", escaped, "'");
}

/// True if the words so far name this command and no command below it. `words` are those of the command.
std::string fish_condition(const std::vector<std::string>& words, const DescribedCommand& command) {
  std::string condition;
  for (const std::string& word : words)
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

/// Fish's completions behind `words`, the words of one command.
std::string fish_lines(const std::vector<std::string>& words, const DescribedCommand& command) {
  const std::vector<std::string> behind(words.begin() + 1, words.end());
  const std::string begin = concat("complete -c ", words.front(), " -n ", quoted(fish_condition(behind, command)));
  std::string text = fish_words(begin, command.commands);
  for (const DescribedOption& option : command.options)
    text += option.positional ? fish_words(begin, option.choices) : concat(begin, fish_option(option), "\n");
  return text;
}

/// A program whose name has a hyphen, lockstep-perf, is a command of another as well, lockstep perf.
std::string fish_completion(const Commands& commands) {
  const std::string& program = commands.front().name;
  std::string text = concat("# fish: ", program, " completion fish | source\n");
  for (const DescribedCommand& command : commands) {
    if (command.other_program) {
      text += concat(command.name, " completion fish 2>/dev/null | source\n");
      continue;
    }
    std::vector<std::string> words = CLI::detail::split(command.name, ' ');
    text += fish_lines(words, command);
    const std::size_t hyphen = program.find('-');
    if (hyphen == std::string::npos) continue;
    words.front() = program.substr(hyphen + 1);
    words.insert(words.begin(), program.substr(0, hyphen));
    text += fish_lines(words, command);
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
