// Pair lists: validate, cut into tiles, sort each tile by the kinds of its pairs, hand the parts to the kernels.
#include "lockstep/intersect.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "float_environment.hpp"
#include "kernel_table.hpp"
#include "shape_store.hpp"
#include "validate.hpp"

namespace lockstep {

using detail::pair_tile;
using detail::RecordKind;
using detail::ShapesView;

namespace {

static_assert(static_cast<int>(Verdict::separated) == detail::code_separated &&
              static_cast<int>(Verdict::touching) == detail::code_touching &&
              static_cast<int>(Verdict::overlapping) == detail::code_overlapping);

struct Job {
  const detail::KernelTable& kernels;
  ShapesView first, second;
  std::span<const Pair> pairs;
  std::span<Verdict> verdicts;
  bool automatic;
};

constexpr std::size_t combinations = detail::record_kinds * detail::record_kinds;

/// Decides queries that are all of one combination of kinds.
void decide(const Job& job, std::size_t kinds, const detail::Query* queries, std::size_t count, std::uint8_t* codes) {
  std::size_t a = kinds / detail::record_kinds, b = kinds % detail::record_kinds;
  const bool swap = a > b;
  if (swap) std::swap(a, b);
  job.kernels.decide_pairs[a][b]({queries, static_cast<int>(count), swap ? job.second : job.first,
                                  swap ? job.first : job.second, codes, job.automatic});
}

constexpr std::size_t padded(std::size_t queries) {
  return (queries + detail::query_padding - 1) / detail::query_padding * detail::query_padding;
}

void pad(detail::Query* queries, std::size_t count) {
  std::fill(queries + count, queries + padded(count), queries[count - 1]);
}

/// The pairs of a tile as queries, and the combination of kinds of each. The kernels take pairs with the kinds in rising
/// order; the answer is the same either way round.
struct Tile {
  std::array<detail::Query, pair_tile> queries;  // a multiple of query_padding
  std::array<std::uint8_t, pair_tile> kinds;     // of all pairs if they differ, else of the first only
  bool one_combination = true;

  Tile(const Job& job, std::span<const Pair> pairs) {
    if (job.first.one_kind && job.second.one_kind) {
      kinds[0] = combination(job.first.kinds[0], job.second.kinds[0]);
      const bool swap = job.first.kinds[0] > job.second.kinds[0];
      for (std::size_t i = 0; i < pairs.size(); ++i) queries[i] = query(job, pairs[i], swap);
    } else {
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const RecordKind a = job.first.kinds[pairs[i].a], b = job.second.kinds[pairs[i].b];
        kinds[i] = combination(a, b);
        queries[i] = query(job, pairs[i], a > b);
        one_combination &= kinds[i] == kinds[0];
      }
    }
    pad(queries.data(), pairs.size());
  }

 private:
  static std::uint8_t combination(RecordKind a, RecordKind b) {
    return static_cast<std::uint8_t>(static_cast<int>(a) * detail::record_kinds + static_cast<int>(b));
  }
  static detail::Query query(const Job& job, const Pair& pair, bool swap) {
    const detail::Record *a = &job.first.records[pair.a], *b = &job.second.records[pair.b];
    return swap ? detail::Query{b, a} : detail::Query{a, b};
  }
};

/// A tile of several combinations: a counting sort by them, and the verdicts back to where their pairs were.
void decide_mixed(const Job& job, const Tile& tile, std::span<Verdict> verdicts) {
  std::array<std::size_t, combinations> count{}, next;
  for (std::size_t i = 0; i < verdicts.size(); ++i) ++count[tile.kinds[i]];
  std::size_t end = 0;
  for (std::size_t k = 0; k < combinations; ++k) next[k] = end, end += padded(count[k]);

  constexpr std::size_t most = pair_tile + combinations * detail::query_padding;
  std::array<detail::Query, most> queries;
  std::array<std::uint16_t, most> source;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const std::size_t to = next[tile.kinds[i]]++;
    queries[to] = tile.queries[i];
    source[to] = static_cast<std::uint16_t>(i);
  }
  for (std::size_t k = 0; k < combinations; ++k) {
    if (count[k] == 0) continue;
    const std::size_t start = next[k] - count[k];
    std::array<std::uint8_t, pair_tile> codes;
    pad(&queries[start], count[k]);
    decide(job, k, &queries[start], count[k], codes.data());
    for (std::size_t i = 0; i < count[k]; ++i) verdicts[source[start + i]] = static_cast<Verdict>(codes[i]);
  }
}

void decide_tile(const Job& job, std::size_t begin, std::size_t count) {
  const Tile tile(job, job.pairs.subspan(begin, count));
  const auto verdicts = job.verdicts.subspan(begin, count);
  if (!tile.one_combination) return decide_mixed(job, tile, verdicts);
  decide(job, tile.kinds[0], tile.queries.data(), count, reinterpret_cast<std::uint8_t*>(verdicts.data()));
}

void check_pairs(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs) {
  const auto is_bad = [&](const Pair& p) { return p.a >= first.size() || p.b >= second.size(); };
  const auto bad = std::find_if(pairs.begin(), pairs.end(), is_bad);
  if (bad == pairs.end()) return;
  const bool in_first = bad->a >= first.size();
  throw InvalidInput("pairs[" + std::to_string(bad - pairs.begin()) + (in_first ? "].a = " : "].b = ") +
                     std::to_string(in_first ? bad->a : bad->b) + ": out of range, the " +
                     (in_first ? "first" : "second") + " set has " +
                     std::to_string(in_first ? first.size() : second.size()) + " shapes");
}

}  // namespace

void intersect(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs, std::span<Verdict> verdicts,
               const IntersectOptions& options) {
  const detail::FloatEnvironment standard;
  const detail::KernelTable& kernels = detail::kernels_for(options.isa);
  if (pairs.size() != verdicts.size())
    throw InvalidInput("verdicts: has " + std::to_string(verdicts.size()) + " elements, needs one for each of the " +
                       std::to_string(pairs.size()) + " pairs");
  if (detail::share_memory(pairs.data(), pairs.size_bytes(), verdicts.data(), verdicts.size_bytes()))
    throw InvalidInput("verdicts: shares memory with pairs");
  if (options.check == Check::inputs) check_pairs(first, second, pairs);

  const Job job{
      kernels, first.store().view(), second.store().view(), pairs, verdicts, options.method == Method::automatic};
  const std::size_t tiles = (pairs.size() + pair_tile - 1) / pair_tile;
  const auto run = [&](std::size_t tile) {
    const detail::FloatEnvironment of_this_thread;
    const std::size_t begin = tile * pair_tile;
    decide_tile(job, begin, std::min<std::size_t>(pair_tile, pairs.size() - begin));
  };
  if (tiles == 1) return run(0);
  // Of its own: if the caller's were cancelled, tiles would be left out without a word.
  tbb::task_group_context context(tbb::task_group_context::isolated);
  const auto run_all = [&](const auto& range) {
    for (std::size_t tile = range.begin(); tile != range.end(); ++tile) run(tile);
  };
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, tiles), run_all, context);
}

}  // namespace lockstep
