// Runs the program under test and stores its output.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/resource.h>

namespace lockstep::tools::test {

struct Outcome {
  int exit_code = -1;  ///< -1 if a signal ended it
  int signal = 0;
  std::string out, err;
};

struct Launch {
  std::vector<std::string> arguments;
  std::string input;                      ///< standard input
  std::string output_path;                ///< standard output goes there instead of to Outcome::out
  bool close_output = false;              ///< start without a standard output
  std::optional<rlim_t> file_size_limit;  ///< RLIMIT_FSIZE
  std::vector<std::pair<std::string, std::string>> environment;  ///< added to the environment
  std::string program = LOCKSTEP_PROGRAM;
};

[[nodiscard]] Outcome run(const Launch& launch);
[[nodiscard]] Outcome run(std::vector<std::string> arguments, std::string input = {});

/// A folder that is removed at the end.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] std::string path(std::string_view name) const { return folder_ + "/" + std::string(name); }
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::string folder_;
};

void write_text(const std::string& path, std::string_view text);
[[nodiscard]] std::string read_text(const std::string& path);

}  // namespace lockstep::tools::test
