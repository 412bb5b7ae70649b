#include "scenes/gltf_vertices.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "scenes/gltf_transforms.hpp"

namespace lockstep::tools {
namespace {

/// Bounds on the vertices of one accessor, and on the steps over vertices for all nodes, which a small file could
/// demand.
constexpr std::size_t most_vertices = std::size_t{1} << 26, most_work = std::size_t{1} << 28;

Extent extent_of_accessor(const Node& accessor) {
  if (accessor.text("type") != "VEC3") accessor.fail("type", "positions must be VEC3");
  const double scale = component_scale(accessor);
  const auto low = accessor.numbers<3>("min"), high = accessor.numbers<3>("max");
  for (std::size_t i = 0; i < 3; ++i)
    if (!(low[i] <= high[i])) accessor.fail("min", "is greater than max");
  // Normalized signed integers stop at -1: the smallest value would be one step beyond.
  const auto component = [scale](double x) { return scale == 1 ? x : std::max(x * scale, -1.0); };
  return {{component(low[0]), component(low[1]), component(low[2])},
          {component(high[0]), component(high[1]), component(high[2])}};
}

std::optional<Extent> extent_of(std::span<const Point3> points, const std::string& place) {
  if (points.empty()) return std::nullopt;
  Extent extent;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point3& p = points[i];
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
      throw ReadError(concat(place, ": vertex ", i, " has a position that is not finite"));
    extent.add(p);
  }
  return extent;
}

/// The weights of the morph targets that a node or its mesh sets; empty if all are 0.
std::vector<double> morph_weights(const Node& node, const Node& mesh) {
  std::vector<double> weights;
  if (node.has("weights"))
    weights = node.number_list("weights");
  else if (mesh.has("weights"))
    weights = mesh.number_list("weights");
  if (std::all_of(weights.begin(), weights.end(), [](double weight) { return weight == 0; })) weights.clear();
  return weights;
}

/// JOINTS_0 and WEIGHTS_0, JOINTS_1 ..: four joints of each vertex in every set.
struct Influences {
  GltfArray joints, weights;
};

}  // namespace

GltfMeshes::GltfMeshes(const Json& file, GltfBuffers& buffers, const GltfNodes& nodes)
    : buffers_(buffers), nodes_(nodes), meshes_(file, "meshes"), accessors_(file, "accessors"), skins_(file, "skins") {}

std::vector<GltfPart> GltfMeshes::parts(const Node& node, const Node& mesh) {
  const std::vector<double> weights = morph_weights(node, mesh);
  std::optional<Node> skin;
  if (const auto index = node.index("skin", skins_.count())) skin = skins_[*index];
  const Json& primitives = mesh.list("primitives");
  std::vector<GltfPart> parts;
  parts.reserve(primitives.size());
  for (std::size_t i = 0; i < primitives.size(); ++i)
    parts.push_back(
        part(Node(primitives[i], concat(mesh.place("primitives["), i, "]")), weights, skin ? &*skin : nullptr));
  return parts;
}

GltfPart GltfMeshes::part(const Node& primitive, const std::vector<double>& weights, const Node* skin) {
  const Node attributes = primitive.child("attributes");
  const auto position = attributes.index("POSITION", accessors_.count());
  if (!position) return {};
  const bool morphed = primitive.has("targets") && !weights.empty();
  const bool skinned = skin != nullptr && attributes.has("JOINTS_0");
  if (!morphed && !skinned) return {extent_of_accessor(accessors_[*position]), false};
  Points points = positions(accessors_[*position], nullptr);
  if (morphed) morph(primitive, weights, points);
  if (skinned) move_by_joints(attributes, *skin, points);
  return {extent_of(points, primitive.place()), skinned};
}

/// A morph target, whose positions may be sparse zeros, has as many positions as the `base` of the mesh.
GltfMeshes::Points GltfMeshes::positions(const Node& accessor, const Points* base) {
  if (accessor.text("type") != "VEC3") accessor.fail("type", "positions must be VEC3");
  const auto count = accessor.index("count", most_vertices + 1);
  if (!count) accessor.fail("count", "is missing");
  if (base != nullptr && *count != base->size())
    accessor.fail("count", concat("is ", *count, ", and the mesh has ", base->size(), " vertices"));
  count_work(*count);
  Points points;
  if (base == nullptr || accessor.has("bufferView")) {
    const GltfArray array(buffers_, accessor, elements_of(accessor, 3), *count);
    points.reserve(*count);
    for (std::size_t i = 0; i < *count; ++i) {
      const auto [x, y, z] = array.at<3>(i);
      points.push_back({x, y, z});
    }
  } else {
    points.assign(*count, {0, 0, 0});
  }
  if (accessor.has("sparse")) put_sparse(accessor, points);
  return points;
}

