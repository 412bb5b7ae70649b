#include "cull/visible_lists.hpp"

#include <algorithm>

#include "base/parallel.hpp"

namespace lockstep::detail {

namespace {

constexpr std::size_t lists_of_a_task = 64;

/// Sorts lists of different indices below `objects`.
class IndexSort {
 public:
  explicit IndexSort(std::size_t objects) : words_(mask_words(objects)) {}

  void sort(std::span<std::uint32_t> list) {
    // To scan this number of words takes as long as to compare one index with others.
    constexpr std::size_t words_per_index = 8;
    if (std::is_sorted(list.begin(), list.end())) return;
    if (words_ > words_per_index * list.size()) return std::sort(list.begin(), list.end());
    mask_.assign(words_, 0);
    for (const std::uint32_t i : list) mask_[i / 64] |= std::uint64_t{1} << i % 64;
    list_bits(mask_.data(), words_, list.data());
  }

 private:
  std::size_t words_;
  ScratchVector<std::uint64_t> mask_;
};

}  // namespace

void list_rows(std::span<const std::uint64_t> rows, std::size_t row_words, std::span<const std::size_t> first,
               std::span<std::uint32_t> indices) {
  for_each_range(first.size() - 1, lists_of_a_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v)
      list_bits(rows.data() + v * row_words, row_words, indices.data() + first[v]);
  });
}

void VisibleHits::write_lists(std::span<const std::size_t> first, std::size_t objects,
                              std::span<std::uint32_t> indices) const {
  ScratchVector<std::size_t> next(first.begin(), first.end() - 1);
  for (const ScratchVector<VisibleHit>& hits : of_tasks_)
    for (const VisibleHit& hit : hits) indices[next[hit.volume]++] = hit.object;
  for_each_range(next.size(), lists_of_a_task, [&](std::size_t begin, std::size_t end) {
    IndexSort index_sort(objects);
    for (std::size_t v = begin; v < end; ++v) index_sort.sort(indices.subspan(first[v], first[v + 1] - first[v]));
  });
}

}  // namespace lockstep::detail
