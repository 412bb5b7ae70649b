#include "rows/kept_pair_rows.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <lockstep/overlap.hpp>

#include "judge/overlap_judge.hpp"
#include "methods/methods.hpp"
#include "rows/world_row.hpp"
#include "work/overlap_scenes.hpp"

namespace lockstep::bench {
namespace {

/// Everything moves in a straight line for this many frames, as from the scene's first frame to its second; then back,
/// and so on.
constexpr int frames_of_a_motion = 100;
/// By then a pass has reused pairs, and has rebuilt its lists.
constexpr int judged_frame = 25;
/// Peers take minutes for a million objects, in `overlap` as well.
constexpr std::size_t most_of_peers = 100'000;

/// A scene whose motion continues, with one frame, the current one.
template <class Columns>
class Moving {
 public:
  Moving(const Columns& first, const Columns& second) : first_(first), second_(second) {
    scene_.frames = std::vector<Columns>{first};
  }

  /// The next frame. The code that moves objects writes them, so they are in the caches as far as there is room.
  void next() {
    const int turn = ++frame_ % (2 * frames_of_a_motion);
    const auto t = static_cast<float>(std::min(turn, 2 * frames_of_a_motion - turn));
    Columns& now = std::get<std::vector<Columns>>(scene_.frames)[0];
    move(first_.x, second_.x, now.x, t), move(first_.y, second_.y, now.y, t);
    if constexpr (requires { now.z; }) move(first_.z, second_.z, now.z, t);
  }
  [[nodiscard]] const Columns& now() const { return std::get<std::vector<Columns>>(scene_.frames)[0]; }
  [[nodiscard]] const OverlapScene& scene() const { return scene_; }

 private:
  static void move(const std::vector<float>& from, const std::vector<float>& to, std::vector<float>& at, float t) {
    for (std::size_t i = 0; i < at.size(); ++i) at[i] = from[i] + t * (to[i] - from[i]);
  }
  Columns first_, second_;
  OverlapScene scene_;
  int frame_ = 0;
};

bool in_order(const Pair& p, const Pair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; }

/// Whether these are the pairs of the scene, except for those that rounding may decide either way.
bool are_true(const OverlapScene& scene, std::vector<Pair> found) {
  for (Pair& pair : found) pair = {std::min(pair.a, pair.b), std::max(pair.a, pair.b)};
  std::sort(found.begin(), found.end(), in_order);
  const std::vector<Pair> truth = true_pairs(scene, 0);
  std::vector<Pair> alone;
  std::set_symmetric_difference(found.begin(), found.end(), truth.begin(), truth.end(), std::back_inserter(alone),
                                in_order);
  return std::all_of(alone.begin(), alone.end(), [&](const Pair& pair) { return within_rounding(scene, 0, pair); });
}

/// Calls run() for each frame, which returns the number of pairs; pairs() are those of the last run.
template <class Columns, class Run, class Pairs>
void time_frames(benchmark::State& state, Isa isa, Moving<Columns>& moving, const Run& run, const Pairs& pairs) {
  std::size_t hits = 0;
  for (int frame = 0; frame < judged_frame; ++frame) moving.next(), hits = run();
  if (!are_true(moving.scene(), pairs())) return state.SkipWithError("wrong pairs");
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    moving.next();
    state.ResumeTiming();
    run();
  }
  count_up(state, isa, moving.now().size(), hits);
}

template <class Columns>
void time_pass(benchmark::State& state, Isa isa, const std::vector<Columns>& frames, OverlapPass pass) {
  Moving<Columns> moving(frames[0], frames[1]);
  std::vector<Pair> pairs(4 * frames[0].size());
  OverlapResult found;
  const auto run = [&] {
    found =
        pass.run(moving.now().view(), {.pairs = pairs}, {.check = Check::none, .isa = isa, .order = PairOrder::any});
    return static_cast<std::size_t>(found.pairs);
  };
  time_frames(state, isa, moving, run, [&] {
    const std::size_t count = found.complete ? found.pairs : 0;
    return std::vector<Pair>(pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(count));
  });
  state.counters["memory"] = static_cast<double>(pass.memory_bytes());
}

/// A peer that keeps state from frame to frame, and decides spheres and circles by the plain test.
template <class Columns>
void time_peer(benchmark::State& state, Isa isa, const std::vector<Columns>& frames, const OverlapSceneMethod& peer) {
  Moving<Columns> moving(frames[0], frames[1]);
  const std::unique_ptr<OverlapMethod> method = peer.make(moving.scene(), isa);
  const auto run = [&] {
    method->run(0);
    return method->pairs().size();
  };
  time_frames(state, isa, moving, run, [&] { return method->pairs(); });
}

std::vector<OverlapSceneMethod> peers() {
  std::vector<OverlapSceneMethod> found;
  [[maybe_unused]] const auto add = [&](std::vector<OverlapSceneMethod> methods) {
    for (OverlapSceneMethod& method : methods) found.push_back(std::move(method));
  };
#ifdef LOCKSTEP_BENCH_HAVE_FCL
  add(fcl_overlap_methods());
#endif
#ifdef LOCKSTEP_BENCH_HAVE_BULLET
  add(bullet_overlap_methods());
#endif
#ifdef LOCKSTEP_BENCH_HAVE_BOX2D
  add(box2d_overlap_methods());
#endif
  return found;
}

/// One scene at a time stays in memory.
const OverlapScene& scene_of(const OverlapSceneSpec& spec) {
  static const OverlapSceneSpec* made = nullptr;
  static std::unique_ptr<OverlapScene> scene;
  if (made != &spec) scene.reset(), scene = std::make_unique<OverlapScene>(spec.make()), made = &spec;
  return *scene;
}

}  // namespace

void add_kept_pair_rows(Isa isa) {
  for (const OverlapSceneSpec& spec : overlap_scenes()) {
    if (std::string_view(spec.name) != "crowd_100k" && std::string_view(spec.name) != "particles_1m") continue;
    /// time(state, frames) of frames of spheres or circles.
    const auto add = [&spec](std::string_view method, auto time) {
      add_world_row(std::string(spec.name) + "/" + std::string(method), [&spec, time](benchmark::State& state) {
        std::visit(
            [&]<class Columns>(const std::vector<Columns>& frames) {
              if constexpr (!std::is_same_v<Columns, BodyColumns>) time(state, frames);
            },
            scene_of(spec).frames);
      });
    };
    add("kept", [isa](auto& state, const auto& frames) { time_pass(state, isa, frames, OverlapPass(automatic_skin)); });
    add("pass", [isa](auto& state, const auto& frames) { time_pass(state, isa, frames, OverlapPass()); });
    for (const OverlapSceneMethod& peer : peers())
      if (spec.objects <= most_of_peers && peer.takes(spec))
        add(peer.name, [isa, peer](auto& state, const auto& frames) { time_peer(state, isa, frames, peer); });
  }
}

}  // namespace lockstep::bench
