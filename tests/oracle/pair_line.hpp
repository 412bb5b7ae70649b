// Pair-file lines, `id | SHAPE | SHAPE`: failing tests print them and `lockstep pairs` replays them.
//
//   to_pair_line("ball-box", Sphere{{0, 0, 0}, 1}, Aabb{{1, 0, 0}, {2, 1, 1}})
//       == "ball-box | sphere 0 0 0 1 | aabb 1 0 0 2 1 1"
#pragma once

#include <string>
#include <string_view>

#include "shape.hpp"

namespace lockstep::oracle {

struct PairLine {
  std::string id;
  AnyShape a, b;
};

/// Numbers with 9 digits, which give back the same float.
[[nodiscard]] std::string to_text(const AnyShape& shape);
[[nodiscard]] std::string to_pair_line(std::string_view id, const AnyShape& a, const AnyShape& b);

/// Throw `std::invalid_argument` that describes the error.
[[nodiscard]] AnyShape parse_shape(std::string_view text);
[[nodiscard]] PairLine parse_pair_line(std::string_view line);

}  // namespace lockstep::oracle
