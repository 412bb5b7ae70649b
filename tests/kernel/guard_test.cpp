// No read and no write outside the caller's arrays: each ends right before a page that may not be touched, or begins
// right behind one. A violation is a crash.
#include <gtest/gtest.h>

#include "every_isa.hpp"
#include "guarded_pages.hpp"
#include "objects.hpp"
#include "pair_list.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

class Guard : public EveryIsa {};

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

TEST_P(Guard, IntersectReadsAndWritesNothingOutside) {
  Rng rng(31);
  PairList list;
  for (const Kind a : oracle::all_kinds)
    for (const Kind b : oracle::all_kinds) append_mixture(list, rng, a, b, 5);
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
