#include "broad_phase.hpp"

#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <mutex>
#include <type_traits>

#include "near_pairs.hpp"
#include "parallel.hpp"
#include "radix_sort.hpp"

namespace lockstep::detail {

namespace {

constexpr std::size_t part_size = std::size_t{1} << 14;  // objects
constexpr std::size_t search_part = 2048;

/// Objects of one size class have sizes with the same exponent.
constexpr int classes = 256;
constexpr std::size_t most_levels = 32;
/// As many targets may share a cell, as its objects see it, before small ones are left for the next level. An estimate: a
/// level more costs another sort and another search, about what looking at some more objects does.
constexpr double most_in_cell = 8;

bool is_finite(float x) { return std::fabs(x) <= std::numeric_limits<float>::max(); }

// What the broad phase asks of a row: its numbers, those it is sorted by first, and how far apart two such positions
// may be if it is the larger of the two objects.

constexpr std::size_t floats_of(const BallRow&) { return 4; }
constexpr std::size_t floats_of(const BoxRow&) { return 6; }
template <class Row>
const float* numbers_of(const Row* rows) {
  static_assert(sizeof(Row) == floats_of(Row{}) * sizeof(float));
  return reinterpret_cast<const float*>(rows);
}

bool is_valid(const BallRow& r) {
  bool valid = r.radius >= 0;
  for (const float x : {r.x, r.y, r.z, r.radius}) valid &= is_finite(x);  // no branches: lanes, where there are some
  return valid;
}
bool is_valid(const BoxRow& r) {
  bool valid = true;
  for (int i = 0; i < 3; ++i) {
    valid &= is_finite(r.min[i]);
    valid &= is_finite(r.max[i]);
    valid &= r.min[i] <= r.max[i];
  }
  return valid;
}

/// Of balls, radii stay the same while an order is kept: centres may come nearer by the skin. Boxes may grow by it as well.
float reach_of(const BallRow& r, const BroadPhase::Options& options) {
  return static_cast<float>(2 * double{r.radius} + options.margin + options.skin);
}
float reach_of(const BoxRow& r, const BroadPhase::Options& options) {
  double size = 0;
  for (int i = 0; i < 3; ++i) size = std::max(size, double{r.max[i]} - double{r.min[i]});
  return static_cast<float>(size + 2 * double{options.skin});
}
float radius_of(const BallRow& r) { return r.radius; }
float radius_of(const BoxRow&) { return 1; }

int class_of(float reach) { return static_cast<int>(std::bit_cast<std::uint32_t>(reach) >> 23); }

}  // namespace

struct BroadPhase::Survey {
  PositionRange range;
  std::size_t invalid = 0;
  float least_radius = std::numeric_limits<float>::max(), most_radius = 0;
  std::size_t count[classes] = {};
  float reach[classes] = {};  // the largest

  Survey() {
    std::fill_n(range.low, 3, std::numeric_limits<float>::max());
    std::fill_n(range.high, 3, -std::numeric_limits<float>::max());
  }

