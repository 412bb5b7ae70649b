#include "scenes/gltf.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <utility>

#include "scenes/camera.hpp"
#include "scenes/gltf_buffers.hpp"
#include "scenes/gltf_extensions.hpp"
#include "scenes/gltf_instances.hpp"
#include "scenes/gltf_nodes.hpp"
#include "scenes/gltf_vertices.hpp"
#include "scenes/placed.hpp"
#include "text/bytes.hpp"
#include "text/json.hpp"

namespace lockstep::tools {
namespace {

constexpr std::uint32_t glb_magic = 0x46546C67;   // "glTF"
constexpr std::uint32_t json_chunk = 0x4E4F534A;  // "JSON"
constexpr std::uint32_t bin_chunk = 0x004E4942;   // "BIN"

struct Parts {
  std::span<const std::byte> json, binary;
};

/// The chunks of a .glb, or all of `data` if it is text.
Parts parts_of(std::span<const std::byte> data) {
  const Bytes file(data, "the file");
  if (data.size() < 4 || file.u32(0) != glb_magic) return {data, {}};
  if (const std::uint32_t version = file.u32(4); version != 2)
    throw ReadError(concat("GLB version ", version, ": only version 2 is understood"));
  const Bytes body = file.slice(0, file.u32(8), "the GLB container");
  if (body.u32(16) != json_chunk) throw ReadError("the first chunk of the GLB container is not JSON");
  const Bytes json = body.slice(20, body.u32(12), "the JSON chunk");
  const std::size_t behind = 20 + json.size();
  if (body.size() < behind + 8 || body.u32(behind + 4) != bin_chunk) return {json.data(), {}};
  return {json.data(), body.slice(behind + 8, body.u32(behind), "the BIN chunk").data()};
}

double positive(const Node& node, const char* key, double value) {
  if (!(value > 0)) node.fail(key, "must be greater than 0");
  return value;
}

/// Infinite if it is beyond all coordinates.
double far_of(const Node& camera, double near) {
  const double far = camera.number("zfar");
  if (!(far > near)) camera.fail("zfar", "must be greater than znear");
  return far <= double{max_coordinate} ? far : lockstep::Lens::infinity;
}

lockstep::Lens perspective_lens(const Node& camera, const Lens& lens) {
  const double fov = positive(camera, "yfov", camera.number("yfov"));
  if (!(fov < std::numbers::pi))
    camera.fail("yfov", concat("must be below pi: it is in radians, and ", fov, " looks like degrees"));
  const double aspect = positive(camera, "aspectRatio", camera.number("aspectRatio", lens.aspect));
  const double near = positive(camera, "znear", camera.number("znear"));
  if (!camera.has("zfar")) return perspective(fov, aspect, near, lockstep::Lens::infinity);
  return perspective(fov, aspect, near, far_of(camera, near));
}

/// Negative lengths are half the picture as well.
lockstep::Lens orthographic_lens(const Node& camera) {
  const double half_width = std::abs(camera.number("xmag")), half_height = std::abs(camera.number("ymag"));
  if (half_width == 0) camera.fail("xmag", "must not be 0");
  if (half_height == 0) camera.fail("ymag", "must not be 0");
  const double near = camera.number("znear");
  if (!(near >= 0)) camera.fail("znear", "must not be negative");
  return {-half_width, half_width, -half_height, half_height, near, far_of(camera, near), true};
}

lockstep::Lens lens_of(const Node& camera, const Lens& lens) {
  const std::string type = camera.text("type");
  if (type == "perspective") return perspective_lens(camera.child("perspective"), lens);
  if (type == "orthographic") return orthographic_lens(camera.child("orthographic"));
  camera.fail("type", "must be perspective or orthographic");
}

std::array<Point3, 8> corners_of(const Extent& box, const Matrix& world) {
  std::array<Point3, 8> corners{};
  for (unsigned k = 0; k < 8; ++k)
    corners[k] = transform(
        world, {k & 1U ? box.high.x : box.low.x, k & 2U ? box.high.y : box.low.y, k & 4U ? box.high.z : box.low.z});
  return corners;
}

class Reader {
 public:
  Reader(const Json& file, std::span<const std::byte> binary, const Lens& lens, const OpenFile& open)
      : lens_(lens),
        buffers_(file, binary, open),
        nodes_(file),
        meshes_(file, buffers_, nodes_),
        accessors_(file, "accessors"),
        cameras_(file, "cameras") {}

  Scene read() {
    scene_.up = Up::y;
    for (const GltfNodes::Place& place : nodes_.places())
      if (const auto mesh = nodes_[place.node].index("mesh", meshes_.count())) show(place, *mesh);
    Placer placer(best_origin());
    for_each_part(
        [&](const Shown& shown, std::optional<std::size_t> instance, std::size_t part, const Corners& corners) {
          add_object(scene_, {name_of(shown, instance, part), placer.hull(corners, place_of(shown, instance))});
        });
    placer.finish(scene_);
    for (const GltfNodes::Place& place : nodes_.places())
      if (const auto camera = nodes_[place.node].index("camera", cameras_.count()))
        add_node_camera(nodes_[place.node], cameras_[*camera], place.world);
    add_notes();
    if (scene_.cameras.empty()) add_default_cameras(scene_, lens_);
    return std::move(scene_);
  }

 private:
  using Corners = std::array<Point3, 8>;

