// Cameras and other volumes to cull against, with their equivalents for the exact oracle.
#pragma once

#include <string>
#include <vector>

#include "generate.hpp"
#include "lockstep/volumes.hpp"

namespace lockstep::test {

struct NamedVolume {
  std::string name;
  ConvexVolume volume;
  oracle::AnyShape truth;          ///< the same set; for an infinite one, all points nearer than a million
  oracle::AnyShape given = truth;  ///< the arguments of the volume
};

/// Perspective and orthographic, both depth ranges, reversed Z, infinite far sides, off-axis, narrow tiles, far from
/// the origin, tiny near distances, and corners: boxes, pyramids, twisted and flat ones.
std::vector<NamedVolume> volumes();

/// The library's volume of corners or of a matrix. Throws `InvalidInput` if it refuses them.
ConvexVolume volume_of(const oracle::Corners8& corners);
ConvexVolume volume_of(const oracle::MatrixVolume& matrix);

/// A camera with this reach, about the origin.
oracle::MatrixVolume camera_between(oracle::Rng& rng, double near, double far);

/// A camera of any lens, depth range and place, with near and far distances up to a factor of 1e9 apart; `infinite`
/// ones have no far side. The library may refuse the most extreme.
oracle::MatrixVolume random_camera(oracle::Rng& rng, bool infinite);

}  // namespace lockstep::test