  template <class Row>
  void add(const Row& row, const Options& options) {
    if (!is_valid(row)) {
      ++invalid;
      return;
    }
    const float* const position = numbers_of(&row);
    for (int axis = 0; axis < 3; ++axis) {
      range.low[axis] = std::min(range.low[axis], position[axis]);
      range.high[axis] = std::max(range.high[axis], position[axis]);
    }
    least_radius = std::min(least_radius, radius_of(row)), most_radius = std::max(most_radius, radius_of(row));
    const float r = reach_of(row, options);
    const int c = class_of(r);
    ++count[c];
    reach[c] = std::max(reach[c], r);
  }
  void add(const Survey& other) {
    for (int axis = 0; axis < 3; ++axis) {
      range.low[axis] = std::min(range.low[axis], other.range.low[axis]);
      range.high[axis] = std::max(range.high[axis], other.range.high[axis]);
    }
    invalid += other.invalid;
    least_radius = std::min(least_radius, other.least_radius), most_radius = std::max(most_radius, other.most_radius);
    for (int c = 0; c < classes; ++c) count[c] += other.count[c], reach[c] = std::max(reach[c], other.reach[c]);
  }
};

namespace {

/// run(begin, end) for parts of 0 .. count - 1.
template <class Run>
void for_each_range(std::size_t count, std::size_t part, const Run& run) {
  for_each_part(parts_of(count, part), [&](std::size_t i) { run(i * part, std::min(count, (i + 1) * part)); });
}

template <class Row>
void survey(const Bodies<Row>& bodies, const BroadPhase::Options& options, BroadPhase::Survey& all) {
  std::mutex mutex;
  for_each_range(bodies.count, part_size, [&](std::size_t begin, std::size_t end) {
    BroadPhase::Survey part;
    for (std::size_t i = begin; i < end; ++i) part.add(bodies.rows[i], options);
    const std::scoped_lock lock(mutex);
    all.add(part);
  });
}

/// How many objects an object finds in its own cell, itself included.
double mean_in_cell(const std::uint64_t* sorted, std::size_t count, int id_bits) {
  std::atomic<std::uint64_t> sum = 0;
  for_each_range(count, part_size, [&](std::size_t begin, std::size_t end) {
    std::uint64_t squares = 0;
    for (std::size_t i = begin, first = begin; i < end; ++i) {
      if (sorted[i] >> id_bits != sorted[first] >> id_bits) first = i;
      squares += 2 * (i - first) + 1;  // adds up to the square of the cell's number
    }
    sum += squares;
  });
  return static_cast<double>(sum) / static_cast<double>(count);
}

}  // namespace

/// Keys and ids of what is left, sorted.
template <class Row>
void BroadPhase::sort_by_cells(const Bodies<Row>& bodies, const UniformGrid& grid, Rest& rest) {
  std::uint64_t* const order = rest.order[0].room_for(rest.count);
  std::uint64_t* const other = rest.order[1].room_for(rest.count);
  for_each_range(rest.count, part_size, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t id = rest.ids == nullptr ? i : rest.ids[i];
      const float* const position = numbers_of(&bodies.rows[id]);
      order[i] = grid.key(position[0], position[1], position[2]) << rest.id_bits | id;
    }
  });
  const int bits = 64 - std::countl_zero(grid.keys());
  rest.sorted = radix_sort(
      order, other, rest.count, bits, [&](std::uint64_t x) { return x >> rest.id_bits; }, sort_memory_);
}

/// Room for `count` objects.
template <class Row>
void BroadPhase::Sorted::resize(std::size_t new_count) {
  count = new_count;
  pitch = (count + near_padding + 15) / 16 * 16;  // lanes read past the last one
  float* const number = numbers.room_for(pitch * floats_of(Row{}));
  for (std::size_t s = 0; s < floats_of(Row{}); ++s)
    std::fill(number + s * pitch + count, number + (s + 1) * pitch, 0.0F);
  std::fill_n(keys.room_for(count + near_padding) + count, near_padding, key_behind_all);
  std::fill_n(ids.room_for(count + near_padding) + count, near_padding, 0U);
}

NearStreams BroadPhase::Sorted::streams() const {
  NearStreams streams{{}, ids.data(), keys.data()};
  for (std::size_t s = 0; s < 6 && (s + 1) * pitch <= numbers.capacity(); ++s)
    streams.stream[s] = numbers.data() + s * pitch;
  return streams;
}

namespace {

/// Where the objects of a sorted set go, one by one.
template <class Row>
struct Places {
  float* numbers;
  std::size_t pitch;
  std::uint32_t* ids;
  std::uint32_t* keys;

  void put(std::size_t at, const Row& row) const {
    for (std::size_t s = 0; s < floats_of(Row{}); ++s) numbers[s * pitch + at] = numbers_of(&row)[s];
  }
  void put(std::size_t at, const Row& row, std::uint32_t id, std::uint32_t key) const {
    put(at, row);
    ids[at] = id, keys[at] = key;
  }
};

}  // namespace

