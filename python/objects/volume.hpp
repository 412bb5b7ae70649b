// A ConvexVolume and how it was made, for pickles.
#pragma once

#include <array>
#include <memory>
#include <variant>

#include <lockstep/frustum.hpp>

#include "objects/bytes.hpp"

namespace lockstep::python {

struct FromMatrix {
  std::array<float, 16> matrix;
  MatrixOrder order;
  DepthRange range;
  ClipWindow window;
};
using FromCorners = std::array<Vec3, 8>;

/// Held by a shared pointer, as sets keep it.
class Volume : public std::enable_shared_from_this<Volume> {
 public:
  explicit Volume(const FromMatrix& made)
      : made_(made),
        volume_(ConvexVolume::from_view_projection(made.matrix.data(), made.order, made.range, made.window)) {}
  explicit Volume(const FromCorners& made) : made_(made), volume_(ConvexVolume::from_corners(made)) {}

  [[nodiscard]] const ConvexVolume& volume() const { return volume_; }

  void write(ByteWriter& bytes) const;
  static std::shared_ptr<const Volume> read(ByteReader& bytes);

 private:
  std::variant<FromMatrix, FromCorners> made_;
  ConvexVolume volume_;
};

}  // namespace lockstep::python