  /// A node with its mesh.
  struct Shown {
    const GltfNodes::Place* place;
    std::size_t mesh;
    std::vector<GltfPart> parts;
  };

  void show(const GltfNodes::Place& place, std::size_t mesh) {
    if (!place.visible) return void(++hidden_);
    const Node node = nodes_[place.node];
    Shown shown{&place, mesh, {}};
    try {
      shown.parts = meshes_.parts(node, meshes_[mesh]);
    } catch (const MissingBuffer& error) {
      if (unplaced_++ == 0) why_unplaced_ = error.what();
      return;
    }
    const std::size_t times = GltfInstances::has(node) ? instances_of(node).count() : 1;
    if (GltfInstances::has(node) && (instances_ += times) > max_objects)
      throw ReadError(concat("more than ", max_objects, " instances"));
    if (times > 0 && (primitives_ += times * shown.parts.size()) > max_objects)
      throw ReadError(concat("more than ", max_objects, " mesh primitives in the scene"));
    for (const GltfPart& part : shown.parts)
      if (!part.extent) without_positions_ += times;
    shown_.push_back(std::move(shown));
  }

  [[nodiscard]] GltfInstances instances_of(const Node& node) {
    return GltfInstances(buffers_, accessors_, node, max_objects);
  }

  /// Calls `visit` with the corners of each primitive of each mesh, at the places of its instances if it has any.
  template <class Visit>
  void for_each_part(const Visit& visit) {
    for (const Shown& shown : shown_) {
      const auto visit_parts = [&](const Matrix& world, std::optional<std::size_t> instance) {
        for (std::size_t i = 0; i < shown.parts.size(); ++i)
          if (const GltfPart& part = shown.parts[i]; part.extent)
            visit(shown, instance, i, corners_of(*part.extent, part.in_world ? identity : world));
      };
      const Node node = nodes_[shown.place->node];
      if (!GltfInstances::has(node)) {
        visit_parts(shown.place->world, std::nullopt);
        continue;
      }
      const GltfInstances instances = instances_of(node);
      for (std::size_t i = 0; i < instances.count(); ++i) visit_parts(multiply(shown.place->world, instances[i]), i);
    }
  }

  [[nodiscard]] Vec3d best_origin() {
    OriginFinder finder;
    for_each_part([&](const Shown&, std::optional<std::size_t>, std::size_t, const Corners& corners) {
      Extent extent;
      for (const Point3& corner : corners) extent.add(corner);
      finder.add(extent);
    });
    return std::move(finder).origin();
  }

  [[nodiscard]] std::string name_of(const Shown& shown, std::optional<std::size_t> instance, std::size_t part) const {
    const Node node = nodes_[shown.place->node];
    std::string name = node.text("name");
    if (name.empty()) name = meshes_[shown.mesh].text("name");
    if (name.empty()) name = node.place();
    if (instance) name += concat(" [", *instance, "]");
    return shown.parts.size() == 1 ? name : concat(name, " #", part);
  }

  [[nodiscard]] std::string place_of(const Shown& shown, std::optional<std::size_t> instance) const {
    const std::string place = nodes_[shown.place->node].place();
    return instance ? concat(place, ", instance ", *instance) : place;
  }

  void add_notes() {
    if (hidden_ > 0)
      scene_.notes.push_back(
          concat("nodes with a mesh left out because they are hidden (KHR_node_visibility): ", hidden_));
    if (unplaced_ > 0)
      scene_.notes.push_back(
          concat("nodes left out because the vertices of their skinned or morphed mesh cannot be read: ", unplaced_,
                 "; ", why_unplaced_));
    if (without_positions_ > 0)
      scene_.notes.push_back(concat("mesh primitives left out because they have no positions: ", without_positions_));
  }

  /// A camera looks along its node's -z with +y up. The scale of nodes does not apply to it.
  void add_node_camera(const Node& node, const Node& camera, const Matrix& m) {
    const Point3& o = scene_.origin;
    const Point3 eye{m[3] - o.x, m[7] - o.y, m[11] - o.z}, forward{-m[2], -m[6], -m[10]}, up{m[1], m[5], m[9]};
    const Point3 side = cross(forward, up);
    if (!(dot(side, side) > 0))
      throw ReadError(concat(node.place(), ": the node's scale leaves the camera no direction"));
    std::string name = node.text("name");
    if (name.empty()) name = camera.text("name");
    if (name.empty()) name = camera.place();
    add_camera(scene_, make_camera(std::move(name), lens_of(camera, lens_), look_along(eye, forward, up)));
  }

  const Lens& lens_;
  GltfBuffers buffers_;
  GltfNodes nodes_;
  GltfMeshes meshes_;
  Section accessors_, cameras_;
  Scene scene_;
  std::vector<Shown> shown_;
  std::size_t primitives_ = 0, instances_ = 0, hidden_ = 0, unplaced_ = 0, without_positions_ = 0;
  std::string why_unplaced_;
};

}  // namespace

Scene read_gltf(std::span<const std::byte> data, const Lens& lens, const OpenFile& open) {
  const Parts parts = parts_of(data);
  const Json file = parse_json(parts.json);
  const Node root(file, "file");
  const std::string version = root.child("asset").text("version");
  if (!version.starts_with("2."))
    throw ReadError(concat("asset.version: \"", version, "\": only glTF 2 is understood"));
  check_required_extensions(root);
  return Reader(file, parts.binary, lens, open).read();
}

}  // namespace lockstep::tools