/// The sorted objects become those of a level: targets from `least_class` on, the others seekers.
template <class Row>
void BroadPhase::split(const Bodies<Row>& bodies, const Rest& rest, const Options& options, int least_class,
                       Level& level, int set) {
  const std::uint64_t id_mask = (std::uint64_t{1} << rest.id_bits) - 1;
  const auto row_at = [&](std::size_t i) -> const Row& { return bodies.rows[rest.sorted[i] & id_mask]; };
  const auto is_target = [&](std::size_t i) { return class_of(reach_of(row_at(i), options)) >= least_class; };
  const std::size_t parts = parts_of(rest.count, part_size);
  std::size_t* const targets_before = sort_memory_.room_for(parts + 1);
  for_each_range(rest.count, part_size, [&](std::size_t begin, std::size_t end) {
    std::size_t targets = end - begin;
    if (least_class > 0) {
      targets = 0;
      for (std::size_t i = begin; i < end; ++i) targets += is_target(i) ? 1U : 0U;
    }
    targets_before[begin / part_size] = targets;
  });
  std::size_t all = 0;
  for (std::size_t part = 0; part < parts; ++part) all += std::exchange(targets_before[part], all);
  Sorted &targets = level.targets[set], &seekers = level.seekers[set];
  targets.template resize<Row>(all);
  seekers.template resize<Row>(rest.count - all);
  const auto places = [](Sorted& s) { return Places<Row>{s.numbers.data(), s.pitch, s.ids.data(), s.keys.data()}; };
  const Places<Row> targets_at = places(targets), seekers_at = places(seekers);
  for_each_range(rest.count, part_size, [&](std::size_t begin, std::size_t end) {
    std::size_t next_target = targets_before[begin / part_size], next_seeker = begin - next_target;
    for (std::size_t i = begin; i < end; ++i) {
      const bool target = least_class == 0 || is_target(i);
      if (i + 16 < end) __builtin_prefetch(&row_at(i + 16));
      const auto id = static_cast<std::uint32_t>(rest.sorted[i] & id_mask);
      (target ? targets_at : seekers_at)
          .put(target ? next_target++ : next_seeker++, row_at(i), id,
               static_cast<std::uint32_t>(rest.sorted[i] >> rest.id_bits));
    }
  });
}

BroadPhase::Level& BroadPhase::next_level() {
  if (level_count_ == levels_.size()) levels_.push_back(std::make_unique<Level>());
  Level& level = *levels_[level_count_++];
  for (Sorted* sorted : {&level.targets[0], &level.targets[1], &level.seekers[0], &level.seekers[1]}) sorted->count = 0;
  return level;
}

/// What is an object, and what is not.
template <class Row>
void BroadPhase::list_valid(const Bodies<Row>& bodies, int set, bool all_valid) {
  Rest& rest = rest_[set];
  bad_[set].clear();
  rest.ids = nullptr, rest.count = bodies.count;
  rest.id_bits = 64 - std::countl_zero(std::uint64_t{bodies.count});
  if (all_valid) return;
  std::uint32_t* const ids = valid_[set].room_for(bodies.count);
  rest.ids = ids, rest.count = 0;
  for (std::size_t i = 0; i < bodies.count; ++i)
    if (is_valid(bodies.rows[i]))
      ids[rest.count++] = static_cast<std::uint32_t>(i);
    else
      bad_[set].push_back(static_cast<std::uint32_t>(i));
}

template <class Row>
void BroadPhase::build(const Bodies<Row> (&sets)[2], bool one_set, const Options& options) {
  Survey found;
  for (const Bodies<Row>& bodies : sets) survey(bodies, options, found);
  for (int set = 0; set < 2; ++set) list_valid(sets[set], set, found.invalid == 0);
  sure_ = 2 * found.least_radius + options.margin >= 0x1p-30F && found.most_radius <= max_coordinate ? 1 - 0x1p-19F : 0;
  level_count_ = 0;
  for (int top = classes - 1; one_set ? rest_[0].count > 1 : rest_[0].count != 0 && rest_[1].count != 0;) {
    while (found.count[top] == 0) --top;
    Level& level = next_level();
    level.grid.emplace(found.range, found.reach[top]);
    for (int set = 0; set < 2; ++set) sort_by_cells(sets[set], *level.grid, rest_[set]);
    top = level_count_ == most_levels ? 0 : least_class_of_level(found, top);
    for (int set = 0; set < 2; ++set) {
      split(sets[set], rest_[set], options, top, level, set);
      rest_[set].ids = level.seekers[set].ids.data(), rest_[set].count = level.seekers[set].count;
    }
    if (top-- == 0) break;
  }
}

/// How far down the sizes of a level go: while its targets are few in a cell, the smaller the better.
int BroadPhase::least_class_of_level(const Survey& found, int top) const {
  std::size_t left = 0, targets = found.count[top];
  for (int c = 0; c <= top; ++c) left += found.count[c];
  if (targets == left) return 0;
  double in_cell = 0;
  for (const Rest& rest : rest_)
    if (rest.count != 0)
      in_cell += mean_in_cell(rest.sorted, rest.count, rest.id_bits) * static_cast<double>(rest.count);
  in_cell /= static_cast<double>(left);
  int least = top;
  while (least > 0 &&
         static_cast<double>(targets + found.count[least - 1]) * in_cell <= most_in_cell * static_cast<double>(left))
    targets += found.count[--least];
  return targets == left ? 0 : least;
}

