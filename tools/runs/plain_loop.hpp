// The plane test as somebody would write it for boxes of his own: what lockstep is compared with.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lockstep/isa.hpp>

namespace lockstep::tools {

/// normal . p + offset >= 0 inside.
struct LoopPlane {
  float x = 0, y = 0, z = 0, offset = 0;
};

/// Boxes with sides along the axes, as structures of arrays.
struct BoxColumns {
  std::vector<float> min_x, min_y, min_z, max_x, max_y, max_z;

  [[nodiscard]] std::size_t size() const { return min_x.size(); }
};

/// visible[i] = 1 if no plane has box i outside, else 0. One loop, which the compiler turns into lanes of `isa` with
/// everything that such a loop may have, fast math and fused multiply-add included.
void plain_plane_loop(const BoxColumns& boxes, const std::array<LoopPlane, 6>& planes, Isa isa, std::uint8_t* visible);

}  // namespace lockstep::tools
