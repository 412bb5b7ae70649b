// Lists of objects, one per query, computed by several tasks in parallel.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>

#include "base/parallel.hpp"
#include "base/scratch.hpp"
#include "lockstep/world.hpp"

namespace lockstep::detail {

inline constexpr std::size_t queries_of_part = 256;

/// Copies the lists of some queries, stored one after the other, to the places of those queries in `lists`.
inline void put_lists(std::span<const std::uint32_t> queries, std::span<const std::uint32_t> objects,
                      ObjectLists& lists) {
  auto from = objects.begin();
  for (const std::uint32_t i : queries) {
    const auto size = static_cast<std::ptrdiff_t>(lists.first[i + 1] - lists.first[i]);
    std::copy(from, from + size, lists.objects.begin() + static_cast<std::ptrdiff_t>(lists.first[i]));
    from += size;
  }
}

/// Whether a query may report an object more than once; its list contains it once.
enum class Repeats : bool { none, some };

/// Sorts a list of `size` objects at `begin`, removes duplicates, and returns its end.
template <class Iterator>
Iterator sort_list(Iterator begin, std::size_t& size, Repeats repeats) {
  const Iterator end = begin + static_cast<std::ptrdiff_t>(size);
  std::sort(begin, end);
  if (repeats == Repeats::some) size = static_cast<std::size_t>(std::unique(begin, end) - begin);
  return end;
}

/// Calls list(some, take) for parts of `order`, which contains each query once. It calls take(i, object) for the
/// objects of the queries in `some`, query by query in that order; the objects of a query may come in any order.
template <class List>
ObjectLists lists_of(std::span<const std::uint32_t> order, const List& list, Repeats repeats = Repeats::none) {
  ScratchVector<ScratchVector<std::uint32_t>> parts(parts_of(order.size(), queries_of_part));
  const auto queries_of = [&](std::size_t begin, std::size_t end) { return order.subspan(begin, end - begin); };
  ObjectLists lists;
  lists.first.resize(order.size() + 1);
  for_each_range(order.size(), queries_of_part, [&](std::size_t begin, std::size_t end) {
    ScratchVector<std::uint32_t>& objects = parts[begin / queries_of_part];
    list(queries_of(begin, end),
         [&](std::size_t i, std::uint32_t object) { objects.push_back(object), ++lists.first[i + 1]; });
    auto from = objects.begin(), to = from;
    for (const std::uint32_t i : queries_of(begin, end)) {
      const auto next = sort_list(from, lists.first[i + 1], repeats);
      to = to == from ? from + static_cast<std::ptrdiff_t>(lists.first[i + 1])
                      : std::copy_n(from, lists.first[i + 1], to);
      from = next;
    }
    objects.erase(to, objects.end());
  });
  std::partial_sum(lists.first.begin(), lists.first.end(), lists.first.begin());
  lists.objects.resize(lists.first.back());
  for_each_range(order.size(), queries_of_part, [&](std::size_t begin, std::size_t end) {
    put_lists(queries_of(begin, end), parts[begin / queries_of_part], lists);
  });
  return lists;
}

}  // namespace lockstep::detail
