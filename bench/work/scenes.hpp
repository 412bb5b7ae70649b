// Culling scenes to time: many objects of one kind in a field, and cameras that see some of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include <lockstep/shapes.hpp>
#include <lockstep/views.hpp>
#include <lockstep/volumes.hpp>

#include "work/random.hpp"

namespace lockstep::bench {

// One array per number, as the library and a plane loop read them. view(first, count): some of the objects; columns():
// all arrays.

struct SphereColumns {
  std::vector<float> x, y, z, radius;
  [[nodiscard]] std::size_t size() const { return x.size(); }
  [[nodiscard]] Sphere operator[](std::size_t i) const { return {{x[i], y[i], z[i]}, radius[i]}; }
  [[nodiscard]] SphereView view(std::size_t first, std::size_t count) const {
    const auto part = [first](const std::vector<float>& column) { return Stream{column.data() + first}; };
    return {part(x), part(y), part(z), part(radius), count};
  }
  [[nodiscard]] SphereView view() const { return view(0, size()); }
  [[nodiscard]] std::vector<std::span<const float>> columns() const { return {x, y, z, radius}; }
};

struct AabbColumns {
  std::vector<float> min_x, min_y, min_z, max_x, max_y, max_z;
  [[nodiscard]] std::size_t size() const { return min_x.size(); }
  [[nodiscard]] Aabb operator[](std::size_t i) const {
    return {{min_x[i], min_y[i], min_z[i]}, {max_x[i], max_y[i], max_z[i]}};
  }
  [[nodiscard]] AabbView view(std::size_t first, std::size_t count) const {
    const auto part = [first](const std::vector<float>& column) { return Stream{column.data() + first}; };
    return {part(min_x), part(min_y), part(min_z), part(max_x), part(max_y), part(max_z), count};
  }
  [[nodiscard]] AabbView view() const { return view(0, size()); }
  [[nodiscard]] std::vector<std::span<const float>> columns() const {
    return {min_x, min_y, min_z, max_x, max_y, max_z};
  }
};

struct BoxColumns {
  std::vector<float> x, y, z, qx, qy, qz, qw, half_x, half_y, half_z;
  [[nodiscard]] std::size_t size() const { return x.size(); }
  [[nodiscard]] Box operator[](std::size_t i) const {
    return {{x[i], y[i], z[i]}, {qx[i], qy[i], qz[i], qw[i]}, {half_x[i], half_y[i], half_z[i]}};
  }
  [[nodiscard]] BoxView view(std::size_t first, std::size_t count) const {
    const auto part = [first](const std::vector<float>& column) { return Stream{column.data() + first}; };
    return {part(x),  part(y),      part(z),      part(qx),     part(qy), part(qz),
            part(qw), part(half_x), part(half_y), part(half_z), count};
  }
  [[nodiscard]] BoxView view() const { return view(0, size()); }
  [[nodiscard]] std::vector<std::span<const float>> columns() const {
    return {x, y, z, qx, qy, qz, qw, half_x, half_y, half_z};
  }
};

inline constexpr float zero_of_all = 0;
inline constexpr Stream at_zero_stream{&zero_of_all, 0};

/// Objects of the same kind about 0, and their positions in double, side by side as in an array of vectors. Boxes by
/// their corners may be a little larger.
template <class Columns>
struct DoubleColumns {
  Columns own;
  std::vector<Vec3d> positions;

  explicit DoubleColumns(const Columns& from) : own(from) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      if constexpr (requires { own.min_x; }) {
        positions.push_back({from.min_x[i], from.min_y[i], from.min_z[i]});
        own.min_x[i] = own.min_y[i] = own.min_z[i] = 0;
        const auto side = [](float low, float high) { return (high - low) * (1 + 0x1p-22F); };
        own.max_x[i] = side(from.min_x[i], from.max_x[i]), own.max_y[i] = side(from.min_y[i], from.max_y[i]);
        own.max_z[i] = side(from.min_z[i], from.max_z[i]);
      } else {
        positions.push_back({from.x[i], from.y[i], from.z[i]});
        own.x[i] = own.y[i] = own.z[i] = 0;
      }
    }
  }
  [[nodiscard]] std::size_t size() const { return positions.size(); }
  [[nodiscard]] auto view(std::size_t first, std::size_t count) const {
    auto shapes = own.view(first, count);
    if constexpr (requires { shapes.center_x; }) shapes.center_x = shapes.center_y = shapes.center_z = at_zero_stream;
    if constexpr (requires { shapes.radius; }) shapes.x = shapes.y = shapes.z = at_zero_stream;
    if constexpr (requires { shapes.min_x; }) shapes.min_x = shapes.min_y = shapes.min_z = at_zero_stream;
    return PlacedView{shapes, PositionStreams::of(std::span(positions).subspan(first, count))};
  }
  [[nodiscard]] auto view() const { return view(0, size()); }
};

