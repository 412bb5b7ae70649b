#include "runs/gain.hpp"

#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>

#include <tbb/task_arena.h>

#include <lockstep/cull.hpp>
#include <lockstep/types.hpp>

#include "output/progress.hpp"
#include "runs/gain_objects.hpp"
#include "runs/loop_views.hpp"
#include "runs/stopwatch.hpp"
#include "scenes/views.hpp"

namespace lockstep::tools {
namespace {

using Vector = reference::Vector<float>;

/// The modes: cameras as they are, and subdivided as renderers do for lights.
constexpr const char* modes[] = {"cameras", "tiles:16x9", "clusters:16x9x24"};

/// Object-view tests of one turn: this bounds the time. Scalar GJK tests only some views of each camera.
constexpr std::size_t most_tests = 250'000'000, scalar_tests = 2'000'000;
constexpr std::size_t fewest_tests = 100'000;  // of one sample
constexpr std::size_t most_cameras = 64;

/// Processor time of this thread, so that other programs are not measured as well.
double thread_ns() { return Stopwatch::read(CLOCK_THREAD_CPUTIME_ID); }

/// A camera's views as each method takes them. Preparing them is not timed.
struct PreparedCamera {
  VolumeSet volumes;
  std::array<LoopPlane, 6> planes{};  ///< of an undivided view
  LightGrid grid;                     ///< of a subdivided view
  std::vector<std::array<Vector, 8>> corners;

  PreparedCamera(const Camera& camera, const Views& views, double reach) : volumes(make_views(views, camera, reach)) {
    if (views.kind == ViewKind::cameras)
      planes = planes_of(volumes[0], reach);
    else
      grid = light_grid(volumes, views, reach);
    for (std::size_t i = 0; i < volumes.size(); ++i) {
      const std::array<Vec3, 8> points = corners_within(volumes[i], reach);
      std::array<Vector, 8>& copies = corners.emplace_back();
      for (std::size_t k = 0; k < 8; ++k) copies[k] = {points[k].x, points[k].y, points[k].z};
    }
  }
};

/// The time of one method, and the numbers of objects that it kept and that are visible.
struct Tally {
  double ns = 0;
  std::size_t kept = 0, visible = 0;
};

/// All methods on the same objects. For boxes each method sets the bits of the objects in one view; for lights each
/// lists the objects of every view, in memory that is reused.
template <class Objects>
class Trial {
 public:
  Trial(const Objects& objects, Isa isa) : objects_(objects), isa_(isa) {
    const double start = thread_ns();
    world_ = World(objects.view());
    sort_ns_ = thread_ns() - start;
  }

  [[nodiscard]] double sort_ns() const { return sort_ns_; }

  /// Prepares the exact answer for this camera, which every method is compared with. It is not timed.
  void begin(const PreparedCamera& camera) {
    const std::size_t views = camera.volumes.size();
    visible_.resize(views), lists_.resize(views), first_.resize(views + 1);
    mask_.resize(mask_words(objects_.count()));
    cull(camera.volumes, objects_.view(), {.counts = visible_}, {.isa = isa_});
  }

  /// `step`: every step-th view is tested, and the time is extrapolated to all views.
  Tally run(GainMethod method, const PreparedCamera& camera, std::size_t step) {
    // A call on a small scene is shorter than the clock's resolution.
    const std::size_t tests = camera.volumes.size() * objects_.count() / step, calls = 1 + fewest_tests / (tests + 1);
    const double start = thread_ns();
    for (std::size_t i = 0; i < calls; ++i) answer(method, camera, step);
    Tally tally{(thread_ns() - start) / static_cast<double>(calls)};
    std::size_t views = 0;
    for (std::size_t i = 0; i < visible_.size(); i += step, ++views)
      tally.kept += kept(method, i), tally.visible += visible_[i];
    tally.ns *= static_cast<double>(visible_.size()) / static_cast<double>(views);
    return tally;
  }

 private:
  static constexpr bool lights = std::is_same_v<Objects, GainLights>;

  void answer(GainMethod method, const PreparedCamera& camera, std::size_t step) {
    switch (method) {
      case GainMethod::plain_loop: return plain_loop(camera);
      case GainMethod::scalar_gjk: return scalar_gjk(camera, step);
      case GainMethod::lockstep: return cull_all(camera.volumes, objects_.view());
      case GainMethod::kept_world: return cull_all(camera.volumes, world_);
    }
  }

  /// The number of objects that a method kept for a view.
  [[nodiscard]] std::size_t kept(GainMethod method, std::size_t view) const {
    const bool listed = method == GainMethod::scalar_gjk || (lights && method == GainMethod::plain_loop);
    return listed ? lists_[view].size() : lights ? first_[view + 1] - first_[view] : count_;
  }

