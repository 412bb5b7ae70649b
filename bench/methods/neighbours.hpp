// Neighbours of a workload as views over arrays: shapes 2 i in the first, shapes 2 i + 1 in the second.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <vector>

#include <lockstep/shapes.hpp>
#include <lockstep/views.hpp>

namespace lockstep::bench {

/// An array for each number of a shape.
using Numbers = std::vector<std::vector<float>>;

inline SphereView view_of(const Sphere*, const Numbers& n, std::size_t count) {
  return {{n[0].data()}, {n[1].data()}, {n[2].data()}, {n[3].data()}, count};
}
inline AabbView view_of(const Aabb*, const Numbers& n, std::size_t count) {
  return {{n[0].data()}, {n[1].data()}, {n[2].data()}, {n[3].data()}, {n[4].data()}, {n[5].data()}, count};
}
inline CapsuleView view_of(const Capsule*, const Numbers& n, std::size_t count) {
  return {{n[0].data()}, {n[1].data()}, {n[2].data()}, {n[3].data()},
          {n[4].data()}, {n[5].data()}, {n[6].data()}, count};
}
inline BoxView view_of(const Box*, const Numbers& n, std::size_t count) {
  return {{n[0].data()}, {n[1].data()}, {n[2].data()}, {n[3].data()}, {n[4].data()}, {n[5].data()},
          {n[6].data()}, {n[7].data()}, {n[8].data()}, {n[9].data()}, count};
}

template <class Shape>
class Neighbours {
 public:
  explicit Neighbours(const std::vector<Shape>& shapes) : count_(shapes.size() / 2) {
    using Row = std::array<float, sizeof(Shape) / sizeof(float)>;
    for (Numbers& side : sides_) side.resize(Row().size());
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const Row row = std::bit_cast<Row>(shapes[i]);
      for (std::size_t k = 0; k < row.size(); ++k) sides_[i % 2][k].push_back(row[k]);
    }
  }

  [[nodiscard]] auto view(std::size_t side) const {
    return view_of(static_cast<const Shape*>(nullptr), sides_[side], count_);
  }

 private:
  Numbers sides_[2];
  std::size_t count_;
};

}  // namespace lockstep::bench
