#include "perf/process.hpp"

#include <fcntl.h>
#include <poll.h>
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
#include <string_view>

#include "output/interrupt.hpp"
#include "output/write_all.hpp"
#include "perf/exit_codes.hpp"
#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

/// More of an output is an error: git lists a million commits in less.
constexpr off_t most_output = off_t{256} << 20;

[[noreturn]] void fail_to_run(const Command& command, std::string_view problem, int error) {
  throw SystemError(concat(printable(command.words[0], 300), ": ", problem, ": ", std::strerror(error)));
}

/// An open file without a name, or a log.
class Stream {
 public:
  Stream(const Command& command, const std::string& log)
      : descriptor_(log.empty() ? ::memfd_create("lockstep_perf", MFD_CLOEXEC)
                                : ::open(log.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) fail_to_run(command, "no file for its output can be made", errno);
  }
  ~Stream() { ::close(descriptor_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  [[nodiscard]] int get() const { return descriptor_; }

  [[nodiscard]] std::string text(const Command& command) const {
    const off_t size = ::lseek(descriptor_, 0, SEEK_END);
    if (size < 0 || size > most_output) fail_to_run(command, "its output is too long", EFBIG);
    std::string text(static_cast<std::size_t>(size), '\0');
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t got = ::pread(descriptor_, text.data() + done, text.size() - done, static_cast<off_t>(done));
      if (got <= 0 && errno != EINTR) fail_to_run(command, "its output cannot be read", errno);
      done += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
    }
    return text;
  }

 private:
  int descriptor_;
};

/// The environment of the command as `execvpe` takes it.
std::vector<std::string> environment_of(const Command& command) {
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

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Nothing may allocate between fork and exec, so all of this is prepared before.
struct Prepared {
  std::vector<std::string> words, variables;
  std::vector<char*> arguments, environment;
  const char* folder;
  int in, out, err, report;  ///< descriptors
};

[[noreturn]] void become_command(const Prepared& prepared, const InterruptsHeld& held) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::dup2(prepared.in, STDIN_FILENO);
  ::dup2(prepared.out, STDOUT_FILENO);
  ::dup2(prepared.err, STDERR_FILENO);
  if (*prepared.folder == '\0' || ::chdir(prepared.folder) == 0) {
    held.release_in_child();
    ::execvpe(prepared.arguments[0], prepared.arguments.data(), prepared.environment.data());
  }
  const int error = errno;
  static_cast<void>(!::write(prepared.report, &error, sizeof error));
  ::_exit(127);
}

/// Sleeps until the process has ended, for at most this number of seconds.
bool ends_within(pid_t id, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  const int descriptor = static_cast<int>(::syscall(SYS_pidfd_open, id, 0));
  siginfo_t info{};
  const auto has_ended = [&] {
    return ::waitid(P_PID, static_cast<id_t>(id), &info, WEXITED | WNOWAIT | WNOHANG) == 0 && info.si_pid == id;
  };
  while (!has_ended() && Clock::now() < end) {
    const double left = std::chrono::duration<double, std::milli>(end - Clock::now()).count();
    pollfd until{descriptor, POLLIN, 0};
    // A kernel before 5.3 has no such descriptor: then this polls.
    ::poll(&until, descriptor < 0 ? 0 : 1,
           static_cast<int>(std::ceil(std::clamp(left, 0.0, descriptor < 0 ? 10 : 1e6))));
  }
  if (descriptor >= 0) ::close(descriptor);
  return has_ended();
}

/// Waits for the process, and ends those that it left running.
void wait_for(pid_t id, const std::optional<double>& timeout, CommandEnd& end) {
  end.timed_out = timeout && !ends_within(id, *timeout);
  siginfo_t info;
  if (end.timed_out) ::kill(-id, SIGKILL);
  while (::waitid(P_PID, static_cast<id_t>(id), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) continue;
  ::kill(-id, SIGKILL);
  int status = 0;
  while (::waitpid(id, &status, 0) < 0 && errno == EINTR) continue;
  end.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

CommandEnd run_command(const Command& command) {
  const Stream in(command, ""), out(command, command.log), err(command, command.log);
  write_all(in.get(), command.input, "the input of a command");
  ::lseek(in.get(), 0, SEEK_SET);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) fail_to_run(command, "no pipe can be made", errno);
  Prepared prepared{
      command.words, environment_of(command), {}, {}, command.folder.c_str(), in.get(), out.get(), err.get(), ends[1]};
  prepared.arguments = pointers_to(prepared.words);
  prepared.environment = pointers_to(prepared.variables);

  std::optional<KilledOnInterrupt> interrupt;
  pid_t id;
  {
    const InterruptsHeld held;
    id = ::fork();
    if (id == 0) become_command(prepared, held);
    if (id > 0) ::setpgid(id, id), interrupt.emplace(id);  // both processes call it, and the first call counts
  }
  const int fork_error = errno;
  ::close(ends[1]);
  int start_error = 0;
  const bool failed = id > 0 && ::read(ends[0], &start_error, sizeof start_error) == sizeof start_error;
  ::close(ends[0]);
  if (id < 0) fail_to_run(command, "no process can be started", fork_error);
  CommandEnd end;
  wait_for(id, command.timeout, end);
  interrupt.reset();
  if (failed) fail_to_run(command, "cannot be started", start_error);
  if (command.log.empty()) end.out = out.text(command), end.err = err.text(command);
  return end;
}

}  // namespace lockstep::tools::perf