  void plain_loop(const PreparedCamera& camera) {
    if constexpr (lights)
      plain_light_loop(objects_.columns(), camera.grid, isa_, lists_);
    else
      count_ = plain_plane_loop(objects_.columns(), camera.planes, isa_, mask_);
  }

  void scalar_gjk(const PreparedCamera& camera, std::size_t step) {
    for (std::size_t view = 0; view < lists_.size(); view += step) {
      const ViewHull hull{camera.corners[view]};
      lists_[view].clear();
      for (std::size_t i = 0; i < objects_.count(); ++i)
        if (objects_.scalar_gjk(i, hull)) lists_[view].push_back(static_cast<std::uint32_t>(i));
    }
  }

  template <class Culled>
  void cull_all(const VolumeSet& volumes, const Culled& objects) {
    const CullOptions options{.isa = isa_, .executor = {.scratch = &scratch_}};
    if constexpr (lights) {
      const std::size_t count = cull(volumes, objects, {.first = first_, .indices = indices_}, options);
      if (count > indices_.size()) {
        indices_.resize(count);
        cull(volumes, objects, {.first = first_, .indices = indices_}, options);
      }
    } else {
      count_ = cull(volumes[0], objects, mask_, options);
    }
  }

  const Objects& objects_;
  Isa isa_;
  World world_;
  double sort_ns_ = 0;
  Scratch scratch_;
  std::vector<std::uint64_t> mask_;
  std::size_t count_ = 0;
  std::vector<std::size_t> visible_;
  std::vector<std::vector<std::uint32_t>> lists_;
  std::vector<std::size_t> first_;      // where the list of each view begins in `indices_`
  std::vector<std::uint32_t> indices_;  // of all views, one after the other
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The distance between a camera's views that one method tests: an odd step meets all columns of a grid.
std::size_t step_of(GainMethod method, std::size_t tests) {
  return method == GainMethod::scalar_gjk ? (tests / scalar_tests) | 1U : 1;
}

/// The time of one method in each turn, and the objects it kept: sums over cameras.
struct MethodSums {
  std::vector<double> ns;
  std::size_t kept = 0, visible = 0;

  [[nodiscard]] MethodGain gain(double answers) const {
    const double more = static_cast<double>(kept) - static_cast<double>(visible);
    return {median(ns) / answers, visible == 0 ? 0 : 100 * more / static_cast<double>(visible)};
  }
};

/// The number of cameras that gives a precise result.
std::size_t cameras_to_try(const Scene& scene, const Views& views, std::size_t objects) {
  const std::size_t parts = std::size_t{views.columns} * views.rows * views.slices;
  return std::clamp<std::size_t>(most_tests / (parts * objects), 1, std::min(most_cameras, scene.cameras.size()));
}

template <class Objects>
ModeGain measure_mode(const Objects& objects, const Scene& scene, const char* text, Isa isa, int turns) {
  const Views views = parse_views(text);
  const double reach = reach_of(scene);
  Trial<Objects> trial(objects, isa);
  ModeGain mode{.views = text, .cameras = cameras_to_try(scene, views, objects.count()), .sort_ns = trial.sort_ns()};
  std::array<MethodSums, gain_methods> sums;
  for (MethodSums& sum : sums) sum.ns.resize(static_cast<std::size_t>(turns));
  for (std::size_t i = 0; i < mode.cameras; ++i) {
    const PreparedCamera camera(scene.cameras[i * scene.cameras.size() / mode.cameras], views, reach);
    mode.parts = camera.volumes.size();
    trial.begin(camera);
    for (std::size_t turn = 0; turn < sums[0].ns.size(); ++turn)
      for (std::size_t m = 0; m < gain_methods; ++m) {
        const auto method = static_cast<GainMethod>(m);
        const Tally one = trial.run(method, camera, step_of(method, mode.parts * objects.count() * mode.cameras));
        sums[m].ns[turn] += one.ns;
        if (turn == 0) sums[m].kept += one.kept, sums[m].visible += one.visible;
      }
  }
  for (std::size_t m = 0; m < gain_methods; ++m)
    mode.methods[m] = sums[m].gain(static_cast<double>(objects.count() * mode.cameras));
  return mode;
}

}  // namespace

Gain measure_gain(const Scene& scene, Isa isa, int turns) {
  const GainBoxes boxes(scene);
  Gain gain{boxes.count(), boxes.exact(), scene.objects.size(), scene.cameras.size(), turns, {}};
  if (boxes.count() == 0 || scene.cameras.empty()) return gain;
  const GainLights lights(boxes, reach_of(scene));
  tbb::task_arena one_thread(1);
  Progress progress("comparing methods", std::size(modes));
  for (const char* text : modes) {
    one_thread.execute([&] {
      gain.modes.push_back(text == modes[0] ? measure_mode(boxes, scene, text, isa, turns)
                                            : measure_mode(lights, scene, text, isa, turns));
    });
    progress.advance();
  }
  return gain;
}

}  // namespace lockstep::tools
