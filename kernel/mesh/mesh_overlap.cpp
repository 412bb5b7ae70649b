// Overlaps of batches of shapes with a mesh.
#include "lockstep/overlap.hpp"

#include "base/call.hpp"
#include "mesh/mesh_overlap_search.hpp"
#include "overlap/shape_batches.hpp"
#include "world/object_lists.hpp"

namespace lockstep {

using detail::MeshOverlapSearch;
using detail::queries_of_part;
using detail::ShapesOfSet;
using detail::ShapesOfView;
using detail::ViewKind;

namespace {

/// Calls emit(i, triangle) for all overlaps of some shapes; if `any`, for at least one of each
/// shape that has any.
template <class Shapes, class Emit>
void search_for(const Shapes& shapes, std::span<const std::uint32_t> list, const TriangleMesh& mesh,
                const OverlapOptions& options, bool any, const Emit& emit) {
  const typename Shapes::template Batch<queries_of_part> some(shapes, list);
  MeshOverlapSearch search(mesh.store(), some.view(), options, any);
  for (std::size_t k = 0; k < list.size(); ++k) search(some.record(k), list[k], emit);
  search.finish(emit);
}

template <class Shapes>
ObjectLists lists_of(const TriangleMesh& mesh, const Shapes& shapes, const OverlapOptions& options) {
  const detail::Call call(options.executor);
  detail::check_listed(shapes, mesh.size(), options);
  return detail::lists_of(detail::order_of(shapes), [&](std::span<const std::uint32_t> some, const auto& emit) {
    search_for(shapes, some, mesh, options, false, emit);
  });
}

template <class Shapes>
void write_any(const TriangleMesh& mesh, const Shapes& shapes, std::span<std::uint64_t> any,
               const OverlapOptions& options) {
  const detail::Call call(options.executor);
  detail::check_any(shapes, mesh.size(), any, options);
  static_assert(queries_of_part % 64 == 0);  // no two parts share a word
  detail::for_each_range(shapes.count(), queries_of_part, [&](std::size_t begin, std::size_t end) {
    std::array<std::uint32_t, queries_of_part> list;
    std::iota(list.begin(), list.end(), static_cast<std::uint32_t>(begin));
    std::fill(&any[begin / 64], &any[begin / 64] + mask_words(end - begin), 0U);
    search_for(shapes, std::span(list).first(end - begin), mesh, options, true,
               [&](std::uint32_t i, std::uint32_t) { any[i / 64] |= std::uint64_t{1} << i % 64; });
  });
}

}  // namespace

template <class Objects, QueryShapesOf<Objects> T>
ObjectLists overlapping(const Objects& objects, const T& shapes, const OverlapOptions& options) {
  return lists_of(objects, detail::shapes_of(shapes), options);
}
template <class Objects, QueryShapesOf<Objects> T>
void any_overlapping(const Objects& objects, const T& shapes, std::span<std::uint64_t> any,
                     const OverlapOptions& options) {
  write_any(objects, detail::shapes_of(shapes), any, options);
}

template LOCKSTEP_API ObjectLists overlapping(const TriangleMesh&, const SphereView&, const OverlapOptions&);
template LOCKSTEP_API ObjectLists overlapping(const TriangleMesh&, const AabbView&, const OverlapOptions&);
template LOCKSTEP_API ObjectLists overlapping(const TriangleMesh&, const ShapeSet&, const OverlapOptions&);
template LOCKSTEP_API void any_overlapping(const TriangleMesh&, const SphereView&, std::span<std::uint64_t>,
                                           const OverlapOptions&);
template LOCKSTEP_API void any_overlapping(const TriangleMesh&, const AabbView&, std::span<std::uint64_t>,
                                           const OverlapOptions&);
template LOCKSTEP_API void any_overlapping(const TriangleMesh&, const ShapeSet&, std::span<std::uint64_t>,
                                           const OverlapOptions&);

}  // namespace lockstep
