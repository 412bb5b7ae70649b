#include "perf/process_figures.hpp"

#include <unistd.h>

#include <fstream>

#include "perf/formats/row_list.hpp"
#include "text/error.hpp"

namespace lockstep::tools::perf {
namespace {

double ns_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_usec) * 1e3;
}

/// What this process has in memory; 0 if the system does not say.
double own_bytes() {
  std::ifstream file("/proc/self/statm");
  double all = 0, resident = 0;
  return file >> all >> resident ? resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) : 0;
}

/// A child begins as a copy of this process, and the system counts that copy into its peak.
void add_peak_memory(const rusage& usage, RowList& rows) {
  BenchmarkRow& row = rows.add(peak_memory_row, "");
  const double bytes = static_cast<double>(usage.ru_maxrss) * 1024, own = own_bytes();
  set_amount(row, bytes, "B");
  if (bytes <= own)
    row.no_time =
        concat("is below the ", static_cast<long>(own / 1e6), " MB that lockstep-perf itself has, and cannot be seen");
}

}  // namespace

BenchmarkOutput process_figures(const ProcessEnd& end, std::optional<double> instructions) {
  RowList rows;
  set_time(rows.add(wall_time_row, ""), end.wall_seconds * 1e9);
  BenchmarkRow& processor = rows.add(processor_time_row, "");
  processor.wall = false;
  set_time(processor, ns_of(end.usage.ru_utime) + ns_of(end.usage.ru_stime));
  add_peak_memory(end.usage, rows);
  if (instructions) set_amount(rows.add(instructions_row, ""), *instructions, "instructions");
  return {{}, rows.take()};
}

}  // namespace lockstep::tools::perf
