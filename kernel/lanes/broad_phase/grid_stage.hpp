// The broad phase in lanes: objects against the objects in the cells around them, both in the order of the cells.
//
// Four neighbours are queries together: in a longer run most lanes would compare distant objects. Their windows become
// a list of steps, each of four queries and as many candidates as there are lanes left; then one loop goes through the
// steps of many runs. A loop over one window would end after one or two rounds, and mispredict its exit. Source of
// clusters of particles and lists of their pairs: S. Pall, B. Hess, "A flexible algorithm for calculating pair
// interactions on SIMD architectures", 2013.
#pragma once

#include "lanes/registers/vec.hpp"
#include "table/broad_phase_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

inline constexpr std::uint32_t queries_in_run = Real::width < 4 ? 1 : 4;
inline constexpr std::uint32_t candidates_in_step = Real::width / queries_in_run;

/// Lane k holds query k / candidates_in_step, as load_spread loads them, and candidate k % candidates_in_step, as
/// load_repeated loads them.
struct StepLanes {
  alignas(64) std::uint32_t query[Real::width], candidate[Real::width];
  alignas(64) std::uint32_t query_less_candidate[Real::width];  // query - candidate + 4, so that it is not negative
  alignas(64) std::uint32_t first_candidate[Real::width];       // of step k
};
constexpr StepLanes make_step_lanes() {
  StepLanes n{};
  for (std::uint32_t k = 0; k < Real::width; ++k) {
    n.query[k] = k / candidates_in_step, n.candidate[k] = k % candidates_in_step;
    n.query_less_candidate[k] = n.query[k] + 4 - n.candidate[k];
    n.first_candidate[k] = k * candidates_in_step;
  }
  return n;
}
inline constexpr StepLanes step_lanes = make_step_lanes();

/// The lanes whose objects are near each other, and the lanes of these that are not proven yet.
struct Near {
  Mask near;
  Mask open;
};

/// Balls, by the squares of distance and reach: both have errors of at most 6 u (docs/numerics.md, section 11). Pairs
/// that are neither separate nor overlapping by more than that are open.
struct Balls {
  static constexpr bool may_be_open = true;

  static Near test(const detail::NeighbourQuery& search, std::uint32_t i, std::uint32_t j) {
    const auto query = [&](int s) { return load_spread(search.queries.stream[s] + i); };
    const auto candidate = [&](int s) { return load_repeated(search.candidates.stream[s] + j); };
    const Vec d{query(0) - candidate(0), query(1) - candidate(1), query(2) - candidate(2)};
    const Real reach = (query(3) + Real(search.margin)) + candidate(3);
    const Real square = dot(d, d), reach_square = reach * reach;
    const Mask near = !(square > reach_square * Real(1 + 0x1p-20F));
    return {near, near & !(square < reach_square * Real(search.overlap_factor))};
  }
};

/// Boxes by their corners: comparisons have no rounding error.
struct Boxes {
  static constexpr bool may_be_open = false;

  static Near test(const detail::NeighbourQuery& search, std::uint32_t i, std::uint32_t j) {
    const auto meets = [&](int axis) {
      const auto query = [&](int s) { return load_spread(search.queries.stream[s] + i); };
      const auto candidate = [&](int s) { return load_repeated(search.candidates.stream[s] + j); };
      return (query(axis) <= candidate(axis + 3)) & (candidate(axis) <= query(axis + 3));
    };
    const Mask near = meets(0) & meets(1) & meets(2);
    return {near, near};
  }
};

/// Appends the positions of open lanes; there are few.
inline void append_open(detail::NearPairs& out, Mask open, std::uint32_t i, std::uint32_t j) {
  for (unsigned left = bits(open); left != 0; left &= left - 1) {
    const int k = __builtin_ctz(left);
    out.open_a[out.open_count] = i + step_lanes.query[k];
    out.open_b[out.open_count++] = j + step_lanes.candidate[k];
  }
}

/// The lanes of a step that hold a pair to test: before the end of the queries and of the window and, within one set,
/// with the candidate behind the query.
inline Mask lanes_of_step(const detail::NeighbourQuery& search, std::uint32_t queries, std::uint32_t ahead,
                          std::uint32_t candidates) {
  const auto least = [](std::uint32_t x) { return Index(x < 16 ? x : 16); };
  return less(Index::load(step_lanes.query), least(queries)) &
         less(Index::load(step_lanes.candidate), least(candidates)) &
         less(Index::load(step_lanes.query_less_candidate), search.half ? least(ahead + 4) : Index(16));
}

