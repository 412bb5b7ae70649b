// Objects to cull: streams of floats in any layout, and the same objects for the oracle.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "generate.hpp"
#include "lockstep/lockstep.hpp"

namespace lockstep::test {

enum class Objects { spheres, aabbs, boxes, transformed_boxes };

inline constexpr std::array<Objects, 4> all_objects = {Objects::spheres, Objects::aabbs, Objects::boxes,
                                                       Objects::transformed_boxes};
/// Those that a `ShapeSet` takes as well.
inline constexpr std::array<Objects, 3> objects_of_sets = {Objects::spheres, Objects::aabbs, Objects::boxes};

constexpr std::string_view name(Objects kind) {
  constexpr std::array<std::string_view, 4> names = {"spheres", "aabbs", "boxes", "transformed_boxes"};
  return names[static_cast<std::size_t>(kind)];
}
constexpr std::size_t stream_count(Objects kind) {
  constexpr std::array<std::size_t, 4> counts = {4, 6, 10, 18};
  return counts[static_cast<std::size_t>(kind)];
}
/// The view that takes shapes of a kind, if there is one.
constexpr std::optional<Objects> view_of(oracle::Kind kind) {
  if (kind == oracle::Kind::sphere) return Objects::spheres;
  if (kind == oracle::Kind::aabb) return Objects::aabbs;
  if (kind == oracle::Kind::box) return Objects::boxes;
  if (kind == oracle::Kind::transformed_box) return Objects::transformed_boxes;
  return std::nullopt;
}

/// One vector per stream, in the order of the view's members.
using Columns = std::vector<std::vector<float>>;
using Streams = std::vector<Stream>;

/// Objects near a volume: inside, outside, and many across its sides, edges and corners.
Columns objects_near(const ConvexVolume& volume, Objects kind, std::size_t count, oracle::Rng& rng);

oracle::AnyShape object_at(const Columns& columns, std::size_t i);
void put_object(Columns& columns, std::size_t i, const oracle::AnyShape& object);

Streams packed(const Columns& columns);

/// `cull` over the view of the streams. Empty `visible` only counts.
std::size_t cull_streams(const ConvexVolume& volume, const Streams& streams, std::size_t count,
                         std::span<std::uint64_t> visible, const CullOptions& options);

/// The same against many volumes.
std::size_t cull_streams(const VolumeSet& volumes, const Streams& streams, std::size_t count,
                         const VisibleSets& visible, const CullOptions& options);

std::vector<std::uint64_t> mask_of(const ConvexVolume& volume, const Streams& streams, std::size_t count,
                                   const CullOptions& options);

inline bool is_set(const std::vector<std::uint64_t>& mask, std::size_t i) {
  return (mask[i / 64] >> (i % 64) & 1U) != 0;
}

}  // namespace lockstep::test
