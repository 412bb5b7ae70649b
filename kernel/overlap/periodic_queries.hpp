// Overlap queries of shapes on a kept world that repeats: the images of each shape that may meet the world's box.
#pragma once

#include "lockstep/overlap.hpp"
#include "lockstep/world.hpp"
#include "overlap/images.hpp"

namespace lockstep::detail {

class PeriodicQueries {
 public:
  /// The options have a cell; all must outlive this.
  PeriodicQueries(const World::Store& store, const ShapeStore& shapes, const OverlapOptions& options);
  PeriodicQueries(const PeriodicQueries&) = delete;
  PeriodicQueries& operator=(const PeriodicQueries&) = delete;

  [[nodiscard]] ObjectLists lists() const;
  void write_any(std::span<std::uint64_t> any) const;

 private:
  const World::Store& store_;
  const OverlapOptions& options_;
  const CellFrame frame_;
  const WorldRegion world_;
  MovedSet moved_;
  Images images_;
  ShapesView of_shapes_, of_images_;

  /// Calls take(object) for each object that image `image` of shape i meets, until it returns true.
  template <class Search, class Take>
  bool search(Search& search, std::size_t image, std::size_t i, const Take& take) const;
};

}  // namespace lockstep::detail
