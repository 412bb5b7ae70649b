// Checks of the input of calls about many rays, and the functions that write their output.
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

/// The list that a call is about: rays, or the motions of shapes.
struct Asked {
  Block of;
  const char* each;   // "one for each ray", say
  const char* words;  // "mask_words(rays.size())"

  /// Rays of space or of the plane have an origin.
  template <class RayOrMotion>
  explicit Asked(std::span<const RayOrMotion> list)
      : Asked(list, std::bool_constant<requires(RayOrMotion ray) { ray.origin; }>()) {}

 private:
  template <class RayOrMotion, bool IsRay>
  Asked(std::span<const RayOrMotion> list, std::bool_constant<IsRay>)
      : of(IsRay ? "rays" : "motions", list),
        each(IsRay ? "one for each ray" : "one for each shape that moves"),
        words(IsRay ? "mask_words(rays.size())" : "mask_words(motions.size())") {}
};

/// `each` is "one for each shape", say; `shapes` is their number.
inline void check_filter(const RayFilter& filter, const Asked& asked, std::size_t shapes, const char* each) {
  if (!filter.masks.empty()) check_length("options.filter.masks", filter.masks.size(), asked.of.elements, asked.each);
  if (!filter.groups.empty()) check_length("options.filter.groups", filter.groups.size(), shapes, each);
}

/// Output arrays must not share memory with any other array.
inline void check_memory(const Asked& asked, const RayFilter& filter, std::initializer_list<Block> outputs) {
  const Block inputs[] = {asked.of, {"options.filter.masks", filter.masks}, {"options.filter.groups", filter.groups}};
  const auto check = [](const Block& out, const Block& other) {
    if (share_memory(out.data, out.bytes, other.data, other.bytes))
      throw InvalidInput(std::string(out.name) + ": shares memory with " + other.name);
  };
  for (const Block& out : outputs) {
    for (const Block& input : inputs) check(out, input);
    for (const Block* other = outputs.begin(); other != &out; ++other) check(out, *other);
  }
}

/// Hits of the plane have no parts.
template <class Hits>
Block block_of_parts(const Hits& out) {
  std::span<const std::uint32_t> parts;
  if constexpr (requires { out.parts; }) parts = out.parts;
  return {"out.parts", parts};
}

/// Checks for first_hits, the casts like it, and any_hits, except those of numbers.
template <class Hits>
void check_output(const Asked& asked, const Hits& out, const RayFilter& filter, std::size_t shapes, const char* each) {
  const std::initializer_list<Block> outputs = {{"out.shapes", out.shapes},
                                                {"out.fractions", out.fractions},
                                                {"out.points", out.points},
                                                {"out.normals", out.normals},
                                                block_of_parts(out)};
  for (const Block& block : outputs)
    if (block.elements != 0) check_length(block.name, block.elements, asked.of.elements, asked.each);
  check_filter(filter, asked, shapes, each);
  check_memory(asked, filter, outputs);
}
inline void check_output(const Asked& asked, std::span<std::uint64_t> hits, const RayFilter& filter, std::size_t shapes,
                         const char* each) {
  check_length("hits", hits.size(), mask_words(asked.of.elements), asked.words);
  check_filter(filter, asked, shapes, each);
  check_memory(asked, filter, {{"hits", hits}});
}

template <class AnyRay>
void check_numbers(std::span<const AnyRay> rays, const RayOptions& options) {
  if (options.check != Check::inputs) return;
  check_tolerance(options.tolerance);
  check_rays(rays);
  check_position(options.origin, "options.origin");
}

/// For either kind of output.
template <class AnyRay, class Output>
void check_hits(std::span<const AnyRay> rays, const Output& out, const RayOptions& options, std::size_t shapes,
                const char* each) {
  check_output(Asked(rays), out, options.filter, shapes, each);
  check_numbers(rays, options);
}

inline void write_vector(const double (&from)[3], Vec3d& to) { to = {from[0], from[1], from[2]}; }
inline void write_vector(const double (&from)[3], Vec2d& to) { to = {from[0], from[1]}; }

template <class Hits>
void write(const FirstOfRay& found, std::size_t i, const Hits& out) {
  const HitPlace& place = found.place();
  if (!out.shapes.empty()) out.shapes[i] = place.name.shape;
  if constexpr (requires { out.parts; })
    if (!out.parts.empty()) out.parts[i] = place.name.part;
  if (!out.fractions.empty()) out.fractions[i] = found.fractions();
  if (!out.points.empty()) write_vector(place.point, out.points[i]);
  if (!out.normals.empty()) write_vector(place.normal, out.normals[i]);
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
