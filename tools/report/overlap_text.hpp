// The results of overlap passes for people (a table) and for machines (JSON).
#pragma once

#include <cstddef>
#include <string>

#include "frames/frames.hpp"
#include "runs/overlap_run.hpp"

namespace lockstep::tools {

/// Names of the files that were written as well; empty if they were not.
struct OverlapFiles {
  std::string pairs, contacts, events, report;
};

/// At most `most_rows` frames are listed (0: all); the totals count every one.
[[nodiscard]] std::string overlap_table(const Frames& frames, const OverlapRun& run, const OverlapFiles& files,
                                        std::size_t most_rows);

[[nodiscard]] std::string overlap_json(const Frames& frames, const OverlapRun& run, const OverlapFiles& files);

}  // namespace lockstep::tools
