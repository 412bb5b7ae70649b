// Batches of shapes against a kept world.
#include "lockstep/world_overlap.hpp"

#include <numeric>

#include "base/call.hpp"
#include "overlap/overlap_memory.hpp"
#include "overlap/overlap_search.hpp"
#include "world/curve_order.hpp"
#include "world/object_lists.hpp"
#include "world/world_input.hpp"

namespace lockstep {

using detail::for_each_range;
using detail::OverlapSearch;
using detail::RecordKind;
using detail::Streams;
using detail::ViewKind;

namespace {

/// From so many shapes on those that lie together are asked about one after the other, so that each finds the blocks of
/// the last one in the caches.
constexpr std::size_t many_shapes = 4096;

/// So few have no time for what many are looked at with.
constexpr std::size_t few_shapes = 16;

/// Shapes that lie in a view: each becomes a record when its turn comes.
template <ViewKind K>
struct ShapesOfView {
  Streams<K> streams;

  [[nodiscard]] std::size_t count() const { return streams.count; }
  [[nodiscard]] Vec3 place(std::size_t i) const {
    const auto o = object_at(streams, i);
    return {o[0], o[1], o[2]};
  }
  void check(std::span<const std::byte> written, Check check, std::optional<Isa> isa) const {
    detail::check_streams(streams, written, "any");
    if (check == Check::none) return;
    if (streams.count > few_shapes)
      return detail::check_numbers(detail::StridedObjects<K>(streams, detail::kernels_for(detail::stream_tables, isa)));
    for (std::size_t i = 0; i < streams.count; ++i)
      if (!detail::is_object(streams, i)) detail::throw_bad(streams, i);
  }
  template <class Take>
  bool search(OverlapSearch& search, std::size_t i, const Take& take) const {
    using Of = detail::ShapeOfView<K>;
    constexpr RecordKind kind = Of::kind_of_all;
    detail::FewRecords<detail::InSpace, 1> one;
    one.put(0, std::bit_cast<typename Of::Shape>(object_at(streams, i)));
    detail::ShapesView view = one.view();
    view.kinds = &kind;
    return search(view, 0, i, take);
  }
};

/// Those of a set.
struct ShapesOfSet {
  const detail::ShapeStore& store;
  const detail::ShapesView view = store.view();

  [[nodiscard]] std::size_t count() const { return store.records.size(); }
  [[nodiscard]] Vec3 place(std::size_t i) const {
    const auto& row = view.records[i].row[0];
    return {row[0], row[1], row[2]};
  }
  void check(std::span<const std::byte>, Check, std::optional<Isa>) const {}
  template <class Take>
  bool search(OverlapSearch& search, std::size_t i, const Take& take) const {
    return view.kinds[i] != RecordKind::hole && search(view, static_cast<std::uint32_t>(i), i, take);
  }
};

template <class Shapes>
std::vector<std::uint32_t> order_of(const Shapes& shapes) {
  std::vector<std::uint32_t> order(shapes.count());
  std::iota(order.begin(), order.end(), 0U);
  if (order.size() < many_shapes) return order;
  std::vector<Vec3> places(order.size());
  for_each_range(order.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3 place = shapes.place(i);
      if (detail::is_valid_vec3(place)) places[i] = place;
    }
  });
  detail::sort_along_curve(places, order);
  return order;
}

template <class Shapes>
ObjectLists lists_of(const World::Store& store, const Shapes& shapes, const OverlapOptions& options) {
  const detail::Call call(options.executor);
  detail::check_overlap_options(options, shapes.count(), store.position.size(), false);
  shapes.check({}, options.check, options.isa);
  return detail::lists_of(order_of(shapes), [&] {
    return
        [&shapes, search = OverlapSearch(store, options)](std::size_t i, std::vector<std::uint32_t>& objects) mutable {
          shapes.search(search, i, [&](std::uint32_t object) {
            objects.push_back(object);
            return false;
          });
        };
  });
}

template <class Shapes>
void write_any(const World::Store& store, const Shapes& shapes, std::span<std::uint64_t> any,
               const OverlapOptions& options) {
  const detail::Call call(options.executor);
  const OverlapOutput out{.any = any};
  detail::check_overlap_options(options, shapes.count(), store.position.size(), false);
  detail::check_output(out, shapes.count());
  detail::check_filter_memory(options, out);
  shapes.check(std::as_bytes(any), options.check, options.isa);
  for_each_range(shapes.count(), detail::queries_of_part, [&](std::size_t begin, std::size_t end) {
    OverlapSearch search(store, options);
    for (std::size_t i = begin; i < end; ++i) {
      if (i % 64 == 0) any[i / 64] = 0;
      const bool overlaps = shapes.search(search, i, [](std::uint32_t) { return true; });
      any[i / 64] |= std::uint64_t{overlaps} << i % 64;
    }
  });
}

}  // namespace

#define LOCKSTEP_OVERLAPPING(Shapes, as_shapes)                                                      \
  ObjectLists overlapping(const World& world, const Shapes& shapes, const OverlapOptions& options) { \
    return lists_of(world.store(), as_shapes, options);                                              \
  }                                                                                                  \
  void any_overlapping(const World& world, const Shapes& shapes, std::span<std::uint64_t> any,       \
                       const OverlapOptions& options) {                                              \
    write_any(world.store(), as_shapes, any, options);                                               \
  }
LOCKSTEP_OVERLAPPING(SphereView, ShapesOfView<ViewKind::spheres>{detail::streams_of(shapes)})
LOCKSTEP_OVERLAPPING(AabbView, ShapesOfView<ViewKind::aabbs>{detail::streams_of(shapes)})
LOCKSTEP_OVERLAPPING(ShapeSet, ShapesOfSet{shapes.store()})
#undef LOCKSTEP_OVERLAPPING

}  // namespace lockstep
