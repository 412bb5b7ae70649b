#include "perf/benchmark_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "output/interrupt.hpp"
#include "perf/exit_codes.hpp"
#include "perf/machine.hpp"
#include "text/error.hpp"
#include "text/file.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

[[noreturn]] void fail(const BenchmarkProgram& program, std::string_view problem) {
  throw MeasurementError(concat(printable(program.path, 300), ": ", problem));
}

[[noreturn]] void fail_here(const BenchmarkProgram& program, std::string_view problem, int error) {
  throw SystemError(concat(printable(program.path, 300), ": ", problem, ": ", std::strerror(error)));
}

/// An open file in the folder for temporary files, removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const BenchmarkProgram& program) {
    std::error_code ignored;
    path_ = (std::filesystem::temp_directory_path(ignored) / "lockstep_perf_XXXXXX").string();
    const InterruptsHeld held;
    descriptor_ = ::mkostemp(path_.data(), O_CLOEXEC);
    if (descriptor_ < 0) fail_here(program, concat("no temporary file can be made at ", path_), errno);
    interrupt_.emplace(path_);
  }
  ~TemporaryFile() {
    ::close(descriptor_);
    ::unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  std::string path_;
  int descriptor_ = -1;
  std::optional<RemovedOnInterrupt> interrupt_;
};

/// The last line that is not blank, for errors.
std::string last_line(int descriptor) {
  constexpr off_t most = 2000;
  const off_t size = ::lseek(descriptor, 0, SEEK_END);
  std::string text(static_cast<std::size_t>(std::clamp<off_t>(size, 0, most)), '\0');
  const ssize_t got = ::pread(descriptor, text.data(), text.size(), size - static_cast<off_t>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  text.erase(text.find_last_not_of(" \r\n") + 1);
  return printable(text.substr(text.rfind('\n') + 1), 300);
}

/// The report of a child that cannot become the program.
struct StartFailure {
  int error = 0;
  bool pinning = false;
};

/// Nothing may allocate between fork and exec, so all of this is prepared before.
struct Start {
  std::vector<char*> arguments;
  cpu_set_t cpus;
  bool pinned;
  int errors, report;  ///< descriptors
  const char* folder;
};

[[noreturn]] void become_program(const Start& start, const InterruptsHeld& held) {
  StartFailure failure;
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(null, STDIN_FILENO);
  ::dup2(null, STDOUT_FILENO);
  ::dup2(start.errors, STDERR_FILENO);
  failure.pinning = start.pinned && ::sched_setaffinity(0, sizeof start.cpus, &start.cpus) != 0;
  const bool is_there = *start.folder == '\0' || ::chdir(start.folder) == 0;
  if (!failure.pinning && is_there) {
    held.release_in_child();
    ::execvp(start.arguments[0], start.arguments.data());
  }
  failure.error = errno;
  static_cast<void>(!::write(start.report, &failure, sizeof failure));
  ::_exit(127);
}

/// A running program, in a process group of its own that ends with it.
class Child {
 public:
  Child(const BenchmarkProgram& program, Start start) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) fail_here(program, "no pipe can be made", errno);
    start.report = ends[1];
    {
      const InterruptsHeld held;
      id_ = ::fork();
      if (id_ == 0) become_program(start, held);
      if (id_ > 0) {
        ::setpgid(id_, id_);  // both processes call it, and the first call counts
        interrupt_.emplace(id_);
      }
    }
    const int fork_error = errno;
    ::close(ends[1]);
    StartFailure failure;
    const bool failed = id_ > 0 && ::read(ends[0], &failure, sizeof failure) == sizeof failure;
    ::close(ends[0]);
    if (id_ < 0) fail_here(program, "no process can be started", fork_error);
    if (!failed) return;
    static_cast<void>(wait());
    if (failure.pinning) fail_here(program, "cannot be pinned to its processor", failure.error);
    fail(program, concat("cannot be started: ", std::strerror(failure.error)));
  }
  ~Child() {
    if (id_ > 0) static_cast<void>(::kill(-id_, SIGKILL)), static_cast<void>(wait());
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Sleeps until the program has ended, or for this number of seconds.
  [[nodiscard]] bool ends_within(double seconds) const {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    const int descriptor = static_cast<int>(::syscall(SYS_pidfd_open, id_, 0));
    siginfo_t info{};
    const auto has_ended = [&] {
      return ::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOWAIT | WNOHANG) == 0 && info.si_pid == id_;
    };
    while (!has_ended() && Clock::now() < end) {
      constexpr double most = 1e6;
      const double left = std::chrono::duration<double, std::milli>(end - Clock::now()).count();
      pollfd until{descriptor, POLLIN, 0};
      // A kernel before 5.3 has no such descriptor: then this polls.
      ::poll(&until, descriptor < 0 ? 0 : 1,
             static_cast<int>(std::ceil(std::clamp(left, 0.0, descriptor < 0 ? 10 : most))));
    }
    if (descriptor >= 0) ::close(descriptor);
    return has_ended();
  }

  struct End {
    int status = 0;
    rusage usage{};
  };
  End wait() {
    siginfo_t info;
    while (::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) continue;
    ::kill(-id_, SIGKILL);  // the processes that it left running
    End end;
    while (::wait4(id_, &end.status, 0, &end.usage) < 0 && errno == EINTR) continue;
    interrupt_.reset();
    id_ = -1;
    return end;
  }

 private:
  pid_t id_ = -1;
  std::optional<KilledOnInterrupt> interrupt_;
};

