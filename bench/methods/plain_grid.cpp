// `plain`: a good user's code. A uniform grid whose cells are as large as the largest object, filled by a counting
// sort, and a scalar test of each object with those of its own cell and of half of the neighbouring cells. It gets the
// flags of the plain loops: those of the lanes and fast math.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "methods/per_isa.hpp"
#include "methods/rare_path.hpp"
#include "work/overlap_shapes.hpp"

namespace lockstep::bench {
namespace {

// The entries of cells: all data of a test, side by side.

struct Ball {
  static constexpr int dimensions = 3;
  float x, y, z, radius;
  std::uint32_t index;
};

struct Disc {
  static constexpr int dimensions = 2;
  float x, y, radius;
  std::uint32_t index;
};

struct Boxed {
  static constexpr int dimensions = 3;
  Aabb box;
  std::uint32_t index;
};

Ball entry(const SphereColumns& spheres, std::size_t i) {
  return {spheres.x[i], spheres.y[i], spheres.z[i], spheres.radius[i], static_cast<std::uint32_t>(i)};
}
Disc entry(const CircleColumns& circles, std::size_t i) {
  return {circles.x[i], circles.y[i], circles.radius[i], static_cast<std::uint32_t>(i)};
}
Boxed entry(const BodyColumns& bodies, std::size_t i) {
  return {bounds(object(bodies, i)), static_cast<std::uint32_t>(i)};
}

std::array<float, 3> center(const Ball& b) { return {b.x, b.y, b.z}; }
std::array<float, 3> center(const Disc& d) { return {d.x, d.y, 0}; }
std::array<float, 3> center(const Boxed& b) {
  return {(b.box.min.x + b.box.max.x) / 2, (b.box.min.y + b.box.max.y) / 2, (b.box.min.z + b.box.max.z) / 2};
}

float extent(const Ball& b) { return 2 * b.radius; }
float extent(const Disc& d) { return 2 * d.radius; }
float extent(const Boxed& b) {
  return std::max({b.box.max.x - b.box.min.x, b.box.max.y - b.box.min.y, b.box.max.z - b.box.min.z});
}

bool near(const Ball& a, const Ball& b) {
  const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, reach = a.radius + b.radius;
  return x * x + y * y + z * z <= reach * reach;
}
bool near(const Disc& a, const Disc& b) {
  const float x = a.x - b.x, y = a.y - b.y, reach = a.radius + b.radius;
  return x * x + y * y <= reach * reach;
}
bool near(const Boxed& a, const Boxed& b) {
  return a.box.min.x <= b.box.max.x && b.box.min.x <= a.box.max.x && a.box.min.y <= b.box.max.y &&
         b.box.min.y <= a.box.max.y && a.box.min.z <= b.box.max.z && b.box.min.z <= a.box.max.z;
}

/// Entries in the order of their cells. One more cell on each side is always empty, so that neighbours need no bounds
/// check.
template <class Entry>
class Grid {
 public:
  template <class Columns>
  void sort(const Columns& objects) {
    entries_.resize(objects.size());
    for (std::size_t i = 0; i < objects.size(); ++i) entries_[i] = entry(objects, i);
    choose_cells();
    cell_of_.resize(objects.size());
    first_.assign(cells_[0] * cells_[1] * cells_[2] + 2, 0);
    for (std::size_t i = 0; i < entries_.size(); ++i) ++first_[(cell_of_[i] = cell(entries_[i])) + 2];
    for (std::size_t c = 2; c < first_.size(); ++c) first_[c] += first_[c - 1];
    sorted_.resize(entries_.size());
    for (std::size_t i = 0; i < entries_.size(); ++i) sorted_[first_[cell_of_[i] + 1]++] = entries_[i];
  }

