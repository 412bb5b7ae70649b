// A fuzz target is one function that takes any bytes, and aborts if the code under test breaks a guarantee. Two mains
// call it: libFuzzer's, which invents bytes, and that of replay.cpp, which reads them from files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace lockstep::test {

/// Ends the program; libFuzzer then keeps the input.
[[noreturn]] inline void broken(std::string_view what) {
  std::cerr << "BROKEN: " << what << std::endl;
  std::abort();
}

}  // namespace lockstep::test
