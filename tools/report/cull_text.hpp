// The results of a culling run for people (a table) and for machines (JSON).
#pragma once

#include <cstddef>
#include <string>

#include "runs/cull_run.hpp"
#include "scenes/scene.hpp"

namespace lockstep::tools {

/// At most `most_rows` cameras are listed (0: all); the totals count every one.
[[nodiscard]] std::string table_report(const Scene& scene, const CullRun& run, std::size_t most_rows);

// Parts of the JSON of a run, each an object: the head, known before the run; a camera of `objects` objects; the sum of
// all.
[[nodiscard]] std::string head_json(const Scene& scene, const RunOptions& options, const std::string& report_path);
[[nodiscard]] std::string camera_json(const CameraResult& camera, std::size_t objects);
[[nodiscard]] std::string total_json(const CullRun& run);

}  // namespace lockstep::tools
