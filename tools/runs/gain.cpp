#include "runs/gain.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include <tbb/task_arena.h>

#include <lockstep/cull.hpp>
#include <lockstep/reference/gjk.hpp>
#include <lockstep/reference/shapes.hpp>

#include "output/progress.hpp"
#include "runs/plain_loop.hpp"
#include "runs/stopwatch.hpp"
#include "scenes/views.hpp"

namespace lockstep::tools {
namespace {

using Vector = reference::Vector<float>;

/// The modes: as cameras come, and cut up as renderers cut them up for lights.
constexpr const char* modes[] = {"cameras", "tiles:16x9", "clusters:16x9x24"};

/// Box-view tests of one turn: bounds the time. Scalar GJK takes some views of each camera only.
constexpr std::size_t loop_tests = 50'000'000, scalar_tests = 2'000'000;
constexpr std::size_t fewest_tests = 100'000;  // of one sample
constexpr std::size_t most_cameras = 8, most_objects = 200'000;

/// Processor time of this thread, so that whoever else uses the machine is not measured as well.
double thread_ns() { return Stopwatch::read(CLOCK_THREAD_CPUTIME_ID); }

/// The boxes around objects; of very many, those at even distances.
struct Boxes {
  BoxColumns columns;
  std::vector<reference::Aabb<float>> shapes;
  std::size_t exact = 0;  ///< objects that are boxes along the axes themselves

  explicit Boxes(const Scene& scene) {
    const std::size_t all = scene.objects.size(), count = std::min(all, most_objects);
    for (std::size_t i = 0; i < count; ++i) {
      const Geometry& geometry = scene.objects[i * all / count].geometry;
      if (std::holds_alternative<Aabb>(geometry)) ++exact;
      const auto& [low, high] = bounds(geometry);
      columns.min_x.push_back(low.x), columns.min_y.push_back(low.y), columns.min_z.push_back(low.z);
      columns.max_x.push_back(high.x), columns.max_y.push_back(high.y), columns.max_z.push_back(high.z);
      shapes.push_back({{low.x, low.y, low.z}, {high.x, high.y, high.z}});
    }
  }
  [[nodiscard]] std::size_t count() const { return shapes.size(); }
  [[nodiscard]] AabbView view() const {
    return {{columns.min_x.data()}, {columns.min_y.data()}, {columns.min_z.data()}, {columns.max_x.data()},
            {columns.max_y.data()}, {columns.max_z.data()}, columns.size()};
  }
};

/// The plane through three points, `inside` on its positive side.
LoopPlane plane_through(const Point3& a, const Point3& b, const Point3& c, const Point3& inside) {
  Point3 normal = cross(b - a, c - a);
  normal = normal * (1 / std::sqrt(std::max(dot(normal, normal), 1e-300)));
  if (dot(normal, inside - a) < 0) normal = -normal;
  return {static_cast<float>(normal.x), static_cast<float>(normal.y), static_cast<float>(normal.z),
          static_cast<float>(-dot(normal, a))};
}

/// The six planes of a view with these corners. One without a far side has its near side twice.
std::array<LoopPlane, 6> planes_of(const std::array<Vec3, 8>& corners, bool infinite_far) {
  std::array<Point3, 8> p;
  Point3 middle{0, 0, 0};
  for (std::size_t k = 0; k < 8; ++k) {
    p[k] = {corners[k].x, corners[k].y, corners[k].z};
    middle = middle + p[k] * 0.125;
  }
  std::array<LoopPlane, 6> planes;
  for (std::size_t k = 0; k < 4; ++k) planes[k] = plane_through(p[k], p[4 + k], p[4 + (k + 1) % 4], middle);
  // The near side is small and the far one parallel to it: its directions are known better.
  planes[4] = plane_through(p[0], p[0] + (p[5] - p[4]), p[0] + (p[6] - p[4]), middle);
  planes[5] = infinite_far ? planes[4] : plane_through(p[4], p[5], p[6], middle);
  return planes;
}

/// A camera's views as each method takes them. Nobody is timed while they are made.
struct PreparedCamera {
  VolumeSet volumes;
  std::vector<std::array<LoopPlane, 6>> planes;
  std::vector<std::array<Vector, 8>> corners;

  PreparedCamera(const Camera& camera, const Views& views, double reach) : volumes(make_views(views, camera, reach)) {
    for (std::size_t i = 0; i < volumes.size(); ++i) {
      const std::array<Vec3, 8> points = corners_within(volumes[i], reach);
      planes.push_back(planes_of(points, volumes[i].infinite_far()));
      std::array<Vector, 8>& copies = corners.emplace_back();
      for (std::size_t k = 0; k < 8; ++k) copies[k] = {points[k].x, points[k].y, points[k].z};
    }
  }
};

/// What one method kept of what was visible, and how long it took.
struct Tally {
  double ns = 0;
  std::size_t kept = 0, visible = 0;
};

/// All methods on the same boxes. Each says which boxes every view sees: the loop and the scalar code in a byte for
/// each, in memory that is used again for the next view, lockstep in masks.
class Trial {
 public:
  Trial(const Boxes& boxes, Isa isa) : boxes_(boxes), isa_(isa), flags_(boxes.count()) {}