Start start_of(std::vector<std::string>& words, const std::string& folder, const std::vector<int>& cpus, int errors) {
  Start start{};
  start.folder = folder.c_str();
  for (std::string& word : words) start.arguments.push_back(word.data());
  start.arguments.push_back(nullptr);
  CPU_ZERO(&start.cpus);
  for (const int cpu : cpus) CPU_SET(static_cast<unsigned>(cpu), &start.cpus);
  start.pinned = !cpus.empty();
  start.errors = errors;
  return start;
}

/// A shell needs "./" before a file of the current folder; here the name of a benchmark means that file.
std::string file_of(const std::string& path) {
  std::error_code ignored;
  const bool is_here = path.find('/') == std::string::npos && std::filesystem::is_regular_file(path, ignored);
  return is_here ? "./" + path : path;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

/// Throws unless the program succeeded.
void check_end(const BenchmarkProgram& program, int status, const TemporaryFile& errors) {
  const std::string said = last_line(errors.descriptor());
  const std::string words = said.empty() ? "" : concat("; it said: ", said);
  if (WIFSIGNALED(status))
    fail(program,
         concat("was ended by SIG", ::sigabbrev_np(WTERMSIG(status)), " (", ::strsignal(WTERMSIG(status)), ")", words));
  if (WEXITSTATUS(status) != 0) fail(program, concat("failed with exit code ", WEXITSTATUS(status), words));
}

/// The folder for temporary files is full, which programs hardly ever notice.
void check_room(const BenchmarkProgram& program, const std::string& path) {
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(path, error);
  if (!error && space.available == 0) fail_here(program, concat("its results found no room at ", path), ENOSPC);
}

[[noreturn]] void fail_without_results(const BenchmarkProgram& program, const TemporaryFile& errors) {
  const std::string said = last_line(errors.descriptor());
  const auto is_filter = [](const std::string& flag) { return flag.starts_with("--benchmark_filter="); };
  const auto filter = std::find_if(program.flags.rbegin(), program.flags.rend(), is_filter);
  const std::string words = said.empty() ? "" : concat("; it said: ", said);
  if (filter != program.flags.rend())
    fail(program, concat("ran no benchmark; does ", printable(*filter, 300),
                         " fit the name of one? --benchmark_list_tests lists them", words));
  fail(program, concat("ran no benchmark and wrote no results; is it a Google Benchmark program?", words));
}

BenchmarkOutput read_output(const BenchmarkProgram& program, const std::string& path, const TemporaryFile& errors) {
  try {
    const std::vector<std::byte> text = read_file(path, max_benchmark_bytes);
    if (text.empty()) check_room(program, path);
    BenchmarkOutput output = text.empty() ? BenchmarkOutput() : parse_benchmark_json(text);
    if (output.rows.empty()) fail_without_results(program, errors);
    return output;
  } catch (const ReadError& error) {
    check_room(program, path);
    fail(program, concat("its results cannot be read: ", error.what(), "; is it a Google Benchmark program?"));
  }
}

}  // namespace

ProgramRun run_benchmark_program(const BenchmarkProgram& program, const std::vector<int>& cpus) {
  const TemporaryFile results(program), errors(program);
  std::vector<std::string> words = {file_of(program.path)};
  words.insert(words.end(), program.flags.begin(), program.flags.end());
  words.push_back("--benchmark_out=" + results.path());
  words.push_back("--benchmark_out_format=json");

  const std::optional<double> busy_before = busy_seconds();
  const auto begin = std::chrono::steady_clock::now();
  Child child(program, start_of(words, program.folder, cpus, errors.descriptor()));
  if (program.timeout && !child.ends_within(*program.timeout))
    fail(program, concat("did not end within ", *program.timeout, " s (--timeout), and was stopped"));
  const Child::End end = child.wait();
  ProgramRun run;
  run.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  run.cpu_seconds = seconds(end.usage.ru_utime) + seconds(end.usage.ru_stime);
  if (const std::optional<double> busy = busy_seconds(); busy && busy_before)
    run.foreign_load = std::max(0.0, (*busy - *busy_before - run.cpu_seconds) / run.wall_seconds);
  check_end(program, end.status, errors);
  run.output = read_output(program, results.path(), errors);
  return run;
}

}  // namespace lockstep::tools::perf
