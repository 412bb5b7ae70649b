// How much room bounds should have: little of it makes lists often, much of it makes them long.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::detail {

/// How far objects have come: of each, the exponent of its way and three bits more.
struct MotionSurvey {
  static constexpr std::size_t classes = 8 * 320;
  std::uint64_t count[classes] = {};

  void add(double way) { ++count[class_of(way)]; }
  void add(const MotionSurvey& other) {
    for (std::size_t c = 0; c < classes; ++c) count[c] += other.count[c];
  }
  /// All but so many have come no farther.
  [[nodiscard]] double way_of_all_but(std::uint64_t few) const;

 private:
  static std::size_t class_of(double way);
};

/// Chooses the skin that is cheapest by a model: what a list costs when it is made, for each object and each pair of
/// it, and what in each run. Counts decide and no clock, so the choice is the same in each run of a program. Answers do
/// not depend on it.
class SkinChoice {
 public:
  /// 0: no list pays.
  [[nodiscard]] float skin() const noexcept { return skin_; }
  /// So many pairs were near, or a list of the skin had so many.
  void note_near(std::uint64_t pairs) noexcept { near_ = static_cast<double>(pairs); }
  void note_listed(std::uint64_t pairs) noexcept { listed_ = static_cast<double>(pairs), served_ = 0; }
  /// A list has served once more.
  void count_run() noexcept { ++served_; }
  /// Chooses, given how far almost all objects have come since the last list, or the last run without one, and what
  /// the search has seen of them: how far apart two may be on average, and whether they lie in a plane.
  void choose(double way, std::size_t objects, double mean_reach, bool in_plane) noexcept;
  /// None for so many runs.
  void rest(std::size_t runs) noexcept;
  /// After a run without a list: whether the next one should know how far objects have come.
  [[nodiscard]] bool looks_at_motion() noexcept;

 private:
  [[nodiscard]] double pairs_at(double skin) const noexcept;
  [[nodiscard]] double grown(double skin) const noexcept;
  void take_cheapest(double way_of_run, double objects) noexcept;

  float skin_ = 0;
  double reach_ = 0, near_ = 0, listed_ = 0;
  std::uint64_t served_ = 0;  // runs of the list, after the one that made it
  std::size_t at_rest_ = 0;   // runs that are to come
  bool in_plane_ = false;
};

}  // namespace lockstep::detail
