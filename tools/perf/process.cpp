#include "perf/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "output/write_all.hpp"
#include "perf/exit_codes.hpp"
#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

/// The report of a child that cannot become the program.
struct StartFailure {
  int error = 0;
  bool pinning = false;
};

/// Nothing may allocate between fork and exec, so all of this is prepared before.
struct Start {
  std::vector<std::string> words, variables;
  std::vector<char*> arguments, environment;
  std::string folder;
  cpu_set_t cpus{};
  bool pinned = false;
  int input = -1, output = -1, errors = -1, report = -1;  ///< descriptors; -1: none
};

[[noreturn]] void become_program(const Start& start, const InterruptsHeld& held) {
  StartFailure failure;
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(start.input < 0 ? null : start.input, STDIN_FILENO);
  ::dup2(start.output < 0 ? null : start.output, STDOUT_FILENO);
  ::dup2(start.errors < 0 ? null : start.errors, STDERR_FILENO);
  failure.pinning = start.pinned && ::sched_setaffinity(0, sizeof start.cpus, &start.cpus) != 0;
  const bool is_there = start.folder.empty() || ::chdir(start.folder.c_str()) == 0;
  if (!failure.pinning && is_there) {
    held.release_in_child();
    ::execvpe(start.arguments[0], start.arguments.data(), start.environment.data());
  }
  failure.error = errno;
  static_cast<void>(!::write(start.report, &failure, sizeof failure));
  ::_exit(127);
}

/// A running program, in a process group of its own that ends with it.
class Child {
 public:
  Child(const std::string& name, Start& start) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) fail_system(name, "no pipe can be made", errno);
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
    const bool failed = id_ > 0 && ::read(ends[0], &failure_, sizeof failure_) == sizeof failure_;
    ::close(ends[0]);
    if (id_ < 0) fail_system(name, "no process can be started", fork_error);
    if (!failed) return;
    static_cast<void>(wait());
    if (failure_.pinning) fail_system(name, "cannot be pinned to its processor", failure_.error);
  }
  ~Child() {
    if (id_ > 0) static_cast<void>(::kill(-id_, SIGKILL)), static_cast<void>(wait());
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Why it could not become the program; 0 if it runs.
  [[nodiscard]] int start_error() const { return failure_.error; }

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

  [[nodiscard]] ProcessEnd wait() {
    siginfo_t info;
    while (::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) continue;
    ::kill(-id_, SIGKILL);  // the processes that it left running
    ProcessEnd end;
    while (::wait4(id_, &end.status, 0, &end.usage) < 0 && errno == EINTR) continue;
    interrupt_.reset();
    id_ = -1;
    return end;
  }

 private:
  pid_t id_ = -1;
  StartFailure failure_;
  std::optional<KilledOnInterrupt> interrupt_;
};

struct ChildEnd {
  ProcessEnd process;
  int start_error = 0;
  bool timed_out = false;
};

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

ChildEnd run_to_end(const std::string& name, Start start, const std::optional<double>& timeout) {
  start.arguments = pointers_to(start.words);
  start.environment = pointers_to(start.variables);
  const auto begin = std::chrono::steady_clock::now();
  Child child(name, start);
  ChildEnd end;
  end.start_error = child.start_error();
  if (end.start_error != 0) return end;
  end.timed_out = timeout && !child.ends_within(*timeout);
  if (end.timed_out) return end;
  end.process = child.wait();
  end.process.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return end;
}

/// An open file without a name, or a log.
class Stream {
 public:
  Stream(const std::string& name, const std::string& log)
      : descriptor_(log.empty() ? ::memfd_create("lockstep_perf", MFD_CLOEXEC)
                                : ::open(log.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) fail_system(name, "no file for its output can be made", errno);
  }
  ~Stream() { ::close(descriptor_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  [[nodiscard]] int get() const { return descriptor_; }

  [[nodiscard]] std::string text(const std::string& name) const {
    constexpr off_t most = off_t{256} << 20;  // git lists a million commits in less
    const off_t size = ::lseek(descriptor_, 0, SEEK_END);
    if (size < 0 || size > most) fail_system(name, "its output is too long", EFBIG);
    std::string text(static_cast<std::size_t>(size), '\0');
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t got = ::pread(descriptor_, text.data() + done, text.size() - done, static_cast<off_t>(done));
      if (got <= 0 && errno != EINTR) fail_system(name, "its output cannot be read", errno);
      done += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
    }
    return text;
  }

 private:
  int descriptor_;
};

/// The environment of the command, "NAME=VALUE".
std::vector<std::string> variables_of(const Command& command) {
  std::vector<std::string> list;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry, name = text.substr(0, text.find('='));
    const auto is_name = [&](const auto& other) { return other == name; };
    const bool is_set = std::any_of(command.set.begin(), command.set.end(),
                                    [&](const auto& variable) { return is_name(variable.first); });
    if (!is_set && std::none_of(command.unset.begin(), command.unset.end(), is_name)) list.emplace_back(text);
  }
  for (const auto& [name, value] : command.set) list.push_back(concat(name, "=", value));
  return list;
}

}  // namespace

