// A TriangleMesh of Python. It never changes, but has the interface of sets, so that calls need not distinguish.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <lockstep/mesh.hpp>

#include "arrays/in_use.hpp"

namespace lockstep::python {

class Triangles {
 public:
  Triangles(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices, Check check)
      : mesh_(vertices, indices, check) {}
  Triangles(const HeightField& terrain, Check check) : mesh_(terrain, check) {}

  [[nodiscard]] const TriangleMesh& set() const { return mesh_; }
  [[nodiscard]] Users& users() const { return users_; }

  /// Bytes hold vertices with the same bits once, and leave out vertices without a triangle.
  [[nodiscard]] std::string bytes() const;
  static std::unique_ptr<Triangles> from_bytes(const std::string& bytes);

 private:
  TriangleMesh mesh_;
  mutable Users users_;
};

}  // namespace lockstep::python
