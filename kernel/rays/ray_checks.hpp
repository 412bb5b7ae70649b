// What calls about many rays ask of their input, and where they write what is found.
#pragma once

#include <string>

#include "base/blocks.hpp"
#include "cast/cast_list.hpp"
#include "rays/first_of_ray.hpp"

namespace lockstep::detail {

inline constexpr std::size_t ray_tile = 64;  // a word of a bitmask

inline void check_length(const char* what, std::size_t has, std::size_t needs, const char* of) {
  if (has != needs)
    throw InvalidInput(std::string(what) + ": has " + std::to_string(has) + " elements, needs " +
                       std::to_string(needs) + ", " + of);
}

/// `each` is "one for each shape", say, of which there are so many.
inline void check_filter(const RayFilter& filter, std::size_t rays, std::size_t shapes, const char* each) {
  if (!filter.masks.empty()) check_length("options.filter.masks", filter.masks.size(), rays, "one for each ray");
  if (!filter.groups.empty()) check_length("options.filter.groups", filter.groups.size(), shapes, each);
}

/// Arrays that are written share no memory with any other.
inline void check_memory(std::span<const Ray> rays, const RayFilter& filter, std::initializer_list<Block> outputs) {
  const Block inputs[] = {
      {"rays", rays}, {"options.filter.masks", filter.masks}, {"options.filter.groups", filter.groups}};
  const auto check = [](const Block& out, const Block& other) {
    if (share_memory(out.data, out.bytes, other.data, other.bytes))
      throw InvalidInput(std::string(out.name) + ": shares memory with " + other.name);
  };
  for (const Block& out : outputs) {
    for (const Block& input : inputs) check(out, input);
    for (const Block* other = outputs.begin(); other != &out; ++other) check(out, *other);
  }
}

inline void check_numbers(std::span<const Ray> rays, const RayOptions& options) {
  if (options.check != Check::inputs) return;
  check_tolerance(options.tolerance);
  check_rays(rays);
}

/// Of first_hits, and of any_hits.
inline void check_hits(std::span<const Ray> rays, const RayHits& out, const RayOptions& options, std::size_t shapes,
                       const char* each) {
  const std::initializer_list<Block> outputs = {{"out.shapes", out.shapes},
                                                {"out.fractions", out.fractions},
                                                {"out.points", out.points},
                                                {"out.normals", out.normals}};
  for (const Block& block : outputs)
    if (block.elements != 0) check_length(block.name, block.elements, rays.size(), "one for each ray");
  check_filter(options.filter, rays.size(), shapes, each);
  check_memory(rays, options.filter, outputs);
  check_numbers(rays, options);
}
inline void check_hits(std::span<const Ray> rays, std::span<std::uint64_t> hits, const RayOptions& options,
                       std::size_t shapes, const char* each) {
  check_length("hits", hits.size(), mask_words(rays.size()), "mask_words(rays.size())");
  check_filter(options.filter, rays.size(), shapes, each);
  check_memory(rays, options.filter, {{"hits", hits}});
  check_numbers(rays, options);
}

inline void write(const FirstOfRay& found, std::size_t i, const RayHits& out) {
  const auto vec = [](const double(&p)[3]) { return Vec3d{p[0], p[1], p[2]}; };
  const HitPlace& place = found.place();
  if (!out.shapes.empty()) out.shapes[i] = place.shape;
  if (!out.fractions.empty()) out.fractions[i] = found.fractions();
  if (!out.points.empty()) out.points[i] = vec(place.point);
  if (!out.normals.empty()) out.normals[i] = vec(place.normal);
}

/// A bit for each ray of a tile.
inline std::uint64_t word_of_hits(const FirstOfRay* found, std::size_t count, Touching touching) {
  const bool if_open = touching == Touching::overlap;
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < count; ++i)
    word |= std::uint64_t{if_open ? found[i].may_be_hit() : found[i].is_hit()} << i;
  return word;
}

}  // namespace lockstep::detail