void fail_program(const std::string& name, std::string_view problem) {
  throw MeasurementError(concat(printable(name, 300), ": ", problem));
}

void fail_system(const std::string& name, std::string_view problem, int error) {
  throw SystemError(concat(printable(name, 300), ": ", problem, ": ", std::strerror(error)));
}

TemporaryFile::TemporaryFile(const std::string& name) {
  std::error_code ignored;
  path_ = (std::filesystem::temp_directory_path(ignored) / "lockstep_perf_XXXXXX").string();
  const InterruptsHeld held;
  descriptor_ = ::mkostemp(path_.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail_system(name, concat("no temporary file can be made at ", path_), errno);
  interrupt_.emplace(path_);
}

TemporaryFile::~TemporaryFile() {
  ::close(descriptor_);
  ::unlink(path_.c_str());
}

ProcessEnd run_process(const ProcessStart& process) {
  Start start;
  start.words = process.words;
  start.variables = variables_of({});
  start.folder = process.folder;
  for (const int cpu : process.cpus) CPU_SET(static_cast<unsigned>(cpu), &start.cpus);
  start.pinned = !process.cpus.empty();
  start.output = process.output;
  start.errors = process.errors;
  ChildEnd end = run_to_end(process.name, std::move(start), process.timeout);
  if (end.start_error != 0) fail_program(process.name, concat("cannot be started: ", std::strerror(end.start_error)));
  if (end.timed_out)
    fail_program(process.name, concat("did not end within ", *process.timeout, " s (--timeout), and was stopped"));
  return end.process;
}

CommandEnd run_command(const Command& command) {
  const std::string& name = command.words[0];
  const Stream in(name, ""), out(name, command.log), err(name, command.log);
  write_all(in.get(), command.input, "the input of a command");
  ::lseek(in.get(), 0, SEEK_SET);
  Start start;
  start.words = command.words;
  start.variables = variables_of(command);
  start.folder = command.folder;
  start.input = in.get();
  start.output = out.get();
  start.errors = err.get();
  const ChildEnd child = run_to_end(name, std::move(start), command.timeout);
  if (child.start_error != 0) fail_system(name, "cannot be started", child.start_error);
  const int status = child.process.status;
  CommandEnd end;
  end.timed_out = child.timed_out;
  end.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  if (command.log.empty()) end.out = out.text(name), end.err = err.text(name);
  return end;
}

std::string last_line_of(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \r\n");
  text = text.substr(0, end == text.npos ? 0 : end + 1);
  return printable(text.substr(text.rfind('\n') + 1), 300);
}

std::string last_words(const TemporaryFile& errors) {
  constexpr off_t most = 2000;
  const off_t size = ::lseek(errors.descriptor(), 0, SEEK_END);
  std::string text(static_cast<std::size_t>(std::clamp<off_t>(size, 0, most)), '\0');
  const ssize_t got = ::pread(errors.descriptor(), text.data(), text.size(), size - static_cast<off_t>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  const std::string said = last_line_of(text);
  return said.empty() ? "" : concat("; it said: ", said);
}

void check_success(const std::string& name, int status, const TemporaryFile& errors) {
  const std::string words = last_words(errors);
  if (WIFSIGNALED(status))
    fail_program(name, concat("was ended by SIG", ::sigabbrev_np(WTERMSIG(status)), " (", ::strsignal(WTERMSIG(status)),
                              ")", words));
  if (WEXITSTATUS(status) != 0) fail_program(name, concat("failed with exit code ", WEXITSTATUS(status), words));
}

std::string file_of(const std::string& path) {
  std::error_code ignored;
  const bool is_here = path.find('/') == std::string::npos && std::filesystem::is_regular_file(path, ignored);
  return is_here ? "./" + path : path;
}

}  // namespace lockstep::tools::perf
