// The storage of the shapes of a set, and its allocation.
#include "sets/shape_store.hpp"

#include <bit>
#include <cstring>
#include <string>

namespace lockstep::detail {

namespace {

std::uint32_t units(std::size_t floats) { return static_cast<std::uint32_t>(floats / vertex_padding); }

std::uint32_t vertices_at(const Record& record) { return std::bit_cast<std::uint32_t>(record.row[1][3]); }
std::uint32_t vertex_count(const Record& record) { return std::bit_cast<std::uint32_t>(record.row[2][3]); }

}  // namespace

void throw_too_many_vertices() {
  throw InvalidInput("hull.vertices: too many, a set holds at most 2^32 - 17 vertices");
}

void ShapeStore::make_room(std::initializer_list<std::size_t> parts) {
  if (free_list.empty()) {
    if (records.size() >= most_shapes) throw InvalidInput("shape set: more than 2^32 - 1 shapes");
    grow(records, 1);
    grow(rotations, 1);
    grow(kinds_of_records, 1);
    grow(balls, 1);
    grow(kinds, 1);
    if (!positions.empty()) grow(positions, 1);
  }
  log.note_changed(free_list.empty() ? static_cast<std::uint32_t>(records.size()) : free_list.first());
  std::size_t more = 0;
  for (const std::size_t floats : parts) {
    free_vertices.expect(units(floats));
    if (!free_vertices.has(units(floats))) more += floats;
  }
  if (more != 0 && (vertices.size() + more) / vertex_padding > most_vertices) throw_too_many_vertices();
  grow(vertices, more);
  low_parts.reserve(vertices.capacity());
}

std::uint32_t ShapeStore::take_vertices(std::size_t floats) {
  const std::uint32_t free = free_vertices.take(vertices.data(), units(floats));
  if (free != free_vertices.none) return free;
  const std::size_t at = vertices.size() / vertex_padding;
  vertices.resize(vertices.size() + floats);
  return static_cast<std::uint32_t>(at);
}

std::uint32_t ShapeStore::take_hull(std::uint32_t count) {
  const std::uint32_t at = take_vertices(hull_floats(count));
  const std::size_t end = std::size_t{at} * vertex_padding + hull_floats(count);
  if (low_parts.size() < end) low_parts.resize(end);
  return at;
}

std::uint32_t ShapeStore::append(const Record& record, const Quat& rotation, RecordKind record_kind, ShapeKind kind,
                                 float ball) {
  make_room();
  if (!free_list.empty()) {
    const std::uint32_t slot = free_list.pop(records);
    --count_of_kind[static_cast<std::size_t>(RecordKind::free_slot)];
    write(slot, record, rotation, record_kind, kind, ball);
    return slot;
  }
  records.emplace_back(), rotations.emplace_back(), kinds_of_records.emplace_back(), kinds.emplace_back(),
      balls.emplace_back();
  if (!positions.empty()) positions.emplace_back();
  const auto index = static_cast<std::uint32_t>(records.size() - 1);
  write(index, record, rotation, record_kind, kind, ball);
  return index;
}

void ShapeStore::write(std::uint32_t index, const Record& record, const Quat& rotation, RecordKind record_kind,
                       ShapeKind kind, float ball) {
  ++count_of_kind[static_cast<std::size_t>(record_kind)];
  records[index] = record;
  rotations[index] = rotation;
  kinds_of_records[index] = record_kind;
  kinds[index] = kind;
  balls[index] = ball;
}

void ShapeStore::require(std::uint32_t index) const {
  if (index >= records.size())
    throw InvalidInput("shape set: index " + std::to_string(index) + " is out of range, the set has " +
                       std::to_string(records.size()) + " shapes");
  if (kinds_of_records[index] == RecordKind::free_slot)
    throw InvalidInput("shape set: shape " + std::to_string(index) + " was removed");
}

void ShapeStore::place(std::uint32_t index, const Vec3d& position) {
  require(index);
  if (positions.empty()) positions.resize(records.size());
  log.note_changed(index);
  positions[index] = position;
}

void ShapeStore::require_no_positions() const {
  if (!positions.empty())
    throw InvalidInput("shape set: its shapes have double positions (ShapeSet::place), which this call does not take");
}

void ShapeStore::replace(std::uint32_t index, const Record& record, const Quat& rotation, RecordKind record_kind,
                         ShapeKind kind, float ball) {
  require(index);
  log.note_changed(index);
  const bool keeps_placement = kind == ShapeKind::hull_instance && kinds[index] == ShapeKind::hull_instance;
  if (!keeps_placement) release_vertices(index);
  --count_of_kind[static_cast<std::size_t>(kinds_of_records[index])];
  write(index, record, rotation, record_kind, kind, ball);
}

void ShapeStore::remove(std::uint32_t index) {
  require(index);
  log.note_removed(index);
  release_vertices(index);
  --count_of_kind[static_cast<std::size_t>(kinds_of_records[index])];
  ++count_of_kind[static_cast<std::size_t>(RecordKind::free_slot)];
  kinds_of_records[index] = RecordKind::free_slot;
  if (!positions.empty()) positions[index] = {};
  free_list.push(records, index);
}

void ShapeStore::release_vertices(std::uint32_t index) noexcept {
  if (kinds_of_records[index] != RecordKind::hull) return;
  const Record& record = records[index];
  std::uint32_t at = vertices_at(record);
  if (kinds[index] == ShapeKind::rounded_hull || kinds[index] == ShapeKind::hull_instance) {
    Placement placement;
    std::memcpy(&placement, vertices.data() + std::size_t{at} * vertex_padding, sizeof placement);
    free_vertices.give_back(vertices.data(), at, units(placement_floats));
    if (kinds[index] == ShapeKind::hull_instance) return;  // its vertices belong to a mesh
    at = std::bit_cast<std::uint32_t>(placement.row[1][3]);
  }
  free_vertices.give_back(vertices.data(), at, units(hull_floats(vertex_count(record))));
}

}  // namespace lockstep::detail
