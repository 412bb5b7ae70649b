// The contents of a scene file: objects to cull and cameras to cull them for.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include <lockstep/distance.hpp>
#include <lockstep/reference/vector.hpp>
#include <lockstep/shapes.hpp>
#include <lockstep/volumes.hpp>

namespace lockstep::tools {

/// Readers compute in double and round once, to the float32 numbers of the shapes.
using Point3 = reference::Vector<double>;

/// The bounding box of points; min > max without points.
struct Extent {
  Point3 low{infinity, infinity, infinity}, high{-infinity, -infinity, -infinity};

  void add(const Point3& p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
};

using Vertices = std::vector<Vec3>;
using Geometry = std::variant<Sphere, Aabb, Box, Vertices>;

struct Object {
  std::string name;  ///< printable
  Geometry geometry;
};

/// A camera as a file describes it, in double.
struct PosedLens {
  lockstep::Lens lens;
  CameraPose pose;
};

/// A camera as a command line has it: m00 m01 .. m33.
struct ViewProjection {
  std::array<double, 16> rows{};
  DepthRange range = DepthRange::minus_one_to_one;
  MatrixOrder given = MatrixOrder::row_major;  ///< the order in which the user wrote the numbers, for errors
};

struct Camera {
  std::string name;  ///< printable
  std::variant<PosedLens, ViewProjection> view;
};

/// The coordinate that points up: y in glTF, z in Quake maps.
enum class Up { y, z };

struct Scene {
  std::string title;       ///< printable
  Point3 origin{0, 0, 0};  ///< subtracted in double from all coordinates, also of cameras, before they become float32
  Up up = Up::z;
  std::vector<Object> objects;
  std::vector<Camera> cameras;
  std::vector<std::string> notes;  ///< for the reader of the results: the skipped parts and the assumptions
};

/// The lens of cameras whose lens the file does not describe.
struct Lens {
  double aspect = 16.0 / 9;
  double fov_degrees = 73.74;  ///< vertical; 90 degrees across on a 4:3 screen
  double far = 0;              ///< 0: no far plane
};

/// Bounds on the memory that a file can make the program allocate.
inline constexpr std::size_t max_objects = 4'000'000;
inline constexpr std::size_t max_cameras = 10'000;

/// Rounds to float32. Throws `ReadError` that names `what` if a coordinate is not finite or beyond `max_coordinate`.
[[nodiscard]] Vec3 to_float(const Point3& point, const std::string& what);

/// `corners` as a box if they are exactly the corners of an axis-aligned one, else as they are.
[[nodiscard]] Geometry box_or_hull(Vertices corners);

/// The bounding box of all objects; min > max if there are none.
[[nodiscard]] Aabb bounds(const Geometry& geometry);
[[nodiscard]] Aabb bounds(const Scene& scene);

/// Appends, or throws `ReadError` when there are too many.
void add_object(Scene& scene, Object object);
void add_camera(Scene& scene, Camera camera);

/// Moves the objects to another origin.
void move_origin(Scene& scene, const Point3& origin);

/// For files without a camera: four cameras in the middle of the scene, and a note about them.
void add_default_cameras(Scene& scene, const Lens& lens);

/// Replaces the scene's own cameras or the default ones. Matrices are in the coordinates of the file.
void replace_cameras(Scene& scene, std::vector<Camera> cameras);

}  // namespace lockstep::tools
