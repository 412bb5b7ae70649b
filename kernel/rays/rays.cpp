#include "lockstep/rays.hpp"

#include "base/blocks.hpp"
#include "base/call.hpp"
#include "cast/cast_list.hpp"
#include "rays/ray_search.hpp"

namespace lockstep {

namespace {

using detail::FirstOfRay;
using detail::ray_tile;

void check_length(const char* what, std::size_t has, std::size_t needs, const char* of) {
  if (has != needs)
    throw InvalidInput(std::string(what) + ": has " + std::to_string(has) + " elements, needs " +
                       std::to_string(needs) + ", " + of);
}

void check_filter(const RayFilter& filter, std::size_t rays, const ShapeSet& shapes) {
  if (!filter.masks.empty()) check_length("options.filter.masks", filter.masks.size(), rays, "one for each ray");
  if (!filter.groups.empty())
    check_length("options.filter.groups", filter.groups.size(), shapes.size(), "one for each shape");
}

/// Arrays that are written share no memory with any other.
void check_memory(std::span<const Ray> rays, const RayFilter& filter, std::initializer_list<detail::Block> outputs) {
  const detail::Block inputs[] = {
      {"rays", rays}, {"options.filter.masks", filter.masks}, {"options.filter.groups", filter.groups}};
  const auto check = [](const detail::Block& out, const detail::Block& other) {
    if (detail::share_memory(out.data, out.bytes, other.data, other.bytes))
      throw InvalidInput(std::string(out.name) + ": shares memory with " + other.name);
  };
  for (const detail::Block& out : outputs) {
    for (const detail::Block& input : inputs) check(out, input);
    for (const detail::Block* other = outputs.begin(); other != &out; ++other) check(out, *other);
  }
}

void check_numbers(std::span<const Ray> rays, const RayOptions& options) {
  if (options.check != Check::inputs) return;
  detail::check_tolerance(options.tolerance);
  detail::check_rays(rays);
}

/// Calls use(begin, count, found) for each tile of rays.
template <class Use>
void search_tiles(std::span<const Ray> rays, const ShapeSet& shapes, const RayOptions& options, bool any,
                  const Use& use) {
  const detail::RayJob contacts(shapes.store().view(), options.tolerance, options.isa);
  const detail::ShapeBoxes boxes(shapes.store());
  const detail::RaySearchJob job{contacts, contacts.points.closed.many, boxes, rays, options.filter, any};
  detail::for_each_part(detail::parts_of(rays.size(), ray_tile), [&](std::size_t tile) {
    const std::size_t begin = tile * ray_tile, count = std::min(ray_tile, rays.size() - begin);
    std::array<FirstOfRay, ray_tile> found;
    detail::RaySearch(job, begin, count).run(found.data());
    use(begin, count, found.data());
  });
}

void write(const FirstOfRay& found, std::size_t i, const RayHits& out) {
  const auto vec = [](const double(&p)[3]) { return Vec3d{p[0], p[1], p[2]}; };
  const detail::HitPlace& place = found.place();
  if (!out.shapes.empty()) out.shapes[i] = place.shape;
  if (!out.fractions.empty()) out.fractions[i] = found.fractions();
  if (!out.points.empty()) out.points[i] = vec(place.point);
  if (!out.normals.empty()) out.normals[i] = vec(place.normal);
}

}  // namespace

void first_hits(std::span<const Ray> rays, const ShapeSet& shapes, const RayHits& out, const RayOptions& options) {
  const detail::Call call(options.executor);
  const std::initializer_list<detail::Block> outputs = {{"out.shapes", out.shapes},
                                                        {"out.fractions", out.fractions},
                                                        {"out.points", out.points},
                                                        {"out.normals", out.normals}};
  for (const detail::Block& block : outputs)
    if (block.elements != 0) check_length(block.name, block.elements, rays.size(), "one for each ray");
  check_filter(options.filter, rays.size(), shapes);
  check_memory(rays, options.filter, outputs);
  check_numbers(rays, options);
  search_tiles(rays, shapes, options, false, [&](std::size_t begin, std::size_t count, const FirstOfRay* found) {
    for (std::size_t i = 0; i < count; ++i) write(found[i], begin + i, out);
  });
}

void any_hits(std::span<const Ray> rays, const ShapeSet& shapes, std::span<std::uint64_t> hits,
              const RayOptions& options) {
  const detail::Call call(options.executor);
  check_length("hits", hits.size(), mask_words(rays.size()), "mask_words(rays.size())");
  check_filter(options.filter, rays.size(), shapes);
  check_memory(rays, options.filter, {{"hits", hits}});
  check_numbers(rays, options);
  const bool if_open = options.touching == Touching::overlap;
  search_tiles(rays, shapes, options, true, [&](std::size_t begin, std::size_t count, const FirstOfRay* found) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < count; ++i)
      word |= std::uint64_t{if_open ? found[i].may_be_hit() : found[i].is_hit()} << i;
    hits[begin / ray_tile] = word;
  });
}

}  // namespace lockstep
