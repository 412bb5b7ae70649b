// Objects of a culling call, in lanes, relative to the volume's anchor. Each kind has
//
//   center, extent       as every shape
//   probe()              a point of the object: where it is inside all planes, the object is visible
//   half_width(n, |n|)   max n . (x - center) over the object
//   shape()              the object in the form that GJK takes
#pragma once

#include "kernel_table.hpp"
#include "load.hpp"
#include "volume.hpp"

namespace lockstep::LOCKSTEP_ISA {

struct BallObject : Zonotope<0> {
  Vec probe() const { return center; }
  Real half_width(const Vec&, const Vec&) const { return radius; }
  const Zonotope<0>& shape() const { return *this; }
};

struct AabbObject : AlignedBox {
  Vec probe() const { return center; }
  Real half_width(const Vec&, const Vec& abs_n) const { return dot(abs_n, half); }
  Zonotope<0, true> shape() const { return zonotope(*this); }
};

/// Boxes and capsules.
template <unsigned Edges>
struct SweptObject : Zonotope<Edges> {
  Vec probe() const { return this->center; }
  Real half_width(const Vec& n, const Vec&) const { return this->core_reach(n) + this->radius; }
  const Zonotope<Edges>& shape() const { return *this; }
};

struct HullObject : Hull {
  Vec half, mean;

  Vec probe() const { return mean; }
  Real half_width(const Vec&, const Vec& abs_n) const { return dot(abs_n, half) + this->slack; }
  const Hull& shape() const { return *this; }
};

/// The box of half extents h, turned by q/|q|.
inline SweptObject<3> box_object(const Vec& center, const Quad& q, const Vec& h) {
  const Real xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, ww = q.w * q.w;
  const Real xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z, wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  const Real k = Real(1) / ((xx + yy) + (zz + ww));
  const auto twice = [](Real a) { return a + a; };
  SweptObject<3> box;
  box.center = center;
  box.edge[0] = Vec{(ww + xx) - (yy + zz), twice(xy + wz), twice(xz - wy)} * (h.x * k);
  box.edge[1] = Vec{twice(xy - wz), (ww + yy) - (xx + zz), twice(yz + wx)} * (h.y * k);
  box.edge[2] = Vec{twice(xz + wy), twice(yz - wx), (ww + zz) - (xx + yy)} * (h.z * k);
  box.radius = 0;
  box.extent = sqrt(dot(h, h)) * Real(1 + 0x1p-20F);
  return box;
}

template <RecordKind K>
auto load_object(const RowsOf<K>& r, const Record* const* records, const Vec& origin, const float* vertices) {
  if constexpr (K == RecordKind::ball) return BallObject{load_ball(r, origin)};
  else if constexpr (K == RecordKind::aabb) return AabbObject{load_aabb(r, origin)};
  else if constexpr (K == RecordKind::box) return SweptObject<3>{zonotope(load_box(r, origin))};
  else if constexpr (K == RecordKind::capsule) return SweptObject<1>{load_capsule(r, origin)};
  else {
    const Hull hull = load_hull(r, records, origin, vertices);
    return HullObject{hull, xyz(r.row[2]), xyz(r.row[3]) + hull.offset};
  }
}

/// W objects of one kind from records.
template <RecordKind K>
struct RecordLoader {
  const detail::RecordBatch& batch;

  auto at(const std::uint32_t* position) const {
    const Record* records[Real::width];
    for (int i = 0; i < Real::width; ++i) records[i] = batch.records[position[i]];
    return load_object<K>(RowsOf<K>(records), records, broadcast(batch.volume->anchor), batch.vertices);
  }
  auto from(int first) const {
    std::uint32_t position[Real::width];
    for (int i = 0; i < Real::width; ++i)
      position[i] = static_cast<std::uint32_t>(first + i < batch.count ? first + i : batch.count - 1);
    return at(position);
  }
};

/// W objects from streams: spheres (4 streams), boxes (6), oriented boxes (10).
template <int Streams>
struct StreamLoader {
  const detail::StreamBatch& batch;

  auto from(int first) const {
    return object([&](int s) { return Real::load(batch.stream[s] + first); });
  }
  auto at(const std::uint32_t* position) const {
    return object([&](int s) {
      float lane[Real::width];
      for (int i = 0; i < Real::width; ++i) lane[i] = batch.stream[s][position[i]];
      return Real::load(lane);
    });
  }

 private:
  template <class Read>
  auto object(const Read& read) const {
    const Vec origin = broadcast(batch.volume->anchor);
    const auto vec = [&](int s) { return Vec{read(s), read(s + 1), read(s + 2)}; };
    if constexpr (Streams == 4) {
      const Real radius = read(3);
      return BallObject{{vec(0) - origin, {}, {}, radius, radius}};
    }
    if constexpr (Streams == 6) return AabbObject{aligned_box(vec(0) - origin, vec(3) - origin)};
    if constexpr (Streams == 10)
      return box_object(vec(0) - origin, Quad{read(3), read(4), read(5), read(6)}, vec(7));
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
