#include "scenes/scene_layouts.hpp"

#include <cmath>
#include <utility>

#include "scenes/camera.hpp"
#include "scenes/gltf_transforms.hpp"
#include "text/checks.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

constexpr std::string_view aabb_columns[] = {"min_x", "min_y", "min_z", "max_x", "max_y", "max_z"};
constexpr std::string_view box_columns[] = {"x", "y", "z", "qx", "qy", "qz", "qw", "hx", "hy", "hz"};
constexpr std::string_view matrix_columns[] = {"m00", "m01", "m02", "m03", "m10", "m11", "m12", "m13",
                                               "m20", "m21", "m22", "m23", "m30", "m31", "m32", "m33"};

Geometry make_aabb(std::span<const float> n) {
  for (std::size_t i = 0; i < 3; ++i)
    if (n[i] > n[i + 3]) throw NumberProblem{i + 3, concat("is below ", aabb_columns[i], ", which is ", n[i])};
  return Aabb{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}};
}

Geometry make_box(std::span<const float> n) {
  const Quat rotation{n[3], n[4], n[5], n[6]};
  if (auto problem = rotation_problem(rotation)) throw NumberProblem{3, std::move(*problem)};
  for (std::size_t i = 7; i < 10; ++i)
    if (auto problem = size_problem("the half extent", n[i])) throw NumberProblem{i, std::move(*problem)};
  return Box{{n[0], n[1], n[2]}, rotation, {n[7], n[8], n[9]}};
}

Geometry make_unit_box(std::span<const float> n) {
  Matrix matrix = identity;
  for (std::size_t i = 0; i < 12; ++i) matrix[i] = n[i];
  Vertices corners;
  for (unsigned k = 0; k < 8; ++k) {
    const Point3 corner{k & 1U ? 0.5 : -0.5, k & 2U ? 0.5 : -0.5, k & 4U ? 0.5 : -0.5};
    try {
      corners.push_back(to_float(transform(matrix, corner), "the matrix"));
    } catch (const ReadError& error) {
      throw NumberProblem{0, error.what()};
    }
  }
  return box_or_hull(std::move(corners));
}

Geometry make_unit_box4(std::span<const float> n) {
  for (std::size_t i = 12; i < 16; ++i)
    if (!(std::abs(n[i] - (i == 15 ? 1.0F : 0.0F)) <= last_row_tolerance))
      throw NumberProblem{i, "the last row must be 0 0 0 1: the matrix of an object is affine"};
  return make_unit_box(n);
}

}  // namespace

const SceneLayout aabb_layout{"box", aabb_columns, make_aabb};
const SceneLayout box_layout{"box", box_columns, make_box};
const SceneLayout matrix_layout{"box", std::span(matrix_columns).first(12), make_unit_box};
const SceneLayout matrix4_layout{"box", matrix_columns, make_unit_box4};

}  // namespace lockstep::tools
