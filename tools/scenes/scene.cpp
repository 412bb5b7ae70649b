#include "scenes/scene.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "scenes/camera.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr const char* made_up_cameras = "the file has no camera: four were put in the middle of the scene";
constexpr Aabb empty_box{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};

void grow(Aabb& box, const Vec3& low, const Vec3& high) {
  box.min = {std::min(box.min.x, low.x), std::min(box.min.y, low.y), std::min(box.min.z, low.z)};
  box.max = {std::max(box.max.x, high.x), std::max(box.max.y, high.y), std::max(box.max.z, high.z)};
}

struct Bounds {
  Aabb operator()(const Sphere& s) const {
    return {{s.center.x - s.radius, s.center.y - s.radius, s.center.z - s.radius},
            {s.center.x + s.radius, s.center.y + s.radius, s.center.z + s.radius}};
  }
  Aabb operator()(const Aabb& box) const { return box; }
  // The sphere around the box: precise enough to place cameras and to size a picture.
  Aabb operator()(const Box& b) const {
    return (*this)(Sphere{b.center, std::hypot(b.half_extents.x, b.half_extents.y, b.half_extents.z)});
  }
  Aabb operator()(const Vertices& vertices) const {
    Aabb box = empty_box;
    for (const Vec3& v : vertices) grow(box, v, v);
    return box;
  }
};

}  // namespace

Vec3 to_float(const Point3& point, const std::string& what) {
  const auto valid = [](double x) { return std::abs(x) <= double{max_coordinate}; };  // false for NaN
  if (!valid(point.x) || !valid(point.y) || !valid(point.z))
    throw ReadError(concat(what, ": a coordinate is not a number up to ", max_coordinate));
  return {static_cast<float>(point.x), static_cast<float>(point.y), static_cast<float>(point.z)};
}

Geometry box_or_hull(Vertices corners) {
  const Aabb box = Bounds{}(corners);
  unsigned seen = 0;  // one bit per corner of the box
  for (const Vec3& c : corners) {
    const bool on_corner = (c.x == box.min.x || c.x == box.max.x) && (c.y == box.min.y || c.y == box.max.y) &&
                           (c.z == box.min.z || c.z == box.max.z);
    if (!on_corner) return corners;
    // A flat box has each of its corners several times: mark all equal ones.
    for (unsigned k = 0; k < 8; ++k)
      if (c == Vec3{k & 1U ? box.max.x : box.min.x, k & 2U ? box.max.y : box.min.y, k & 4U ? box.max.z : box.min.z})
        seen |= 1U << k;
  }
  if (seen != 0xFF) return corners;
  return box;
}

Aabb bounds(const Geometry& geometry) { return std::visit(Bounds{}, geometry); }

Aabb bounds(const Scene& scene) {
  Aabb all = empty_box;
  for (const Object& object : scene.objects) {
    const Aabb box = bounds(object.geometry);
    grow(all, box.min, box.max);
  }
  return all;
}

void move_origin(Scene& scene, const Point3& origin) {
  const Point3 by = scene.origin - origin;
  if (by.x == 0 && by.y == 0 && by.z == 0) return;
  const auto moved = [&by](const Vec3& v) { return to_float(Point3{v.x + by.x, v.y + by.y, v.z + by.z}, "an object"); };
  for (Object& object : scene.objects) {
    if (auto* const sphere = std::get_if<Sphere>(&object.geometry)) sphere->center = moved(sphere->center);
    if (auto* const aabb = std::get_if<Aabb>(&object.geometry)) *aabb = {moved(aabb->min), moved(aabb->max)};
    if (auto* const box = std::get_if<Box>(&object.geometry)) box->center = moved(box->center);
    if (auto* const vertices = std::get_if<Vertices>(&object.geometry))
      std::transform(vertices->begin(), vertices->end(), vertices->begin(), moved);
  }
  scene.origin = origin;
}

void add_object(Scene& scene, Object object) {
  if (scene.objects.size() == max_objects) throw ReadError(concat("more than ", max_objects, " objects"));
  scene.objects.push_back(std::move(object));
}

void add_camera(Scene& scene, Camera camera) {
  if (scene.cameras.size() == max_cameras) throw ReadError(concat("more than ", max_cameras, " cameras"));
  scene.cameras.push_back(std::move(camera));
}

void add_default_cameras(Scene& scene, const Lens& lens) {
  const Aabb all = scene.objects.empty() ? Aabb{{-1, -1, -1}, {1, 1, 1}} : bounds(scene);
  const Point3 low{all.min.x, all.min.y, all.min.z}, high{all.max.x, all.max.y, all.max.z};
  const Point3 middle = (low + high) * 0.5, size = high - low;
  const double diagonal = std::sqrt(dot(size, size));
  const double near = diagonal > 0 ? diagonal * 1e-3 : 1e-3;
  const bool y_up = scene.up == Up::y;
  const Point3 up = y_up ? Point3{0, 1, 0} : Point3{0, 0, 1};
  const Point3 side = y_up ? Point3{0, 0, 1} : Point3{0, 1, 0};
  const char* const names[] = {"middle, +x", y_up ? "middle, +z" : "middle, +y", "middle, -x",
                               y_up ? "middle, -z" : "middle, -y"};
  const Point3 directions[] = {{1, 0, 0}, side, {-1, 0, 0}, -side};
  for (std::size_t i = 0; i < 4; ++i) add_camera(scene, make_camera(names[i], middle, directions[i], up, lens, near));
  scene.notes.emplace_back(made_up_cameras);
}

void replace_cameras(Scene& scene, std::vector<Camera> cameras) {
  std::erase(scene.notes, made_up_cameras);
  for (Camera& camera : cameras) {
    ViewProjection* const matrix = std::get_if<ViewProjection>(&camera.view);
    if (matrix == nullptr) continue;
    std::array<double, 16>& m = matrix->rows;
    for (std::size_t row = 0; row < 16; row += 4)
      m[row + 3] += m[row] * scene.origin.x + m[row + 1] * scene.origin.y + m[row + 2] * scene.origin.z;
  }
  scene.cameras = std::move(cameras);
}

}  // namespace lockstep::tools
