// A ConvexVolume and its constructor's arguments, for pickles.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <variant>

#include <lockstep/volumes.hpp>

#include "objects/bytes.hpp"

namespace lockstep::python {

template <class Number>
struct FromMatrixOf {
  std::array<Number, 16> matrix;
  MatrixOrder order;
  DepthRange range;
  ClipWindow window;
};
using FromMatrix = FromMatrixOf<float>;
using FromDoubles = FromMatrixOf<double>;
struct FromCamera {
  Lens lens;
  CameraPose pose;
};
struct FromPlanes {
  std::array<HalfSpace, ConvexVolume::max_planes> planes;
  std::size_t count;
};
using FromCorners = std::array<Vec3, 8>;

/// Held by a shared pointer, like sets.
class Volume : public std::enable_shared_from_this<Volume> {
 public:
  template <class Number>
  explicit Volume(const FromMatrixOf<Number>& made)
      : made_(made),
        volume_(ConvexVolume::from_view_projection(made.matrix.data(), made.order, made.range, made.window)) {}
  explicit Volume(const FromCamera& made) : made_(made), volume_(ConvexVolume::from_camera(made.lens, made.pose)) {}
  explicit Volume(const FromPlanes& made)
      : made_(made), volume_(ConvexVolume::from_planes(std::span(made.planes).first(made.count))) {}
  explicit Volume(const FromCorners& made) : made_(made), volume_(ConvexVolume::from_corners(made)) {}

  [[nodiscard]] const ConvexVolume& volume() const { return volume_; }

  void write(ByteWriter& bytes) const;
  static std::shared_ptr<const Volume> read(ByteReader& bytes);

 private:
  std::variant<FromMatrix, FromCorners, FromDoubles, FromCamera, FromPlanes> made_;
  ConvexVolume volume_;
};

}  // namespace lockstep::python
