// Chooses the skin of Verlet lists: a small one forces frequent rebuilds, a large one makes lists long.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::detail {

/// A histogram of the distances that objects have moved: the exponent and three more bits of each.
struct MotionSurvey {
  static constexpr std::size_t classes = 8 * 320;
  std::uint64_t count[classes] = {};

  void add(double moved) { ++count[class_of(moved)]; }
  void add(const MotionSurvey& other) {
    for (std::size_t c = 0; c < classes; ++c) count[c] += other.count[c];
  }
  /// A distance that all but `few` objects have not exceeded.
  [[nodiscard]] double distance_of_all_but(std::uint64_t few) const;

 private:
  static std::size_t class_of(double moved);
};

/// Chooses the cheapest skin by a cost model: the cost of building a list, per object and per listed pair, and the cost
/// of each run. The model uses counts and no clock, so the choice is the same in each run of a program. Answers do not
/// depend on it.
class SkinChoice {
 public:
  /// 0 if no list pays.
  [[nodiscard]] float skin() const noexcept { return skin_; }
  /// Records the number of near pairs, or the length of a list with this skin.
  void note_near(std::uint64_t pairs) noexcept { near_ = static_cast<double>(pairs); }
  void note_listed(std::uint64_t pairs) noexcept { listed_ = static_cast<double>(pairs), served_ = 0; }
  /// Records one more run with the list.
  void count_run() noexcept { ++served_; }
  /// Chooses the skin. `moved` is the distance that almost all objects moved since the last list, or since the last
  /// run without one. The search provides the rest: the largest distance of two near objects, averaged over all
  /// objects, and whether the objects lie in a plane.
  void choose(double moved, std::size_t objects, double mean_reach, bool in_plane) noexcept;
  /// No list for `runs` runs.
  void rest(std::size_t runs) noexcept;
  /// After a run without a list: whether the next run should know the distances that objects have moved.
  [[nodiscard]] bool wants_motion() noexcept;

 private:
  [[nodiscard]] double pairs_at(double skin) const noexcept;
  [[nodiscard]] double grown(double skin) const noexcept;
  void take_cheapest(double moved_per_run, double objects) noexcept;

  float skin_ = 0;
  double reach_ = 0, near_ = 0, listed_ = 0;
  std::uint64_t served_ = 0;  // runs with the list, after the one that built it
  std::size_t at_rest_ = 0;   // runs left at rest
  bool in_plane_ = false;
};

}  // namespace lockstep::detail
