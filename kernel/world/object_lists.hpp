// Lists of objects, one for each query, that parts of a call make at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "lockstep/world.hpp"

namespace lockstep::detail {

inline constexpr std::size_t queries_of_part = 256;

/// Copies the lists of some queries, which lie one after the other, to where those of the queries begin.
inline void put_lists(std::span<const std::uint32_t> queries, std::span<const std::uint32_t> objects,
                      ObjectLists& lists) {
  auto from = objects.begin();
  for (const std::uint32_t i : queries) {
    const auto size = static_cast<std::ptrdiff_t>(lists.first[i + 1] - lists.first[i]);
    std::copy(from, from + size, lists.objects.begin() + static_cast<std::ptrdiff_t>(lists.first[i]));
    from += size;
  }
}

/// Whether an object may be named for a query more than once; its list has it once.
enum class Repeats : bool { none, some };

/// Sorts a list, which begins there, and leaves each object in it once; returns its end.
template <class Iterator>
Iterator sort_list(Iterator begin, std::size_t& size, Repeats repeats) {
  const Iterator end = begin + static_cast<std::ptrdiff_t>(size);
  std::sort(begin, end);
  if (repeats == Repeats::some) size = static_cast<std::size_t>(std::unique(begin, end) - begin);
  return end;
}

/// list(some, take) calls take(i, object) for the objects of some queries i, one query after the other, those of a
/// query in any order: for parts of `order`, which has each query once. Queries that follow each other there are asked
/// one after the other.
template <class List>
ObjectLists lists_of(std::span<const std::uint32_t> order, const List& list, Repeats repeats = Repeats::none) {
  std::vector<std::vector<std::uint32_t>> parts(parts_of(order.size(), queries_of_part));
  const auto queries_of = [&](std::size_t begin, std::size_t end) { return order.subspan(begin, end - begin); };
  ObjectLists lists;
  lists.first.resize(order.size() + 1);
  for_each_range(order.size(), queries_of_part, [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t>& objects = parts[begin / queries_of_part];
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
  if (order.size() == 1) {  // which has no time for copies
    lists.objects = std::move(parts[0]);
    return lists;
  }
  lists.objects.resize(lists.first.back());
  for_each_range(order.size(), queries_of_part, [&](std::size_t begin, std::size_t end) {
    put_lists(queries_of(begin, end), parts[begin / queries_of_part], lists);
  });
  return lists;
}

}  // namespace lockstep::detail
