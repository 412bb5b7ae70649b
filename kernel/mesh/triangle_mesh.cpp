#include "lockstep/mesh.hpp"

#include <algorithm>
#include <string>

#include "base/float_environment.hpp"
#include "base/validate.hpp"
#include "mesh/mesh_store.hpp"

namespace lockstep {

namespace {

void check_indices(std::size_t vertices, std::span<const std::uint32_t> indices) {
  if (indices.size() % 3 != 0)
    throw InvalidInput("indices: has " + std::to_string(indices.size()) + " elements, which is no multiple of 3");
  if (indices.size() / 3 >= no_triangle) throw InvalidInput("indices: more than 2^32 - 2 triangles");
  const auto bad = std::find_if(indices.begin(), indices.end(), [&](std::uint32_t i) { return i >= vertices; });
  if (bad == indices.end()) return;
  throw InvalidInput("indices[" + std::to_string(bad - indices.begin()) + "] = " + std::to_string(*bad) +
                     ": out of range, there are " + std::to_string(vertices) + " vertices");
}

void check_vertices(std::span<const Vec3> vertices) {
  const auto bad = std::find_if_not(vertices.begin(), vertices.end(), detail::is_valid_vec3);
  if (bad != vertices.end()) detail::check_vec3(*bad, "vertices[" + std::to_string(bad - vertices.begin()) + "]");
}

}  // namespace

TriangleMesh::TriangleMesh() : store_(std::make_unique<Store>()) {}
TriangleMesh::~TriangleMesh() = default;
TriangleMesh::TriangleMesh(const TriangleMesh& other) : store_(std::make_unique<Store>(*other.store_)) {}
TriangleMesh::TriangleMesh(TriangleMesh&& other) noexcept = default;
TriangleMesh& TriangleMesh::operator=(const TriangleMesh& other) {
  if (this != &other) store_ = std::make_unique<Store>(*other.store_);
  return *this;
}
TriangleMesh& TriangleMesh::operator=(TriangleMesh&& other) noexcept = default;

TriangleMesh::TriangleMesh(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices, Check checking)
    : TriangleMesh() {
  const detail::FloatEnvironment standard;
  check_indices(vertices.size(), indices);
  if (checking == Check::inputs) check_vertices(vertices);
  store_->build(vertices, indices);
}

std::size_t TriangleMesh::size() const noexcept { return store_->size(); }

std::array<Vec3, 3> TriangleMesh::corners(std::uint32_t triangle) const {
  if (triangle >= size())
    throw InvalidInput("triangle = " + std::to_string(triangle) + ": out of range, the mesh has " +
                       std::to_string(size()) + " triangles");
  return store_->corners(triangle);
}

std::size_t TriangleMesh::memory_bytes() const noexcept {
  const Store& s = *store_;
  const auto bytes_of = [](const auto& v) { return v.capacity() * sizeof v[0]; };
  return sizeof s + bytes_of(s.corners_of_leaves) + bytes_of(s.boxes) + bytes_of(s.order) + bytes_of(s.place);
}

}  // namespace lockstep
