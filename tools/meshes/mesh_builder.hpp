// Collects the vertices and the faces of a mesh file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "meshes/mesh_file.hpp"

namespace lockstep::tools {

class MeshBuilder {
 public:
  /// For errors: `place` names the numbers that `add_face` gets ("line" or "face"), and the file counts vertices from
  /// `first_vertex`.
  MeshBuilder(MeshFormat format, std::string_view place, std::uint32_t first_vertex)
      : place_(place), first_vertex_(first_vertex) {
    mesh_.format = format;
  }

  void add_vertex(const Vec3d& vertex) { mesh_.vertices.push_back(vertex); }
  [[nodiscard]] std::size_t vertex_count() const { return mesh_.vertices.size(); }
  /// Later faces belong to the part of this name, which may have faces already. A part without a face is no part.
  void choose_part(std::string name) { part_name_ = std::move(name), is_part_known_ = false; }
  /// A polygon of any number of corners, whose vertices may come later.
  void add_face(std::span<const std::uint32_t> corners, std::size_t place);
  void add_note(std::string note) { mesh_.notes.push_back(std::move(note)); }

  /// Throws `ReadError` if a face has a vertex that is not there.
  [[nodiscard]] MeshFile finish() &&;

 private:
  /// A polygon of more than three corners, whose triangles are a fan about its first corner.
  struct Fan {
    std::size_t first_triangle;
    std::uint32_t corners;
  };

  void find_part();
  void mend_fans();

  MeshFile mesh_;
  std::string_view place_;
  std::uint32_t first_vertex_;
  std::map<std::string, std::uint32_t> part_numbers_;
  std::string part_name_;
  bool is_part_known_ = false;  ///< whether part_ is the number of that part
  std::uint32_t part_ = 0;
  std::vector<Fan> fans_;
  std::uint32_t highest_ = 0;      ///< the highest index of a face
  std::size_t highest_place_ = 0;  ///< and the place of that face
  bool has_faces_ = false;
  std::size_t thin_ = 0;  ///< the number of faces of fewer than three corners
};

}  // namespace lockstep::tools
