// The GJK query of an object of a culling call and the volume.
#pragma once

#include "lanes/cull/object_loaders.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The Minkowski difference, at unit scale.
template <class Object>
auto object_in_volume(const Object& object, const VolumeData& volume) {
  const auto& shape = object.shape();
  auto c = difference(shape, Volume(volume, shape.center, shape.extent));
  c.scale_by(unit_scale(c.size()));
  return c;
}

/// Clears the bits of the objects at W positions, in the lanes of m.
inline void clear_bits(std::uint64_t* visible, const std::uint32_t* position, Mask m) {
  for (unsigned left = bits(m); left != 0; left &= left - 1) {
    const std::uint32_t at = position[__builtin_ctz(left)];
    visible[at / 64] &= ~(std::uint64_t{1} << (at % 64));
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
