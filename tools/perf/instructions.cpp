#include "perf/instructions.hpp"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <sys/wait.h>
#include <algorithm>
#include <array>
#include <csignal>
#include <utility>

#include "perf/exit_codes.hpp"
#include "perf/formats/row_list.hpp"
#include "perf/process.hpp"
#include "perf/process_figures.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/file.hpp"
#include "text/names.hpp"
#include "text/text.hpp"

namespace lockstep::tools::perf {
namespace {

/// Google Benchmark calls each once per measured loop, at its begin and at its end, from code that it compiles itself.
constexpr std::string_view loop_begin = "benchmark::State::StartKeepRunning()",
                           loop_end = "benchmark::State::FinishKeepRunning()";
constexpr int repetitions = 3;
/// Programs run so much longer under valgrind, at most.
constexpr double valgrind_slowdown = 50;
/// Of a profile: each loop leaves some kilobytes to a megabyte.
constexpr std::uint64_t max_profile_bytes = std::uint64_t{1} << 30;

ProcessStart under_valgrind(const BenchmarkProgram& program, std::vector<std::string> options,
                            const std::string& results, int output, const TemporaryFile& errors) {
  std::vector<std::string> words = {"valgrind", "--tool=callgrind"};
  words.insert(words.end(), options.begin(), options.end());
  for (std::string& word : words_of_run(program, results)) words.push_back(std::move(word));
  ProcessStart start{program.path, std::move(words), program.folder};
  start.output = output;
  start.errors = errors.descriptor();
  start.timeout = program.timeout;
  if (start.timeout) *start.timeout *= valgrind_slowdown;
  return start;
}

void check_valgrind_success(const std::string& name, int status, const TemporaryFile& errors) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGILL)
    fail_program(name,
                 "has an instruction that valgrind does not know, such as AVX-512; build both for AVX2 at most to "
                 "count instructions");
  check_success(concat(name, " under valgrind"), status, errors);
}

void run_valgrind(const ProcessStart& start, const TemporaryFile& errors) {
  try {
    check_valgrind_success(start.name, run_process(start).status, errors);
  } catch (const MeasurementError& error) {
    const std::string_view what = error.what();
    if (what.find("cannot be started: No such file") == what.npos) throw;
    fail_program(start.name,
                 "its instructions cannot be counted: the kernel gives no counters of the processor here, "
                 "and valgrind is not installed");
  }
}

/// The loops of a row: each thread has one. A benchmark that fails may leave before its loop.
std::size_t loops_of(const BenchmarkRow& row, bool failed_have_loops) {
  if (!row.aggregate.empty() || (!row.error.empty() && !failed_have_loops)) return 0;
  return static_cast<std::size_t>(row.threads);
}

std::size_t all_loops(const std::vector<BenchmarkRow>& rows, bool failed_have_loops) {
  std::size_t sum = 0;
  for (const BenchmarkRow& row : rows) sum += loops_of(row, failed_have_loops);
  return sum;
}

/// The parts of the profile belong to the rows in their order.
Instructions counts_of_loops(const BenchmarkProgram& program, const std::vector<BenchmarkRow>& rows,
                             const std::vector<double>& loops) {
  if (loops.empty())
    fail_program(program.path, concat("its instructions cannot be counted: valgrind does not see the function ",
                                      loop_end, "; was its symbol removed, or does a script start it without exec?"));
  const bool failed_have_loops = all_loops(rows, false) != loops.size();
  if (all_loops(rows, failed_have_loops) != loops.size())
    fail_program(program.path, concat("its instructions cannot be counted: it measured ", loops.size(), " loops for ",
                                      all_loops(rows, false),
                                      " results; leave out benchmarks that fail or have a "
                                      "MinTime of their own, with --benchmark_filter"));
  std::vector<BenchmarkRow> counted;
  std::size_t next = 0;
  for (const BenchmarkRow& row : rows) {
    const std::size_t own = loops_of(row, failed_have_loops);
    if (own == 1 && row.error.empty() && row.iterations >= 1) {
      counted.push_back(row);
      counted.back().unit = instructions_row;
      counted.back().no_time.clear();
      counted.back().real_ns = counted.back().cpu_ns = loops[next] / row.iterations;
    }
    next += own;
  }
  Instructions instructions{{}, "valgrind"};
  for (const BenchmarkFigure& figure : figures_of({{}, counted}))
    instructions.counts[figure.name] = figure.fastest_cpu_ns;
  return instructions;
}

