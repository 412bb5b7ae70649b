// Static objects, which the objects of each frame are compared with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <lockstep/config.hpp>
#include <lockstep/overlap.hpp>
#include <lockstep/world.hpp>

#include "frames/frames.hpp"
#include "runs/frame_shapes.hpp"
#include "scenes/scene.hpp"

namespace lockstep::tools {

/// Objects of space are a World, which is sorted once; objects of the plane are the second set of a pass.
class StaticObjects {
 public:
  /// The objects of the only frame. Throws `ReadError` if there are more.
  StaticObjects(const Frames& frames, Isa isa);
  /// The objects of a map, of glTF or of a mesh file, numbered from 0, about the origin of the scene. Throws `ReadError` that names an
  /// invalid object.
  StaticObjects(const Scene& scene, Isa isa);

  [[nodiscard]] bool is_flat() const { return flat_; }
  [[nodiscard]] bool in_metres() const { return in_metres_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] const std::string& title() const { return title_; }
  /// The word for one of them.
  [[nodiscard]] const std::string& object_name() const { return object_name_; }
  [[nodiscard]] std::int64_t id(std::size_t index) const {
    return ids_.empty() ? static_cast<std::int64_t>(index) : ids_[index];
  }
  /// The processor time of sorting them.
  [[nodiscard]] double build_ns() const { return build_ns_; }
  [[nodiscard]] std::size_t memory_bytes() const;

  /// Finds the pairs of these shapes and the static ones: writes and returns the same as `OverlapPass::run` of two
  /// sets. It sorts only in the plane.
  OverlapResult pass(const FrameShapes& shapes, const OverlapOutput& out, const OverlapOptions& how);

 private:
  void keep(ShapeSet shapes, Isa isa);

  bool flat_ = false, in_metres_ = false;
  std::size_t count_ = 0;
  std::string title_, object_name_;
  std::vector<std::int64_t> ids_;  ///< empty: each object's index
  double build_ns_ = 0;
  World world_;
  ShapeSet2 flat_shapes_;
  OverlapPass flat_pass_;
};

}  // namespace lockstep::tools