  /// `step`: every so many-th view is tried, and the time is that of all.
  Tally run(GainMethod method, const PreparedCamera& camera, std::size_t step) {
    // All methods are held to the exact answer, which costs nobody time.
    visible_.resize(camera.volumes.size());
    cull(camera.volumes, boxes_.view(), {.counts = visible_}, {.isa = isa_});
    kept_.assign(camera.volumes.size(), 0);
    masks_.resize(method == GainMethod::lockstep ? camera.volumes.size() * mask_words(boxes_.count()) : 0);
    // A single call on a small scene is shorter than the clock can tell.
    const std::size_t tests = camera.volumes.size() * boxes_.count() / step, calls = 1 + fewest_tests / (tests + 1);
    const double start = thread_ns();
    for (std::size_t i = 0; i < calls; ++i) {
      if (method == GainMethod::lockstep)
        all_at_once(camera);
      else
        one_by_one(method, camera, step);
    }
    Tally tally{(thread_ns() - start) / static_cast<double>(calls)};
    std::size_t views = 0;
    for (std::size_t i = 0; i < kept_.size(); i += step, ++views) tally.kept += kept_[i], tally.visible += visible_[i];
    tally.ns *= static_cast<double>(kept_.size()) / static_cast<double>(views);
    return tally;
  }

 private:
  void all_at_once(const PreparedCamera& camera) {
    if (camera.volumes.size() == 1)
      kept_[0] = cull(camera.volumes[0], boxes_.view(), masks_, {.isa = isa_});
    else
      cull(camera.volumes, boxes_.view(), {.by_volume = masks_, .counts = kept_}, {.isa = isa_});
  }

  void one_by_one(GainMethod method, const PreparedCamera& camera, std::size_t step) {
    for (std::size_t view = 0; view < kept_.size(); view += step) {
      if (method == GainMethod::plain_loop)
        plain_plane_loop(boxes_.columns, camera.planes[view], isa_, flags_.data());
      else
        scalar_gjk(camera.corners[view]);
      kept_[view] = static_cast<std::size_t>(std::count(flags_.begin(), flags_.end(), std::uint8_t{1}));
    }
  }

  void scalar_gjk(const std::array<Vector, 8>& corners) {
    const reference::PointCloud<float> cloud{corners};
    for (std::size_t i = 0; i < flags_.size(); ++i) flags_[i] = reference::intersect(boxes_.shapes[i], cloud) ? 1 : 0;
  }

  const Boxes& boxes_;
  Isa isa_;
  std::vector<std::uint8_t> flags_;
  std::vector<std::uint64_t> masks_;
  std::vector<std::size_t> kept_, visible_;
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Views of a camera that one method tries at a time: an odd step meets all columns of a grid.
std::size_t step_of(GainMethod method, std::size_t tests) {
  return method == GainMethod::scalar_gjk ? (tests / scalar_tests) | 1U : 1;
}

ModeGain measure_mode(const Boxes& boxes, const std::vector<PreparedCamera>& cameras, Isa isa, int turns) {
  const double answers = static_cast<double>(boxes.count() * cameras.size());
  ModeGain mode;
  mode.parts = cameras[0].volumes.size();
  Trial trial(boxes, isa);
  std::array<std::vector<double>, gain_methods> ns;
  for (int turn = 0; turn < turns; ++turn)
    for (std::size_t m = 0; m < gain_methods; ++m) {
      const auto method = static_cast<GainMethod>(m);
      const std::size_t step = step_of(method, mode.parts * boxes.count() * cameras.size());
      Tally sum;
      for (const PreparedCamera& camera : cameras) {
        const Tally one = trial.run(method, camera, step);
        sum.ns += one.ns, sum.kept += one.kept, sum.visible += one.visible;
      }
      ns[m].push_back(sum.ns / answers);
      const double more = static_cast<double>(sum.kept) - static_cast<double>(sum.visible);
      mode.methods[m].excess_percent = sum.visible == 0 ? 0 : 100 * more / static_cast<double>(sum.visible);
    }
  for (std::size_t m = 0; m < gain_methods; ++m) mode.methods[m].ns_per_object = median(std::move(ns[m]));
  return mode;
}

}  // namespace

Gain measure_gain(const Scene& scene, Isa isa, int turns) {
  const Boxes boxes(scene);
  Gain gain{boxes.count(), boxes.exact, scene.objects.size(), 0, scene.cameras.size(), turns, {}};
  if (boxes.count() == 0 || scene.cameras.empty()) return gain;
  const Views finest = parse_views(modes[std::size(modes) - 1]);
  const std::size_t parts = std::size_t{finest.columns} * finest.rows * finest.slices;
  gain.cameras =
      std::clamp<std::size_t>(loop_tests / (parts * boxes.count()), 1, std::min(most_cameras, scene.cameras.size()));
  const double reach = reach_of(scene);
  tbb::task_arena one_thread(1);
  Progress progress("comparing methods", std::size(modes));
  for (const char* text : modes) {
    const Views views = parse_views(text);
    std::vector<PreparedCamera> cameras;
    for (std::size_t i = 0; i < gain.cameras; ++i)
      cameras.emplace_back(scene.cameras[i * scene.cameras.size() / gain.cameras], views, reach);
    one_thread.execute([&] { gain.modes.push_back(measure_mode(boxes, cameras, isa, turns)); });
    gain.modes.back().views = text;
    progress.advance();
  }
  return gain;
}

}  // namespace lockstep::tools
