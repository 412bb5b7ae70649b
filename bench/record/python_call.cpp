// The C++ calls that python_module.py compares the Python module with: the same memory, the same process.
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lockstep/lockstep.hpp>

using lockstep::Pair, lockstep::ShapeSet, lockstep::Vec3, lockstep::Verdict;

extern "C" {

/// A mesh of `vertices`, and an instance of it at each position.
ShapeSet* make_hulls(const float* vertices, std::size_t vertex_count, const float* positions, std::size_t count) {
  std::vector<Vec3> mesh;
  for (std::size_t i = 0; i < vertex_count; ++i)
    mesh.push_back({vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]});
  auto* const shapes = new ShapeSet;
  shapes->reserve(count);  // as the module's adders do: the placement of records in memory is worth 4 %
  const std::uint32_t number = shapes->add_mesh({mesh});
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 position{positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]};
    shapes->add(lockstep::HullInstance{number, {position, {}}, 0});
  }
  return shapes;
}

ShapeSet* make_balls(const float* centers, const float* radii, std::size_t count) {
  auto* const shapes = new ShapeSet;
  shapes->reserve(count);  // as the module's adders do: the placement of records in memory is worth 4 %
  for (std::size_t i = 0; i < count; ++i) {
    shapes->add(lockstep::Sphere{{centers[3 * i], centers[3 * i + 1], centers[3 * i + 2]}, radii[i]});
  }
  return shapes;
}

void intersect(const ShapeSet* shapes, const Pair* pairs, std::size_t count, Verdict* verdicts) {
  lockstep::intersect(*shapes, *shapes, {pairs, count}, {verdicts, count});
}
}