/// Processes the listed steps, as far as there is room for pairs.
template <class Shapes>
void run_steps(const detail::NeighbourQuery& search, detail::WindowState& state, detail::NearPairs& result) {
  detail::NearPairs out = result;  // a copy: the compiler has to assume that stores below change it
  int step = state.step;
  for (; step < state.step_count && out.count <= out.room && out.open_count <= out.room; ++step) {
    const std::uint32_t i = state.query[step], j = state.candidate[step];
    const Mask live = lanes_of_step(search, state.end - i, j - i, state.candidate_end[step] - j);
    const Near found = Shapes::test(search, i, j);
    Mask proven = found.near & live;
    if constexpr (Shapes::may_be_open) {
      const Mask open = found.open & live;
      if (any(open)) [[unlikely]] {
        append_open(out, open, i, j);
        proven = proven & !open;
      }
    }
    compress(out.b + out.count, load_repeated(search.candidates.ids + j), proven);
    out.count += compress(out.a + out.count, load_spread(search.queries.ids + i), proven);
  }
  state.step = step;
  result.count = out.count, result.open_count = out.open_count;
}

/// The first position from `from` on with a key of at least `key`. Behind the keys stands one that no other key
/// reaches.
inline std::uint32_t position_of(const std::uint32_t* keys, std::uint32_t from, std::int64_t key) {
  const Index wanted(static_cast<std::uint32_t>(key < 0 ? 0 : key));
  for (;; from += Real::width) {
    const unsigned below = bits(less(Index::load(keys + from), wanted));
    if (below != (1U << (Real::width - 1) << 1) - 1)
      return from + static_cast<std::uint32_t>(__builtin_popcount(below));
  }
}

/// The next window of a run, or of the next run: a row of cells beside the run's own. The windows of a run do not
/// overlap, so objects meet once, even if rows lie so near each other that two windows reach the same objects.
inline void next_window(const detail::NeighbourQuery& search, detail::WindowState& state) {
  const bool begins = state.row == search.rows;
  if (begins) {
    state.row = 0, state.window = {0, 0};
    state.run = state.next;
    state.next = state.end - state.run < queries_in_run ? state.end : state.run + queries_in_run;
  }
  const int r = state.row++;
  const std::uint32_t* const keys = search.candidates.keys;
  const std::int64_t first = search.queries.keys[state.run], last = search.queries.keys[state.next - 1];
  state.to[r] = position_of(keys, state.to[r], last + search.offset[r] + 2);
  if (search.half && begins) {
    state.window = {state.run, state.to[r]};
    return;
  }
  state.from[r] = position_of(keys, state.from[r], first + search.offset[r] - 1);
  const std::uint32_t reached = state.window.end;
  state.window = {state.from[r] < reached ? reached : state.from[r], state.to[r] < reached ? reached : state.to[r]};
}

/// Lists steps until there are many, or no more. False if the list is empty.
inline bool list_steps(const detail::NeighbourQuery& search, detail::WindowState& state) {
  state.step = 0;
  int count = 0;
  while (count < detail::WindowState::many_steps) {
    if (state.window.begin == state.window.end) {
      if (state.row == search.rows && state.next == state.end) break;
      next_window(search, state);
    }
    // One register holds all steps of most windows.
    Index(state.run).store(state.query + count);
    (Index(state.window.begin) + Index::load(step_lanes.first_candidate)).store(state.candidate + count);
    Index(state.window.end).store(state.candidate_end + count);
    const std::uint32_t left = state.window.end - state.window.begin;
    constexpr std::uint32_t most = Real::width * candidates_in_step;
    count += static_cast<int>(((left < most ? left : most) + candidates_in_step - 1) / candidates_in_step);
    state.window.begin += left < most ? left : most;
  }
  state.step_count = count;
  state.compared += static_cast<std::uint64_t>(count) * Real::width;
  return count != 0;
}

/// See detail::BroadPhaseKernels.
template <class Shapes>
[[gnu::flatten]] void find_near(const detail::NeighbourQuery& search, detail::WindowState& state,
                                detail::NearPairs& out) {
  while (state.step < state.step_count || list_steps(search, state)) {
    run_steps<Shapes>(search, state, out);
    if (state.step < state.step_count) return;
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
