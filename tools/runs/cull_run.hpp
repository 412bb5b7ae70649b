// Culling a scene for all its cameras, with times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <lockstep/config.hpp>
#include <lockstep/cull.hpp>

#include "runs/gain.hpp"
#include "runs/stopwatch.hpp"
#include "scenes/scene.hpp"
#include "scenes/views.hpp"

namespace lockstep::tools {

/// Objects of one camera, one bit each: those in some view, and those that planes alone keep in some view.
struct CullMasks {
  std::vector<std::uint64_t> visible, kept_by_planes;
};

/// Sums over the views of a camera, and the part of each view.
struct CameraResult {
  std::string name;
  std::size_t visible = 0;         ///< by the exact answer
  std::size_t touching = 0;        ///< visible objects that are not proven to overlap
  std::size_t kept_by_planes = 0;  ///< kept by the plane test alone
  std::size_t questions = 0;       ///< objects times views
  TimeTaken exact, planes;         ///< for all objects: the medians of the repetitions
  std::vector<std::size_t> view_visible, view_touching, view_kept_by_planes;
};

struct RunOptions {
  Isa isa = Isa::scalar;
  int threads = 1;
  int repeat = 5;
  bool kept = false;           ///< by a kept world
  std::size_t keep_masks = 0;  ///< for this many cameras, from the first
  Views views;
};

struct CullRun {
  RunOptions options;
  std::size_t objects = 0;
  std::vector<CameraResult> cameras;
  std::vector<CullMasks> masks;
  Gain gain = {};  ///< without modes unless requested

  /// Whether the cameras' views are subdivided.
  [[nodiscard]] bool has_parts() const { return options.views.kind != ViewKind::cameras; }
};

/// The objects that one view of a camera sees, a bit each.
struct SeenByView {
  std::size_t view = 0;
  std::span<const std::uint64_t> visible, overlapping;  ///< overlapping: proven to overlap, not just touching
};

/// Gets the results of a run while it goes on: each camera, then its views.
struct CullListener {
  std::function<void(const CameraResult&)> on_camera = {};
  std::function<void(const SeenByView&)> on_view = {};  ///< costs another pass
};

/// Sums over all cameras.
[[nodiscard]] CameraResult total(const CullRun& run);

/// Nanoseconds per object, 0 without objects.
[[nodiscard]] double per_object(double ns, std::size_t objects);

/// The objects that the planes keep beyond the visible ones, in percent of those.
[[nodiscard]] double excess_percent(const CameraResult& result);

/// Throws `ReadError` that names the camera if a camera sees no volume or cannot be subdivided so, `UsageError` if the
/// masks of all views would not fit.
[[nodiscard]] CullRun run_cull(const Scene& scene, const RunOptions& options, const CullListener& listener = {});

}  // namespace lockstep::tools
