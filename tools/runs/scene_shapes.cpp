#include "runs/scene_shapes.hpp"

#include <variant>

#include "text/error.hpp"

namespace lockstep::tools {
namespace {

struct AddGeometry {
  ShapeSet& shapes;
  void operator()(const auto& shape) const { shapes.add(shape); }
  void operator()(const Vertices& vertices) const { shapes.add(ConvexHull{vertices}); }
};

}  // namespace

ShapeSet shapes_of(const Scene& scene) {
  ShapeSet shapes;
  shapes.reserve(scene.objects.size());
  for (const Object& object : scene.objects) {
    try {
      std::visit(AddGeometry{shapes}, object.geometry);
    } catch (const InvalidInput& error) {
      throw ReadError(concat(object.name, ": ", error.what()));
    }
  }
  return shapes;
}

}  // namespace lockstep::tools
