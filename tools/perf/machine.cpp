#include "perf/machine.hpp"

#include <sched.h>
#include <unistd.h>

#include <cstddef>
#include <fstream>
#include <numeric>
#include <string>

namespace lockstep::tools::perf {

std::vector<int> allowed_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cpus;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return cpus;  // more than 1024 processors
  for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &set)) cpus.push_back(static_cast<int>(cpu));
  return cpus;
}

std::optional<double> busy_seconds() {
  std::ifstream file("/proc/stat");
  std::string word;
  double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft_interrupts = 0, stolen = 0;
  if (!(file >> word >> user >> nice >> system >> idle >> waiting >> interrupts >> soft_interrupts >> stolen) ||
      word != "cpu")
    return std::nullopt;
  return (user + nice + system + interrupts + soft_interrupts + stolen) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

}  // namespace lockstep::tools::perf
