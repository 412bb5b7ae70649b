// `plain_loop` of culling: objects against the half-spaces of a view as a game programmer writes it, one loop over
// arrays that the compiler vectorises. It gets the flags that such a loop would get, fast math and fused multiply-add
// included.
#include <algorithm>
#include <cstdint>

#include "methods/per_isa.hpp"

namespace lockstep::bench {
namespace {

using Planes = std::array<Plane, 6>;

/// Objects from `first` on, up to `end`.
struct Range {
  std::size_t first, end;
};

void plane_test(const SphereColumns& objects, Range range, const Planes& planes, std::uint8_t* __restrict visible) {
  const float *x = objects.x.data(), *y = objects.y.data(), *z = objects.z.data(), *r = objects.radius.data();
  const Planes local = planes;
  for (std::size_t i = range.first; i < range.end; ++i) {
    bool inside = true;
    for (const auto& [n, offset] : local) inside &= n.x * x[i] + n.y * y[i] + n.z * z[i] + offset + r[i] >= 0;
    visible[i] = inside;
  }
}

void plane_test(const AabbColumns& objects, Range range, const Planes& planes, std::uint8_t* __restrict visible) {
  // The corner farthest inside a plane is the same one of every box.
  struct Furthest {
    const float *x, *y, *z;
  };
  std::array<Furthest, 6> furthest{};
  for (std::size_t p = 0; p < 6; ++p) {
    const Vec3& n = planes[p].normal;
    furthest[p] = {(n.x >= 0 ? objects.max_x : objects.min_x).data(), (n.y >= 0 ? objects.max_y : objects.min_y).data(),
                   (n.z >= 0 ? objects.max_z : objects.min_z).data()};
  }
  const Planes local = planes;
  for (std::size_t i = range.first; i < range.end; ++i) {
    bool inside = true;
    for (std::size_t p = 0; p < 6; ++p) {
      const auto& [n, offset] = local[p];
      inside &= n.x * furthest[p].x[i] + n.y * furthest[p].y[i] + n.z * furthest[p].z[i] + offset >= 0;
    }
    visible[i] = inside;
  }
}

void plane_test(const BoxColumns& objects, Range range, const Planes& planes, std::uint8_t* __restrict visible) {
  const float *x = objects.x.data(), *y = objects.y.data(), *z = objects.z.data();
  const float *qx = objects.qx.data(), *qy = objects.qy.data(), *qz = objects.qz.data(), *qw = objects.qw.data();
  const float *hx = objects.half_x.data(), *hy = objects.half_y.data(), *hz = objects.half_z.data();
  const Planes local = planes;
  for (std::size_t i = range.first; i < range.end; ++i) {
    const float a = qx[i], b = qy[i], c = qz[i], w = qw[i];
    // The columns of the rotation, times the half extents.
    const float xx = hx[i] * (1 - 2 * (b * b + c * c)), xy = hx[i] * 2 * (a * b + c * w),
                xz = hx[i] * 2 * (a * c - b * w);
    const float yx = hy[i] * 2 * (a * b - c * w), yy = hy[i] * (1 - 2 * (a * a + c * c)),
                yz = hy[i] * 2 * (b * c + a * w);
    const float zx = hz[i] * 2 * (a * c + b * w), zy = hz[i] * 2 * (b * c - a * w),
                zz = hz[i] * (1 - 2 * (a * a + b * b));
    bool inside = true;
    for (const auto& [n, offset] : local) {
      const float reach = __builtin_fabsf(n.x * xx + n.y * xy + n.z * xz) +
                          __builtin_fabsf(n.x * yx + n.y * yy + n.z * yz) +
                          __builtin_fabsf(n.x * zx + n.y * zy + n.z * zz);
      inside &= n.x * x[i] + n.y * y[i] + n.z * z[i] + offset + reach >= 0;
    }
    visible[i] = inside;
  }
}

/// The world-space bounding box of the box (Arvo, Transforming Axis-Aligned Bounding Boxes, Graphics Gems, 1990), then
/// its planes. It is larger than the object.
void plane_test(const EngineObjects& objects, Range range, const Planes& planes, std::uint8_t* __restrict visible) {
  const Planes local = planes;
  for (std::size_t i = range.first; i < range.end; ++i) {
    const float* const m = objects.matrices[i].row_major.data();
    const auto& [low, high] = objects.locals[i];
    const float cx = (low.x + high.x) * 0.5F, cy = (low.y + high.y) * 0.5F, cz = (low.z + high.z) * 0.5F;
    const float hx = high.x - cx, hy = high.y - cy, hz = high.z - cz;
    const auto center = [&](int r) { return m[r] * cx + m[r + 1] * cy + m[r + 2] * cz + m[r + 3]; };
    const auto half = [&](int r) {
      return __builtin_fabsf(m[r]) * hx + __builtin_fabsf(m[r + 1]) * hy + __builtin_fabsf(m[r + 2]) * hz;
    };
    const float x = center(0), y = center(4), z = center(8), ex = half(0), ey = half(4), ez = half(8);
    bool inside = true;
    for (const auto& [n, offset] : local) {
      const float reach = __builtin_fabsf(n.x) * ex + __builtin_fabsf(n.y) * ey + __builtin_fabsf(n.z) * ez;
      inside &= n.x * x + n.y * y + n.z * z + offset + reach >= 0;
    }
    visible[i] = inside;
  }
}

template <class Columns>
class HalfSpaceLoop final : public Method {
 public:
  HalfSpaceLoop(const Columns& objects, const CullScene& scene)
      : objects_(objects),
        cameras_(scene.cameras),
        batch_(scene.batch == 0 ? objects.size() : scene.batch),
        visible_(scene.query_count()) {}

  void run() override {
    std::uint8_t* visible = visible_.data();
    for (const Camera& camera : cameras_) {
      for (std::size_t first = 0; first < objects_.size(); first += batch_)
        plane_test(objects_, {first, std::min(first + batch_, objects_.size())}, camera.planes, visible);
      visible += objects_.size();
    }
  }
  bool hit(std::size_t query) const override { return visible_[query] != 0; }

 private:
  const Columns& objects_;
  const std::vector<Camera>& cameras_;
  std::size_t batch_;  ///< objects per call
  std::vector<std::uint8_t> visible_;
};

}  // namespace

std::unique_ptr<Method> half_space_loop(const CullScene& scene) {
  return std::visit(
      [&]<class Columns>(const Columns& objects) -> std::unique_ptr<Method> {
        return std::make_unique<HalfSpaceLoop<Columns>>(objects, scene);
      },
      scene.objects);
}

}  // namespace lockstep::bench
