#include "scenes/scene_layouts.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
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

float rounded(double number) { return static_cast<float>(number); }
Vec3 vec3(std::span<const double> n, std::size_t at) {
  return {rounded(n[at]), rounded(n[at + 1]), rounded(n[at + 2])};
}

/// The smallest size above 0; 0 if there is none.
double least_above_0(std::initializer_list<double> sizes) {
  double least = 0;
  for (const double size : sizes)
    if (size > 0 && (least == 0 || size < least)) least = size;
  return least;
}

Geometry make_aabb(std::span<const double> n) {
  for (std::size_t i = 0; i < 3; ++i)
    if (n[i] > n[i + 3]) throw NumberProblem{i + 3, concat("is below ", aabb_columns[i], ", which is ", n[i])};
  return Aabb{vec3(n, 0), vec3(n, 3)};
}
double smallest_aabb(std::span<const double> n) { return least_above_0({n[3] - n[0], n[4] - n[1], n[5] - n[2]}); }

Geometry make_box(std::span<const double> n) {
  const Quat rotation{rounded(n[3]), rounded(n[4]), rounded(n[5]), rounded(n[6])};
  if (auto problem = rotation_problem(rotation)) throw NumberProblem{3, std::move(*problem)};
  for (std::size_t i = 7; i < 10; ++i)
    if (auto problem = size_problem("the half extent", rounded(n[i]))) throw NumberProblem{i, std::move(*problem)};
  return Box{vec3(n, 0), rotation, vec3(n, 7)};
}
double smallest_box(std::span<const double> n) { return least_above_0({n[7], n[8], n[9]}); }

Geometry make_unit_box(std::span<const double> n) {
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
double smallest_unit_box(std::span<const double> n) {
  const auto edge = [&n](std::size_t k) { return std::hypot(n[k], n[k + 4], n[k + 8]); };
  return least_above_0({edge(0), edge(1), edge(2)});
}

Geometry make_unit_box4(std::span<const double> n) {
  for (std::size_t i = 12; i < 16; ++i)
    if (!(std::abs(n[i] - (i == 15 ? 1 : 0)) <= last_row_tolerance))
      throw NumberProblem{i, "the last row must be 0 0 0 1: the matrix of an object is affine"};
  return make_unit_box(n);
}

}  // namespace

const SceneLayout aabb_layout{"box", aabb_columns, {0, 1, 2, 3, 4, 5}, 6, make_aabb, smallest_aabb};
const SceneLayout box_layout{"box", box_columns, {0, 1, 2}, 3, make_box, smallest_box};
const SceneLayout matrix_layout{
    "box", std::span(matrix_columns).first(12), {3, 7, 11}, 3, make_unit_box, smallest_unit_box};
const SceneLayout matrix4_layout{"box", matrix_columns, {3, 7, 11}, 3, make_unit_box4, smallest_unit_box};

void LayoutRows::add(std::span<const double> row, std::string name) {
  static_cast<void>(layout_.make(row));  // checks the row now, while its line is known
  if (names_.size() == max_objects) throw ReadError(concat("more than ", max_objects, " objects"));
  numbers_.insert(numbers_.end(), row.begin(), row.end());
  names_.push_back(std::move(name));
}

double LayoutRows::smallest() const {
  double least = 0;
  for (std::size_t i = 0; i < names_.size(); ++i) least = least_above_0({least, layout_.smallest(row(i))});
  return least;
}

Placement LayoutRows::placement() const {
  const auto origin = [this](std::size_t axis) {
    std::vector<double> numbers;
    for (std::size_t i = 0; i < names_.size(); ++i)
      for (std::size_t k = axis; k < layout_.coordinate_count; k += 3)
        numbers.push_back(row(i)[layout_.coordinates[k]]);
    return axis_origin(std::move(numbers), smallest());
  };
  Placement placement;
  placement.origin = {origin(0), origin(1), origin(2)};
  return placement;
}

Scene LayoutRows::scene() const {
  const Placement place = placement();
  Scene scene;
  scene.origin = {place.origin.x, place.origin.y, place.origin.z};
  const double by[] = {place.origin.x, place.origin.y, place.origin.z};
  double farthest = 0;
  OddNumbers odd;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    std::vector<double> placed(row(i).begin(), row(i).end());
    for (std::size_t k = 0; k < layout_.coordinate_count; ++k) {
      double& number = placed[layout_.coordinates[k]];
      number -= by[k % 3];
      farthest = std::max(farthest, std::abs(number));
    }
    try {
      Geometry geometry = layout_.make(placed);
      if (const Box* const box = std::get_if<Box>(&geometry)) odd.see_rotation(box->rotation);
      add_object(scene, {names_[i], std::move(geometry)});
    } catch (const NumberProblem& problem) {
      throw ReadError(concat(names_[i], ": ", problem.text));
    }
  }
  if (auto note = odd.rotation_note_of_columns()) scene.notes.push_back(std::move(*note));
  if (place.has_origin()) scene.notes.push_back(origin_note(place, false, ""));
  if (auto note = coarse_note(place, farthest, smallest())) scene.notes.push_back(std::move(*note));
  return scene;
}

}  // namespace lockstep::tools
