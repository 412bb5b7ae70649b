#include "support/mesh_fixture.hpp"

#include <bit>

namespace lockstep::tools::test {

FileBytes make_stl(const std::vector<ThreeCorners>& triangles, std::string_view header) {
  FileBytes bytes = to_bytes(header.substr(0, 80));
  bytes.resize(84 + 50 * triangles.size());
  put_u32(bytes, 80, static_cast<std::uint32_t>(triangles.size()));
  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (std::size_t k = 0; k < 9; ++k)
      put_u32(bytes, 84 + 50 * i + 12 + 4 * k, std::bit_cast<std::uint32_t>(triangles[i][k]));
  return bytes;
}

std::vector<ThreeCorners> box_triangles(const Corner& low, const Corner& high) {
  const auto corner = [&](unsigned k) {
    return Corner{k & 1U ? high[0] : low[0], k & 2U ? high[1] : low[1], k & 4U ? high[2] : low[2]};
  };
  constexpr unsigned sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  std::vector<ThreeCorners> triangles;
  for (const auto& [a, b, c, d] : sides) {
    for (const auto& three : {std::array{a, b, c}, std::array{a, c, d}}) {
      ThreeCorners corners{};
      for (std::size_t i = 0; i < 9; ++i) corners[i] = corner(three[i / 3])[i % 3];
      triangles.push_back(corners);
    }
  }
  return triangles;
}

std::string_view two_objects() {
  return "o crate\nv 10 0 0\nv 11 0 0\nv 10 1 0\nv 11 1 0\nv 10 0 1\nv 11 0 1\nv 10 1 1\nv 11 1 1\n"
         "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
         "o tent\nv 0 20 0\nv 1 20 0\nv 0 21 0\nv 0 20 1\nf -4 -3 -2\nf -4 -2 -1\nf -4 -1 -3\nf -3 -1 -2\n";
}

}  // namespace lockstep::tools::test