void GltfMeshes::put_sparse(const Node& accessor, Points& points) {
  const Node sparse = accessor.child("sparse"), indices = sparse.child("indices"), values = sparse.child("values");
  const auto count = sparse.index("count", points.size() + 1);
  if (!count) sparse.fail("count", "is missing");
  const GltfArray where(buffers_, indices, index_elements_of(indices), *count);
  const GltfArray what(buffers_, values, elements_of(accessor, 3), *count);
  for (std::size_t i = 0; i < *count; ++i) {
    const double index = where.at<1>(i)[0];
    if (!(index < static_cast<double>(points.size())))
      throw ReadError(
          concat(indices.place(), ": index ", i, " is ", index, ", and there are ", points.size(), " elements"));
    const auto [x, y, z] = what.at<3>(i);
    points[static_cast<std::size_t>(index)] = {x, y, z};
  }
}

void GltfMeshes::morph(const Node& primitive, const std::vector<double>& weights, Points& points) {
  const Json& targets = primitive.list("targets");
  if (targets.size() != weights.size())
    primitive.fail("targets", concat("are ", targets.size(), ", and there are ", weights.size(), " weights for them"));
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const Node target(targets[i], concat(primitive.place("targets["), i, "]"));
    const auto position = target.index("POSITION", accessors_.count());
    if (!position || weights[i] == 0) continue;
    const Points moves = positions(accessors_[*position], &points);
    for (std::size_t v = 0; v < points.size(); ++v) points[v] = points[v] + moves[v] * weights[i];
  }
}

void GltfMeshes::move_by_joints(const Node& attributes, const Node& skin, Points& points) {
  const std::vector<Matrix> matrices = joints(skin);
  std::vector<Influences> sets;
  for (std::string number = "0"; attributes.has(("JOINTS_" + number).c_str()); number = concat(sets.size())) {
    const auto array = [&](const std::string& name) {
      const auto index = attributes.index(name.c_str(), accessors_.count());
      if (!index) attributes.fail(name, "is missing");
      GltfArray found(buffers_, accessors_[*index], "VEC4", most_vertices);
      if (found.count() != points.size())
        attributes.fail(name, concat("has ", found.count(), " elements, and there are ", points.size(), " vertices"));
      return found;
    };
    sets.push_back({array("JOINTS_" + number), array("WEIGHTS_" + number)});
    count_work(4 * points.size());
  }
  for (std::size_t v = 0; v < points.size(); ++v) {
    Point3 sum{0, 0, 0};
    double all = 0;
    for (const Influences& set : sets) {
      const auto joint = set.joints.at<4>(v), weight = set.weights.at<4>(v);
      for (std::size_t k = 0; k < 4; ++k) {
        if (weight[k] == 0) continue;
        if (!(joint[k] >= 0 && joint[k] < static_cast<double>(matrices.size())))
          attributes.fail("JOINTS_0", concat("vertex ", v, " hangs on joint ", joint[k], ", and ", skin.place(),
                                             " has ", matrices.size()));
        sum = sum + transform(matrices[static_cast<std::size_t>(joint[k])], points[v]) * weight[k];
        all += weight[k];
      }
    }
    // Weights add up to 1 within rounding. A vertex without weights follows the first joint, as in viewers.
    points[v] = all == 0 ? transform(matrices[0], points[v]) : sum * (1 / all);
  }
}

/// The transforms that take a vertex from the mesh, in its bind pose, to the place that each joint gives it.
std::vector<Matrix> GltfMeshes::joints(const Node& skin) {
  const std::vector<std::size_t> nodes = skin.indices("joints", nodes_.count());
  if (nodes.empty()) skin.fail("joints", "are missing");
  count_work(nodes.size());
  std::optional<GltfArray> inverse;
  if (const auto index = skin.index("inverseBindMatrices", accessors_.count())) {
    inverse.emplace(buffers_, accessors_[*index], "MAT4", most_vertices);
    if (inverse->count() < nodes.size())
      skin.fail("inverseBindMatrices", concat("are ", inverse->count(), ", and there are ", nodes.size(), " joints"));
  }
  std::vector<Matrix> matrices;
  matrices.reserve(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Matrix* const world = nodes_.world(nodes[i]);
    if (world == nullptr)
      throw ReadError(concat(skin.place("joints["), i, "]: nodes[", nodes[i], "] is not in the scene that is shown"));
    matrices.push_back(*world);
    if (!inverse) continue;
    const std::optional<Matrix> bind = affine_of_columns(inverse->at<16>(i));
    if (!bind) skin.fail("inverseBindMatrices", concat("matrix ", i, " must be affine: its last row must be 0 0 0 1"));
    matrices.back() = multiply(*world, *bind);
  }
  return matrices;
}

void GltfMeshes::count_work(std::size_t vertices) {
  if ((work_ += vertices) > most_work)
    throw ReadError(concat("more than ", most_work, " vertices of skinned and morphed meshes, counted for each node"));
}

}  // namespace lockstep::tools
