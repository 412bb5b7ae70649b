// Decide, compact, decide: a tile of pairs of one combination of kinds goes through the stages
//
//   closed form  where one beats GJK               -> most queries decided
//   open         the first four supports of GJK    -> most of the rest decided
//   complete     GJK to its end                    -> decided, or undecided
//   last try     four points around the origin     -> decided, or `touching`
//
// and between two stages the queries that are left move together, so that the lanes stay full.
#pragma once

#include "box_axes.hpp"
#include "gjk.hpp"
#include "kernel_table.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::PairBatch;
using detail::pair_tile;

inline constexpr int list_capacity = pair_tile + Real::width;  // compress writes whole registers

/// Positions in the tile of the queries that a stage has to decide.
struct List {
  std::uint32_t position[list_capacity];
  int count = 0;

  void append(const Index& positions, Mask m) { count += compress(position + count, positions, m); }
  /// Fills the last register with copies of the last query.
  void pad() {
    for (int i = count; i < count + Real::width - 1 && count > 0; ++i) position[i] = position[count - 1];
  }
};

/// Simplices between the stages, a stream per coordinate.
struct SimplexList {
  List list;
  float coordinate[12][list_capacity];

  void append(const Index& positions, const Simplex& s, Mask m) {
    const Vec* const points[4] = {&s.b, &s.c, &s.d, &s.v};
    for (int i = 0; i < 4; ++i) {
      compress(coordinate[3 * i] + list.count, points[i]->x, m);
      compress(coordinate[3 * i + 1] + list.count, points[i]->y, m);
      compress(coordinate[3 * i + 2] + list.count, points[i]->z, m);
    }
    list.append(positions, m);
  }
  Simplex load(int first) const {
    const auto vec = [&](int i) {
      return Vec{Real::load(coordinate[i] + first), Real::load(coordinate[i + 1] + first),
                 Real::load(coordinate[i + 2] + first)};
    };
    return {vec(0), vec(3), vec(6), vec(9)};
  }
};

inline Index code(Mask separated, Mask overlapping) {
  return select(separated, Index(detail::code_separated),
                select(overlapping, Index(detail::code_overlapping), Index(detail::code_touching)));
}

inline void store_codes(const Index& codes, const std::uint32_t* position, int count, std::uint8_t* out) {
  std::uint8_t packed[Real::width];
  store_bytes(packed, codes);
  for (int i = 0; i < count; ++i) out[position[i]] = packed[i];
}

/// Pairs of kinds A and B of a tile, as lanes.
template <RecordKind A, RecordKind B>
struct PairLoader {
  const PairBatch& batch;

  struct Records {
    Rows a, b;
  };
  Records records(const std::uint32_t* position) const {
    Records r;
    for (int i = 0; i < Real::width; ++i) {
      r.a.row[i] = &batch.queries[position[i]].a->row[0][0];
      r.b.row[i] = &batch.queries[position[i]].b->row[0][0];
    }
    return r;
  }
  void prefetch(int first) const {
    const int last = first + Real::width < batch.count ? first + Real::width : batch.count;
    for (int i = first; i < last; ++i) {
      __builtin_prefetch(batch.queries[i].a);
      __builtin_prefetch(batch.queries[i].b);
    }
  }
  /// The Minkowski difference, of unit scale.
  auto shape(const std::uint32_t* position) const {
    const Records r = records(position);
    const Vec origin = anchor(r.b);
    auto c = difference(load<A>(r.a, origin, batch.vertices_a), load<B>(r.b, origin, batch.vertices_b));
    c.scale_by(unit_scale(c.size()));
    return c;
  }
};

template <RecordKind K>
OrientedBox load_any_box(const Rows& rows, const Vec& origin) {
  if constexpr (K == RecordKind::aabb) return load_aabb(rows, origin);
  else return load_box(rows, origin);
}

inline constexpr bool is_box(RecordKind k) { return k == RecordKind::aabb || k == RecordKind::box; }

template <RecordKind A, RecordKind B>
Verdicts closed_form(const PairLoader<A, B>& loader, const std::uint32_t* position) {
  const auto [a, b] = loader.records(position);
  const Vec origin = anchor(b);
  if constexpr (A == RecordKind::aabb && B == RecordKind::aabb) return aabb_pair(a, b);
  else if constexpr (is_box(A)) return box_pair(load_any_box<A>(a, origin), load_any_box<B>(b, origin));
  else if constexpr (is_box(B)) return ball_and_box(load_ball(a, origin), load_any_box<B>(b, origin));
  else return round_pair(difference(load<A>(a, origin, nullptr), load<B>(b, origin, nullptr)));
}

