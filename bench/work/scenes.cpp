#include "work/scenes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "work/random.hpp"
#include "work/reference_shapes.hpp"

namespace lockstep::bench {
namespace {

constexpr std::uint64_t seed = 20'240'301;

using Matrix = std::array<float, 16>;  // row-major
constexpr double near_side = 0.1, far_side = 150;

/// A camera at `eye` that looks along the horizon, turned by `yaw`: 45 degrees high, 16:9, near 0.1, far 150, depth
/// 0..1. `zoom` makes its picture that many times narrower.
Matrix view_projection(const Vec3& eye, double yaw, double zoom) {
  constexpr double near = near_side, far = far_side, aspect = 16.0 / 9.0;
  const double scale_y = zoom / std::tan(std::numbers::pi / 8), scale_x = scale_y / aspect;
  const double c = std::cos(yaw), s = std::sin(yaw);
  // Camera space has x to the right, y up, and looks along -z; right = (c, 0, -s), back = (s, 0, c).
  const double right = -(c * eye.x - s * eye.z), back = -(s * eye.x + c * eye.z);
  const double depth = far / (near - far), shift = near * far / (near - far);
  const std::array<std::array<double, 4>, 4> rows{{
      {scale_x * c, 0, -scale_x * s, scale_x * right},
      {0, scale_y, 0, -scale_y * eye.y},
      {depth * s, 0, depth * c, depth * back + shift},
      {-s, 0, -c, -back},
  }};
  Matrix rounded{};
  for (std::size_t i = 0; i < 16; ++i) rounded[i] = static_cast<float>(rows[i / 4][i % 4]);
  return rounded;
}

/// The planes of a window of a view are sums of its matrix' rows: left w <= x, x <= right w, and so on.
std::array<Plane, 6> planes_of(const Matrix& m, const ClipWindow& window) {
  const std::array<std::array<double, 4>, 6> sums{{
      {1, 0, 0, -window.left},
      {-1, 0, 0, window.right},
      {0, 1, 0, -window.bottom},
      {0, -1, 0, window.top},
      {0, 0, 1, -window.low_z},
      {0, 0, -1, window.high_z},
  }};
  std::array<Plane, 6> planes{};
  for (std::size_t p = 0; p < planes.size(); ++p) {
    std::array<double, 4> row{};
    for (std::size_t i = 0; i < 16; ++i) row[i % 4] += sums[p][i / 4] * double{m[i]};
    const double scale = 1 / std::sqrt(row[0] * row[0] + row[1] * row[1] + row[2] * row[2]);
    const auto scaled = [&](std::size_t i) { return static_cast<float>(row[i] * scale); };
    planes[p] = {{scaled(0), scaled(1), scaled(2)}, scaled(3)};
  }
  return planes;
}

Matrix random_view(Random& random, double zoom = 1) {
  const Vec3 eye = random.in_box({-5, -1, -5}, {5, 1, 5});
  return view_projection(eye, random.uniform(0, 2 * std::numbers::pi_v<float>), zoom);
}

constexpr ClipWindow all_of_it{.low_z = 0};

Camera camera_of(const Matrix& matrix) {
  const ConvexVolume volume = ConvexVolume::from_view_projection(matrix, DepthRange::zero_to_one);
  return {volume, volume.corners(), planes_of(matrix, all_of_it)};
}

float object_size(Random& random) { return 0.2F * std::pow(50.0F, random.uniform(0, 1)); }

void add_object(SphereColumns& to, Random& random, const Vec3& center) {
  to.x.push_back(center.x), to.y.push_back(center.y), to.z.push_back(center.z);
  to.radius.push_back(object_size(random));
}

void add_box(AabbColumns& to, const Vec3& center, const Vec3& half) {
  to.min_x.push_back(center.x - half.x), to.min_y.push_back(center.y - half.y), to.min_z.push_back(center.z - half.z);
  to.max_x.push_back(center.x + half.x), to.max_y.push_back(center.y + half.y), to.max_z.push_back(center.z + half.z);
}

void add_object(AabbColumns& to, Random& random, const Vec3& center) { add_box(to, center, half_extents(random)); }

void add_object(BoxColumns& to, Random& random, const Vec3& center) {
  const Quat q = random.rotation();
  const Vec3 half = half_extents(random);
  to.x.push_back(center.x), to.y.push_back(center.y), to.z.push_back(center.z);
  to.qx.push_back(q.x), to.qy.push_back(q.y), to.qz.push_back(q.z), to.qw.push_back(q.w);
  to.half_x.push_back(half.x), to.half_y.push_back(half.y), to.half_z.push_back(half.z);
}

/// A model's box, not about its origin, rotated, stretched along one axis and placed.
void add_object(EngineObjects& to, Random& random, const Vec3& center) {
  const Quat q = random.rotation();
  const auto axes = reference::rotation_axes(quaternion<float>(q));
  const Vec3 half = half_extents(random), middle = random.in_box({-1, 0, -1}, {1, 2, 1});
  const float stretch = random.uniform(0.5F, 2);
  const auto row = [&](float x, float y, float z, float at) {
    y *= stretch;
    return std::array<float, 4>{x, y, z, at - (x * middle.x + y * middle.y + z * middle.z)};
  };
  const auto x = row(axes[0].x, axes[1].x, axes[2].x, center.x), y = row(axes[0].y, axes[1].y, axes[2].y, center.y),
             z = row(axes[0].z, axes[1].z, axes[2].z, center.z);
  to.matrices.push_back({{x[0], x[1], x[2], x[3], y[0], y[1], y[2], y[3], z[0], z[1], z[2], z[3]}});
  to.locals.push_back({{middle.x - half.x, middle.y - half.y, middle.z - half.z},
                       {middle.x + half.x, middle.y + half.y, middle.z + half.z}});
}

/// For scenes whose sorted order matters: along the Z-order curve through cells of 8 units a side.
std::uint64_t place_on_curve(const Vec3& p) {
  const std::array<float, 3> at{p.x - field_low.x, p.y - field_low.y, p.z - field_low.z};
  std::uint64_t place = 0;
  for (int bit = 4; bit >= 0; --bit)
    for (const float coordinate : at) place = place << 1 | (static_cast<std::uint64_t>(coordinate / 8) >> bit & 1);
  return place;
}

/// Enough cameras that no branch predictor learns their answers by heart; a moving camera's are always new. Ten million
/// answers are too many for it anyway.
constexpr std::size_t cameras_for(std::size_t count) { return count <= 1'000 ? 100 : count <= 100'000 ? 64 : 1; }

template <class Columns, std::size_t count, std::size_t cameras = cameras_for(count), int zoom = 1>
CullScene make_scene() {
  Random random(seed);
  CullScene scene;
  scene.cameras = make_cameras(random, cameras, zoom);
  Columns objects;
  for (std::size_t i = 0; i < count; ++i) add_object(objects, random, random.in_box(field_low, field_high));
  scene.objects = std::move(objects);
  return scene;
}

/// Boxes up to 50 across before a camera that looks along -z, as in the benchmark of Filament's culler: a pyramid 2.2
/// times as wide as the picture, in which the camera sees 64 %.
template <std::size_t count>
CullScene make_large() {
  constexpr float depth = 100, smallest = 0.11F, largest = 25;
  Random random(seed);
  CullScene scene;
  for (std::size_t i = 0; i < cameras_for(count); ++i) {
    const Vec3 eye = random.in_box({-1, -1, -1}, {1, 1, 1});
    scene.cameras.push_back(camera_of(view_projection(eye, random.uniform(-0.05F, 0.05F), 1)));
  }
  AabbColumns boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const float z = random.uniform(0, depth), high = 0.93F * z, wide = 16.0F / 9 * high;
    const float x = random.uniform(-wide, wide), y = random.uniform(-high, high);
    add_box(boxes, {x, y, -z}, random.in_box({smallest, smallest, smallest}, {largest, largest, largest}));
  }
  scene.objects = std::move(boxes);
  return scene;
}

/// Objects in the order of their places.
template <class Columns, std::size_t count>
CullScene make_sorted() {
  Random random(seed);
  CullScene scene;
  scene.cameras = make_cameras(random, cameras_for(count));
  std::vector<Vec3> centers(count);
  for (Vec3& center : centers) center = random.in_box(field_low, field_high);
  std::ranges::sort(centers, {}, place_on_curve);
  Columns objects;
  for (const Vec3& center : centers) add_object(objects, random, center);
  scene.objects = std::move(objects);
  return scene;
}

/// The parts of one camera's view, slice by slice and row by row.
template <class Columns, std::size_t count, std::uint32_t columns, std::uint32_t rows, std::size_t slices = 1>
CullScene make_parts() {
  Random random(seed);
  CullScene scene = make_scene<Columns, count, 1>();
  scene.parts = ViewParts{random_view(random),
                          columns,
                          rows,
                          split_depths(static_cast<float>(near_side), static_cast<float>(far_side), slices),
                          static_cast<float>(near_side),
                          static_cast<float>(far_side)};
  const VolumeSet volumes = scene.parts->volumes();
  scene.cameras.clear();
  const auto side = [](std::uint32_t i, std::uint32_t parts) {
    return -1 + 2 * static_cast<float>(i) / static_cast<float>(parts);
  };
  const auto clip_z = [&](std::size_t i) {  // the start of slice i
    if (i == 0 || i == slices) return i == 0 ? 0.0F : 1.0F;
    return static_cast<float>(far_side / (far_side - near_side) * (1 - near_side / scene.parts->depths[i - 1]));
  };
  for (std::size_t slice = 0; slice < slices; ++slice)
    for (std::uint32_t row = 0; row < rows; ++row)
      for (std::uint32_t column = 0; column < columns; ++column) {
        const ConvexVolume& volume = volumes[scene.cameras.size()];
        const ClipWindow window{side(column, columns), side(column + 1, columns), side(row, rows), side(row + 1, rows),
                                clip_z(slice),         clip_z(slice + 1)};
        scene.cameras.push_back({volume, volume.corners(), planes_of(scene.parts->row_major, window)});
      }
  return scene;
}

// Objects and the reference's own copy take at most 2 * 72 bytes each, the arrays twice that while they grow.
template <class Columns, std::size_t count>
constexpr CullSceneSpec spec(const char* name, bool scaling = false) {
  return {name, count * 216, scaling, false, make_scene<Columns, count>};
}
template <class Columns, std::size_t count>
constexpr CullSceneSpec one_camera(const char* name) {
  return {name, count * 216, false, false, make_scene<Columns, count, 1>};
}

/// A camera that culls a few of 100,000 spheres per call.
template <std::size_t batch>
constexpr CullSceneSpec small(const char* name) {
  constexpr std::size_t count = 100'000;
  const auto make = [] {
    CullScene scene = make_scene<SphereColumns, count, 1>();
    scene.batch = batch;
    return scene;
  };
  return {name, count * 200, false, false, make, batch};
}

constexpr std::array specs{
    spec<SphereColumns, 1'000>("sphere_1k"),
    spec<SphereColumns, 100'000>("sphere_100k"),
    one_camera<SphereColumns, 100'000>("sphere_100k_one_camera"),
    spec<SphereColumns, 10'000'000>("sphere_10m"),
    spec<AabbColumns, 1'000>("aabb_1k"),
    spec<AabbColumns, 100'000>("aabb_100k"),
    one_camera<AabbColumns, 100'000>("aabb_100k_one_camera"),
    spec<AabbColumns, 1'000'000>("aabb_1m"),
    spec<AabbColumns, 10'000'000>("aabb_10m"),
    spec<BoxColumns, 1'000>("obb_1k"),
    spec<BoxColumns, 100'000>("obb_100k", true),
    one_camera<BoxColumns, 100'000>("obb_100k_one_camera"),
    spec<BoxColumns, 10'000'000>("obb_10m"),
    spec<EngineObjects, 100'000>("matrix_100k"),
    spec<EngineObjects, 10'000'000>("matrix_10m"),
    CullSceneSpec{"aabb_100k_sorted", 100'000 * 216, false, false, make_sorted<AabbColumns, 100'000>},
    CullSceneSpec{"aabb_100k_large", 100'000 * 216, false, false, make_large<100'000>},
    CullSceneSpec{"tiles16x9_100k", 100'000 * 200 + 200'000'000, true, true, make_parts<AabbColumns, 100'000, 16, 9>},
    CullSceneSpec{"clusters16x9x24_5k", 5'000 * 200 + 200'000'000, false, true,
                  make_parts<SphereColumns, 5'000, 16, 9, 24>},
    CullSceneSpec{"lights16x9x24_5k", 5'000 * 200 + 200'000'000, false, true,
                  make_parts<SphereColumns, 5'000, 16, 9, 24>, 0, true},
    small<1>("small_1"),
    small<8>("small_8"),
    small<64>("small_64"),
    small<1000>("small_1000"),
};

/// A byte of the plain loop and five bits for each answer, beside the objects and a world of them.
template <std::size_t count, bool narrow>
constexpr CullSceneSpec world_spec(const char* name) {
  constexpr std::size_t cameras = count > 1'000'000 ? 8 : 64;
  return {
      name, count * (300 + 2 * cameras), false, false, make_scene < AabbColumns, count, cameras, narrow ? 10 : 1 > };
}

constexpr std::array specs_of_worlds{
    world_spec<100'000, false>("cull_aabb_100k"),   world_spec<100'000, true>("cull_aabb_100k_narrow"),
    world_spec<1'000'000, false>("cull_aabb_1m"),   world_spec<1'000'000, true>("cull_aabb_1m_narrow"),
    world_spec<10'000'000, false>("cull_aabb_10m"), world_spec<10'000'000, true>("cull_aabb_10m_narrow"),
};

}  // namespace

Vec3 half_extents(Random& random) {
  const float size = object_size(random);
  return random.in_box({0.3F * size, 0.3F * size, 0.3F * size}, {size, size, size});
}

std::vector<Camera> make_cameras(Random& random, std::size_t count, double zoom) {
  std::vector<Camera> cameras;
  for (std::size_t i = 0; i < count; ++i) cameras.push_back(camera_of(random_view(random, zoom)));
  return cameras;
}

std::span<const CullSceneSpec> cull_scenes() { return specs; }
std::span<const CullSceneSpec> world_scenes() { return specs_of_worlds; }

}  // namespace lockstep::bench
