#include "c_abi/guard.hpp"

#include <algorithm>
#include <cstring>

namespace lockstep::c_abi {

namespace {

thread_local char last_error[1024] = "";  // an array, since a string would have to be freed at thread exit

}  // namespace

lockstep_status fail(lockstep_status status, const char* sentence) noexcept {
  const std::size_t length = std::min(std::strlen(sentence), sizeof last_error - 1);
  std::memmove(last_error, sentence, length);
  last_error[length] = '\0';
  return status;
}

void read_struct(const char* name, const void* from, void* to, std::size_t known) {
  std::size_t size;
  std::memcpy(&size, from, sizeof size);
  const std::string what = std::string(name) + ".size = " + std::to_string(size);
  if (size < sizeof size || size > 65536)
    throw InvalidInput(what + ": must be the size of the struct, which is " + std::to_string(known) + " here");
  std::memcpy(to, from, std::min(size, known));
  const auto* const bytes = static_cast<const unsigned char*>(from);
  for (std::size_t i = known; i < size; ++i)
    if (bytes[i] != 0)
      throw InvalidInput(what + ": byte " + std::to_string(i) + " is set, and this library knows " +
                         std::to_string(known) + " bytes: it is older than the program");
}

}  // namespace lockstep::c_abi

extern "C" const char* lockstep_last_error(void) { return lockstep::c_abi::last_error; }
