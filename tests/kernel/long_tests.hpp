// LOCKSTEP_LONG_TESTS=1 runs minutes of random tests instead of seconds.
#pragma once

#include <cstdlib>
#include <string_view>

namespace lockstep::test {

inline bool long_tests() {
  const char* const wanted = std::getenv("LOCKSTEP_LONG_TESTS");
  return wanted != nullptr && std::string_view(wanted) == "1";
}

}  // namespace lockstep::test
