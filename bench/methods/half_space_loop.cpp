// `plain_loop` of culling: objects against the half-spaces of a view as a game programmer writes it, one loop over
// arrays that the compiler vectorises. It gets the flags that such a loop would get, fast math and fused multiply-add
// included. `plain_double` is the same of objects at positions in double.
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

/// The columns of the rotation, times the half extents.
struct BoxAxes {
  float xx, xy, xz, yx, yy, yz, zx, zy, zz;

  BoxAxes(float a, float b, float c, float w, const Vec3& h)
      : xx(h.x * (1 - 2 * (b * b + c * c))),
        xy(h.x * 2 * (a * b + c * w)),
        xz(h.x * 2 * (a * c - b * w)),
        yx(h.y * 2 * (a * b - c * w)),
        yy(h.y * (1 - 2 * (a * a + c * c))),
        yz(h.y * 2 * (b * c + a * w)),
        zx(h.z * 2 * (a * c + b * w)),
        zy(h.z * 2 * (b * c - a * w)),
        zz(h.z * (1 - 2 * (a * a + b * b))) {}
  [[nodiscard]] float reach(const Vec3& n) const {
    return __builtin_fabsf(n.x * xx + n.y * xy + n.z * xz) + __builtin_fabsf(n.x * yx + n.y * yy + n.z * yz) +
           __builtin_fabsf(n.x * zx + n.y * zy + n.z * zz);
  }
};

void plane_test(const BoxColumns& objects, Range range, const Planes& planes, std::uint8_t* __restrict visible) {
  const float *x = objects.x.data(), *y = objects.y.data(), *z = objects.z.data();
  const float *qx = objects.qx.data(), *qy = objects.qy.data(), *qz = objects.qz.data(), *qw = objects.qw.data();
  const float *hx = objects.half_x.data(), *hy = objects.half_y.data(), *hz = objects.half_z.data();
  const Planes local = planes;
  for (std::size_t i = range.first; i < range.end; ++i) {
    const BoxAxes axes(qx[i], qy[i], qz[i], qw[i], {hx[i], hy[i], hz[i]});
    bool inside = true;
    for (const auto& [n, offset] : local) inside &= n.x * x[i] + n.y * y[i] + n.z * z[i] + offset + axes.reach(n) >= 0;
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

/// The distance of a position from a plane, in double; `reach` is that of the object.
inline bool is_inside(const Vec3d& p, const Plane& plane, float reach) {
  const auto& [n, offset] = plane;
  return double{n.x} * p.x + double{n.y} * p.y + double{n.z} * p.z + double{offset} + double{reach} >= 0;
}

void plane_test(const DoubleColumns<SphereColumns>& objects, Range range, const Planes& planes,
                std::uint8_t* __restrict visible) {
  const Planes local = planes;
  for (std::size_t i = range.first; i < range.end; ++i) {
    bool inside = true;
    for (const Plane& plane : local) inside &= is_inside(objects.positions[i], plane, objects.own.radius[i]);
    visible[i] = inside;
  }
}

/// Positions of low corners.
void plane_test(const DoubleColumns<AabbColumns>& objects, Range range, const Planes& planes,
                std::uint8_t* __restrict visible) {
  const Planes local = planes;
  const float *x = objects.own.max_x.data(), *y = objects.own.max_y.data(), *z = objects.own.max_z.data();
  for (std::size_t i = range.first; i < range.end; ++i) {
    bool inside = true;
    for (const Plane& plane : local) {
      const auto above = [](float n) { return std::max(n, 0.0F); };
      const auto& n = plane.normal;
      inside &= is_inside(objects.positions[i], plane, above(n.x) * x[i] + above(n.y) * y[i] + above(n.z) * z[i]);
    }
    visible[i] = inside;
  }
}

void plane_test(const DoubleColumns<BoxColumns>& objects, Range range, const Planes& planes,
                std::uint8_t* __restrict visible) {
  const BoxColumns& own = objects.own;
  const float *qx = own.qx.data(), *qy = own.qy.data(), *qz = own.qz.data(), *qw = own.qw.data();
  const float *hx = own.half_x.data(), *hy = own.half_y.data(), *hz = own.half_z.data();
  const Planes local = planes;
  for (std::size_t i = range.first; i < range.end; ++i) {
    const BoxAxes axes(qx[i], qy[i], qz[i], qw[i], {hx[i], hy[i], hz[i]});
    bool inside = true;
    for (const Plane& plane : local) inside &= is_inside(objects.positions[i], plane, axes.reach(plane.normal));
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

/// With the objects that it loops over.
template <class Columns>
class DoubleHalfSpaceLoop final : public Method {
 public:
  DoubleHalfSpaceLoop(const Columns& objects, const CullScene& scene) : objects_(objects), loop_(objects_, scene) {}
  void run() override { loop_.run(); }
  bool hit(std::size_t query) const override { return loop_.hit(query); }

 private:
  DoubleColumns<Columns> objects_;
  HalfSpaceLoop<DoubleColumns<Columns>> loop_;
};

}  // namespace

std::unique_ptr<Method> half_space_loop(const CullScene& scene) {
  return std::visit(
      [&]<class Columns>(const Columns& objects) -> std::unique_ptr<Method> {
        return std::make_unique<HalfSpaceLoop<Columns>>(objects, scene);
      },
      scene.objects);
}

std::unique_ptr<Method> double_half_space_loop(const CullScene& scene) {
  return std::visit(
      [&]<class Columns>(const Columns& objects) -> std::unique_ptr<Method> {
        if constexpr (std::is_same_v<Columns, EngineObjects>)
          return nullptr;
        else
          return std::make_unique<DoubleHalfSpaceLoop<Columns>>(objects, scene);
      },
      scene.objects);
}

}  // namespace lockstep::bench
