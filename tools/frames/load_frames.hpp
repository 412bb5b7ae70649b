// Any file of moving objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "frames/frames.hpp"
#include "frames/table.hpp"

namespace lockstep::tools {

/// Size of the largest file of moving objects that is read.
inline constexpr std::uint64_t max_frames_bytes = std::uint64_t{1} << 31;

/// Reads `path` (`-`: standard input); the first bytes decide between an array and a table. Throws `ReadError` that
/// starts with the path, and `UsageError` about --columns. If `on_problem` was called, the result is useless.
[[nodiscard]] Recording load_frames(const std::string& path, const FrameOptions& options,
                                    const OnTableProblem& on_problem);

/// The same for the bytes of that file.
[[nodiscard]] Recording read_frames(const std::string& path, std::span<const std::byte> bytes,
                                    const FrameOptions& options, const OnTableProblem& on_problem);

}  // namespace lockstep::tools