/// Whether the order of the last search still serves: the sets and what was asked are the same but for motion.
template <class Row>
bool BroadPhase::stays(const Bodies<Row> (&sets)[2], bool one_set, const Options& options) const {
  if (!kept_.is_valid || kept_.one_set != one_set || kept_.floats != floats_of(Row{}) || kept_.skin != options.skin ||
      kept_.margin != options.margin || kept_.count[0] != sets[0].count || kept_.count[1] != sets[1].count)
    return false;
  const double most = options.skin / 2;
  std::atomic<bool> stays = true;
  for (int set = 0; set < 2; ++set)
    for_each_range(sets[set].count, part_size, [&](std::size_t begin, std::size_t end) {
      const float *const now = numbers_of(sets[set].rows), *const then = kept_.rows[set].data();
      bool near = stays;
      for (std::size_t i = begin * floats_of(Row{}); near && i < end * floats_of(Row{}); ++i) {
        const bool is_radius = std::is_same_v<Row, BallRow> && i % 4 == 3;
        near = is_radius ? now[i] == then[i] : std::fabs(double{now[i]} - double{then[i]}) <= most;
      }
      if (!near) stays = false;
    });
  return stays;
}

template <class Row>
void BroadPhase::keep(const Bodies<Row> (&sets)[2], bool one_set, const Options& options) {
  kept_.is_valid = options.skin > 0 && bad_[0].empty() && bad_[1].empty();
  if (!kept_.is_valid) return;
  kept_.one_set = one_set, kept_.floats = floats_of(Row{}), kept_.skin = options.skin, kept_.margin = options.margin;
  for (int set = 0; set < 2; ++set) {
    kept_.count[set] = sets[set].count;
    const std::size_t floats = sets[set].count * floats_of(Row{});
    std::copy_n(numbers_of(sets[set].rows), floats, kept_.rows[set].room_for(floats));
  }
}

/// New numbers in the old order.
template <class Row>
void BroadPhase::refresh(const Bodies<Row> (&sets)[2]) {
  for (std::size_t k = 0; k < level_count_; ++k)
    for (int set = 0; set < 2; ++set)
      for (Sorted* const sorted : {&levels_[k]->targets[set], &levels_[k]->seekers[set]})
        for_each_range(sorted->count, part_size, [&](std::size_t begin, std::size_t end) {
          const std::uint32_t* const ids = sorted->ids.data();
          const Places<Row> places{sorted->numbers.data(), sorted->pitch, nullptr, nullptr};
          for (std::size_t i = begin; i < end; ++i) {
            if (i + 16 < end) __builtin_prefetch(&sets[set].rows[ids[i + 16]]);
            places.put(i, sets[set].rows[ids[i]]);
          }
        });
}

namespace {

auto kernel_of(const BallRow*, const KernelTable& kernels) { return kernels.near_balls; }
auto kernel_of(const BoxRow*, const KernelTable& kernels) { return kernels.near_boxes; }

/// Seekers from `begin` on, before they have met anything.
NearWalk walk_from(const NearSearch& search, std::uint32_t begin, std::uint32_t end, std::size_t targets) {
  NearWalk walk;
  walk.next = begin, walk.end = end, walk.row = search.rows;
  const std::uint32_t* const keys = search.targets.keys;
  for (int r = 0; r < search.rows; ++r) {
    const std::int64_t wanted = std::int64_t{search.seekers.keys[begin]} + search.offset[r] - 1;
    const auto at = static_cast<std::uint32_t>(std::lower_bound(keys, keys + targets, wanted) - keys);
    walk.from[r] = walk.to[r] = at;
  }
  return walk;
}

}  // namespace

