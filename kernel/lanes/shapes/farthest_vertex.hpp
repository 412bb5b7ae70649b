// The vertices of a polytope in each lane, of space or of the plane, and the vertex that lies farthest along a
// direction.
//
// Polytopes with up to `max_packed` vertices are copied, once per block, so that vertex j of all lanes lies side by
// side: a support is then a plain loop over j. If all lanes have the same vertices (instances), one copy serves block
// after block. Vertices of larger polytopes stay in memory and are scanned W at a time, one lane after the other. A
// gather of the lanes' vertices in every step is slower at every size. Both methods choose the same vertex: the first
// of those that lie farthest.
#pragma once

#include <initializer_list>

#include "lanes/shapes/scan_vertices.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Room for the vertices of one polytope per lane, interleaved by lane.
template <class V>
struct VertexScratch {
  static constexpr unsigned axes = sizeof(V) / sizeof(Real);
  static constexpr std::uint32_t max_packed = Real::width == 1 ? 0 : 64;
  const float* shared = nullptr;  // the vertices of all lanes, if they are the same
  alignas(64) Number coordinate[axes][(max_packed + 1) * Real::width];
};

/// `Vertices` describes the vertices of one polytope: x, low(), count, stride(), from(i), at(axis, i), and `padding`,
/// the multiple up to which there are copies of the first vertex.
template <class V, class Vertices>
struct LaneVertices {
  using Scratch = VertexScratch<V>;

  Vertices lane[Real::width];
  const Scratch* packed = nullptr;  // set if the vertices of all lanes fit
  std::uint32_t packed_count = 0;

  V farthest(const V& v, Mask active) const {
    if (packed != nullptr) {
      if constexpr (is_double)
        return packed_apart(v);
      else
        return farthest_packed(v);
    }
    if constexpr (apart)
      return scanned_apart(v, active);
    else
      return farthest_scanned(v, active);
  }

  /// Copies the vertices to `scratch` if they fit.
  void pack(Scratch& scratch) {
    std::uint32_t most = 0;
    for (const Vertices& p : lane) most = p.count > most ? p.count : most;
    if (most > Scratch::max_packed) return;
    const bool shared = all_the_same();
    packed = &scratch;
    packed_count = has_eights && 4 < most && most <= 8 ? 8 : most;  // copies of the first vertex fill up
    if (shared && scratch.shared == lane[0].x) return;
    scratch.shared = shared ? lane[0].x : nullptr;
    if (shared)
      spread(scratch);
    else if constexpr (apart)
      transpose_apart(scratch);
    else
      transpose(scratch);
  }

 private:
  /// Whether all lanes have the same vertices.
  bool all_the_same() const {
    if (!Vertices::has_instances || lane[0].x != lane[Real::width - 1].x) return false;
    for (const Vertices& p : lane)
      if (p.x != lane[0].x) return false;
    return true;
  }

  /// Copies the vertices of the one polytope that all lanes share.
  void spread(Scratch& scratch) const {
    for (unsigned axis = 0; axis < Scratch::axes; ++axis) {
      Number* out = scratch.coordinate[axis];
      for (std::uint32_t j = 0; j < packed_count; ++j, out += Real::width) Real(lane[0].at(axis, j)).store(out);
    }
  }

  void transpose(Scratch& scratch) const {
    if constexpr (has_eights)
      if (packed_count == 8) return transpose_eight(scratch);
    for (std::uint32_t first = 0; first < packed_count; first += 8) {
      for (unsigned axis = 0; axis < Scratch::axes; ++axis) {
        // Past its end, a polytope repeats its first vertices.
        const auto at = [&](int i) { return axis * lane[i].stride() + (first < lane[i].stride() ? first : 0); };
        Quad quad[2];
        load_rows([&](int i) { return lane[i].x + at(i); }, quad);
        if constexpr (is_double) {
          Quad low[2];
          load_rows([&](int i) { return lane[i].low() + at(i); }, low);
          for (int k = 0; k < 2; ++k)
            quad[k] = {quad[k].x + low[k].x, quad[k].y + low[k].y, quad[k].z + low[k].z, quad[k].w + low[k].w};
        }
        Number* out = scratch.coordinate[axis] + first * Real::width;
        for (const Quad& q : quad)
          for (const Real& x : {q.x, q.y, q.z, q.w}) x.store(out), out += Real::width;
      }
    }
  }

  /// The x and the y of eight vertices lie side by side, and their number is known to the compiler.
  void transpose_eight(Scratch& scratch) const {
    Quad quad[4];
    load_rows([&](int i) { return lane[i].x; }, quad);
    for (int k = 0; k < 4; ++k) {
      Number* out = scratch.coordinate[k / 2] + k % 2 * 4 * Real::width;
      for (const Real& x : {quad[k].x, quad[k].y, quad[k].z, quad[k].w}) x.store(out), out += Real::width;
    }
  }

