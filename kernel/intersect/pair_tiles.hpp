// Groups pairs of shapes, of space or of the plane, by the combination of their kinds, for the kernels.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "intersect/flat_pairs.hpp"
#include "table/tables.hpp"

namespace lockstep::detail {

static_assert(static_cast<int>(Verdict::separated) == code_separated &&
              static_cast<int>(Verdict::touching) == code_touching &&
              static_cast<int>(Verdict::overlapping) == code_overlapping);

/// The traits of space, for lists of pairs.
struct InSpace {
  using AnyRecord = Record;
  using View = ShapesView;
  using Kernels = SpaceKernels;
  using DistanceKernels = SpaceDistanceKernels;
  using ContactBatch = detail::ContactBatch;

  static KernelsBySize<Kernels> kernels_for_pairs(std::optional<Isa> isa) { return kernels_by_size(pair_tables, isa); }
  static KernelsBySize<Kernels> kernels_for_within(std::optional<Isa> isa) {
    return kernels_by_size(within_tables, isa);
  }
  static KernelsBySize<DistanceKernels> kernels_for_distances(std::optional<Isa> isa) {
    return kernels_by_size(distance_tables, isa);
  }
  static auto kernels_for_contacts(std::optional<Isa> isa) { return kernels_by_size(contact_tables, isa); }
};
struct InPlane {
  using AnyRecord = Record2;
  using View = ShapesView2;
  using Kernels = PlaneKernels;
  using DistanceKernels = PlaneDistanceKernels;
  using ContactBatch = detail::ContactBatch2;

  static KernelsBySize<Kernels> kernels_for_pairs(std::optional<Isa> isa) { return kernels_by_size(pair_tables2, isa); }
  static KernelsBySize<Kernels> kernels_for_within(std::optional<Isa> isa) {
    return kernels_by_size(within_tables2, isa);
  }
  static KernelsBySize<DistanceKernels> kernels_for_distances(std::optional<Isa> isa) {
    return kernels_by_size(distance_tables2, isa);
  }
  static auto kernels_for_contacts(std::optional<Isa> isa) { return kernels_by_size(contact_tables2, isa); }
};

/// The state shared by all pairs of a call.
template <class Space>
struct PairJob {
  using Query = QueryOf<typename Space::AnyRecord>;
  using View = typename Space::View;
  using Answer = std::uint8_t;  // a verdict

  KernelsBySize<typename Space::Kernels> kernels;
  View first, second;
  bool automatic = true;
  float margin = 0;  // for kernels that test whether shapes are within a margin

