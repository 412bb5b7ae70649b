// Overlap passes over kept worlds; results have the objects' indices.
#include <algorithm>
#include <string>
#include <utility>

#include "lockstep/world.hpp"
#include "overlap/overlap_memory.hpp"
#include "sets/shape_store.hpp"
#include "world/world_input.hpp"
#include "world/world_store.hpp"

namespace lockstep {

namespace {

/// A world's spheres or boxes as a set.
const ShapeSet& set_of(const World::Store& store, std::optional<ShapeSet>& set) {
  if (store.shapes) return *store.shapes;
  const auto count = static_cast<std::uint32_t>(store.position.size());
  if (!set || !detail::has_the_indices_of(store, *set)) {
    set.emplace();
    for (std::uint32_t i = 0; i < count; ++i) set->add(Aabb{});
    for (std::uint32_t i = 0; i < count; ++i)
      if (!store.contains(i)) set->remove(i);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!store.contains(i)) continue;
    const std::size_t at = store.position[i];
    const auto number = [&](std::size_t s) { return store.number(s, at); };
    const Vec3 first{number(0), number(1), number(2)};
    if (store.kind == detail::ViewKind::spheres)
      set->set(i, Sphere{first, number(3)}, Check::none);
    else
      set->set(i, Aabb{first, {number(3), number(4), number(5)}}, Check::none);
  }
  return *set;
}

bool is_of_spheres(const World::Store& store) {
  return store.shape_set() == nullptr && store.kind == detail::ViewKind::spheres;
}
bool is_of_boxes(const World::Store& store) {
  return store.shape_set() == nullptr && store.kind == detail::ViewKind::aabbs;
}
/// Whether comparing the boxes of a world gives all outputs.
bool boxes_suffice(const World::Store& store, const OverlapOutput& out, const OverlapOptions& options) {
  return is_of_boxes(store) && options.margin == 0 && !options.cell && out.separations.empty() && out.contacts.empty();
}

// Boxes of the plane extend equally far above and below it (plane_streams.hpp), so each contact above the plane has a
// mirror image below. Without the z coordinate, the results are those of the plane.

void flatten(Manifold& manifold) {
  if (manifold.count == 0) return;
  manifold.normal.z = 0;
  const std::uint32_t in_space = std::exchange(manifold.count, 0);
  for (std::uint32_t i = 0; i < in_space; ++i) {
    ContactPoint point = manifold.points[i];
    if (point.a.z < 0) continue;
    point.a.z = point.b.z = 0;
    manifold.points[manifold.count++] = point;
  }
  std::fill(manifold.points + manifold.count, manifold.points + in_space, ContactPoint{});
}

/// Projects the results of a pass over boxes of the plane, which it treats as boxes of space.
void flatten(const OverlapResult& result, const OverlapOutput& out) {
  const auto written = static_cast<std::size_t>(std::min<std::uint64_t>(result.pairs, out.pairs.size()));
  for (std::size_t i = 0; i < written && !out.separations.empty(); ++i) out.separations[i].direction.z = 0;
  for (std::size_t i = 0; i < written && !out.contacts.empty(); ++i) flatten(out.contacts[i]);
}

}  // namespace

OverlapResult OverlapPass::run(const World& objects, const OverlapOutput& out, const OverlapOptions& options) {
  const World::Store& store = objects.store();
  if (is_of_spheres(store) && !options.cell) return detail::run_ball_worlds(*memory_, store, nullptr, out, options);
  if (store.bodies) return run(store.bodies->set, out, options);
  if (boxes_suffice(store, out, options)) return detail::run_box_worlds(*memory_, store, nullptr, out, options);
  return run(set_of(store, memory_->world_boxes[0]), out, options);
}

OverlapResult OverlapPass::run(const World& first, const World& second, const OverlapOutput& out,
                               const OverlapOptions& options) {
  const World::Store &a = first.store(), &b = second.store();
  if (std::string(a.objects_name()) != b.objects_name())
    throw InvalidInput(std::string("worlds: the first is one of ") + a.objects_name() + ", the second one of " +
                       b.objects_name());
  if (is_of_spheres(a) && !options.cell) return detail::run_ball_worlds(*memory_, a, &b, out, options);
  if (a.bodies) return run(a.bodies->set, b.bodies->set, out, options);
  if (boxes_suffice(a, out, options)) return detail::run_box_worlds(*memory_, a, &b, out, options);
  return run(set_of(a, memory_->world_boxes[0]), set_of(b, memory_->world_boxes[1]), out, options);
}

OverlapResult OverlapPass::run(const World2& objects, const OverlapOutput& out, const OverlapOptions& options) {
  detail::check_cell_of_plane(options);
  const OverlapResult result = run(objects.in_space(), out, options);
  if (is_of_boxes(objects.in_space().store())) flatten(result, out);
  return result;
}

OverlapResult OverlapPass::run(const World2& first, const World2& second, const OverlapOutput& out,
                               const OverlapOptions& options) {
  detail::check_cell_of_plane(options);
  const OverlapResult result = run(first.in_space(), second.in_space(), out, options);
  if (is_of_boxes(first.in_space().store())) flatten(result, out);
  return result;
}

}  // namespace lockstep
