// Overlap queries for batches of shapes on a kept world.
#include "lockstep/overlap.hpp"

#include "base/call.hpp"
#include "lockstep/world.hpp"
#include "overlap/overlap_search.hpp"
#include "overlap/periodic_queries.hpp"
#include "overlap/shape_batches.hpp"
#include "views/plane_streams.hpp"
#include "world/object_lists.hpp"

namespace lockstep {

using detail::OverlapSearch;
using detail::RecordKind;
using detail::ShapesOfSet;
using detail::ShapesOfView;
using detail::ViewKind;

namespace {

/// Calls take(object) for each object that shape i overlaps, until it returns true. Returns whether it did.
template <class Shapes, class Take>
bool search_for(const Shapes& shapes, std::uint32_t i, OverlapSearch& search, const Take& take) {
  const typename Shapes::template Batch<1> one(shapes, {&i, 1});
  const detail::ShapesView& view = one.view();
  return view.kinds[one.record(0)] != RecordKind::free_slot && search(view, one.record(0), i, take);
}

/// Calls answer(queries) for shapes in a cell.
template <class Shapes, class Answer>
auto in_cell(const World::Store& store, const Shapes& shapes, const OverlapOptions& options, const Answer& answer) {
  if constexpr (std::is_same_v<Shapes, ShapesOfSet>)
    return answer(detail::PeriodicQueries(store, shapes.store, options));
  else
    return answer(detail::PeriodicQueries(store, set_of(shapes).store(), options));
}

template <class Shapes>
ObjectLists lists_of(const World::Store& store, const Shapes& shapes, const OverlapOptions& options) {
  const detail::Call call(options.executor);
  detail::check_listed(shapes, store.size(), detail::without_cell(options));
  if (options.cell) return in_cell(store, shapes, options, [](const auto& queries) { return queries.lists(); });
  const auto list = [&](std::span<const std::uint32_t> some, const auto& take) {
    OverlapSearch search(store, options);
    for (const std::uint32_t i : some)
      search_for(shapes, i, search, [&](std::uint32_t object) {
        take(i, object);
        return false;
      });
  };
  return detail::lists_of(detail::order_of(shapes), list, store.bodies ? detail::Repeats::some : detail::Repeats::none);
}

template <class Shapes>
void write_any(const World::Store& store, const Shapes& shapes, std::span<std::uint64_t> any,
               const OverlapOptions& options) {
  const detail::Call call(options.executor);
  detail::check_any(shapes, store.size(), any, detail::without_cell(options));
  if (options.cell) return in_cell(store, shapes, options, [&](const auto& queries) { queries.write_any(any); });
  detail::for_each_range(shapes.count(), detail::queries_of_part, [&](std::size_t begin, std::size_t end) {
    OverlapSearch search(store, options);
    for (std::size_t i = begin; i < end; ++i) {
      if (i % 64 == 0) any[i / 64] = 0;
      const bool overlaps =
          search_for(shapes, static_cast<std::uint32_t>(i), search, [](std::uint32_t) { return true; });
      any[i / 64] |= std::uint64_t{overlaps} << i % 64;
    }
  });
}

}  // namespace

template <class Objects, QueryShapesOf<Objects> T>
ObjectLists overlapping(const Objects& objects, const T& shapes, const OverlapOptions& options) {
  return lists_of(objects.store(), detail::shapes_of(shapes), options);
}
template <class Objects, QueryShapesOf<Objects> T>
void any_overlapping(const Objects& objects, const T& shapes, std::span<std::uint64_t> any,
                     const OverlapOptions& options) {
  write_any(objects.store(), detail::shapes_of(shapes), any, options);
}

template LOCKSTEP_API ObjectLists overlapping(const World&, const SphereView&, const OverlapOptions&);
template LOCKSTEP_API ObjectLists overlapping(const World&, const AabbView&, const OverlapOptions&);
template LOCKSTEP_API ObjectLists overlapping(const World&, const ShapeSet&, const OverlapOptions&);
template LOCKSTEP_API void any_overlapping(const World&, const SphereView&, std::span<std::uint64_t>,
                                           const OverlapOptions&);
template LOCKSTEP_API void any_overlapping(const World&, const AabbView&, std::span<std::uint64_t>,
                                           const OverlapOptions&);
template LOCKSTEP_API void any_overlapping(const World&, const ShapeSet&, std::span<std::uint64_t>,
                                           const OverlapOptions&);

template <>
LOCKSTEP_API ObjectLists overlapping(const World2& world, const CircleView& shapes, const OverlapOptions& options) {
  detail::check_cell_of_plane(options);
  return lists_of(world.in_space().store(), ShapesOfView<ViewKind::spheres>{detail::streams_in_space(shapes)}, options);
}
template <>
LOCKSTEP_API ObjectLists overlapping(const World2& world, const Aabb2View& shapes, const OverlapOptions& options) {
  const detail::Call call(options.executor);
  detail::check_cell_of_plane(options);
  const detail::BoxesOfPlane boxes(shapes);
  return lists_of(world.in_space().store(), ShapesOfView<ViewKind::aabbs>{boxes.streams()}, options);
}

template <>
LOCKSTEP_API void any_overlapping(const World2& world, const CircleView& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options) {
  detail::check_cell_of_plane(options);
  write_any(world.in_space().store(), ShapesOfView<ViewKind::spheres>{detail::streams_in_space(shapes)}, any, options);
}
template <>
LOCKSTEP_API void any_overlapping(const World2& world, const Aabb2View& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options) {
  const detail::Call call(options.executor);
  detail::check_cell_of_plane(options);
  const detail::BoxesOfPlane boxes(shapes);
  write_any(world.in_space().store(), ShapesOfView<ViewKind::aabbs>{boxes.streams()}, any, options);
}

}  // namespace lockstep
