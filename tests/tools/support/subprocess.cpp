#include "support/subprocess.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace lockstep::tools::test {
namespace {

void redirect(int descriptor, const std::string& path, int flags) {
  const int file = ::open(path.c_str(), flags, 0600);
  if (file < 0 || ::dup2(file, descriptor) < 0) ::_exit(127);
  if (file != descriptor) ::close(file);
}

[[noreturn]] void become_program(const Launch& launch, const ScratchFolder& folder) {
  redirect(STDIN_FILENO, folder.path("in"), O_RDONLY);
  const bool elsewhere = !launch.output_path.empty();
  redirect(STDOUT_FILENO, elsewhere ? launch.output_path : folder.path("out"), O_WRONLY | O_CREAT);
  redirect(STDERR_FILENO, folder.path("err"), O_WRONLY | O_CREAT);
  if (launch.close_output) ::close(STDOUT_FILENO);
  if (launch.file_size_limit) {
    const rlimit limit{*launch.file_size_limit, *launch.file_size_limit};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  for (const auto& [name, value] : launch.environment) ::setenv(name.c_str(), value.c_str(), 1);
  std::vector<std::string> words = {launch.program};
  words.insert(words.end(), launch.arguments.begin(), launch.arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execv(launch.program.c_str(), pointers.data());
  ::_exit(127);
}

}  // namespace

Outcome run(const Launch& launch) {
  const ScratchFolder folder;
  write_text(folder.path("in"), launch.input);
  write_text(folder.path("out"), "");
  write_text(folder.path("err"), "");
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork");
  if (child == 0) become_program(launch, folder);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw std::runtime_error("waitpid");
  Outcome result;
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  result.out = read_text(folder.path("out"));
  result.err = read_text(folder.path("err"));
  return result;
}

Outcome run(std::vector<std::string> arguments, std::string input) {
  Launch launch;
  launch.arguments = std::move(arguments);
  launch.input = std::move(input);
  return run(launch);
}

ScratchFolder::ScratchFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "lockstep_test_XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp " + name);
  folder_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::vector<std::string> ScratchFolder::names() const {
  std::vector<std::string> list;
  for (const auto& entry : std::filesystem::directory_iterator(folder_))
    list.push_back(entry.path().filename().string());
  std::sort(list.begin(), list.end());
  return list;
}

void write_text(const std::string& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace lockstep::tools::test
