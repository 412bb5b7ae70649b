// Scenes for overlap passes over sets and bodies, and their expected pairs.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <vector>

#include "lockstep/overlap.hpp"
#include "pair_list.hpp"
#include "poison.hpp"

namespace lockstep::test {

using oracle::uniform;

/// A shape of about unit size, somewhere in a cube.
inline AnyShape shape_in_cube(Rng& rng, double half, Kind kind) {
  const AnyShape shape = oracle::random_pair(rng, kind, Kind::point).first;
  return oracle::moved(shape, uniform(rng, -half, half), uniform(rng, -half, half), uniform(rng, -half, half));
}

inline Kind any_kind(Rng& rng) {
  if (oracle::below(rng, 12) == 0) return Kind::corners;
  return shape_kinds[rng() % shape_kinds.size()];
}

/// Shapes of all kinds, about `partners` of them near each.
inline std::vector<AnyShape> mixed_scene(Rng& rng, std::size_t count, double partners) {
  const double half = std::cbrt(static_cast<double>(count) * 8 / partners);
  std::vector<AnyShape> shapes;
  for (std::size_t i = 0; i < count; ++i) shapes.push_back(shape_in_cube(rng, half, any_kind(rng)));
  return shapes;
}

inline ShapeSet set_of(std::span<const AnyShape> shapes) {
  ShapeSet set;
  for (const AnyShape& shape : shapes) add_to(set, shape);
  return set;
}

inline bool may_meet(const OverlapFilter& first, std::size_t a, const OverlapFilter& second, std::size_t b) {
  const auto at = [](std::span<const std::uint32_t> values, std::size_t i) {
    return values.empty() ? 0xffffffffU : values[i];
  };
  return (at(first.group, a) & at(second.mask, b)) != 0 && (at(second.group, b) & at(first.mask, a)) != 0;
}

template <class Set>
void remove_some(Set& set, Rng& rng) {
  for (std::uint32_t i = 0; i < set.size(); ++i)
    if (set.contains(i) && oracle::below(rng, 4) == 0) set.remove(i);
}

/// The expected pairs of a pass over one set (second == null) or two, by a list of all pairs.
template <class Set>
std::vector<Pair> brute_force(const Set& first, const Set* second, const OverlapOptions& options = {}) {
  const Set& other = second == nullptr ? first : *second;
  const OverlapFilter& of_other = second == nullptr ? options.filter : options.second_filter;
  std::vector<Pair> pairs, found;
  for (std::uint32_t a = 0; a < first.size(); ++a)
    for (std::uint32_t b = second == nullptr ? a + 1 : 0; b < other.size(); ++b)
      if (first.contains(a) && other.contains(b) && may_meet(options.filter, a, of_other, b)) pairs.push_back({a, b});
  std::vector<Verdict> verdicts(pairs.size());
  intersect(first, other, pairs, verdicts, {.isa = options.isa});
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (overlaps(verdicts[i], options.touching)) found.push_back(pairs[i]);
  return found;
}

/// All outputs of a pass.
struct Found {
  std::vector<Pair> pairs;
  std::vector<std::uint32_t> counts;
  std::vector<std::uint64_t> any;
  std::vector<Pair> tiles;  // sorted
  friend bool operator==(const Found&, const Found&) = default;
};

/// run(out) runs a pass whose first set has this number of objects.
template <class Run>
Found found_by(const Run& run, std::size_t objects) {
  Found found;
  found.pairs.resize(10);
  found.counts.resize(objects), found.any.resize(mask_words(objects));
  for (;;) {
    std::mutex mutex;
    found.tiles.clear();
    const auto tile = [&](std::span<const Pair> pairs) {
      const std::lock_guard lock(mutex);
      found.tiles.insert(found.tiles.end(), pairs.begin(), pairs.end());
    };
    const OverlapResult result =
        run(OverlapOutput{.pairs = found.pairs, .counts = found.counts, .any = found.any, .tile = tile});
    const bool fits = result.pairs <= found.pairs.size();
    EXPECT_EQ(result.complete, fits);
    found.pairs.resize(static_cast<std::size_t>(result.pairs));
    if (fits) break;
  }
  std::sort(found.tiles.begin(), found.tiles.end(),
            [](const Pair& p, const Pair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
  return found;
}

/// The same from the expected pairs.
inline Found expected_of(std::vector<Pair> pairs, std::size_t objects, bool of_one_set) {
  Found expected;
  expected.counts.resize(objects), expected.any.resize(mask_words(objects));
  const auto meets = [&](std::uint32_t i) {
    ++expected.counts[i];
    expected.any[i / 64] |= std::uint64_t{1} << (i % 64);
  };
  for (const Pair& pair : pairs) {
    meets(pair.a);
    if (of_one_set) meets(pair.b);
  }
  expected.tiles = pairs;
  expected.pairs = std::move(pairs);
  return expected;
}

}  // namespace lockstep::test
