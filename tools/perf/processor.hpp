// The kind of this processor.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::tools::perf {

struct Processor {
  std::string name;  ///< as the system shows it; empty if it does not
  std::string key;   ///< one word that all processors of one kind share: "intel_xeon_e5-2680_v4-6.79.1"
};

/// From the text of /proc/cpuinfo.
[[nodiscard]] Processor parse_cpuinfo(std::string_view text);

/// Of this machine.
[[nodiscard]] Processor this_processor();

}  // namespace lockstep::tools::perf
