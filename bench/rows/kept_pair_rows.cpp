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
#include "rows/world_row.hpp"
#include "work/overlap_scenes.hpp"

namespace lockstep::bench {
namespace {

/// So many frames everything goes straight on, as from the scene's first frame to its second; then back, and so on.
constexpr int frames_of_a_way = 100;
/// By then a pass has kept pairs, and has made new lists.
constexpr int judged_frame = 25;

/// A scene whose motion goes on.
template <class Columns>
class Moving {
 public:
  Moving(const Columns& first, const Columns& second) : first_(first), second_(second), now_(first) {}

  /// A frame further. Whoever moves things writes them, so that they lie in the caches as far as there is room.
  void next() {
    const int turn = ++frame_ % (2 * frames_of_a_way);
    const auto t = static_cast<float>(std::min(turn, 2 * frames_of_a_way - turn));
    move(first_.x, second_.x, now_.x, t), move(first_.y, second_.y, now_.y, t);
    if constexpr (requires { now_.z; }) move(first_.z, second_.z, now_.z, t);
  }
  [[nodiscard]] const Columns& now() const { return now_; }

 private:
  static void move(const std::vector<float>& from, const std::vector<float>& to, std::vector<float>& at, float t) {
    for (std::size_t i = 0; i < at.size(); ++i) at[i] = from[i] + t * (to[i] - from[i]);
  }
  Columns first_, second_, now_;
  int frame_ = 0;
};

bool in_order(const Pair& p, const Pair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; }

/// Whether these are the pairs of the objects, but for such as rounding may call either way.
template <class Columns>
bool are_true(const Columns& objects, std::vector<Pair> found) {
  OverlapScene scene;
  scene.frames = std::vector<Columns>{objects};
  std::sort(found.begin(), found.end(), in_order);
  const std::vector<Pair> truth = true_pairs(scene, 0);
  std::vector<Pair> alone;
  std::set_symmetric_difference(found.begin(), found.end(), truth.begin(), truth.end(), std::back_inserter(alone),
                                in_order);
  return std::all_of(alone.begin(), alone.end(), [&](const Pair& pair) { return within_rounding(scene, 0, pair); });
}

template <class Columns>
void time_frames(benchmark::State& state, Isa isa, const std::vector<Columns>& frames, OverlapPass pass) {
  Moving<Columns> moving(frames[0], frames[1]);
  std::vector<Pair> pairs(4 * frames[0].size());
  OverlapResult found;
  const auto run = [&] {
    found =
        pass.run(moving.now().view(), {.pairs = pairs}, {.check = Check::none, .isa = isa, .order = PairOrder::any});
  };
  for (int frame = 0; frame < judged_frame; ++frame) moving.next(), run();
  pairs.resize(found.complete ? found.pairs : 0);
  if (!are_true(moving.now(), pairs)) {
    state.SkipWithError("wrong pairs");
    return;
  }
  pairs.resize(4 * frames[0].size());
  const std::size_t hits = found.pairs;
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    moving.next();
    state.ResumeTiming();
    run();
  }
  count_up(state, isa, frames[0].size(), hits);
  state.counters["memory"] = static_cast<double>(pass.memory_bytes());
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
    for (const bool kept : {false, true})
      add_world_row(std::string(spec.name) + (kept ? "/kept" : "/pass"), [&spec, isa, kept](benchmark::State& state) {
        std::visit(
            [&]<class Columns>(const std::vector<Columns>& frames) {
              if constexpr (!std::is_same_v<Columns, BodyColumns>)
                time_frames(state, isa, frames, kept ? OverlapPass(automatic_skin) : OverlapPass());
            },
            scene_of(spec).frames);
      });
  }
}

}  // namespace lockstep::bench
