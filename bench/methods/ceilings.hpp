// The machine's measured limits: its throughput of register operations, and its read bandwidth.
#pragma once

#include <cstddef>

namespace lockstep::bench {

/// Many independent operations of one kind.
struct Ceiling {
  const char* name;
  double operations;  ///< of one run, lane by lane
  void (*run)();
};

}  // namespace lockstep::bench
