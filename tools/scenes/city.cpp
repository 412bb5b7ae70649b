#include "scenes/city.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "scenes/camera.hpp"
#include "text/error.hpp"
#include "text/random.hpp"

namespace lockstep::tools {
namespace {

constexpr int blocks = 56;           // along each side of the city
constexpr double block_size = 80;    // including half of the streets around it
constexpr double street = 16;        // width
constexpr int lots = 3;              // along each side of a block
constexpr int trees = 5, cars = 4;   // per block
constexpr double crossing_far = 40;  // how far a camera at a crossing sees

/// A place to build on, turned about the vertical.
struct Site {
  double x, y, half_x, half_y, angle;

  [[nodiscard]] Vec3 at(double along, double across, double z) const {
    const double c = std::cos(angle), s = std::sin(angle);
    return {static_cast<float>(x + c * along - s * across), static_cast<float>(y + s * along + c * across),
            static_cast<float>(z)};
  }
};

Geometry standing_box(const Site& site, double base, double height) {
  if (site.angle == 0)
    return Aabb{site.at(-site.half_x, -site.half_y, base), site.at(site.half_x, site.half_y, base + height)};
  Box box;
  box.center = site.at(0, 0, base + height / 2);
  box.rotation = {0, 0, static_cast<float>(std::sin(site.angle / 2)), static_cast<float>(std::cos(site.angle / 2))};
  box.half_extents = {static_cast<float>(site.half_x), static_cast<float>(site.half_y), static_cast<float>(height / 2)};
  return box;
}

/// A gabled roof: four eaves and a ridge.
Geometry roof(const Site& site, double base, double height) {
  const double a = site.half_x, b = site.half_y;
  return Vertices{site.at(-a, -b, base),
                  site.at(a, -b, base),
                  site.at(a, b, base),
                  site.at(-a, b, base),
                  site.at(-0.8 * a, 0, base + height),
                  site.at(0.8 * a, 0, base + height)};
}

Geometry ball(double x, double y, double z, double radius) {
  return Sphere{{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)}, static_cast<float>(radius)};
}

class City {
 public:
  explicit City(std::uint64_t seed) : random_(seed) {}

  void build() {
    for (int i = -blocks / 2; i < blocks / 2; ++i)
      for (int j = -blocks / 2; j < blocks / 2; ++j) build_block(i * block_size, j * block_size);
  }

  /// Cameras without a far plane see half the city, and planes keep hardly more. Cameras at crossings see no farther
  /// than a few houses: the smaller a view is against the objects in it, the more objects beside its edges planes keep.
  void add_cameras(const Lens& lens) {
    constexpr double near = 0.1, eye = 1.7, quarter = std::numbers::pi / 4;
    for (int i = 0; i < 3; ++i) {
      const double angle = 2 * i * quarter, at = (4 * i - 5) * block_size * 4;
      const Point3 forward{std::cos(angle), std::sin(angle), 0};
      add_camera(scene_, make_camera(concat("street ", i + 1), {at, at, eye}, forward, {0, 0, 1}, lens, near));
    }
    Lens short_lens = lens;
    if (lens.far == 0 || lens.far > crossing_far) short_lens.far = crossing_far;
    for (int i = 0; i < 3; ++i) {
      const double angle = (2 * i + 1) * quarter, at = (i - 1) * block_size * 8;
      const Point3 forward{std::cos(angle), std::sin(angle), -0.2};
      add_camera(scene_, make_camera(concat("crossing ", i + 1), {at, -at, 6}, forward, {0, 0, 1}, short_lens, near));
    }
    const double edge = blocks * block_size / 2;
    add_camera(scene_, make_camera("rooftop", {0, 0, 90}, {1, 0.3, -0.2}, {0, 0, 1}, lens, near));
    add_camera(scene_, make_camera("helicopter", {-edge, -edge, 400}, {1, 1, -0.3}, {0, 0, 1}, lens, near));
  }

  Scene take() { return std::move(scene_); }

 private:
  void add(const char* kind, Geometry geometry) {
    add_object(scene_, {concat(kind, " ", scene_.objects.size()), std::move(geometry)});
  }

  void build_block(double x, double y) {
    // Streets turn a little in the old town, where boxes are not axis-aligned.
    const double angle = random_.chance(0.5) ? 0 : random_.uniform(-0.35, 0.35);
    const double lot = (block_size - street) / lots;
    for (int i = 0; i < lots; ++i)
      for (int j = 0; j < lots; ++j)
        build_lot(x + street / 2 + (i + 0.5) * lot, y + street / 2 + (j + 0.5) * lot, lot, angle);
    for (int i = 0; i < trees; ++i)
      add("tree", ball(random_.uniform(x, x + block_size), y + random_.uniform(1, 3), random_.uniform(3, 6),
                       random_.uniform(1, 3)));
    for (int i = 0; i < cars; ++i) {
      const Site site{random_.uniform(x, x + block_size), y + random_.uniform(-6, 0), 2.2, 0.9,
                      random_.uniform(-0.1, 0.1)};
      add("car", standing_box(site, 0.2, 1.4));
    }
  }

  void build_lot(double x, double y, double size, double angle) {
    const Site site{x, y, size * random_.uniform(0.3, 0.42), size * random_.uniform(0.3, 0.42), angle};
    const double height = 4 + 60 * std::pow(random_.uniform(0, 1), 4);
    add("house", standing_box(site, 0, height));
    if (height < 12) add("roof", roof(site, height, random_.uniform(2, 4)));
    add("lamp", ball(x + size / 2, y - size / 2, 5, 0.25));
  }

  Random random_;
  Scene scene_;
};

}  // namespace

Scene make_city(std::uint64_t seed, const Lens& lens) {
  City city(seed);
  city.build();
  city.add_cameras(lens);
  Scene scene = city.take();
  scene.title = concat("generated city, seed ", seed);
  return scene;
}

}  // namespace lockstep::tools
