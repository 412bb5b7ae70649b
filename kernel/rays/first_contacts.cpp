// Shape casts against a kept world.
#include "base/call.hpp"
#include "lockstep/world_casts.hpp"
#include "rays/hit_lists.hpp"
#include "rays/moving_shapes.hpp"
#include "views/check_streams.hpp"
#include "world/world_store.hpp"

namespace lockstep {

namespace {

using detail::RecordKind;
using detail::ShapeSearchJob;
using detail::ViewKind;

constexpr const char *each_shape = "one for each shape that moves", *each_object = "one for each object";

detail::Record record_of(const std::array<float, 4>& sphere) {
  return detail::make_record(Sphere{{sphere[0], sphere[1], sphere[2]}, sphere[3]});
}
detail::Record record_of(const std::array<float, 6>& box) {
  return detail::make_record(Aabb{{box[0], box[1], box[2]}, {box[3], box[4], box[5]}});
}

/// Moving shapes of a view.
template <ViewKind K>
struct MovingView {
  detail::Streams<K> streams;

  [[nodiscard]] std::size_t count() const { return streams.count; }
  /// Checks the memory written at `out`, and that the streams are not null.
  void check_memory(std::span<const std::byte> out, const char* name) const {
    detail::check_streams(streams, out, name);
  }
  void check_shapes(std::optional<Isa> isa) const {
    detail::check_numbers(detail::StridedObjects<K>(streams, detail::kernels_for(detail::stream_tables, isa)));
  }
  [[nodiscard]] static detail::ShapesView shapes() { return {}; }
  template <class MotionType>
  void put_into(ShapeSearchJob<MotionType>& job) const {
    job.kind = K == ViewKind::spheres ? RecordKind::sphere : RecordKind::aabb;
    job.make = [this](std::size_t begin, std::size_t count, detail::Record* records) {
      for (std::size_t i = 0; i < count; ++i) records[i] = record_of(object_at(streams, begin + i));
    };
  }
};

/// Moving shapes of a set.
struct MovingSet {
  const ShapeSet& set;

