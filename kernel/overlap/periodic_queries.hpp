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
  ShapesView view_;  // of the images
};

}  // namespace lockstep::detail
