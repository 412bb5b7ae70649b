#include "perf/benchmark_program.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "output/interrupt.hpp"
#include "perf/machine.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/file.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

[[noreturn]] void fail(const BenchmarkProgram& program, std::string_view problem) {
  throw MeasurementError(concat(printable(program.path, 300), ": ", problem));
}

/// An open file in the folder for temporary ones, gone at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const BenchmarkProgram& program) {
    std::error_code ignored;
    path_ = (std::filesystem::temp_directory_path(ignored) / "lockstep_perf_XXXXXX").string();
    const InterruptsHeld held;
    descriptor_ = ::mkostemp(path_.data(), O_CLOEXEC);
    if (descriptor_ < 0) fail(program, concat(path_, ": no temporary file can be made: ", std::strerror(errno)));
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

/// The last line that says something, for errors.
std::string last_line(int descriptor) {
  constexpr off_t most = 2000;
  const off_t size = ::lseek(descriptor, 0, SEEK_END);
  std::string text(static_cast<std::size_t>(std::clamp<off_t>(size, 0, most)), '\0');
  const ssize_t got = ::pread(descriptor, text.data(), text.size(), size - static_cast<off_t>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  text.erase(text.find_last_not_of(" \r\n") + 1);
  return printable(text.substr(text.rfind('\n') + 1), 300);
}

/// What a child says when it cannot become the program.
struct StartFailure {
  int error = 0;
  bool pinning = false;
};

/// Between fork and exec nothing may allocate: all of this is made before.
struct Start {
  std::vector<char*> arguments;
  cpu_set_t cpus;
  bool pinned;
  int errors, report;  ///< descriptors
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
  if (!failure.pinning) {
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
    if (::pipe2(ends, O_CLOEXEC) != 0) fail(program, concat("no pipe can be made: ", std::strerror(errno)));
    start.report = ends[1];
    {
      const InterruptsHeld held;
      id_ = ::fork();
      if (id_ == 0) become_program(start, held);
      if (id_ > 0) {
        ::setpgid(id_, id_);  // whoever of the two is first
        interrupt_.emplace(id_);
      }
    }
    const int fork_error = errno;
    ::close(ends[1]);
    StartFailure failure;
    const bool failed = id_ > 0 && ::read(ends[0], &failure, sizeof failure) == sizeof failure;
    ::close(ends[0]);
    if (id_ < 0) fail(program, concat("no process can be started: ", std::strerror(fork_error)));
    if (!failed) return;
    static_cast<void>(wait());
    fail(program, concat(failure.pinning ? "cannot be pinned to its processor: " : "cannot be started: ",
                         std::strerror(failure.error)));
  }
  ~Child() {
    if (id_ > 0) static_cast<void>(::kill(-id_, SIGKILL)), static_cast<void>(wait());
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  struct End {
    int status = 0;
    rusage usage{};
  };
  End wait() {
    siginfo_t info;
    while (::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) continue;
    ::kill(-id_, SIGKILL);  // what it left running
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

Start start_of(std::vector<std::string>& words, const std::vector<int>& cpus, int errors) {
  Start start{};
  for (std::string& word : words) start.arguments.push_back(word.data());
  start.arguments.push_back(nullptr);
  CPU_ZERO(&start.cpus);
  for (const int cpu : cpus) CPU_SET(static_cast<unsigned>(cpu), &start.cpus);
  start.pinned = !cpus.empty();
  start.errors = errors;
  return start;
}

/// A shell would want "./" before the name of a file of the current folder; whoever names a benchmark means that file.
std::string file_of(const std::string& path) {
  std::error_code ignored;
  const bool is_here = path.find('/') == std::string::npos && std::filesystem::is_regular_file(path, ignored);
  return is_here ? "./" + path : path;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

/// Throws unless the program ended well.
void check_end(const BenchmarkProgram& program, int status, const TemporaryFile& errors) {
  const std::string said = last_line(errors.descriptor());
  const std::string words = said.empty() ? "" : concat("; it said: ", said);
  if (WIFSIGNALED(status))
    fail(program,
         concat("was ended by SIG", ::sigabbrev_np(WTERMSIG(status)), " (", ::strsignal(WTERMSIG(status)), ")", words));
  if (WEXITSTATUS(status) != 0) fail(program, concat("failed with exit code ", WEXITSTATUS(status), words));
}

BenchmarkOutput read_output(const BenchmarkProgram& program, const std::string& path) {
  try {
    const std::vector<std::byte> text = read_file(path, max_benchmark_bytes);
    if (text.empty())
      fail(program, "wrote no results; is it a Google Benchmark program, and is there room on the disk?");
    return parse_benchmark_json(text);
  } catch (const ReadError& error) {
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
  Child child(program, start_of(words, cpus, errors.descriptor()));
  const Child::End end = child.wait();
  ProgramRun run;
  run.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  run.cpu_seconds = seconds(end.usage.ru_utime) + seconds(end.usage.ru_stime);
  if (const std::optional<double> busy = busy_seconds(); busy && busy_before)
    run.foreign_load = std::max(0.0, (*busy - *busy_before - run.cpu_seconds) / run.wall_seconds);
  check_end(program, end.status, errors);
  run.output = read_output(program, results.path());
  return run;
}

}  // namespace lockstep::tools::perf
