#include "report/frame_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>
#include <variant>

#include "report/mask_bit.hpp"

namespace lockstep::tools {
namespace {

float at(const Stream& stream, std::size_t index) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(stream.data);
  return *reinterpret_cast<const float*>(bytes + static_cast<std::ptrdiff_t>(index) * stream.stride);
}

/// The middle part of a range, and room for a radius at both ends.
std::pair<float, float> part_of(float low, float high, double share, double room) {
  // Exactly so, or an object at the end would be lost if numbers are large.
  if (share == 1) return {static_cast<float>(low - room), static_cast<float>(high + room)};
  const double middle = (double{low} + high) / 2, half = (double{high} - low) / 2 * share + room;
  return {static_cast<float>(middle - half), static_cast<float>(middle + half)};
}

/// The number of frames to draw: fewer if they have more objects.
std::size_t frames_to_draw(const Frames& frames) {
  const std::size_t mean = frames.objects / frames.count + 1;
  return std::min(frames.count, std::clamp<std::size_t>(max_drawn_circles / (2 * mean), 24, max_drawn_frames));
}

std::int32_t whole(double value) { return static_cast<std::int32_t>(std::lround(std::clamp(value, -1e6, 1e6))); }

std::int32_t thousandths(double angle) { return whole(1000 * std::remainder(angle, 2 * std::numbers::pi)); }

/// At this many drawing units per unit of length.
struct CrowdOutline {
  double scale;

  DrawnOutline operator()(const Capsule2& c) const {
    const double x = double{c.p1.x} - c.p0.x, y = double{c.p1.y} - c.p0.y;
    return outline(OutlineKind::capsule, std::atan2(y, x), std::hypot(x, y) / 2, c.radius);
  }
  DrawnOutline operator()(const Box2& b) const {
    return outline(OutlineKind::box, b.angle, b.half_extents.x, b.half_extents.y);
  }
  DrawnOutline operator()(const Ellipse2& e) const {
    return outline(OutlineKind::ellipse, e.angle, e.radii.x, e.radii.y);
  }
  DrawnOutline operator()(const Slice2& s) const {
    return {OutlineKind::slice, thousandths(-s.angle), whole(s.radius * scale), thousandths(s.half_angle)};
  }
  template <class Round>
  DrawnOutline operator()(const Round&) const {
    return {};
  }

 private:
  [[nodiscard]] DrawnOutline outline(OutlineKind kind, double angle, double first, double second) const {
    return {kind, thousandths(-angle), whole(first * scale), whole(second * scale)};
  }
};

}  // namespace

FrameDrawing::FrameDrawing(const Frames& frames)
    : flat_(frames.flat),
      frames_(frames.count),
      chosen_frames_(frames_to_draw(frames)),
      most_circles_(max_drawn_circles / (chosen_frames_ + 1)) {
  choose_window(frames);
  const double width = double{window_.max.x} - window_.min.x, height = double{window_.max.y} - window_.min.y;
  scale_ = drawing_size / std::max({width, height, 1e-30});
  // Keeps a line of people visible.
  width_ = std::max(drawing_size / 8, static_cast<int>(width * scale_));
  height_ = std::max(drawing_size / 8, static_cast<int>(height * scale_));
}

void FrameDrawing::choose_window(const Frames& frames) {
  const Vec3 &low = frames.bounds.min, &high = frames.bounds.max;
  const double radius = frames.median_radius, depth = double{high.z} - low.z;
  const double area = (double{high.x} - low.x + 2 * radius) * (double{high.y} - low.y + 2 * radius);
  auto count = static_cast<double>(frames.largest);
  // Spheres that cover most of those below them are shown slice by slice.
  double depth_share = 1;
  if (!flat_ && count * std::numbers::pi * radius * radius > 0.5 * area && depth > 8 * radius) {
    slice_ = 4 * radius;
    depth_share = slice_ / depth;
    count *= depth_share;
  }
  // A little less than would fill the bound, because no frame is spread evenly.
  const auto most = static_cast<double>(most_circles_);
  if (count > most) share_ = std::sqrt(0.8 * most / count);
  const double room = share_ < 1 ? 0 : 2 * radius;
  std::tie(window_.min.x, window_.max.x) = part_of(low.x, high.x, share_, room);
  std::tie(window_.min.y, window_.max.y) = part_of(low.y, high.y, share_, room);
  std::tie(window_.min.z, window_.max.z) = part_of(low.z, high.z, depth_share, 0);
}

bool FrameDrawing::shows(const Frame& frame, std::size_t object) const {
  const auto inside = [](float value, float low, float high) { return low <= value && value <= high; };
  return inside(at(frame.x, object), window_.min.x, window_.max.x) &&
         inside(at(frame.y, object), window_.min.y, window_.max.y) &&
         (flat_ || inside(at(frame.z, object), window_.min.z, window_.max.z));
}

void FrameDrawing::add(DrawnFrame& drawn, const Frame& frame, std::size_t i) const {
  const double middle_x = (double{window_.min.x} + window_.max.x) / 2,
               middle_y = (double{window_.min.y} + window_.max.y) / 2;
  drawn.x.push_back(whole(width_ / 2.0 + (at(frame.x, i) - middle_x) * scale_));
  drawn.y.push_back(whole(height_ / 2.0 - (at(frame.y, i) - middle_y) * scale_));
  drawn.radius.push_back(whole(at(frame.radius, i) * scale_));
  if (flat_ && !frame.shapes.empty()) drawn.outlines.push_back(std::visit(CrowdOutline{scale_}, frame.shapes[i]));
}

DrawnFrame FrameDrawing::draw(const Frame& frame, std::span<const std::uint64_t> any) const {
  DrawnFrame drawn;
  for (const bool overlapping : {true, false}) {
    for (std::size_t i = 0; i < frame.count; ++i) {
      if (bit(any, i) != overlapping || !shows(frame, i)) continue;
      if (drawn.x.size() == most_circles_) {
        ++drawn.left_out;
        continue;
      }
      add(drawn, frame, i);
    }
    if (overlapping) drawn.overlapping = drawn.x.size();
  }
  return drawn;
}

void FrameDrawing::take(const Frame& frame, std::uint64_t pairs, std::span<const std::uint64_t> any) {
  const std::size_t index = next_++;
  // The first frame, the last one, and others at even distances.
  const std::size_t chosen = drawn_.size() * (frames_ - 1) / std::max<std::size_t>(chosen_frames_ - 1, 1);
  const bool is_chosen = drawn_.size() < chosen_frames_ && index == chosen,
             is_fullest = index == 0 || pairs > most_pairs_;
  if (is_fullest) most_pairs_ = pairs, fullest_.reset();
  if (!is_chosen && !is_fullest) return;
  DrawnFrame drawn = draw(frame, any);
  drawn.index = index;
  if (is_chosen)
    drawn_.push_back(std::move(drawn));
  else
    fullest_ = std::move(drawn);
}

std::vector<DrawnFrame> FrameDrawing::drawn() && {
  if (fullest_) {
    const auto later = [&](const DrawnFrame& d) { return d.index > fullest_->index; };
    drawn_.insert(std::find_if(drawn_.begin(), drawn_.end(), later), std::move(*fullest_));
  }
  return std::move(drawn_);
}

}  // namespace lockstep::tools
