// Culling a scene for all its cameras, with times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <lockstep/cull.hpp>
#include <lockstep/isa.hpp>

#include "runs/gain.hpp"
#include "runs/stopwatch.hpp"
#include "scenes/scene.hpp"
#include "scenes/views.hpp"

namespace lockstep::tools {

/// Objects of one camera, one bit each: those in some view of it, and those that planes alone keep in some view.
struct CullMasks {
  std::vector<std::uint64_t> visible, kept_by_planes;
};

/// Sums over the views of a camera, and each view's part.
struct CameraResult {
  std::string name;
  std::size_t visible = 0;         ///< exact answer
  std::size_t touching = 0;        ///< those of the visible ones that are not proven to overlap
  std::size_t kept_by_planes = 0;  ///< what the plane test alone keeps
  std::size_t questions = 0;       ///< objects times views
  TimeTaken exact, planes;         ///< for all objects: the medians of the repetitions
  std::vector<std::size_t> view_visible, view_touching, view_kept_by_planes;
};

struct RunOptions {
  Isa isa = Isa::scalar;
  int threads = 1;
  int repeat = 5;
  bool kept = false;           ///< by a kept world
  std::size_t keep_masks = 0;  ///< for how many cameras, from the first
  Views views;
};

struct CullRun {
  RunOptions options;
  std::size_t objects = 0;
  std::vector<CameraResult> cameras;
  std::vector<CullMasks> masks;
  Gain gain = {};  ///< without modes if nobody asked

  /// Whether the cameras' views are cut up.
  [[nodiscard]] bool has_parts() const { return options.views.kind != ViewKind::cameras; }
};

/// What one view of a camera sees, a bit for each object.
struct SeenByView {
  std::size_t view = 0;
  std::span<const std::uint64_t> visible, overlapping;  ///< overlapping: proven to be, not just touching
};

/// Hears of a run while it goes on: of each camera, then of its views.
struct CullListener {
  std::function<void(const CameraResult&)> on_camera = {};
  std::function<void(const SeenByView&)> on_view = {};  ///< costs another pass
};

/// Sums over all cameras.
[[nodiscard]] CameraResult total(const CullRun& run);

/// Nanoseconds per object, 0 without objects.
[[nodiscard]] double per_object(double ns, std::size_t objects);

/// How many more objects the planes keep than are visible, in percent.
[[nodiscard]] double excess_percent(const CameraResult& result);

/// Throws `ReadError` that names the camera if one sees no volume or cannot be cut into such views, `UsageError` if the
/// masks of so many views would not fit.
[[nodiscard]] CullRun run_cull(const Scene& scene, const RunOptions& options, const CullListener& listener = {});

}  // namespace lockstep::tools
