#include "runs/static_objects.hpp"

#include <cmath>
#include <utility>
#include <variant>

#include <lockstep/distance.hpp>
#include <lockstep/overlap.hpp>

#include "runs/scene_shapes.hpp"
#include "runs/stopwatch.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

void list_pairs(const ObjectLists& lists, std::span<Pair> pairs) {
  std::size_t next = 0;
  for (std::uint32_t a = 0; a < lists.size(); ++a)
    for (const std::uint32_t b : lists[a]) pairs[next++] = {a, b};
}

/// The separation that an overlap pass would return: the end of the interval that the normal proves.
void separate(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs, std::span<Separation> out,
              Isa isa) {
  std::vector<Interval> distances(pairs.size());
  std::vector<Vec3d> normals(pairs.size());
  distance(first, second, pairs, {.distances = distances, .normals = normals}, {.isa = isa});
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Vec3d& n = normals[i];
    out[i] = {{static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)},
              static_cast<float>(-distances[i].lower)};
    if (!std::isfinite(out[i].depth)) out[i] = {{1, 0, 0}, 0};  // nothing is known of an invalid shape
  }
}

}  // namespace

StaticObjects::StaticObjects(const Frames& frames, Isa isa)
    : flat_(frames.flat),
      in_metres_(frames.in_metres),
      count_(frames.objects),
      title_(frames.title),
      object_name_(frames.object_name()) {
  if (frames.count > 1)
    throw ReadError(concat(title_, ": has ", frames.count,
                           " frames, and a file of static objects has one: leave its column of frames out"));
  const Frame frame = frames.frame(0);
  ids_.assign(frame.ids.begin(), frame.ids.end());
  FrameShapes shapes;
  shapes.set_all(frame, flat_);
  flat_shapes_ = std::move(shapes.flat);
  if (!flat_) keep(std::move(shapes.solid), isa);
}

StaticObjects::StaticObjects(const Scene& scene, Isa isa)
    : count_(scene.objects.size()), title_(scene.title), object_name_("object") {
  keep(shapes_of(scene), isa);
}

void StaticObjects::keep(ShapeSet shapes, Isa isa) {
  const Stopwatch watch;
  world_ = World(std::move(shapes), {.isa = isa});
  build_ns_ = watch.taken().processor_ns;
}

std::size_t StaticObjects::memory_bytes() const { return flat_ ? flat_pass_.memory_bytes() : world_.memory_bytes(); }

OverlapResult StaticObjects::pass(const FrameShapes& shapes, const OverlapOutput& out, const OverlapOptions& how) {
  if (flat_) return flat_pass_.run(shapes.flat, flat_shapes_, out, how);
  const ObjectLists lists = overlapping(world_, shapes.solid, how);
  for (std::size_t i = 0; i < lists.size(); ++i)
    if (!lists[i].empty() && !out.any.empty()) out.any[i / 64] |= std::uint64_t{1} << (i % 64);
  OverlapResult result;
  result.pairs = lists.objects.size(), result.sorted = false;
  result.complete = out.pairs.empty() || lists.objects.size() <= out.pairs.size();
  if (out.pairs.empty() || !result.complete) return result;
  const std::span<Pair> pairs = out.pairs.first(lists.objects.size());
  list_pairs(lists, pairs);
  const Isa isa = how.isa.value_or(default_isa());
  if (!out.separations.empty())
    separate(shapes.solid, world_.shapes(), pairs, out.separations.first(pairs.size()), isa);
  if (!out.contacts.empty())
    contacts(shapes.solid, world_.shapes(), pairs, out.contacts.first(pairs.size()),
             {.margin = how.margin, .isa = isa});
  return result;
}

}  // namespace lockstep::tools
