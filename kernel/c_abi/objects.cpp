#include "c_abi/objects.hpp"

#include <array>

namespace lockstep::c_abi {

namespace {

constexpr std::array<const char*, 21> kind_names = {"NONE",     "SPHERES",  "AABBS",  "BOXES",  "TRANSFORMED_BOXES",
                                                    "CAPSULES", "CIRCLES2", "AABBS2", "BOXES2", "CAPSULES2",
                                                    "POINTS",   "POINTS2",  "RAYS",   "RAYS2",  "SHAPES",
                                                    "SHAPES2",  "BODIES",   "WORLD",  "MESH",   "POSITIONS",
                                                    "PLACED"};

}  // namespace

const AabbView& Kind<AabbView>::of(const std::string& argument, const lockstep_objects& objects) {
  const std::string aabbs = argument + ".as.aabbs";
  enumerator<AabbForm>((aabbs + ".form").c_str(), required(aabbs.c_str(), objects.as.aabbs).form, 2);
  return object(aabbs.c_str(), objects.as.aabbs);
}

/// The C struct has the last row of the matrix at its end, since it was added later.
TransformedBoxView Kind<TransformedBoxView>::of(const std::string& argument, const lockstep_objects& objects) {
  const lockstep_transformed_box_view& c =
      required((argument + ".as.transformed_boxes").c_str(), objects.as.transformed_boxes);
  const auto s = [](const lockstep_stream& stream) { return std::bit_cast<Stream>(stream); };
  return {{s(c.m00), s(c.m01), s(c.m02), s(c.m03), s(c.m10), s(c.m11), s(c.m12), s(c.m13), s(c.m20), s(c.m21), s(c.m22),
           s(c.m23), s(c.m30), s(c.m31), s(c.m32), s(c.m33)},
          s(c.low_x),
          s(c.low_y),
          s(c.low_z),
          s(c.high_x),
          s(c.high_y),
          s(c.high_z),
          c.count};
}

AnyPlaced Kind<AnyPlaced>::of(const std::string& argument, const lockstep_objects& objects) {
  const std::string placed_name = argument + ".as.placed";
  const lockstep_placed_view& c = required(placed_name.c_str(), objects.as.placed);
  const auto s = [](const lockstep_double_stream& stream) { return std::bit_cast<DoubleStream>(stream); };
  AnyPlaced placed;
  with_objects<SphereView, AabbView, BoxView>("a placed view", (placed_name + ".shapes").c_str(), c.shapes,
                                              [&]<class View>(const View& shapes) {
                                                placed.is = PlacedView<View>{shapes, {s(c.x), s(c.y), s(c.z)}};
                                              });
  return placed;
}

bool is_of_the_plane(const lockstep_objects& world) {
  return world.as.world != nullptr && std::holds_alternative<World2>(world.as.world->is);
}

std::string kind_sentence(const char* argument, const lockstep_objects& objects) {
  const auto kind = static_cast<std::size_t>(objects.kind);
  if (objects.kind == LOCKSTEP_OBJECTS_WORLD) required((std::string(argument) + ".as.world").c_str(), objects.as.world);
  const char* const plane = objects.kind == LOCKSTEP_OBJECTS_WORLD && is_of_the_plane(objects) ? " of the plane" : "";
  return std::string(argument) + ".kind = " +
         (kind < kind_names.size() ? std::string("LOCKSTEP_OBJECTS_") + kind_names[kind]
                                   : std::to_string(objects.kind)) +
         plane;
}

std::string name_of_two(const char* first, const char* second) { return std::string(first) + " with " + second; }

void refuse(const char* call, const std::string& given, std::initializer_list<std::string> taken) {
  std::string sentence = std::string(call) + ": " + given + ": must be ";
  std::size_t left = taken.size();
  for (const std::string& name : taken) sentence += name + (--left == 0 ? "" : left == 1 ? " or " : ", ");
  throw InvalidInput(sentence);
}

}  // namespace lockstep::c_abi
