// Pair lists of the plane to time, like those of space in workloads.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include <lockstep/shapes.hpp>

namespace lockstep::bench {

/// Polygons of one vertex count, back to back.
struct Polygons {
  std::size_t vertices_each = 0;
  std::vector<Vec2> vertices;
  [[nodiscard]] std::size_t size() const { return vertices.size() / vertices_each; }
  [[nodiscard]] Polygon2 operator[](std::size_t i) const {
    return {.vertices = std::span(vertices).subspan(i * vertices_each, vertices_each)};
  }
};

struct PairWorkload2 {
  std::variant<std::vector<Circle2>, std::vector<Box2>, std::vector<Ellipse2>, Polygons> shapes;
  std::vector<Pair> pairs;
  [[nodiscard]] std::size_t query_count() const { return pairs.size(); }
};

enum class PairKind2 : std::uint8_t { circle, box, ellipse, polygon };

struct PairWorkloadSpec2 {
  const char* name;
  PairKind2 kind;
  PairWorkload2 (*make)();
  static constexpr bool scaling = false;
};

[[nodiscard]] std::span<const PairWorkloadSpec2> pair_workloads2();

}  // namespace lockstep::bench
