// What a machine can do at best, measured: the operations that its registers take, and how fast it reads.
#pragma once

#include <cstddef>

namespace lockstep::bench {

/// One kind of operation, many of them that do not wait for each other.
struct Ceiling {
  const char* name;
  double operations;  ///< of one run, lane by lane
  void (*run)();
};

}  // namespace lockstep::bench
