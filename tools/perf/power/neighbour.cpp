// A busy neighbour: arithmetic, sorting and copies of 32 MiB, in phases of 50 to 1000 ms, until it is ended. Which phase
// comes next, and for how long, is drawn from the seed that is its argument.
#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <vector>

int main(int argc, char** argv) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // it does not outlive the recording
  std::mt19937_64 random(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1);
  std::vector<std::uint64_t> from(std::size_t{1} << 22), to(from.size());
  std::generate(from.begin(), from.end(), random);
  volatile std::uint64_t sink = 0;
  for (;;) {
    using Clock = std::chrono::steady_clock;
    const auto phase = random() % 3;
    const auto end = Clock::now() + std::chrono::milliseconds(50 + random() % 951);
    while (Clock::now() < end) {
      if (phase == 0) {
        std::uint64_t x = sink;
        for (int i = 0; i < 1'000'000; ++i) x = x * 6364136223846793005ULL + 1;
        sink = x;
      } else if (phase == 1) {
        std::copy_n(from.begin(), 1 << 16, to.begin());
        std::sort(to.begin(), to.begin() + (1 << 16));
      } else {
        std::copy(from.begin(), from.end(), to.begin());
        sink = sink + to[random() % to.size()];
      }
    }
  }
}
