// The shapes of a set as they were given, stored for pickles: the library's records do not give shapes back bit by bit.
#pragma once

#include <memory>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

#include <lockstep/shapes.hpp>

#include "objects/bytes.hpp"
#include "objects/volume.hpp"

namespace lockstep::python {

struct Hole {};

/// A ConvexHull, or a RoundedHull if there is a radius.
struct KeptHull {
  std::shared_ptr<const std::vector<Vec3>> vertices;
  std::optional<float> radius;
};

struct KeptPolygon {
  std::shared_ptr<const std::vector<Vec2>> vertices;
  Vec2 position = {};
  float angle = 0;
  [[nodiscard]] Polygon2 polygon() const { return {*vertices, position, angle}; }
};

using KeptVolume = std::shared_ptr<const Volume>;

template <class Shape>
void write_kept(ByteWriter& bytes, const Shape& shape) {
  bytes.put(shape);
}
inline void write_kept(ByteWriter&, const Hole&) {}
inline void write_kept(ByteWriter& bytes, const KeptVolume& volume) { volume->write(bytes); }
inline void write_kept(ByteWriter& bytes, const KeptHull& hull) {
  bytes.put(hull.radius.has_value());
  bytes.put(hull.radius.value_or(0));
  bytes.put_all(*hull.vertices);
}
inline void write_kept(ByteWriter& bytes, const KeptPolygon& polygon) {
  bytes.put(polygon.position);
  bytes.put(polygon.angle);
  bytes.put_all(*polygon.vertices);
}

template <class Shape>
Shape read_kept(ByteReader& bytes, std::type_identity<Shape>) {
  return bytes.get<Shape>();
}
inline Hole read_kept(ByteReader&, std::type_identity<Hole>) { return {}; }
inline KeptVolume read_kept(ByteReader& bytes, std::type_identity<KeptVolume>) { return Volume::read(bytes); }
inline KeptHull read_kept(ByteReader& bytes, std::type_identity<KeptHull>) {
  const bool rounded = bytes.get<unsigned char>() != 0;
  const float radius = bytes.get<float>();
  auto vertices = std::make_shared<const std::vector<Vec3>>(bytes.get_all<Vec3>());
  return {std::move(vertices), rounded ? std::optional(radius) : std::nullopt};
}
inline KeptPolygon read_kept(ByteReader& bytes, std::type_identity<KeptPolygon>) {
  const Vec2 position = bytes.get<Vec2>();
  const float angle = bytes.get<float>();
  return {std::make_shared<const std::vector<Vec2>>(bytes.get_all<Vec2>()), position, angle};
}

/// A value of one of several kinds: the number of its kind, and the value.
template <class... Kinds>
void write_one(ByteWriter& bytes, const std::variant<Kinds...>& kept) {
  bytes.put(static_cast<unsigned char>(kept.index()));
  std::visit([&](const auto& shape) { write_kept(bytes, shape); }, kept);
}

template <class Kept, std::size_t Number = 0>
Kept read_numbered(ByteReader& bytes, std::size_t number) {
  if constexpr (Number == std::variant_size_v<Kept>) {
    ByteReader::damaged();
  } else {
    using Shape = std::variant_alternative_t<Number, Kept>;
    if (number == Number) return read_kept(bytes, std::type_identity<Shape>{});
    return read_numbered<Kept, Number + 1>(bytes, number);
  }
}

template <class Kept>
Kept read_one(ByteReader& bytes) {
  return read_numbered<Kept>(bytes, bytes.get<unsigned char>());
}

}  // namespace lockstep::python
