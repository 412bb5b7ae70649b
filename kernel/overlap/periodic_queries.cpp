#include "overlap/periodic_queries.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

#include "overlap/overlap_search.hpp"
#include "world/object_lists.hpp"

namespace lockstep::detail {

PeriodicQueries::PeriodicQueries(const World::Store& store, const ShapeStore& shapes, const OverlapOptions& options)
    : store_(store), options_(options), frame_(frame_of(*options.cell)), world_(store, frame_) {
  moved_.move(shapes, frame_, 2 * options.margin);  // takes half of it; the objects' boxes have none
  images_.make(shapes, moved_, world_.region, frame_, OwnImage::is_copied);
  of_shapes_ = shapes.view_with_positions(), of_images_ = images_.view_of(shapes);
}

/// A shape that is not moved is searched as it is.
template <class Search, class Take>
bool PeriodicQueries::search(Search& search, std::size_t image, std::size_t i, const Take& take) const {
  const bool is_as_given = images_.cells[image] == Cells{};
  return search(is_as_given ? of_shapes_ : of_images_, static_cast<std::uint32_t>(is_as_given ? i : image), i, take);
}

ObjectLists PeriodicQueries::lists() const {
  ScratchVector<std::uint32_t> order(images_.copied.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto list = [&](std::span<const std::uint32_t> some, const auto& take) {
    OverlapSearch searcher(store_, options_);
    for (const std::uint32_t image : some) {
      const std::uint32_t i = images_.copied[image];
      const bool is_own = images_.cells[image] == moved_.cells[i];
      search(searcher, image, i, [&](std::uint32_t object) {
        if (is_own || !world_.is_unbounded(object)) take(image, object);
        return false;
      });
    }
  };
  const ObjectLists of_images = lists_of(order, list, store_.bodies ? Repeats::some : Repeats::none);

  ObjectLists lists;
  lists.first.assign(images_.first.size(), 0);
  lists.objects.resize(of_images.objects.size()), lists.shifts.resize(of_images.objects.size());
  for (std::size_t i = 0; i < lists.size(); ++i) lists.first[i + 1] = of_images.first[images_.first[i + 1]];
  for_each_range(lists.size(), queries_of_part, [&](std::size_t begin, std::size_t end) {
    ScratchVector<std::pair<std::uint32_t, std::array<std::int32_t, 3>>> found;
    for (std::size_t i = begin; i < end; ++i) {
      found.clear();
      for (std::size_t image = images_.first[i]; image < images_.first[i + 1]; ++image) {
        const Cells& by = images_.cells[image];
        for (const std::uint32_t object : of_images[image]) found.push_back({object, {-by[0], -by[1], -by[2]}});
      }
      std::sort(found.begin(), found.end());
      for (std::size_t at = lists.first[i]; const auto& [object, shift] : found)
        lists.objects[at] = object, lists.shifts[at++] = shift;
    }
  });
  return lists;
}

void PeriodicQueries::write_any(std::span<std::uint64_t> any) const {
  for_each_range(images_.first.size() - 1, queries_of_part, [&](std::size_t begin, std::size_t end) {
    OverlapSearch searcher(store_, options_);
    for (std::size_t i = begin; i < end; ++i) {
      if (i % 64 == 0) any[i / 64] = 0;
      bool overlaps = false;
      for (std::size_t image = images_.first[i]; image < images_.first[i + 1] && !overlaps; ++image)
        overlaps = search(searcher, image, i, [](std::uint32_t) { return true; });
      any[i / 64] |= std::uint64_t{overlaps} << i % 64;
    }
  });
}

}  // namespace lockstep::detail