  // Ordered combinations of two kinds. The kind after the last one is that of free slots.
  static constexpr std::size_t kinds = Space::Kernels::kinds + 1, combinations = kinds * kinds;
  [[nodiscard]] bool one_combination() const { return first.one_kind && second.one_kind; }
  [[nodiscard]] std::uint8_t combination(const Pair& pair) const {
    return static_cast<std::uint8_t>(static_cast<std::size_t>(first.kinds[pair.a]) * kinds +
                                     static_cast<std::size_t>(second.kinds[pair.b]));
  }
  /// The kernels take pairs with kinds in rising order; the answer is symmetric.
  static constexpr bool is_swapped(std::size_t combination) { return combination / kinds > combination % kinds; }
  [[nodiscard]] Query query(const Pair& pair, bool swap) const {
    const auto *a = &first.records[pair.a], *b = &second.records[pair.b];
    return swap ? Query{b, a} : Query{a, b};
  }
  void decide(std::size_t combination, Query* queries, std::size_t count, std::uint8_t* codes) const;
  /// Like decide, but without the test for flat shapes in one plane.
  void decide_by_kernels(std::size_t combination, Query* queries, std::size_t count, std::uint8_t* codes) const;
  /// Decides a query for which kernels returned `touching`. For two aligned boxes, the kernels' verdict is final,
  /// because it is exact.
  [[nodiscard]] std::uint8_t decide_if_flat(std::size_t combination, const Query& query) const;
  /// The same job on other shapes.
  [[nodiscard]] PairJob with_shapes(const View& a, const View& b) const {
    PairJob job = *this;
    job.first = a, job.second = b;
    return job;
  }
};

constexpr std::size_t padded_queries(std::size_t queries) {
  return (queries + query_padding - 1) / query_padding * query_padding;
}

/// Decides queries of one combination of kinds; `queries` has room for the padding. A free slot is separated from
/// everything.
template <class Space>
void PairJob<Space>::decide_by_kernels(std::size_t combination, Query* queries, std::size_t count,
                                       std::uint8_t* codes) const {
  std::size_t a = combination / kinds, b = combination % kinds;
  const bool swap = a > b;
  if (swap) std::swap(a, b);
  if (b == Space::Kernels::kinds) {
    std::fill_n(codes, count, static_cast<std::uint8_t>(code_separated));
    return;
  }
  std::fill(queries + count, queries + padded_queries(count), queries[count - 1]);
  auto* const kernel = kernels.of(count).of[a][b];
  for (std::size_t begin = 0; begin < count; begin += pair_tile) {
    const auto size = static_cast<int>(std::min<std::size_t>(pair_tile, count - begin));
    kernel({queries + begin, size, swap ? second : first, swap ? first : second, codes + begin, automatic, margin});
  }
}

template <class Space>
std::uint8_t PairJob<Space>::decide_if_flat(std::size_t combination, const Query& query) const {
  if constexpr (std::is_same_v<Space, InSpace>) {
    constexpr auto aabb = static_cast<std::size_t>(RecordKind::aabb);
    const bool swap = is_swapped(combination);
    if (margin == 0 && combination != aabb * kinds + aabb)
      return decide_flat(swap ? second : first, query.a, swap ? first : second, query.b);
  }
  return code_touching;
}

template <class Space>
void PairJob<Space>::decide(std::size_t combination, Query* queries, std::size_t count, std::uint8_t* codes) const {
  decide_by_kernels(combination, queries, count, codes);
  for (std::size_t i = 0; i < count; ++i)
    if (codes[i] == code_touching) codes[i] = decide_if_flat(combination, queries[i]);
}

/// Answers up to `Most` pairs of any kinds: a counting sort by combination, and a scatter of the answers back to the
/// order of the pairs. `Job` is a PairJob or has the same members; `AnyPair` is the type from which it makes queries.
template <std::size_t Most, class Job, class AnyPair = const Pair>
void decide_mixed(const Job& job, std::span<AnyPair> pairs, const std::array<std::uint8_t, Most>& combination,
                  typename Job::Answer* answers) {
  constexpr std::size_t combinations = Job::combinations;
  std::array<std::size_t, combinations> count{}, next;
  for (std::size_t i = 0; i < pairs.size(); ++i) ++count[combination[i]];
  std::size_t end = 0;
  for (std::size_t k = 0; k < combinations; ++k) next[k] = end, end += padded_queries(count[k]);

  constexpr std::size_t most = Most + combinations * query_padding;
  std::array<typename Job::Query, most> queries;
  std::array<std::uint16_t, most> source;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::size_t to = next[combination[i]]++;
    queries[to] = job.query(pairs[i], job.is_swapped(combination[i]));
    source[to] = static_cast<std::uint16_t>(i);
  }
  std::array<typename Job::Answer, Most> sorted;
  for (std::size_t k = 0; k < combinations; ++k) {
    if (count[k] == 0) continue;
    const std::size_t start = next[k] - count[k];
    job.decide(k, &queries[start], count[k], sorted.data());
    for (std::size_t i = 0; i < count[k]; ++i) answers[source[start + i]] = sorted[i];
  }
}

/// Answers at least one pair; if all have one combination, they are not sorted.
template <std::size_t Most, class Job, class AnyPair = const Pair>
void decide_tile(const Job& job, std::span<AnyPair> pairs, typename Job::Answer* answers) {
  static_assert(Most % query_padding == 0);
  std::array<std::uint8_t, Most> combination;
  combination[0] = job.combination(pairs[0]);
  bool one_combination = true;
  if (!job.one_combination())
    for (std::size_t i = 1; i < pairs.size(); ++i) {
      combination[i] = job.combination(pairs[i]);
      one_combination &= combination[i] == combination[0];
    }
  if (!one_combination) return decide_mixed<Most>(job, pairs, combination, answers);
  std::array<typename Job::Query, Most> queries;
  const bool swap = job.is_swapped(combination[0]);
  for (std::size_t i = 0; i < pairs.size(); ++i) queries[i] = job.query(pairs[i], swap);
  job.decide(combination[0], queries.data(), pairs.size(), answers);
}

}  // namespace lockstep::detail
