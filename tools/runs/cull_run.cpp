#include "runs/cull_run.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "output/progress.hpp"
#include "runs/culled_objects.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools {
namespace {

/// The objects that are in at least one view.
std::vector<std::uint64_t> in_some_view(const VolumeSet& volumes, const CulledObjects& objects,
                                        const CullOptions& how) {
  const std::size_t words = mask_words(objects.size());
  constexpr std::size_t most_words = std::size_t{1} << 27;  // 1 GiB
  if (words != 0 && volumes.size() > most_words / words)
    throw UsageError(concat("--report: the bits of ", objects.size(), " objects in ", volumes.size(),
                            " views need more than 1 GiB; take fewer --views, or leave out --report"));
  std::vector<std::uint64_t> rows(volumes.size() * words), any(words);
  objects.cull(volumes, {.by_volume = rows}, how);
  for (std::size_t i = 0; i < rows.size(); ++i) any[i % words] |= rows[i];
  return any;
}

double middle_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The median times of one call. A call on a small scene is shorter than the clock's resolution, so each sample is a
/// loop of at least a tenth of a millisecond.
template <class Call>
TimeTaken median_time(const Call& call, int repeat) {
  const auto sample = [&call](int calls) {
    const Stopwatch watch;
    for (int i = 0; i < calls; ++i) call();
    return watch.taken().of_one(calls);
  };
  const double first = std::max(sample(1).wall_ns, 1.0);  // also warms the caches; not counted
  const int calls = static_cast<int>(std::clamp(1e5 / first, 1.0, 1000.0));
  std::vector<double> processor, wall;
  for (int i = 0; i < repeat; ++i) {
    const TimeTaken one = sample(calls);
    processor.push_back(one.processor_ns), wall.push_back(one.wall_ns);
  }
  return {middle_of(std::move(processor)), middle_of(std::move(wall))};
}

CameraResult measure(const Camera& camera, const VolumeSet& volumes, const CulledObjects& objects,
                     const RunOptions& options) {
  CameraResult result;
  result.name = camera.name;
  result.questions = volumes.size() * objects.size();
  std::vector<std::uint64_t> mask(mask_words(objects.size()));
  const auto cull_with = [&](CullMethod method, std::vector<std::size_t>& counts, std::size_t& total) {
    counts.resize(volumes.size());
    const CullOptions how{.method = method, .isa = options.isa};
    if (options.views.kind == ViewKind::cameras) {
      const TimeTaken time = median_time([&] { total = objects.cull(volumes[0], mask, how); }, options.repeat);
      return counts[0] = total, time;
    }
    return median_time([&] { total = objects.cull(volumes, {.counts = counts}, how); }, options.repeat);
  };
  result.exact = cull_with(CullMethod::exact, result.view_visible, result.visible);
  result.planes = cull_with(CullMethod::planes, result.view_kept_by_planes, result.kept_by_planes);
  std::vector<std::size_t> overlapping(volumes.size());
  result.touching = result.visible - objects.cull(volumes, {.counts = overlapping},
                                                  {.touching = Touching::separate, .isa = options.isa});
  for (std::size_t i = 0; i < volumes.size(); ++i)
    result.view_touching.push_back(result.view_visible[i] - overlapping[i]);
  return result;
}

/// Views in groups, so that the masks of 100,000s of objects in thousands of views need bounded memory.
void tell_views(const VolumeSet& volumes, const CulledObjects& objects, Isa isa,
                const std::function<void(const SeenByView&)>& on_view) {
  constexpr std::size_t most_words = std::size_t{1} << 23;  // 64 MiB
  const std::size_t words = mask_words(objects.size());
  const std::size_t group =
      std::min(volumes.size(), std::max<std::size_t>(most_words / std::max<std::size_t>(words, 1), 1));
  std::vector<std::uint64_t> visible(group * words), overlapping(group * words);
  for (std::size_t first = 0; first < volumes.size(); first += group) {
    const std::size_t count = std::min(group, volumes.size() - first);
    std::vector<ConvexVolume> some;
    for (std::size_t i = 0; i < count && count < volumes.size(); ++i) some.push_back(volumes[first + i]);
    const VolumeSet part = count < volumes.size() ? VolumeSet(some) : volumes;
    objects.cull(part, {.by_volume = std::span(visible).first(count * words)}, {.isa = isa});
    objects.cull(part, {.by_volume = std::span(overlapping).first(count * words)},
                 {.touching = Touching::separate, .isa = isa});
    for (std::size_t i = 0; i < count; ++i)
      on_view(
          {first + i, std::span(visible).subspan(i * words, words), std::span(overlapping).subspan(i * words, words)});
  }
}

}  // namespace

CameraResult total(const CullRun& run) {
  CameraResult sum;
  for (const CameraResult& camera : run.cameras) {
    sum.visible += camera.visible;
    sum.touching += camera.touching;
    sum.kept_by_planes += camera.kept_by_planes;
    sum.questions += camera.questions;
    sum.exact += camera.exact;
    sum.planes += camera.planes;
  }
  return sum;
}

double per_object(double ns, std::size_t objects) { return objects == 0 ? 0 : ns / static_cast<double>(objects); }

double excess_percent(const CameraResult& result) {
  const double more = static_cast<double>(result.kept_by_planes) - static_cast<double>(result.visible);
  return result.visible == 0 ? 0 : 100 * more / static_cast<double>(result.visible);
}

CullRun run_cull(const Scene& scene, const RunOptions& options, const CullListener& listener) {
  const CulledObjects objects(scene, options.kept);
  CullRun run{options, objects.size(), {}, {}};
  const double reach = reach_of(scene);
  Progress progress("culling for camera", scene.cameras.size());
  for (const Camera& camera : scene.cameras) {
    const VolumeSet volumes = make_views(options.views, camera, reach);
    run.cameras.push_back(measure(camera, volumes, objects, options));
    if (listener.on_camera) listener.on_camera(run.cameras.back());
    if (listener.on_view) tell_views(volumes, objects, options.isa, listener.on_view);
    if (run.masks.size() < options.keep_masks)
      run.masks.push_back({in_some_view(volumes, objects, {.method = CullMethod::exact, .isa = options.isa}),
                           in_some_view(volumes, objects, {.method = CullMethod::planes, .isa = options.isa})});
    progress.advance();
  }
  return run;
}

}  // namespace lockstep::tools
