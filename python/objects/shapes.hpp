// A ShapeSet of C++ and, for pickles, what was put into it: the library keeps records, from which shapes cannot be read
// back to the bit.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <lockstep/shape_set.hpp>

#include "arrays/in_use.hpp"
#include "objects/volume.hpp"

namespace lockstep::python {

struct Hole {};

/// A ConvexHull, or a RoundedHull where there is a radius.
struct KeptHull {
  std::shared_ptr<const std::vector<Vec3>> vertices;
  std::optional<float> radius;
};

using KeptVolume = std::shared_ptr<const Volume>;
using KeptShape = std::variant<Hole, Point, Sphere, Aabb, Box, Capsule, Ellipsoid, Cylinder, Cone, HullInstance,
                               KeptHull, KeptVolume>;

class Shapes {
 public:
  template <class Shape>
  std::uint32_t add(const Shape& shape, const KeptShape& kept, Check check) {
    make_room();
    const std::uint32_t index = set_.add(shape, check);
    keep(index, kept);
    return index;
  }
  template <class Shape>
  void set(std::uint32_t index, const Shape& shape, Check check) {
    set_.set(index, shape, check);
    kept_[index] = shape;
  }
  std::uint32_t add_hull(const KeptHull& hull, Check check);
  std::uint32_t add_volume(const KeptVolume& volume, Check check);
  std::uint32_t add_mesh(std::vector<Vec3> vertices, Check check);
  void remove(std::uint32_t index);
  void clear() noexcept;
  void reserve(std::size_t shapes, std::size_t hull_vertices);

  [[nodiscard]] const ShapeSet& set() const { return set_; }
  [[nodiscard]] std::size_t meshes() const { return meshes_.size(); }
  [[nodiscard]] const std::vector<Vec3>& mesh(std::uint32_t number) const { return meshes_[number]; }
  [[nodiscard]] Users& users() const { return users_; }

  /// All that there is, in bytes, and the same from bytes. Throws InvalidInput if bytes are damaged.
  [[nodiscard]] std::string bytes() const;
  static std::unique_ptr<Shapes> from_bytes(const std::string& bytes);

 private:
  void make_room();
  void keep(std::uint32_t index, const KeptShape& kept);
  void add_kept(const KeptShape& kept);

  ShapeSet set_;
  std::vector<KeptShape> kept_;       // by index
  std::vector<std::uint32_t> holes_;  // those that were made last are filled first
  std::vector<std::vector<Vec3>> meshes_;
  mutable Users users_;
};

}  // namespace lockstep::python
