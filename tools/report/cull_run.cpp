#include "report/cull_run.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "output/progress.hpp"
#include "readers/error.hpp"

namespace lockstep::tools {
namespace {

using Clock = std::chrono::steady_clock;

struct Add {
  ShapeSet& shapes;
  void operator()(const auto& shape) const { shapes.add(shape); }
  void operator()(const Vertices& vertices) const { shapes.add(ConvexHull{vertices}); }
};

ShapeSet make_shapes(const Scene& scene) {
  ShapeSet shapes;
  shapes.reserve(scene.objects.size());
  for (const Object& object : scene.objects) {
    try {
      std::visit(Add{shapes}, object.geometry);
    } catch (const InvalidInput& error) {
      throw ReadError(concat(object.name, ": ", error.what()));
    }
  }
  return shapes;
}

ConvexVolume make_volume(const Camera& camera) {
  try {
    return ConvexVolume::from_view_projection(camera.view_projection, DepthRange::minus_one_to_one);
  } catch (const InvalidInput& error) {
    throw ReadError(concat("camera ", camera.name, ": ", error.what()));
  }
}

/// The median time of one call. A single call on a small scene is shorter than the clock can tell, so each sample is a
/// loop of at least a tenth of a millisecond.
template <class Call>
double median_ns(const Call& call, int repeat) {
  const auto sample = [&call](int calls) {
    const auto start = Clock::now();
    for (int i = 0; i < calls; ++i) call();
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count() / calls;
  };
  const double first = std::max(sample(1), 1.0);  // also warms the caches; not counted
  const int calls = static_cast<int>(std::clamp(1e5 / first, 1.0, 1000.0));
  std::vector<double> samples(static_cast<std::size_t>(repeat));
  for (double& ns : samples) ns = sample(calls);
  const auto middle = samples.begin() + repeat / 2;
  std::nth_element(samples.begin(), middle, samples.end());
  return *middle;
}

}  // namespace

CameraResult total(const CullRun& run) {
  CameraResult sum;
  for (const CameraResult& camera : run.cameras) {
    sum.visible += camera.visible;
    sum.kept_by_planes += camera.kept_by_planes;
    sum.exact_ns += camera.exact_ns;
    sum.planes_ns += camera.planes_ns;
  }
  return sum;
}

double per_object(double ns, std::size_t objects) { return objects == 0 ? 0 : ns / static_cast<double>(objects); }

double excess_percent(const CameraResult& result) {
  const double more = static_cast<double>(result.kept_by_planes) - static_cast<double>(result.visible);
  return result.visible == 0 ? 0 : 100 * more / static_cast<double>(result.visible);
}

CullRun run_cull(const Scene& scene, const RunOptions& options) {
  const ShapeSet shapes = make_shapes(scene);
  CullRun run{options, shapes.size(), {}, {}};
  CullMasks masks{std::vector<std::uint64_t>(mask_words(shapes.size())),
                  std::vector<std::uint64_t>(mask_words(shapes.size()))};
  Progress progress("culling for camera", scene.cameras.size());
  for (const Camera& camera : scene.cameras) {
    const ConvexVolume volume = make_volume(camera);
    CameraResult result{camera.name};
    const auto cull_with = [&](CullMethod method, std::vector<std::uint64_t>& mask, std::size_t& count) {
      const CullOptions how{.method = method, .isa = options.isa};
      return median_ns([&] { count = cull(volume, shapes, mask, how); }, options.repeat);
    };
    result.exact_ns = cull_with(CullMethod::exact, masks.visible, result.visible);
    result.planes_ns = cull_with(CullMethod::planes, masks.kept_by_planes, result.kept_by_planes);
    run.cameras.push_back(std::move(result));
    if (run.masks.size() < options.keep_masks) run.masks.push_back(masks);
    progress.advance();
  }
  return run;
}

}  // namespace lockstep::tools