/// One iteration of each benchmark: a least time of 0 is reached by the first one.
Instructions count_google(BenchmarkProgram program) {
  for (const char* const flag : {"--benchmark_min_time=0", "--benchmark_enable_random_interleaving=false",
                                 "--benchmark_report_aggregates_only=false"})
    program.flags.emplace_back(flag);
  program.flags.push_back(concat("--benchmark_repetitions=", repetitions));
  const TemporaryFile results(program.path), profile(program.path), errors(program.path);
  run_valgrind(under_valgrind(program,
                              {"--trace-children=yes", "--callgrind-out-file=" + profile.path(), "--combine-dumps=yes",
                               concat("--dump-after=", loop_begin), concat("--dump-before=", loop_end)},
                              results.path(), -1, errors),
               errors);
  try {
    const BenchmarkOutput output = read_results(read_file(results.path(), max_benchmark_bytes), Format::google);
    const std::vector<std::byte> text = read_file(profile.path(), max_profile_bytes);
    return counts_of_loops(program, output.rows, callgrind_parts(as_text(text), loop_end));
  } catch (const ReadError& error) {
    fail_program(program.path, concat("its instructions cannot be counted: ", error.what()));
  }
}

Instructions count_process(const BenchmarkProgram& program) {
  const BenchmarkOutput output = run_benchmark_program(program, {}).output;
  for (const BenchmarkRow& row : output.rows)
    if (row.name == instructions_row) return {{{instructions_row, row.real_ns}}, "the processor's counters"};
  const TemporaryFile results(program.path), errors(program.path);
  run_valgrind(
      under_valgrind(program, {"--trace-children=yes", "--callgrind-out-file=/dev/null"}, results.path(), -1, errors),
      errors);
  const std::vector<std::byte> messages = read_file(errors.path(), max_benchmark_bytes);
  const std::optional<double> total = callgrind_total(as_text(messages));
  if (!total) fail_program(program.path, concat("valgrind counted nothing", last_words(errors)));
  return {{{instructions_row, *total}}, "valgrind"};
}

Instructions count_nanobench(const BenchmarkProgram& program) {
  Instructions instructions{{}, "the program's own counters"};
  for (const BenchmarkFigure& figure : figures_of(run_benchmark_program(program, {}).output)) {
    const auto found = figure.counters.find("instructions");
    if (found != figure.counters.end()) instructions.counts[figure.name] = found->second;
  }
  if (instructions.counts.empty())
    fail_program(program.path,
                 "reports no instructions: nanobench counts them where the kernel gives counters of the "
                 "processor, and not here");
  return instructions;
}

}  // namespace

InstructionCounter::InstructionCounter() : InstructionCounter(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS) {}

InstructionCounter::InstructionCounter(std::uint32_t type, std::uint64_t event) {
  perf_event_attr what{};
  what.size = sizeof what;
  what.type = type;
  what.config = event;
  what.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  what.disabled = what.enable_on_exec = what.inherit =
      1;  // this process itself never becomes a program, so counts nothing
  what.exclude_kernel = what.exclude_hv = 1;
  descriptor_ = static_cast<int>(::syscall(SYS_perf_event_open, &what, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

InstructionCounter::~InstructionCounter() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::optional<double> InstructionCounter::count() const {
  struct {
    std::uint64_t count, enabled_ns, running_ns;
  } read{};
  if (descriptor_ < 0 || ::read(descriptor_, &read, sizeof read) != sizeof read) return std::nullopt;
  if (read.running_ns == 0 || read.running_ns < read.enabled_ns) return std::nullopt;
  return static_cast<double>(read.count);
}

void check_countable(Format format) {
  if (format == Format::google || format == Format::process || format == Format::nanobench) return;
  throw UsageError(concat("--instructions: programs of ", name_of(format),
                          " choose their iterations by the clock, so the instructions of a run say nothing; give "
                          "--command a run of fixed work"));
}

Instructions count_instructions(const BenchmarkProgram& program) {
  const Format format = program.format.value_or(Format::google);
  check_countable(format);
  if (format == Format::google) return count_google(program);
  if (format == Format::process) return count_process(program);
  return count_nanobench(program);
}

std::vector<double> callgrind_parts(std::string_view profile, std::string_view before) {
  const std::string wanted = concat("desc: Trigger: --dump-before=", before);
  std::vector<double> parts;
  bool is_wanted = false;
  Lines lines(profile);
  for (std::string_view line; lines.next(line);) {
    constexpr std::string_view total = "summary: ";
    if (line.starts_with("part: ")) is_wanted = false;
    if (line.starts_with(wanted)) is_wanted = true;
    if (!is_wanted || !line.starts_with(total)) continue;
    const auto count = number_in(trimmed(line.substr(total.size())));
    if (!count || !(*count >= 0))
      throw ReadError(
          concat("line ", lines.number(), " of valgrind's profile: ", quoted_word(line), " is not a count"));
    parts.push_back(*count);
    is_wanted = false;
  }
  return parts;
}

std::optional<double> callgrind_total(std::string_view messages) {
  std::optional<double> total;
  Lines lines(messages);
  for (std::string_view line; lines.next(line);) {
    const std::vector<std::string_view> words = words_of(line);  // ==123== Collected : 456
    if (words.size() != 4 || !words[0].starts_with("==") || words[1] != "Collected" || words[2] != ":") continue;
    if (const auto count = number_in(words[3])) total = total.value_or(0) + *count;
  }
  return total;
}

}  // namespace lockstep::tools::perf
