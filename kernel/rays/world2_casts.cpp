// Casts of circles and boxes through a kept world of the plane, as casts of spheres and boxes through a world of
// space.
#include <algorithm>

#include "base/blocks.hpp"
#include "base/call.hpp"
#include "base/scratch.hpp"
#include "cast/cast_list.hpp"
#include "lockstep/rays.hpp"
#include "lockstep/world.hpp"
#include "views/plane_streams.hpp"
#include "world/world_operations.hpp"

namespace lockstep {

using detail::BoxesOfPlane;
using detail::Call;
using detail::Streams;
using detail::ViewKind;

namespace {

SphereView view_of(const Streams<ViewKind::spheres>& s) {
  return {s.stream[0], s.stream[1], s.stream[2], s.stream[3], s.count};
}
AabbView view_of(const Streams<ViewKind::aabbs>& s) {
  return {s.stream[0], s.stream[1], s.stream[2], s.stream[3], s.stream[4], s.stream[5], s.count};
}

detail::ScratchVector<Vec3> in_space(std::span<const Vec2> motions) {
  detail::ScratchVector<Vec3> moved(motions.size());
  std::transform(motions.begin(), motions.end(), moved.begin(), detail::at_no_height);
  return moved;
}

/// The checks that the call in space cannot do on copies: overlap with the caller's own memory, and errors with the
/// names of the plane. `blocks` are the motions and then the outputs.
template <ViewKind K>
void check_call(const Streams<K>& shapes, std::initializer_list<detail::Block> blocks, const RayOptions& options) {
  detail::refuse_origin(options.origin);
  detail::check_blocks(blocks);
  check_streams(shapes, {}, "");  // null streams, even if there is no output
  for (const detail::Block* out = blocks.begin() + 1; out != blocks.end(); ++out)
    check_streams(shapes, {static_cast<const std::byte*>(out->data), out->bytes}, out->name);
  if (options.check == Check::inputs)
    check_numbers(detail::StridedObjects<K>(shapes, detail::kernels_for(detail::stream_tables, options.isa)));
}

/// Memory for vectors of space that become vectors of the plane once they are written.
class Flattened {
 public:
  explicit Flattened(std::span<Vec2d> wanted) : wanted_(wanted), in_space_(wanted.size()) {}
  [[nodiscard]] std::span<Vec3d> room() { return in_space_; }
  void write() const {
    std::transform(in_space_.begin(), in_space_.end(), wanted_.begin(), [](const Vec3d& v) { return Vec2d{v.x, v.y}; });
  }

 private:
  std::span<Vec2d> wanted_;
  detail::ScratchVector<Vec3d> in_space_;
};

/// `streams` lie in the memory of the caller's view, or are made from `view`.
template <ViewKind K, class View>
void find_first(const Streams<K>& streams, const View& view, std::span<const Vec2> motions, const World2& world,
                const RayHits2& out, const RayOptions& options) {
  check_call(detail::streams_of(view),
             {{"motions", motions},
              {"out.shapes", out.shapes, false},
              {"out.fractions", out.fractions, false},
              {"out.points", out.points, false},
              {"out.normals", out.normals, false}},
             options);
  Flattened points(out.points), normals(out.normals);
  first_contacts(view_of(streams), in_space(motions), world.in_space(),
                 RayHits{out.shapes, out.fractions, points.room(), normals.room()}, options);
  points.write(), normals.write();
}

template <ViewKind K, class View>
void find_any(const Streams<K>& streams, const View& view, std::span<const Vec2> motions, const World2& world,
              std::span<std::uint64_t> hits, const RayOptions& options) {
  check_call(detail::streams_of(view), {{"motions", motions}, {"hits", hits, false}}, options);
  any_contacts(view_of(streams), in_space(motions), world.in_space(), hits, options);
}

template <ViewKind K, class View>
HitLists find_all(const Streams<K>& streams, const View& view, std::span<const Vec2> motions, const World2& world,
                  const RayOptions& options) {
  check_call(detail::streams_of(view), {{"motions", motions}}, options);
  return all_contacts(view_of(streams), in_space(motions), world.in_space(), options);
}

}  // namespace

template <>
LOCKSTEP_API void first_contacts(const CircleView& shapes, std::span<const Vec2> motions, const World2& world,
                                 const RayHits2& out, const RayOptions& options) {
  const Call call(options.executor);
  find_first(detail::streams_in_space(shapes), shapes, motions, world, out, options);
}
template <>
LOCKSTEP_API void first_contacts(const Aabb2View& shapes, std::span<const Vec2> motions, const World2& world,
                                 const RayHits2& out, const RayOptions& options) {
  const Call call(options.executor);
  const BoxesOfPlane boxes(shapes);
  find_first(boxes.streams(), shapes, motions, world, out, options);
}

template <>
LOCKSTEP_API void any_contacts(const CircleView& shapes, std::span<const Vec2> motions, const World2& world,
                               std::span<std::uint64_t> hits, const RayOptions& options) {
  const Call call(options.executor);
  find_any(detail::streams_in_space(shapes), shapes, motions, world, hits, options);
}
template <>
LOCKSTEP_API void any_contacts(const Aabb2View& shapes, std::span<const Vec2> motions, const World2& world,
                               std::span<std::uint64_t> hits, const RayOptions& options) {
  const Call call(options.executor);
  const BoxesOfPlane boxes(shapes);
  find_any(boxes.streams(), shapes, motions, world, hits, options);
}

template <>
LOCKSTEP_API HitLists all_contacts(const CircleView& shapes, std::span<const Vec2> motions, const World2& world,
                                   const RayOptions& options) {
  const Call call(options.executor);
  return find_all(detail::streams_in_space(shapes), shapes, motions, world, options);
}
template <>
LOCKSTEP_API HitLists all_contacts(const Aabb2View& shapes, std::span<const Vec2> motions, const World2& world,
                                   const RayOptions& options) {
  const Call call(options.executor);
  const BoxesOfPlane boxes(shapes);
  return find_all(boxes.streams(), shapes, motions, world, options);
}

}  // namespace lockstep
