#include "objects/shapes.hpp"

#include <utility>

namespace lockstep::python {
namespace {

struct ShapeWriter {
  ByteWriter& bytes;

  void operator()(const Hole&) const {}
  template <class Shape>
  void operator()(const Shape& shape) const {
    bytes.put(shape);
  }
  void operator()(const KeptHull& hull) const {
    bytes.put(hull.radius.has_value());
    bytes.put(hull.radius.value_or(0));
    bytes.put_all(*hull.vertices);
  }
  void operator()(const KeptVolume& volume) const { volume->write(bytes); }
};

KeptHull read_hull(ByteReader& bytes) {
  const bool rounded = bytes.get<unsigned char>() != 0;
  const float radius = bytes.get<float>();
  auto vertices = std::make_shared<const std::vector<Vec3>>(bytes.get_all<Vec3>());
  return {std::move(vertices), rounded ? std::optional(radius) : std::nullopt};
}

KeptShape read_shape(ByteReader& bytes) {
  switch (bytes.get<unsigned char>()) {
    case 0: return Hole{};
    case 1: return bytes.get<Point>();
    case 2: return bytes.get<Sphere>();
    case 3: return bytes.get<Aabb>();
    case 4: return bytes.get<Box>();
    case 5: return bytes.get<Capsule>();
    case 6: return bytes.get<Ellipsoid>();
    case 7: return bytes.get<Cylinder>();
    case 8: return bytes.get<Cone>();
    case 9: return bytes.get<HullInstance>();
    case 10: return read_hull(bytes);
    case 11: return Volume::read(bytes);
    default: ByteReader::damaged();
  }
}

}  // namespace

/// So that what was added can be kept, whatever happens.
void Shapes::make_room() {
  if (kept_.size() == kept_.capacity()) kept_.reserve(2 * kept_.size() + 8);
}

void Shapes::keep(std::uint32_t index, const KeptShape& kept) {
  if (index == kept_.size()) {
    kept_.push_back(kept);
    return;
  }
  kept_[index] = kept;
  holes_.pop_back();
}

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

void Shapes::remove(std::uint32_t index) {
  holes_.reserve(kept_.size());
  set_.remove(index);
  kept_[index] = Hole{};
  holes_.push_back(index);
}

void Shapes::clear() noexcept {
  set_.clear();
  kept_.clear();
  holes_.clear();
  meshes_.clear();
}

void Shapes::reserve(std::size_t shapes, std::size_t hull_vertices) {
  set_.reserve(shapes, hull_vertices);
  kept_.reserve(shapes);
}

std::string Shapes::bytes() const {
  ByteWriter bytes;
  bytes.put(meshes_.size());
  for (const std::vector<Vec3>& mesh : meshes_) bytes.put_all(mesh);
  bytes.put(kept_.size());
  for (const KeptShape& shape : kept_) {
    bytes.put(static_cast<unsigned char>(shape.index()));
    std::visit(ShapeWriter{bytes}, shape);
  }
  bytes.put_all(holes_);
  return bytes.take();
}

void Shapes::add_kept(const KeptShape& kept) {
  const auto add_it = [&](const auto& shape) {
    using Shape = std::remove_cvref_t<decltype(shape)>;
    if constexpr (std::is_same_v<Shape, Hole>) {
      add(Point{}, Point{}, Check::none);
    } else if constexpr (std::is_same_v<Shape, KeptHull>) {
      add_hull(shape, Check::none);
    } else if constexpr (std::is_same_v<Shape, KeptVolume>) {
      add_volume(shape, Check::none);
    } else {
      add(shape, shape, Check::none);
    }
  };
  std::visit(add_it, kept);
}

std::unique_ptr<Shapes> Shapes::from_bytes(const std::string& bytes) {
  ByteReader reader(bytes);
  auto shapes = std::make_unique<Shapes>();
  for (auto meshes = reader.get<std::size_t>(); meshes > 0; --meshes) {
    shapes->add_mesh(reader.get_all<Vec3>(), Check::none);
  }
  std::vector<bool> holes;
  for (auto count = reader.get<std::size_t>(); count > 0; --count) {
    const KeptShape shape = read_shape(reader);
    shapes->add_kept(shape);
    holes.push_back(std::holds_alternative<Hole>(shape));
  }
  for (const std::uint32_t hole : reader.get_all<std::uint32_t>()) {
    if (hole >= holes.size() || !holes[hole]) ByteReader::damaged();
    holes[hole] = false;
    shapes->remove(hole);
  }
  for (const bool left : holes) {
    if (left) ByteReader::damaged();
  }
  if (!reader.at_end()) ByteReader::damaged();
  return shapes;
}

}  // namespace lockstep::python
