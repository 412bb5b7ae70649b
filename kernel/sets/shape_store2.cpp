// The storage of the shapes of a set of the plane, and its allocation.
#include "sets/shape_store2.hpp"

#include <string>

#include "lockstep/config.hpp"

namespace lockstep::detail {

void throw_too_many_vertices2() {
  throw InvalidInput("polygon.vertices: too many, a set holds at most 2^32 - 17 vertices");
}

void ShapeStore2::make_room(std::uint32_t units) {
  if (free_list.empty()) {
    if (records.size() >= most_shapes2) throw InvalidInput("shape set: more than 2^32 - 1 shapes");
    grow(records, 1);
    grow(kinds, 1);
    if (!positions.empty()) grow(positions, 1);
  }
  if (units == 0) return;
  free_vertices.expect(units);
  if (free_vertices.has(units)) return;
  if (vertices.size() / vertex_unit > most_vertices2) throw_too_many_vertices2();
  grow(vertices, std::size_t{units} * vertex_unit);
}

std::uint32_t ShapeStore2::take_vertices(std::uint32_t units) noexcept {
  const std::uint32_t free = free_vertices.take(vertices.data(), units);
  if (free != free_vertices.none) return free;
  const std::size_t at = vertices.size() / vertex_unit;
  vertices.resize(vertices.size() + std::size_t{units} * vertex_unit);
  return static_cast<std::uint32_t>(at);
}

std::uint32_t ShapeStore2::append(const Record2& record, ShapeKind2 kind) {
  make_room();
  if (!free_list.empty()) {
    const std::uint32_t slot = free_list.pop(records);
    --count_of_kind[static_cast<std::size_t>(free_slot2)];
    write(slot, record, kind);
    return slot;
  }
  records.emplace_back(), kinds.emplace_back();
  if (!positions.empty()) positions.emplace_back();
  const auto index = static_cast<std::uint32_t>(records.size() - 1);
  write(index, record, kind);
  return index;
}

void ShapeStore2::write(std::uint32_t index, const Record2& record, ShapeKind2 kind) {
  ++count_of_kind[static_cast<std::size_t>(kind)];
  records[index] = record;
  kinds[index] = kind;
}

void ShapeStore2::require(std::uint32_t index) const {
  if (index >= records.size())
    throw InvalidInput("shape set: index " + std::to_string(index) + " is out of range, the set has " +
                       std::to_string(records.size()) + " shapes");
  if (kinds[index] == free_slot2) throw InvalidInput("shape set: shape " + std::to_string(index) + " was removed");
}

void ShapeStore2::place(std::uint32_t index, const Vec2d& position) {
  require(index);
  if (positions.empty()) positions.resize(records.size());
  positions[index] = {position.x, position.y, 0};
}

ShapesView2 ShapeStore2::view() const {
  if (!positions.empty())
    throw InvalidInput("shape set: its shapes have double positions (ShapeSet2::place), which this call does not take");
  return view_with_positions();
}

void ShapeStore2::replace(std::uint32_t index, const Record2& record, ShapeKind2 kind) {
  --count_of_kind[static_cast<std::size_t>(kinds[index])];
  write(index, record, kind);
}

void ShapeStore2::remove(std::uint32_t index) {
  require(index);
  if (kinds[index] == ShapeKind2::polygon) {
    const PolygonAt polygon = polygon_at(records[index]);
    free_vertices.give_back(vertices.data(), polygon.at, polygon_units(polygon.count));
  }
  replace(index, {}, free_slot2);
  if (!positions.empty()) positions[index] = {};
  free_list.push(records, index);
}

}  // namespace lockstep::detail
