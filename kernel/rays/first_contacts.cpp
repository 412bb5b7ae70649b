// Shape casts against a kept world.
#include "base/call.hpp"
#include "lockstep/rays.hpp"
#include "lockstep/world.hpp"
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
  [[nodiscard]] detail::ShapesView shapes() const { return set.store().view_with_positions(); }
  template <class MotionType>
  void put_into(ShapeSearchJob<MotionType>& job) const {
    if (job.origin != Vec3d{})
      throw InvalidInput("options.origin: is for views; shapes of a set have their own positions (ShapeSet::place)");
  }
};

MovingView<ViewKind::spheres> moving(const SphereView& view) { return {detail::streams_of(view)}; }
MovingView<ViewKind::aabbs> moving(const AabbView& view) { return {detail::streams_of(view)}; }
MovingSet moving(const ShapeSet& set) { return {set}; }

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
  detail::check_position(options.origin, "options.origin");
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
      world.shape_set() != nullptr ? world.shape_set()->store().view_with_positions() : detail::ShapesView{};
  ShapeSearchJob<MotionType> job{detail::moved_distances<detail::InSpace>(shapes.shapes(), objects, options),
                                 motions,
                                 options.filter,
                                 options.tolerance,
                                 any,
                                 options.origin};
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

template <MovingShapes T>
void first_contacts(const T& shapes, std::span<const VectorOf<T>> motions, const WorldOf<T>& world,
                    const RayHitsOf<T>& out, const RayOptions& options) {
  find_first(moving(shapes), motions, world.store(), out, options);
}
void first_contacts(const ShapeSet& shapes, std::span<const Motion> motions, const World& world, const RayHits& out,
                    const RayOptions& options) {
  find_first(moving(shapes), motions, world.store(), out, options);
}

template <MovingShapes T>
void any_contacts(const T& shapes, std::span<const VectorOf<T>> motions, const WorldOf<T>& world,
                  std::span<std::uint64_t> hits, const RayOptions& options) {
  find_any(moving(shapes), motions, world.store(), hits, options);
}
void any_contacts(const ShapeSet& shapes, std::span<const Motion> motions, const World& world,
                  std::span<std::uint64_t> hits, const RayOptions& options) {
  find_any(moving(shapes), motions, world.store(), hits, options);
}

template <MovingShapes T>
HitLists all_contacts(const T& shapes, std::span<const VectorOf<T>> motions, const WorldOf<T>& world,
                      const RayOptions& options) {
  return find_all(moving(shapes), motions, world.store(), options);
}
HitLists all_contacts(const ShapeSet& shapes, std::span<const Motion> motions, const World& world,
                      const RayOptions& options) {
  return find_all(moving(shapes), motions, world.store(), options);
}

template LOCKSTEP_API void first_contacts(const SphereView&, std::span<const Vec3>, const World&, const RayHits&,
                                          const RayOptions&);
template LOCKSTEP_API void first_contacts(const AabbView&, std::span<const Vec3>, const World&, const RayHits&,
                                          const RayOptions&);
template LOCKSTEP_API void first_contacts(const ShapeSet&, std::span<const Vec3>, const World&, const RayHits&,
                                          const RayOptions&);
template LOCKSTEP_API void any_contacts(const SphereView&, std::span<const Vec3>, const World&,
                                        std::span<std::uint64_t>, const RayOptions&);
template LOCKSTEP_API void any_contacts(const AabbView&, std::span<const Vec3>, const World&, std::span<std::uint64_t>,
                                        const RayOptions&);
template LOCKSTEP_API void any_contacts(const ShapeSet&, std::span<const Vec3>, const World&, std::span<std::uint64_t>,
                                        const RayOptions&);
template LOCKSTEP_API HitLists all_contacts(const SphereView&, std::span<const Vec3>, const World&, const RayOptions&);
template LOCKSTEP_API HitLists all_contacts(const AabbView&, std::span<const Vec3>, const World&, const RayOptions&);
template LOCKSTEP_API HitLists all_contacts(const ShapeSet&, std::span<const Vec3>, const World&, const RayOptions&);

}  // namespace lockstep
