// The results of a culling run for people (a table) and for machines (JSON).
#pragma once

#include <cstddef>
#include <string>

#include "readers/scene.hpp"
#include "report/cull_run.hpp"

namespace lockstep::tools {

/// At most `most_rows` cameras are listed (0: all); the totals count every one.
[[nodiscard]] std::string table_report(const Scene& scene, const CullRun& run, std::size_t most_rows);

[[nodiscard]] std::string json_report(const Scene& scene, const CullRun& run, const std::string& report_path);

}  // namespace lockstep::tools
