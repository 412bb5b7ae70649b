#include "scenes/gltf.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <utility>

#include "scenes/camera.hpp"
#include "scenes/gltf_buffers.hpp"
#include "scenes/gltf_extensions.hpp"
#include "scenes/gltf_instances.hpp"
#include "scenes/gltf_transforms.hpp"
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

struct Extent {
  Point3 low, high;
};

Extent position_extent(const Node& accessor) {
  if (accessor.text("type") != "VEC3") accessor.fail("type", "positions must be VEC3");
  const double scale = component_scale(accessor);
  const auto low = accessor.numbers<3>("min"), high = accessor.numbers<3>("max");
  for (std::size_t i = 0; i < 3; ++i)
    if (!(low[i] <= high[i])) accessor.fail("min", "is greater than max");
  // Normalized signed integers stop at -1: the smallest value is one step beyond.
  const auto component = [scale](double x) { return scale == 1 ? x : std::max(x * scale, -1.0); };
  return {{component(low[0]), component(low[1]), component(low[2])},
          {component(high[0]), component(high[1]), component(high[2])}};
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
      : file_(file),
        lens_(lens),
        buffers_(file, binary, open),
        nodes_(file, "nodes"),
        meshes_(file, "meshes"),
        accessors_(file, "accessors"),
        cameras_(file, "cameras"),
        reached_(nodes_.count(), false) {}

  Scene read() {
    scene_.up = Up::y;
    for (const std::size_t root : roots()) visit_tree(root);
    if (skinned_ > 0)
      scene_.notes.push_back(
          concat("nodes with a skinned mesh, which is drawn in a pose and stands here without: ", skinned_));
    if (morphed_ > 0)
      scene_.notes.push_back(concat("nodes whose mesh has morph targets, which stands here without them: ", morphed_));
    if (without_positions_ > 0)
      scene_.notes.push_back(concat("mesh primitives left out because they have no positions: ", without_positions_));
    if (scene_.cameras.empty()) add_default_cameras(scene_, lens_);
    return std::move(scene_);
  }

 private:
  /// The nodes of the default scene; without a scene, those that are nobody's child.
  [[nodiscard]] std::vector<std::size_t> roots() const {
    const Section scenes(file_, "scenes");
    const Node file(file_, "file");
    if (scenes.count() > 0)
      return scenes[file.index("scene", scenes.count()).value_or(0)].indices("nodes", nodes_.count());
    std::vector<bool> is_child(nodes_.count(), false);
    for (std::size_t i = 0; i < nodes_.count(); ++i)
      for (const std::size_t child : nodes_[i].indices("children", nodes_.count())) is_child[child] = true;
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < nodes_.count(); ++i)
      if (!is_child[i]) found.push_back(i);
    return found;
  }

  /// With a stack of its own: a file may nest nodes as deep as it likes. Each node is entered once, so a cycle ends.
  void visit_tree(std::size_t root) {
    std::vector<std::pair<std::size_t, Matrix>> stack;
    const auto enter = [&](std::size_t index, const Matrix& parent) {
      if (reached_[index])
        throw ReadError(concat("nodes[", index, "]: reached twice (a cycle, or a node with two parents)"));
      reached_[index] = true;
      stack.emplace_back(index, parent);
    };
    enter(root, identity);
    while (!stack.empty()) {
      const auto [index, parent] = stack.back();
      stack.pop_back();
      const Node node = nodes_[index];
      const Matrix world = multiply(parent, local_matrix(node));
      if (const auto mesh = node.index("mesh", meshes_.count())) add_meshes(node, meshes_[*mesh], world);
      if (const auto camera = node.index("camera", cameras_.count())) add_node_camera(node, cameras_[*camera], world);
      const std::vector<std::size_t> children = node.indices("children", nodes_.count());
      // Last in, first out: the first child is visited next.
      std::for_each(children.rbegin(), children.rend(), [&](std::size_t child) { enter(child, world); });
    }
  }

  /// The mesh of a node, once or at the places of its instances.
  void add_meshes(const Node& node, const Node& mesh, const Matrix& world) {
    if (node.has("skin")) ++skinned_;
    std::string name = node.text("name");
    if (name.empty()) name = mesh.text("name");
    if (name.empty()) name = node.place();
    const std::vector<Primitive> parts = primitives_of(mesh);
    if (std::any_of(parts.begin(), parts.end(), [](const Primitive& part) { return part.morphed; })) ++morphed_;
    if (!GltfInstances::has(node)) return add_parts(parts, world, name, node.place());
    const GltfInstances instances(buffers_, accessors_, node, max_objects);
    if ((instances_ += instances.count()) > max_objects)
      throw ReadError(concat("more than ", max_objects, " instances"));
    for (std::size_t i = 0; i < instances.count(); ++i)
      add_parts(parts, multiply(world, instances[i]), concat(name, " [", i, "]"),
                concat(node.place(), ", instance ", i));
  }

  /// A primitive of a mesh.
  struct Primitive {
    std::optional<Extent> extent;  ///< of its positions
    bool morphed = false;
  };

  [[nodiscard]] std::vector<Primitive> primitives_of(const Node& mesh) const {
    const Json& primitives = mesh.list("primitives");
    std::vector<Primitive> parts(primitives.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Node primitive(primitives[i], concat(mesh.place("primitives["), i, "]"));
      const auto position = primitive.child("attributes").index("POSITION", accessors_.count());
      if (position) parts[i].extent = position_extent(accessors_[*position]);
      parts[i].morphed = primitive.has("targets");
    }
    return parts;
  }

  void add_parts(const std::vector<Primitive>& parts, const Matrix& world, const std::string& name,
                 const std::string& place) {
    if ((primitives_ += parts.size()) > max_objects)
      throw ReadError(concat("more than ", max_objects, " mesh primitives in the scene"));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].extent)
        add_object(scene_, {parts.size() == 1 ? name : concat(name, " #", i), placed(*parts[i].extent, world, place)});
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

  const Json& file_;
  const Lens& lens_;
  GltfBuffers buffers_;
  Section nodes_, meshes_, accessors_, cameras_;
  std::vector<bool> reached_;
  Scene scene_;
  std::size_t primitives_ = 0, instances_ = 0, skinned_ = 0, morphed_ = 0, without_positions_ = 0;
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
