// The shapes of a pair workload as a set, of space or of the plane; instances of one mesh are added as instances.
#pragma once

#include <type_traits>
#include <variant>

#include <lockstep/sets.hpp>

#include "work/workloads.hpp"
#include "work/workloads2.hpp"

namespace lockstep::bench {

inline void add_instances(ShapeSet& set, const Hulls& hulls) {
  const std::uint32_t mesh = set.add_mesh(ConvexHull{hulls.mesh});
  for (const Pose& pose : hulls.poses) set.add(HullInstance{mesh, pose});
}

template <class Set, class Shape>
void add(Set& set, const Shape& shape) {
  set.add(shape);
}
inline void add(ShapeSet& set, const MixedShape& shape) {
  std::visit([&](const auto& one) { set.add(one); }, shape);
}

/// For anything that has `shapes`.
template <class Set = ShapeSet, class Workload>
Set shape_set(const Workload& workload) {
  Set set;
  if constexpr (std::is_same_v<Set, ShapeSet>) {
    const auto* const hulls = std::get_if<Hulls>(&workload.shapes);
    if (hulls != nullptr && !hulls->poses.empty()) {
      add_instances(set, *hulls);
      return set;
    }
  }
  std::visit(
      [&](const auto& shapes) {
        set.reserve(shapes.size());
        for (std::size_t i = 0; i < shapes.size(); ++i) add(set, shapes[i]);
      },
      workload.shapes);
  return set;
}

inline ShapeSet2 shape_set(const PairWorkload2& workload) {
  ShapeSet2 set;
  std::visit(
      [&](const auto& shapes) {
        for (std::size_t i = 0; i < shapes.size(); ++i) set.add(shapes[i]);
      },
      workload.shapes);
  return set;
}

}  // namespace lockstep::bench
