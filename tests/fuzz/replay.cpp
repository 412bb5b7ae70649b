// Calls a fuzz target for existing files: an input that fuzzing once found stays a test, with every compiler.
//   lockstep_fuzz_pairs_replay tests/fuzz/corpus/pairs some/crash-0123
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "target.hpp"

namespace {

namespace fs = std::filesystem;

/// Prints the name first: a target that fails ends the program.
void replay(const fs::path& path) {
  std::cout << path.string() << std::endl;
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file) throw fs::filesystem_error("cannot be read", path, std::make_error_code(std::errc::io_error));
  // A copy of exactly its size, so that reads beyond the end are detected.
  const std::vector<std::uint8_t> input(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(input.data(), input.size());
}

int replay_all(const std::vector<fs::path>& paths) {
  int count = 0;
  for (const fs::path& path : paths) {
    if (!fs::is_directory(path)) {
      replay(path), ++count;
      continue;
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(path)) replay(entry.path()), ++count;
  }
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int count = replay_all({argv + 1, argv + argc});
    std::cout << count << " inputs" << std::endl;
    return count > 0 ? 0 : 1;  // nothing replayed, nothing tested
  } catch (const std::exception& error) {
    std::cerr << "an exception left the target: " << error.what() << std::endl;
    return 1;
  }
}