/// Seekers, of set `of_seekers`, against targets; among themselves if they are the same.
template <class Row>
void BroadPhase::search(const UniformGrid& grid, const Sorted& seekers, const Sorted& targets, int of_seekers,
                        const PairRules& rules) const {
  if (targets.count == 0) return;
  const bool half = &seekers == &targets;
  NearSearch search{seekers.streams(), targets.streams(), {}, 0, half, rules.margin + 0x1p-60F, sure_};
  const int y = grid.cells(1) > 1 ? 1 : 0, z = grid.cells(2) > 1 ? 1 : 0;
  for (int dz = half ? 0 : -z; dz <= z; ++dz)
    for (int dy = half && dz == 0 ? 0 : -y; dy <= y; ++dy)
      search.offset[search.rows++] = dz * grid.slice() + dy * grid.row();
  for_each_range(seekers.count, search_part, [&](std::size_t begin, std::size_t end) {
    PairTile tile(rules);
    NearWalk walk =
        walk_from(search, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), targets.count);
    tile.search(kernel_of(static_cast<const Row*>(nullptr), rules.kernels), search, walk, of_seekers);
  });
}

/// What is no object is near everything, each pair once.
void BroadPhase::meet_everything(const std::size_t (&count)[2], const PairRules& rules) const {
  for (int set = 0; set < (rules.one_set ? 1 : 2); ++set) {
    const int other = rules.one_set ? 0 : 1 - set;
    const bool skips = rules.one_set || set == 1;  // pairs of two of them come from the first set, or from the lower id
    for (const std::uint32_t bad : bad_[set])
      for_each_range(count[other], part_size, [&](std::size_t begin, std::size_t end) {
        PairTile tile(rules);
        auto next = std::lower_bound(bad_[other].begin(), bad_[other].end(), begin);
        for (std::size_t i = begin; i < end; ++i) {
          const bool is_bad = next != bad_[other].end() && *next == i;
          if (is_bad) ++next;
          if (skips && is_bad && (set == 1 || i <= bad)) continue;
          tile.append(bad, static_cast<std::uint32_t>(i), set);
        }
        tile.hand_over(set);
      });
  }
}

template <class Row>
void BroadPhase::find_any(const Bodies<Row> (&sets)[2], bool one_set, const Options& options, const TakePairs& take) {
  if (stays(sets, one_set, options)) {
    refresh(sets);
  } else {
    kept_.is_valid = false;  // should what follows throw
    build(sets, one_set, options);
    keep(sets, one_set, options);
  }
  const PairRules rules{{sets[0].group, sets[1].group},
                        {sets[0].mask, sets[1].mask},
                        one_set,
                        options.keep_touching,
                        options.margin,
                        options.kernels,
                        take};
  for (std::size_t k = 0; k < level_count_; ++k) {
    const Level& level = *levels_[k];
    const UniformGrid& grid = *level.grid;
    const Sorted(&targets)[2] = level.targets, (&seekers)[2] = level.seekers;
    search<Row>(grid, targets[0], targets[one_set ? 0 : 1], 0, rules);
    search<Row>(grid, seekers[0], targets[one_set ? 0 : 1], 0, rules);
    if (!one_set) search<Row>(grid, seekers[1], targets[0], 1, rules);
  }
  if (std::is_same_v<Row, BoxRow> || options.keep_touching) meet_everything({sets[0].count, sets[1].count}, rules);
}

void BroadPhase::find(const Bodies<BallRow>& objects, const Options& options, const TakePairs& take) {
  find_any<BallRow>({objects, {}}, true, options, take);
}
void BroadPhase::find(const Bodies<BoxRow>& objects, const Options& options, const TakePairs& take) {
  find_any<BoxRow>({objects, {}}, true, options, take);
}
void BroadPhase::find(const Bodies<BallRow>& first, const Bodies<BallRow>& second, const Options& options,
                      const TakePairs& take) {
  find_any<BallRow>({first, second}, false, options, take);
}
void BroadPhase::find(const Bodies<BoxRow>& first, const Bodies<BoxRow>& second, const Options& options,
                      const TakePairs& take) {
  find_any<BoxRow>({first, second}, false, options, take);
}

std::size_t BroadPhase::memory_bytes() const noexcept {
  const auto of = [](const Sorted& s) { return s.numbers.bytes() + s.keys.bytes() + s.ids.bytes(); };
  std::size_t bytes = sort_memory_.bytes();
  for (const auto& level : levels_)
    for (int set = 0; set < 2; ++set) bytes += of(level->targets[set]) + of(level->seekers[set]);
  for (int set = 0; set < 2; ++set)
    bytes += rest_[set].order[0].bytes() + rest_[set].order[1].bytes() + valid_[set].bytes() +
             bad_[set].capacity() * sizeof(std::uint32_t) + kept_.rows[set].bytes();
  return bytes;
}

}  // namespace lockstep::detail
