#include "scenes/scene_frames.hpp"

#include <cstring>
#include <utility>

#include "text/error.hpp"

namespace lockstep::tools {
namespace {

float number(const Stream& stream, std::size_t index) {
  float value = 0;
  if (stream.data != nullptr)
    std::memcpy(&value, reinterpret_cast<const char*>(stream.data) + static_cast<std::ptrdiff_t>(index) * stream.stride,
                sizeof value);
  return value;
}

/// Throws `ReadError` without the object's name.
struct AsGeometry {
  Geometry operator()(const Sphere& sphere) const { return sphere; }
  Geometry operator()(const Box& box) const { return box; }
  Geometry operator()(const Circle2& circle) const {
    return Sphere{{circle.center.x, circle.center.y, 0}, circle.radius};
  }
  Geometry operator()(const auto&) const {
    throw ReadError("is neither sphere nor box: no other shapes of tables are culled");
  }
};

}  // namespace

Scene scene_of(Recording recording, const Lens& lens) {
  const Recording* const files[] = {&recording};
  const Placement placement = placement_of(files, 1);  // in metres, as cameras are
  Frames frames = std::move(recording).placed(placement);
  note_origin(frames);
  Scene scene;
  scene.origin = {placement.origin.x, placement.origin.y, placement.origin.z};
  scene.notes = frames.notes;
  const Frame frame = frames.frame(0);
  for (std::size_t i = 0; i < frame.count; ++i) {
    const std::string name = concat("object ", frame.id(i));
    try {
      if (frame.shapes.empty())
        add_object(scene, {name, Sphere{{number(frame.x, i), number(frame.y, i), number(frame.z, i)},
                                        number(frame.radius, i)}});
      else
        add_object(scene, {name, std::visit(AsGeometry{}, frame.shapes[i])});
    } catch (const ReadError& error) {
      throw ReadError(concat(name, ": ", error.what()));
    }
  }
  if (frames.flat) scene.notes.emplace_back("there is no z: circles are spheres at z = 0");
  if (frames.count > 1)
    scene.notes.push_back(concat("of ", frames.count, " frames the first is the scene, number ", frame.number));
  add_default_cameras(scene, lens);
  return scene;
}

}  // namespace lockstep::tools