  /// Calls `found` with each two entries that are near each other.
  template <class Found>
  void for_near(Found found) const {
    const std::size_t row = cells_[0], layer = cells_[0] * cells_[1];
    constexpr std::size_t rows = Entry::dimensions == 3 ? 4 : 1;
    const std::array<std::size_t, 4> later{row, layer - row, layer, layer + row};
    const std::size_t last = first_.size() - 3 - later[rows - 1];
    for (std::size_t c = row + 1; c <= last; ++c)
      for (std::uint32_t i = first_[c]; i < first_[c + 1]; ++i) {
        const Entry a = sorted_[i];
        const auto test = [&](std::uint32_t begin, std::uint32_t end) {
          for (std::uint32_t j = begin; j < end; ++j)
            if (near(a, sorted_[j])) found(a.index, sorted_[j].index);
        };
        test(i + 1, first_[c + 2]);
        for (std::size_t r = 0; r < rows; ++r) test(first_[c + later[r] - 1], first_[c + later[r] + 2]);
      }
  }

 private:
  void choose_cells() {
    std::array<float, 3> high{};
    float size = 0;
    low_ = high = center(entries_[0]);
    for (const Entry& e : entries_) {
      const auto p = center(e);
      for (std::size_t k = 0; k < 3; ++k) low_[k] = std::min(low_[k], p[k]), high[k] = std::max(high[k], p[k]);
      size = std::max(size, extent(e));
    }
    per_unit_ = 1 / size;
    for (std::size_t k = 0; k < 3; ++k) cells_[k] = 3 + static_cast<std::size_t>((high[k] - low_[k]) * per_unit_);
    if constexpr (Entry::dimensions == 2) cells_[2] = 1;
  }
  [[nodiscard]] std::uint32_t cell(const Entry& e) const {
    const auto p = center(e);
    const auto at = [&](std::size_t k) { return 1 + static_cast<std::uint32_t>((p[k] - low_[k]) * per_unit_); };
    const auto x = static_cast<std::uint32_t>(cells_[0]), y = static_cast<std::uint32_t>(cells_[1]);
    if constexpr (Entry::dimensions == 2) return at(1) * x + at(0);
    return (at(2) * y + at(1)) * x + at(0);
  }

  std::vector<Entry> entries_, sorted_;
  std::vector<std::uint32_t> cell_of_, first_;
  std::array<float, 3> low_{};
  std::array<std::size_t, 3> cells_{};
  float per_unit_ = 0;
};

template <class Columns>
class PlainGrid final : public OverlapMethod {
 public:
  explicit PlainGrid(const std::vector<Columns>& frames) : frames_(frames) {
    if constexpr (std::is_same_v<Columns, BodyColumns>) meshes_.emplace(*frames.front().what);
  }

  void run(std::size_t frame) override {
    const Columns& objects = frames_[frame];
    grid_.sort(objects);
    pairs_.clear();
    if constexpr (std::is_same_v<Columns, BodyColumns>) {
      bodies_.clear();
      for (std::size_t i = 0; i < objects.size(); ++i) bodies_.push_back(meshes_->placed(object(objects, i)));
      grid_.for_near([&](std::uint32_t a, std::uint32_t b) {
        if (meet(bodies_[a], bodies_[b])) pairs_.push_back({a, b});
      });
    } else {
      grid_.for_near([&](std::uint32_t a, std::uint32_t b) { pairs_.push_back({a, b}); });
    }
  }

 private:
  const std::vector<Columns>& frames_;
  Grid<decltype(entry(std::declval<const Columns&>(), 0))> grid_;
  std::optional<ReferenceMeshes<float>> meshes_;
  std::vector<ReferenceBody<float>> bodies_;
};

}  // namespace

std::unique_ptr<OverlapMethod> plain_grid(const OverlapScene& scene) {
  return std::visit(
      []<class Columns>(const std::vector<Columns>& frames) -> std::unique_ptr<OverlapMethod> {
        return std::make_unique<PlainGrid<Columns>>(frames);
      },
      scene.frames);
}

}  // namespace lockstep::bench
