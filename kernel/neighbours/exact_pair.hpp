// Distances of points in a periodic cell, compared in exact arithmetic.
#pragma once

#include "neighbours/cell_frame.hpp"

namespace lockstep::detail {

/// |to + image * edges - from| <= cutoff
bool is_within(const Vec3d& from, const Vec3d& to, const Image& image, const CellFrame& frame, double cutoff);

/// A point and the cells by which it is moved.
struct ImageOfPoint {
  Vec3d point;
  Image image;
};

/// The sign of a's distance from a point less b's.
int compare_distances(const Vec3d& from, const ImageOfPoint& a, const ImageOfPoint& b, const CellFrame& frame);

}  // namespace lockstep::detail
