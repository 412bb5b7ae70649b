// The frames that a page can show, in whole numbers of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "frames/frames.hpp"

namespace lockstep::tools {

/// Bounds on the size of a page: a few MB.
inline constexpr std::size_t max_drawn_circles = 160'000;
inline constexpr std::size_t max_drawn_frames = 240;
/// Drawing units: the longer side of the picture.
inline constexpr int drawing_size = 10'000;

/// The outline of a shape of the plane, about its centre.
enum class OutlineKind : std::uint8_t { circle, capsule, box, ellipse, slice };
struct DrawnOutline {
  OutlineKind kind = OutlineKind::circle;
  std::int32_t angle = 0;  ///< in thousandths of a radian, clockwise from the x axis
  /// Half length and radius of a capsule; half extents; radii; radius and half angle (in milliradians) of a slice.
  std::int32_t first = 0, second = 0;
};

/// Circles as a page draws them: those that overlap first. x grows to the right and y downwards.
struct DrawnFrame {
  std::size_t index = 0;        ///< among all frames
  std::size_t overlapping = 0;  ///< the number of circles at the front that overlap others
  std::size_t left_out = 0;     ///< objects of the shown part beyond the bound on their number
  std::vector<std::int32_t> x, y, radius;
  std::vector<DrawnOutline> outlines;  ///< empty: all are circles
};

/// Chooses frames at even distances, and keeps the one with most pairs as well. If frames hold more objects than can be
/// drawn, it shows a part in the middle of the world; for spheres that would cover each other, a slice across it.
class FrameDrawing {
 public:
  explicit FrameDrawing(const Frames& frames);

  /// Call in order of frames; `any` has a bit for each object that overlaps.
  void take(const Frame& frame, std::uint64_t pairs, std::span<const std::uint64_t> any);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  /// The shown share of the world's length along x and y; 1: all.
  [[nodiscard]] double share() const { return share_; }
  /// The thickness of the slice of spheres that is shown; 0: all are shown.
  [[nodiscard]] double slice() const { return slice_; }
  /// In order.
  [[nodiscard]] std::vector<DrawnFrame> drawn() &&;

 private:
  void choose_window(const Frames& frames);
  [[nodiscard]] DrawnFrame draw(const Frame& frame, std::span<const std::uint64_t> any) const;
  void add(DrawnFrame& drawn, const Frame& frame, std::size_t object) const;
  [[nodiscard]] bool shows(const Frame& frame, std::size_t object) const;

  bool flat_;
  std::size_t frames_, chosen_frames_, most_circles_, next_ = 0;
  double share_ = 1, slice_ = 0, scale_ = 1;
  Aabb window_;
  int width_ = drawing_size, height_ = drawing_size;
  std::vector<DrawnFrame> drawn_;
  std::optional<DrawnFrame> fullest_;  ///< if it is not in `drawn_` anyway
  std::uint64_t most_pairs_ = 0;
};

}  // namespace lockstep::tools
