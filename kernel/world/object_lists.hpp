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

/// make() makes what appends the objects of query i in any order, append(i, objects): one for each part. `order` has
/// each query once: those that follow each other are asked one after the other.
template <class Make>
ObjectLists lists_of(std::span<const std::uint32_t> order, const Make& make) {
  std::vector<std::vector<std::uint32_t>> parts(parts_of(order.size(), queries_of_part));
  const auto queries_of = [&](std::size_t begin, std::size_t end) { return order.subspan(begin, end - begin); };
  ObjectLists lists;
  lists.first.resize(order.size() + 1);
  for_each_range(order.size(), queries_of_part, [&](std::size_t begin, std::size_t end) {
    auto append = make();
    std::vector<std::uint32_t>& objects = parts[begin / queries_of_part];
    for (const std::uint32_t i : queries_of(begin, end)) {
      const std::size_t before = objects.size();
      append(i, objects);
      std::sort(objects.begin() + static_cast<std::ptrdiff_t>(before), objects.end());
      lists.first[i + 1] = objects.size() - before;
    }
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
