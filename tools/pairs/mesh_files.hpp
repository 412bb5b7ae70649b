// The mesh files that lines of a pair file or a ray file name (hull_of PATH, mesh PATH).
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "meshes/mesh_file.hpp"
#include "pairs/pair_fields.hpp"

namespace lockstep::tools {

/// Reads each file once. Paths are relative to the folder of the file that names them; those of standard input to the
/// current one.
class MeshFiles final : public NamedMeshes {
 public:
  explicit MeshFiles(const std::string& path);

  const std::vector<Vec3>& hull_of(const std::string& path) override;
  std::shared_ptr<const TriangleMesh> mesh(const std::string& path) override;

 private:
  struct Opened {
    MeshFile file;
    std::vector<Vec3> hull;                    ///< empty until a line wants it
    std::shared_ptr<const TriangleMesh> mesh;  ///< null until a line wants it
  };

  Opened& open(const std::string& path);

  std::string folder_;
  std::map<std::string, Opened> opened_;
  std::size_t hull_vertices_ = 0;
};

}  // namespace lockstep::tools
