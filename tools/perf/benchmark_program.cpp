#include "perf/benchmark_program.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include "perf/instructions.hpp"
#include "perf/machine.hpp"
#include "perf/process.hpp"
#include "perf/process_figures.hpp"
#include "text/error.hpp"
#include "text/file.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

/// The folder for temporary files is full, which programs hardly ever notice.
void check_room(const BenchmarkProgram& program, const std::string& path) {
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(path, error);
  if (!error && space.available == 0) fail_system(program.path, concat("its results found no room at ", path), ENOSPC);
}

[[noreturn]] void fail_without_results(const BenchmarkProgram& program, const TemporaryFile& errors) {
  const auto is_filter = [](const std::string& flag) { return flag.starts_with("--benchmark_filter="); };
  const auto filter = std::find_if(program.flags.rbegin(), program.flags.rend(), is_filter);
  const std::string words = last_words(errors);
  if (!is_google(program))
    fail_program(program.path, concat("wrote no results of the format ", name_of(*program.format), words));
  if (filter != program.flags.rend())
    fail_program(program.path, concat("ran no benchmark; does ", printable(*filter, 300),
                                      " fit the name of one? --benchmark_list_tests lists them", words));
  fail_program(program.path, concat("ran no benchmark and wrote no results; is it a Google Benchmark program? "
                                    "Name the format of another one with --format",
                                    words));
}

/// The flags by which the programs of a harness write results to a file.
std::vector<std::string> results_flags(Format format, const std::string& results) {
  switch (format) {
    case Format::google: return {"--benchmark_out=" + results, "--benchmark_out_format=json"};
    case Format::catch2: return {"--reporter", "xml", "--out", results};
    case Format::pytest: return {"--benchmark-json=" + results};
    case Format::hyperfine: return {"--export-json", results};
    default: return {};
  }
}

/// Replaces `results_word` in the text; whether there was any.
bool put_results(std::string& text, const std::string& results) {
  bool any = false;
  for (std::size_t at = 0; (at = text.find(results_word, at)) != text.npos; at += results.size(), any = true)
    text.replace(at, results_word.size(), results);
  return any;
}

/// Of the file that the program was told to write, else of its standard output.
void read_output(const BenchmarkProgram& program, const TemporaryFile& results, const TemporaryFile& printed,
                 const TemporaryFile& errors, ProgramRun& run) {
  try {
    std::vector<std::byte> text = read_file(results.path(), max_benchmark_bytes);
    std::optional<Format> format = program.format;
    if (!text.empty()) {
      format = format.value_or(Format::google);
    } else {
      check_room(program, results.path());
      text = read_file(printed.path(), max_benchmark_bytes);
      if (!format) format = recognised(text);
    }
    if (format && !text.empty()) run.output = read_results(text, format);
    if (run.output.rows.empty()) fail_without_results(program, errors);
    run.format = *format;
  } catch (const ReadError& error) {
    check_room(program, results.path());
    fail_program(program.path,
                 concat("its results cannot be read: ", error.what(),
                        is_google(program) ? std::string("; is it a Google Benchmark program?")
                                           : concat("; is it the format ", name_of(*program.format), "?")));
  }
}

}  // namespace

std::vector<std::string> words_of_run(const BenchmarkProgram& program, const std::string& results) {
  std::vector<std::string> words = program.is_command ? std::vector<std::string>{"/bin/sh", "-c", program.path, "sh"}
                                                      : std::vector{file_of(program.path)};
  words.insert(words.end(), program.flags.begin(), program.flags.end());
  bool is_named = false;
  for (std::size_t i = program.is_command ? 2 : 1; i < words.size(); ++i) is_named |= put_results(words[i], results);
  if (is_named || program.is_command) return words;
  for (std::string& flag : results_flags(program.format.value_or(Format::google), results))
    words.push_back(std::move(flag));
  return words;
}

ProgramRun run_benchmark_program(const BenchmarkProgram& program, const std::vector<int>& cpus) {
  const bool by_itself = program.format == Format::process;
  const TemporaryFile results(program.path), printed(program.path), errors(program.path);
  std::optional<InstructionCounter> counter;
  if (by_itself) counter.emplace();
  const std::optional<double> busy_before = busy_seconds();
  ProcessStart start{program.path, words_of_run(program, results.path())};
  start.folder = program.folder;
  start.cpus = cpus;
  if (!by_itself) start.output = printed.descriptor();
  start.errors = errors.descriptor();
  start.timeout = program.timeout;
  const ProcessEnd end = run_process(start);
  ProgramRun run;
  run.wall_seconds = end.wall_seconds;
  run.cpu_seconds = seconds(end.usage.ru_utime) + seconds(end.usage.ru_stime);
  if (const std::optional<double> busy = busy_seconds(); busy && busy_before)
    run.foreign_load = std::max(0.0, (*busy - *busy_before - run.cpu_seconds) / run.wall_seconds);
  check_success(program.path, end.status, errors);
  if (by_itself) {
    run.output = process_figures(end, counter->count());
    run.format = Format::process;
  } else {
    read_output(program, results, printed, errors, run);
  }
  return run;
}

}  // namespace lockstep::tools::perf