  [[nodiscard]] std::size_t count() const { return set.size(); }
  void check_memory(std::span<const std::byte>, const char*) const {}
  void check_shapes(std::optional<Isa>) const {}
  [[nodiscard]] detail::ShapesView shapes() const { return set.store().view(); }
  template <class MotionType>
  void put_into(ShapeSearchJob<MotionType>&) const {}
};

template <class Shapes>
void check_memory(const Shapes& shapes, const RayHits& out) {
  shapes.check_memory(std::as_bytes(out.shapes), "out.shapes");
  shapes.check_memory(std::as_bytes(out.fractions), "out.fractions");
  shapes.check_memory(std::as_bytes(out.points), "out.points");
  shapes.check_memory(std::as_bytes(out.normals), "out.normals");
  shapes.check_memory(std::as_bytes(out.parts), "out.parts");
}
template <class Shapes>
void check_memory(const Shapes& shapes, std::span<std::uint64_t> hits) {
  shapes.check_memory(std::as_bytes(hits), "hits");
}

/// Checks all numbers of a call but the instruction set.
template <class Shapes, class MotionType>
void check_numbers(const Shapes& shapes, std::span<const MotionType> motions, const RayOptions& options) {
  if (options.check != Check::inputs) return;
  detail::check_tolerance(options.tolerance);
  detail::check_motions(motions);
  shapes.check_shapes(options.isa);
}

template <class Shapes, class MotionType, class Output>
void check_call(const Shapes& shapes, std::span<const MotionType> motions, const World::Store& world, const Output& out,
                const RayOptions& options) {
  detail::check_length("motions", motions.size(), shapes.count(), each_shape);
  check_output(detail::Asked(motions), out, options.filter, world.size(), each_object);
  check_memory(shapes, out);
  check_numbers(shapes, motions, options);
}

template <class Shapes, class MotionType>
ShapeSearchJob<MotionType> job_of(const Shapes& shapes, std::span<const MotionType> motions, const World::Store& world,
                                  const RayOptions& options, bool any) {
  const detail::ShapesView objects =
      world.shape_set() != nullptr ? world.shape_set()->store().view() : detail::ShapesView{};
  ShapeSearchJob<MotionType> job{detail::moved_distances<detail::InSpace>(shapes.shapes(), objects, options), motions,
                                 options.filter, options.tolerance, any};
  shapes.put_into(job);
  return job;
}

/// Calls visit(begin, count, find) for each tile of shapes.
template <class Shapes, class MotionType, class Visit>
void search(const Shapes& shapes, std::span<const MotionType> motions, const World::Store& world,
            const RayOptions& options, bool any, const Visit& visit) {
  const ShapeSearchJob<MotionType> job = job_of(shapes, motions, world, options, any);
  const detail::WorldOfRays traversed(world, world.shape_set() != nullptr,
                                      detail::kernels_for(detail::world_tables, options.isa));
  detail::search_tiles<detail::CandidatesOfWorld<detail::MovingShapes<MotionType>>>(job, traversed, visit);
}

template <class Shapes, class MotionType>
void find_first(const Shapes& shapes, std::span<const MotionType> motions, const World::Store& world,
                const RayHits& out, const RayOptions& options) {
  const detail::Call call(options.executor);
  check_call(shapes, motions, world, out, options);
  search(shapes, motions, world, options, false, detail::write_first(out));
}

template <class Shapes, class MotionType>
void find_any(const Shapes& shapes, std::span<const MotionType> motions, const World::Store& world,
              std::span<std::uint64_t> hits, const RayOptions& options) {
  const detail::Call call(options.executor);
  check_call(shapes, motions, world, hits, options);
  search(shapes, motions, world, options, true, detail::write_any(hits, options.touching));
}

template <class Shapes, class MotionType>
HitLists find_all(const Shapes& shapes, std::span<const MotionType> motions, const World::Store& world,
                  const RayOptions& options) {
  const detail::Call call(options.executor);
  detail::check_length("motions", motions.size(), shapes.count(), each_shape);
  detail::check_filter(options.filter, detail::Asked(motions), world.size(), each_object);
  shapes.check_memory({}, "");  // nothing is written, but streams may be null
  check_numbers(shapes, motions, options);
  return detail::all_lists(motions.size(), options.touching, world.bodies.has_value(),
                           [&](const auto& visit) { search(shapes, motions, world, options, false, visit); });
}

}  // namespace

#define LOCKSTEP_FIRST_CONTACTS(Shapes, MotionType, as_shapes)                                         \
  void first_contacts(const Shapes& shapes, std::span<const MotionType> motions, const World& world,   \
                      const RayHits& out, const RayOptions& options) {                                 \
    find_first(as_shapes, motions, world.store(), out, options);                                       \
  }                                                                                                    \
  void any_contacts(const Shapes& shapes, std::span<const MotionType> motions, const World& world,     \
                    std::span<std::uint64_t> hits, const RayOptions& options) {                        \
    find_any(as_shapes, motions, world.store(), hits, options);                                        \
  }                                                                                                    \
  HitLists all_contacts(const Shapes& shapes, std::span<const MotionType> motions, const World& world, \
                        const RayOptions& options) {                                                   \
    return find_all(as_shapes, motions, world.store(), options);                                       \
  }
LOCKSTEP_FIRST_CONTACTS(SphereView, Vec3, MovingView<ViewKind::spheres>{detail::streams_of(shapes)})
LOCKSTEP_FIRST_CONTACTS(AabbView, Vec3, MovingView<ViewKind::aabbs>{detail::streams_of(shapes)})
LOCKSTEP_FIRST_CONTACTS(ShapeSet, Vec3, MovingSet{shapes})
LOCKSTEP_FIRST_CONTACTS(ShapeSet, Motion, MovingSet{shapes})
#undef LOCKSTEP_FIRST_CONTACTS

}  // namespace lockstep
