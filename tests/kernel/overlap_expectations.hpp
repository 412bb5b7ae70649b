// The expected answers of `overlapping` and `any_overlapping`, by passes over sets and by `intersect` of all pairs.
#pragma once

#include <gtest/gtest.h>

#include "every_isa.hpp"
#include "lockstep/world.hpp"
#include "overlap_scene.hpp"
#include "worlds.hpp"

namespace lockstep::test {

inline ShapeSet set_of_columns(const Columns& columns) {
  ShapeSet set;
  for (std::size_t i = 0; i < count_of(columns); ++i) add_to(set, object_at(columns, i));
  return set;
}

/// The pairs of a pass over two sets, and without a margin the answers of `intersect` for all pairs.
inline std::vector<Pair> pairs_of(const ShapeSet& shapes, const ShapeSet& objects, const OverlapOptions& options) {
  std::vector<Pair> found =
      found_by([&](const OverlapOutput& out) { return OverlapPass().run(shapes, objects, out, options); },
               shapes.size())
          .pairs;
  if (options.margin == 0) {
    EXPECT_EQ(found, brute_force(shapes, &objects, options));
  }
  return found;
}

inline std::vector<Pair> pairs_of(const ObjectLists& lists) {
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < lists.size(); ++i)
    for (const std::uint32_t object : lists[i]) pairs.push_back({i, object});
  return pairs;
}

/// For a batch and its target, a World or a TriangleMesh.
template <class Asked, class Shapes>
void expect_pairs(const Asked& asked, const Shapes& shapes, std::size_t count, const std::vector<Pair>& expected,
                  OverlapOptions options) {
  std::vector<std::uint64_t> expected_any(mask_words(count));
  for (const Pair& pair : expected) expected_any[pair.a / 64] |= std::uint64_t{1} << pair.a % 64;
  for (const Isa isa : supported_isas()) {
    options.isa = isa;
    const ObjectLists lists = overlapping(asked, shapes, options);
    EXPECT_EQ(lists.size(), count);
    EXPECT_EQ(pairs_of(lists), expected) << name(isa) << ", margin " << options.margin;
    std::vector<std::uint64_t> any(mask_words(count), 0x1234);
    any_overlapping(asked, shapes, any, options);
    EXPECT_EQ(any, expected_any) << name(isa) << ", margin " << options.margin;
  }
}

inline std::vector<OverlapOptions> both_touchings(float margin) {
  return {{.margin = margin}, {.margin = margin, .touching = Touching::separate}};
}

}  // namespace lockstep::test