/// As in engines: structures, not an array per number.
struct EngineObjects {
  struct Matrix {
    std::array<float, 12> row_major;
  };
  struct Local {
    Vec3 min, max;
  };
  struct Object {
    Matrix matrix;
    Local local;
  };
  std::vector<Matrix> matrices;
  std::vector<Local> locals;
  [[nodiscard]] std::size_t size() const { return matrices.size(); }
  [[nodiscard]] Object operator[](std::size_t i) const { return {matrices[i], locals[i]}; }
  [[nodiscard]] TransformedBoxView view(std::size_t first, std::size_t count) const {
    const auto local = [](const float& number) { return Stream{&number, sizeof(Local)}; };
    const auto& [min, max] = locals[first];
    return {MatrixStreams::row_major(matrices[first].row_major.data()),
            local(min.x),
            local(min.y),
            local(min.z),
            local(max.x),
            local(max.y),
            local(max.z),
            count};
  }
  [[nodiscard]] TransformedBoxView view() const { return view(0, size()); }
  [[nodiscard]] std::vector<std::span<const float>> columns() const {
    return {{matrices[0].row_major.data(), 12 * size()}, {&locals[0].min.x, 6 * size()}};
  }
};

/// The objects' field, in random order, the hardest one: neighbours in memory share an answer only by chance. The
/// cameras are at its middle.
inline constexpr Vec3 field_low{-100, -15, -100}, field_high{100, 25, 100};

/// Half extents from a stone to a house: 0.2 to 10, log-uniform.
[[nodiscard]] Vec3 half_extents(Random& random);

/// normal . p + offset >= 0 inside.
struct Plane {
  Vec3 normal;
  float offset;
};

struct Camera {
  ConvexVolume volume;
  std::array<Vec3, 8> corners;  ///< for the scalar reference
  std::array<Plane, 6> planes;  ///< for the plane loop
};

/// Cameras that look anywhere along the horizon and see a fifth of the field, or, if `zoom` makes their pictures ten
/// times narrower, a hundredth.
[[nodiscard]] std::vector<Camera> make_cameras(Random& random, std::size_t count, double zoom = 1);

/// The subdivision of one view; the set of its parts is rebuilt for each picture, as for a moving camera.
struct ViewParts {
  std::array<float, 16> row_major;
  std::uint32_t columns, rows;
  std::vector<float> depths;
  float near_depth, far_depth;
  [[nodiscard]] VolumeSet volumes() const {
    return VolumeSet::grid(row_major, DepthRange::zero_to_one, {.columns = columns, .rows = rows, .depths = depths});
  }
};

/// Query q asks whether camera q / objects sees object q % objects.
struct CullScene {
  std::variant<SphereColumns, AabbColumns, BoxColumns, EngineObjects> objects;
  std::vector<Camera> cameras;
  std::optional<ViewParts> parts = {};  ///< set if the cameras' volumes are parts of one view
  std::size_t batch = 0;                ///< objects per call; 0: all
  [[nodiscard]] std::size_t object_count() const {
    return std::visit([](const auto& columns) { return columns.size(); }, objects);
  }
  [[nodiscard]] std::size_t query_count() const { return object_count() * cameras.size(); }
};

struct CullSceneSpec {
  const char* name;
  std::size_t bytes;  ///< memory of the largest method and the scene
  bool scaling;       ///< one thread is timed against two
  bool parts;         ///< the cameras are parts of one view
  CullScene (*make)();
  std::size_t batch = 0;  ///< objects per call; 0: all
  bool lists = false;     ///< index lists of a kept set, not masks of one that is rebuilt
};

[[nodiscard]] std::span<const CullSceneSpec> cull_scenes();

/// Boxes for kept worlds, and many cameras that see a fifth of them, or, narrow ones, a hundredth.
[[nodiscard]] std::span<const CullSceneSpec> world_scenes();

}  // namespace lockstep::bench
