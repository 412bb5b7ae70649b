#include "scenes/gltf.hpp"

#include <cstdint>
#include <numbers>
#include <utility>

#include "scenes/camera.hpp"
#include "scenes/gltf_buffers.hpp"
#include "scenes/gltf_extensions.hpp"
#include "scenes/gltf_instances.hpp"
#include "scenes/gltf_nodes.hpp"
#include "scenes/gltf_vertices.hpp"
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

struct Projection {
  Matrix matrix;
  double near;
};

Projection perspective_projection(const Node& camera, const Lens& lens) {
  const double fov = positive(camera, "yfov", camera.number("yfov"));
  if (!(fov < std::numbers::pi)) camera.fail("yfov", "must be below pi");
  const double aspect = positive(camera, "aspectRatio", camera.number("aspectRatio", lens.aspect));
  const double near = positive(camera, "znear", camera.number("znear"));
  if (!camera.has("zfar")) return {perspective(fov, aspect, near, 0), near};
  const double far = camera.number("zfar");
  if (!(far > near)) camera.fail("zfar", "must be greater than znear");
  return {perspective(fov, aspect, near, far), near};
}

Projection orthographic_projection(const Node& camera) {
  const double half_width = camera.number("xmag"), half_height = camera.number("ymag");
  if (half_width == 0) camera.fail("xmag", "must not be 0");
  if (half_height == 0) camera.fail("ymag", "must not be 0");
  const double near = camera.number("znear"), far = camera.number("zfar");
  if (!(near >= 0)) camera.fail("znear", "must not be negative");
  if (!(far > near)) camera.fail("zfar", "must be greater than znear");
  return {orthographic(half_width, half_height, near, far), near};
}

Projection projection_of(const Node& camera, const Lens& lens) {
  const std::string type = camera.text("type");
  if (type == "perspective") return perspective_projection(camera.child("perspective"), lens);
  if (type == "orthographic") return orthographic_projection(camera.child("orthographic"));
  camera.fail("type", "must be perspective or orthographic");
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
    for (const GltfNodes::Place& place : nodes_.places()) {
      const Node node = nodes_[place.node];
      if (const auto mesh = node.index("mesh", meshes_.count())) add_mesh(node, meshes_[*mesh], place);
      if (const auto camera = node.index("camera", cameras_.count()))
        add_node_camera(node, cameras_[*camera], place.world);
    }
    add_notes();
    if (scene_.cameras.empty()) add_default_cameras(scene_, lens_);
    return std::move(scene_);
  }

 private:
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

  /// The mesh of a node, once or at the places of its instances.
  void add_mesh(const Node& node, const Node& mesh, const GltfNodes::Place& place) {
    if (!place.visible) return void(++hidden_);
    std::string name = node.text("name");
    if (name.empty()) name = mesh.text("name");
    if (name.empty()) name = node.place();
    std::vector<GltfPart> parts;
    try {
      parts = meshes_.parts(node, mesh);
    } catch (const MissingBuffer& error) {
      if (unplaced_++ == 0) why_unplaced_ = error.what();
      return;
    }
    if (!GltfInstances::has(node)) return add_parts(parts, place.world, name, node.place());
    const GltfInstances instances(buffers_, accessors_, node, max_objects);
    if ((instances_ += instances.count()) > max_objects)
      throw ReadError(concat("more than ", max_objects, " instances"));
    for (std::size_t i = 0; i < instances.count(); ++i)
      add_parts(parts, multiply(place.world, instances[i]), concat(name, " [", i, "]"),
                concat(node.place(), ", instance ", i));
  }

  void add_parts(const std::vector<GltfPart>& parts, const Matrix& world, const std::string& name,
                 const std::string& place) {
    if ((primitives_ += parts.size()) > max_objects)
      throw ReadError(concat("more than ", max_objects, " mesh primitives in the scene"));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].extent)
        add_object(scene_, {parts.size() == 1 ? name : concat(name, " #", i),
                            placed(*parts[i].extent, parts[i].in_world ? identity : world, place)});
      else
        ++without_positions_;
    }
  }

  static Geometry placed(const Extent& box, const Matrix& world, const std::string& place) {
    Vertices corners;
    corners.reserve(8);
    for (unsigned k = 0; k < 8; ++k) {
      const Point3 corner{k & 1U ? box.high.x : box.low.x, k & 2U ? box.high.y : box.low.y,
                          k & 4U ? box.high.z : box.low.z};
      corners.push_back(to_float(transform(world, corner), place));
    }
    return box_or_hull(std::move(corners));
  }

  /// A camera looks along its node's -z with +y up. The scale of nodes does not apply to it.
  void add_node_camera(const Node& node, const Node& camera, const Matrix& m) {
    const Point3 eye{m[3], m[7], m[11]}, forward{-m[2], -m[6], -m[10]}, up{m[1], m[5], m[9]};
    const Point3 side = cross(forward, up);
    if (!(dot(side, side) > 0))
      throw ReadError(concat(node.place(), ": the node's scale leaves the camera no direction"));
    const Projection projection = projection_of(camera, lens_);
    std::string name = node.text("name");
    if (name.empty()) name = camera.text("name");
    if (name.empty()) name = camera.place();
    add_camera(scene_, make_camera(std::move(name), projection.matrix, look_along(eye, forward, up), projection.near));
  }

  const Lens& lens_;
  GltfBuffers buffers_;
  GltfNodes nodes_;
  GltfMeshes meshes_;
  Section accessors_, cameras_;
  Scene scene_;
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
