#include "objects/shapes.hpp"

#include <type_traits>
#include <utility>

namespace lockstep::python {

std::uint32_t Shapes::add_hull(const KeptHull& hull, Check check) {
  if (hull.radius) return add(RoundedHull{*hull.vertices, *hull.radius}, hull, check);
  return add(ConvexHull{*hull.vertices}, hull, check);
}

std::uint32_t Shapes::add_volume(const KeptVolume& volume, Check check) { return add(volume->volume(), volume, check); }

std::uint32_t Shapes::add_mesh(std::vector<Vec3> vertices, Check check) {
  meshes_.reserve(meshes_.size() + 1);
  const std::uint32_t mesh = set_.add_mesh(ConvexHull{vertices}, check);
  meshes_.push_back(std::move(vertices));
  return mesh;
}

void Shapes::clear() noexcept {
  KeptSet::clear();
  meshes_.clear();
}

std::string Shapes::bytes() const {
  ByteWriter bytes;
  bytes.put(meshes_.size());
  for (const std::vector<Vec3>& mesh : meshes_) bytes.put_all(mesh);
  write(bytes);
  return bytes.take();
}

std::unique_ptr<Shapes> Shapes::from_bytes(const std::string& bytes) {
  ByteReader reader(bytes);
  auto shapes = std::make_unique<Shapes>();
  for (auto meshes = reader.get<std::size_t>(); meshes > 0; --meshes) {
    shapes->add_mesh(reader.get_all<Vec3>(), Check::none);
  }
  shapes->read(reader, [&](const auto& shape) {
    using Shape = std::remove_cvref_t<decltype(shape)>;
    if constexpr (std::is_same_v<Shape, Hole>) {
      shapes->add(Blank{}, Blank{}, Check::none);
    } else if constexpr (std::is_same_v<Shape, KeptHull>) {
      shapes->add_hull(shape, Check::none);
    } else if constexpr (std::is_same_v<Shape, KeptVolume>) {
      shapes->add_volume(shape, Check::none);
    } else {
      shapes->add(shape, shape, Check::none);
    }
  });
  return shapes;
}

std::uint32_t Shapes2::add_polygon(const KeptPolygon& polygon, Check check) {
  return add(polygon.polygon(), polygon, check);
}

void Shapes2::place(std::uint32_t index, const Vec2& position, float angle, Check check) {
  set_.place(index, position, angle, check);
  auto& polygon = std::get<KeptPolygon>(kept_[index]);
  polygon.position = position;
  polygon.angle = angle;
}

const KeptPolygon& Shapes2::polygon(std::uint32_t index) const {
  if (set_.kind(index) != ShapeKind2::polygon) {
    throw InvalidInput("shape " + std::to_string(index) + " is a " + std::string(name(set_.kind(index))) +
                       ", and not a polygon: place it without an angle");
  }
  return std::get<KeptPolygon>(kept_[index]);
}

std::string Shapes2::bytes() const {
  ByteWriter bytes;
  write(bytes);
  return bytes.take();
}

std::unique_ptr<Shapes2> Shapes2::from_bytes(const std::string& bytes) {
  ByteReader reader(bytes);
  auto shapes = std::make_unique<Shapes2>();
  shapes->read(reader, [&](const auto& shape) {
    using Shape = std::remove_cvref_t<decltype(shape)>;
    if constexpr (std::is_same_v<Shape, Hole>) {
      shapes->add(Blank{}, Blank{}, Check::none);
    } else if constexpr (std::is_same_v<Shape, KeptPolygon>) {
      shapes->add_polygon(shape, Check::none);
    } else {
      shapes->add(shape, shape, Check::none);
    }
  });
  return shapes;
}

}  // namespace lockstep::python
