// Pair-file lines about shapes of the plane: failing tests print them and `lockstep pairs` replays them.
//
//   to_pair_line("ball-box", Circle2{{0, 0}, 1}, Box2{{2, 0}, 0.5F, {1, 1}})
//       == "ball-box | circle2d 0 0 1 | box2d 2 0 0.5 1 1"
#pragma once

#include <string>
#include <string_view>

#include "plane_shape.hpp"

namespace lockstep::oracle {

struct PlanePairLine {
  std::string id;
  AnyShape2 a, b;
};

/// Numbers with 9 digits, which give back the same float.
[[nodiscard]] std::string to_text(const AnyShape2& shape);
[[nodiscard]] std::string to_pair_line(std::string_view id, const AnyShape2& a, const AnyShape2& b);

/// Throw `std::invalid_argument` that describes the error.
[[nodiscard]] AnyShape2 parse_plane_shape(std::string_view text);
[[nodiscard]] PlanePairLine parse_plane_pair_line(std::string_view line);

}  // namespace lockstep::oracle