  // Keeping this out of line takes a fifth to a quarter off the time of hulls of 8 to 32 vertices. Polygons copy less
  // and would take a twentieth longer.
  static constexpr bool apart = Scratch::axes == 3;
  [[gnu::noinline, gnu::flatten]] void transpose_apart(Scratch& scratch) const { transpose(scratch); }
  // A kernel in double lanes calls the support mapping in many places: inlined copies of it would be most of the code.
  [[gnu::noinline, gnu::flatten]] V packed_apart(const V& v) const {
    if constexpr (has_32_registers)
      return farthest_packed(v);
    else
      return numbered_in_double(v);
  }
  [[gnu::noinline, gnu::flatten]] V scanned_apart(const V& v, Mask active) const { return farthest_scanned(v, active); }

  /// Whether polytopes of up to eight vertices have code of their own.
  static constexpr bool has_eights = Scratch::axes == 2 && Vertices::padding == 8 && !is_double;
  static constexpr bool has_32_registers = sizeof(Number) * Real::width == 64;  // AVX-512

  struct Farthest {
    V point;
    Real along;

    Farthest(const V& p, const V& v) : point(p), along(dot(v, p)) {}
    void take(const Farthest& other) {
      const Mask better = other.along > along;
      point = select(better, other.point, point);
      along = max(other.along, along);
    }
  };

  /// The same with a number in place of the point: with sixteen registers, two halves of double points would spill.
  struct FarthestNumber {
    Real along, number = 0;

    explicit FarthestNumber(const Real& first) : along(first) {}
    void take(const Real& other, const Real& other_number) {
      const Mask better = other > along;
      along = select(better, other, along);
      number = select(better, other_number, number);
    }
  };

  V packed_vertex(std::uint32_t j) const {
    return by_axis<V>([&](unsigned axis) { return Real::load(packed->coordinate[axis] + j * Real::width); });
  }

  /// Of N vertices, compared in pairs, so that no comparison waits for more than two others.
  template <std::uint32_t N>
  Farthest farthest_of(std::uint32_t first, const V& v) const {
    if constexpr (N == 1) {
      return {packed_vertex(first), v};
    } else {
      Farthest low = farthest_of<N / 2>(first, v);
      low.take(farthest_of<N / 2>(first + N / 2, v));
      return low;
    }
  }

  V farthest_packed(const V& v) const {
    if constexpr (has_eights)
      if (packed_count == 8) return farthest_of<8>(0, v).point;
    // Two halves side by side: in a single chain each comparison would wait for the one before.
    const std::uint32_t middle = packed_count / 2;
    Farthest low{packed_vertex(0), v}, high{packed_vertex(middle), v};
    for (std::uint32_t j = 1; j < middle; ++j) {
      low.take(Farthest(packed_vertex(j), v));
      high.take(Farthest(packed_vertex(middle + j), v));
    }
    if (packed_count % 2 == 1) high.take(Farthest(packed_vertex(packed_count - 1), v));
    low.take(high);
    return low.point;
  }

  V numbered_in_double(const V& v) const {
    const std::uint32_t middle = packed_count / 2;
    const auto along = [&](std::uint32_t j) { return dot(v, packed_vertex(j)); };
    FarthestNumber low(along(0)), high(along(middle));
    Real number = 1;
    for (std::uint32_t j = 1; j < middle; ++j, number = number + Real(1)) {
      low.take(along(j), number);
      high.take(along(middle + j), number);
    }
    if (packed_count % 2 == 1) high.take(along(packed_count - 1), Real(packed_count - 1 - middle));
    low.take(high.along, high.number + Real(middle));
    Number at[Real::width], point[Scratch::axes][Real::width];
    low.number.store(at);
    for (int i = 0; i < Real::width; ++i)
      for (unsigned axis = 0; axis < Scratch::axes; ++axis)
        point[axis][i] = packed->coordinate[axis][static_cast<int>(at[i]) * Real::width + i];
    return by_axis<V>([&](unsigned axis) { return Real::load(point[axis]); });
  }

  V farthest_scanned(const V& v, Mask active) const {
    Number along[Scratch::axes][Real::width], point[Scratch::axes][Real::width] = {};
    V direction = v;
    each_real(direction, [&, axis = 0U](const Real& x) mutable { x.store(along[axis++]); });
    for (unsigned left = bits(active); left != 0; left &= left - 1) {
      const int i = __builtin_ctz(left);
      const std::uint32_t best =
          first_farthest(lane[i], by_axis<V>([&](unsigned axis) { return Real(along[axis][i]); }));
      for (unsigned axis = 0; axis < Scratch::axes; ++axis) point[axis][i] = lane[i].at(axis, best);
    }
    return by_axis<V>([&](unsigned axis) { return Real::load(point[axis]); });
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
