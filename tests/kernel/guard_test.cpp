// No read and no write outside the caller's arrays: each ends right before a page that may not be touched, or begins
// right behind one. A violation is a crash.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "every_isa.hpp"
#include "guarded_pages.hpp"
#include "objects.hpp"
#include "spaces.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

class Guard : public EveryIsa {};

/// The stream of each float of a structure, or none.
using Structure = std::vector<std::size_t>;
constexpr std::size_t unused_index = SIZE_MAX;

/// Three numbers and a gap, like the columns of a matrix with a fourth row: each three separate, all in one structure,
/// and the same from the last three to the first. There is no gap behind the last object.
std::vector<std::vector<Structure>> layouts_with_gaps(std::size_t streams) {
  std::vector<Structure> apart;
  Structure together, backwards;
  for (std::size_t s = 0; s < streams; s += 3) {
    Structure three;
    for (std::size_t i = s; i < std::min(s + 3, streams); ++i) three.push_back(i);
    three.push_back(unused_index);
    together.insert(together.end(), three.begin(), three.end());
    backwards.insert(backwards.begin(), three.begin(), three.end());
    apart.push_back(std::move(three));
  }
  return {apart, {together}, {backwards}};
}

/// The first objects in structures, up to the last number of the last one.
Streams put(const Columns& columns, std::size_t count, const Structure& structure, GuardedPages& pages, bool at_end,
            Streams streams) {
  std::vector<float> floats;
  for (std::size_t i = 0; i < count; ++i)
    for (const std::size_t s : structure) floats.push_back(s == unused_index ? 0 : columns[s][i]);
  const std::size_t used = floats.size() - 1;  // the gap behind the last one
  const float* const at = at_end ? pages.at_end(floats.data(), used) : pages.at_begin(floats.data(), used);
  for (std::size_t k = 0; k < structure.size(); ++k)
    if (structure[k] != unused_index)
      streams[structure[k]] = {at + k, static_cast<std::ptrdiff_t>(structure.size() * sizeof(float))};
  return streams;
}

TEST_P(Guard, CullReadsAndWritesNothingOutside) {
  Rng rng(30);
  const ConvexVolume volume = volumes()[0].volume;
  for (const Objects kind : all_objects) {
    const Columns columns = objects_near(volume, kind, 1030, rng);
    std::vector<GuardedPages> pages;
    pages.reserve(columns.size());
    for (std::size_t s = 0; s < columns.size(); ++s) pages.emplace_back(1030 * sizeof(float));
    GuardedPages mask_pages(mask_words(1030) * sizeof(std::uint64_t));
    for (std::size_t count = 1; count <= 1030; count += count < 260 ? 1 : 77) {
      for (const bool at_end : {true, false}) {
        Streams streams;
        for (std::size_t s = 0; s < columns.size(); ++s)
          streams.push_back(
              {at_end ? pages[s].at_end(columns[s].data(), count) : pages[s].at_begin(columns[s].data(), count)});
        const std::vector<std::uint64_t> zeros(mask_words(count));
        std::uint64_t* const words =
            at_end ? mask_pages.at_end(zeros.data(), zeros.size()) : mask_pages.at_begin(zeros.data(), zeros.size());
        const CullOptions options{.isa = GetParam()};
        const std::size_t visible = cull_streams(volume, streams, count, {words, zeros.size()}, options);
        ASSERT_EQ(visible, cull_streams(volume, packed(columns), count, {}, options)) << name(kind) << ", " << count;
      }
    }
  }
}

/// Culls the first objects in each layout. `shared`: the data of the second of two streams is read from the first.
void expect_same_in_structures(const ConvexVolume& volume, const Columns& columns, const CullOptions& options,
                               std::optional<std::pair<std::size_t, std::size_t>> shared) {
  const std::size_t most = columns[0].size();
  for (const std::vector<Structure>& layout : layouts_with_gaps(columns.size())) {
    std::vector<GuardedPages> pages;
    pages.reserve(layout.size());
    for (const Structure& structure : layout) pages.emplace_back(most * structure.size() * sizeof(float));
    for (std::size_t count = 1; count <= most; count += count < 20 ? 1 : 13) {
      for (const bool at_end : {true, false}) {
        Streams streams(columns.size());
        for (std::size_t k = 0; k < layout.size(); ++k)
          streams = put(columns, count, layout[k], pages[k], at_end, streams);
        if (shared) streams[shared->second] = streams[shared->first];
        ASSERT_EQ(mask_of(volume, streams, count, options), mask_of(volume, packed(columns), count, options))
            << count << " objects, in " << layout.size() << " structures";
      }
    }
  }
}

TEST_P(Guard, CullReadsNothingOutsideOfStructures) {
  Rng rng(32);
  const ConvexVolume volume = volumes()[0].volume;
  for (const Objects kind : all_objects) {
    const Columns columns = objects_near(volume, kind, 150, rng);
    ASSERT_NO_FATAL_FAILURE(expect_same_in_structures(volume, columns, {.isa = GetParam()}, std::nullopt))
        << name(kind);
  }
}

/// A number of a matrix that two streams read, as in symmetric matrices.
TEST_P(Guard, CullReadsNothingOutsideWhereStreamsShareANumber) {
  Rng rng(33);
  const ConvexVolume volume = volumes()[0].volume;
  const Columns columns = objects_near(volume, Objects::transformed_boxes, 20, rng);
  for (std::size_t first = 0; first < 12; ++first)
    for (std::size_t second = 0; second < 12; ++second) {
      Columns same = columns;
      same[second] = same[first];
      ASSERT_NO_FATAL_FAILURE(expect_same_in_structures(volume, same, {.isa = GetParam()}, std::pair{first, second}))
          << first << ", " << second;
    }
}

TEST_P(Guard, IntersectReadsAndWritesNothingOutside) {
  auto list = pairs_of_all_kinds<Space>(31, 5);
  const std::size_t most = list.pairs.size();
  GuardedPages pair_pages(most * sizeof(Pair)), verdict_pages(most * sizeof(Verdict));
  const std::vector<Verdict> blank(most, Verdict::touching);
  for (const Method method : {Method::automatic, Method::gjk}) {
    const IntersectOptions options{.method = method, .isa = GetParam()};
    const std::vector<Verdict> expected = list.answers(options);
    for (std::size_t count = 1; count <= most; ++count) {
      for (const bool at_end : {true, false}) {
        const Pair* const pairs =
            at_end ? pair_pages.at_end(list.pairs.data(), count) : pair_pages.at_begin(list.pairs.data(), count);
        Verdict* const verdicts =
            at_end ? verdict_pages.at_end(blank.data(), count) : verdict_pages.at_begin(blank.data(), count);
        intersect(list.first, list.second, {pairs, count}, {verdicts, count}, options);
        for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(verdicts[i], expected[i]) << i << " of " << count;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, Guard, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