/// Which combinations (A <= B) have a closed form, and for which its word is the last.
template <RecordKind A, RecordKind B>
inline constexpr bool has_closed_form = B != RecordKind::hull && !(is_box(A) && B == RecordKind::capsule);
template <RecordKind A, RecordKind B>
inline constexpr bool closed_form_is_final = !is_box(A) || (A == RecordKind::aabb && B == RecordKind::aabb);

template <RecordKind A, RecordKind B>
void closed_stage(const PairLoader<A, B>& loader, const List& in, List& undecided) {
  for (int k = 0; k < in.count; k += Real::width) {
    loader.prefetch(k + 2 * Real::width);
    const std::uint32_t* position = in.position + k;
    const int live = in.count - k < Real::width ? in.count - k : Real::width;
    const Verdicts v = closed_form(loader, position);
    store_codes(code(v.separated, v.overlapping), position, live, loader.batch.codes);
    if constexpr (!closed_form_is_final<A, B>)
      undecided.append(Index::load(position), first_lanes(live) & !(v.separated | v.overlapping));
  }
}

template <class Loader>
void open_stage(const Loader& loader, const List& in, SimplexList& unfinished, List& undecided) {
  for (int k = 0; k < in.count; k += Real::width) {
    loader.prefetch(k + 2 * Real::width);
    const std::uint32_t* position = in.position + k;
    const int live = in.count - k < Real::width ? in.count - k : Real::width;
    const auto shape = loader.shape(position);
    Decision decision{first_lanes(0), first_lanes(0), first_lanes(live)};
    Simplex s = open(shape, decision);
    advance(shape, s, decision);
    store_codes(code(decision.separated, decision.overlapping), position, live, loader.batch.codes);
    const Index positions = Index::load(position);
    unfinished.append(positions, s, decision.active);
    undecided.append(positions, first_lanes(live) & !(decision.active | decision.separated | decision.overlapping));
  }
}

template <class Loader>
void complete_stage(const Loader& loader, SimplexList& in, List& undecided) {
  in.list.pad();
  for (int k = 0; k < in.list.count; k += Real::width) {
    const std::uint32_t* position = in.list.position + k;
    const int live = in.list.count - k < Real::width ? in.list.count - k : Real::width;
    const auto shape = loader.shape(position);
    Simplex s = in.load(k);
    Decision decision{first_lanes(0), first_lanes(0), first_lanes(live)};
    complete(shape, s, decision, 4);
    store_codes(code(decision.separated, decision.overlapping), position, live, loader.batch.codes);
    undecided.append(Index::load(position), first_lanes(live) & !(decision.separated | decision.overlapping));
  }
}

template <class Loader>
void last_try_stage(const Loader& loader, List& in) {
  in.pad();
  for (int k = 0; k < in.count; k += Real::width) {
    const std::uint32_t* position = in.position + k;
    const int live = in.count - k < Real::width ? in.count - k : Real::width;
    const Mask overlapping = encloses_neighbourhood(loader.shape(position), first_lanes(live));
    store_codes(code(first_lanes(0), overlapping), position, live, loader.batch.codes);
  }
}

/// Decides a batch whose pairs are all of kinds A and B, A <= B.
template <RecordKind A, RecordKind B>
void decide(const PairBatch& batch) {
  const PairLoader<A, B> loader{batch};
  List in, undecided;
  in.count = batch.count;
  for (int i = 0; i < batch.count; ++i) in.position[i] = static_cast<std::uint32_t>(i);
  in.pad();
  if constexpr (has_closed_form<A, B>) {
    if (batch.automatic) {
      closed_stage(loader, in, undecided);
      if (undecided.count == 0) return;
      in = undecided;
      in.pad();
      undecided.count = 0;
    }
  }
  SimplexList unfinished;
  open_stage(loader, in, unfinished, undecided);
  complete_stage(loader, unfinished, undecided);
  last_try_stage(loader, undecided);
}

}  // namespace lockstep::LOCKSTEP_ISA
