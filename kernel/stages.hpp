// Decide, compact, decide: a tile of pairs of one combination of kinds goes through the stages
//
//   closed form  where one beats GJK                 -> most queries decided
//   bounds       of hulls: their boxes are apart     -> a quarter of random queries decided
//   first        the first support of GJK            -> a third of random queries decided
//   open         three more supports, straight-line  -> most of the rest decided (of hulls, one stage with `first`)
//   advance      one support a pass, to the end      -> decided, or undecided
//   last try     four points around the origin       -> decided, or `touching`
//
// and between two stages the queries that are left move together, so that the lanes stay full.
#pragma once

#include <utility>

#include "box_axes.hpp"
#include "gjk.hpp"
#include "kernel_table.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::pair_tile;
using detail::PairBatch;

/// Positions in a tile of the queries that a stage has to decide.
template <unsigned Tile>
struct PositionList {
  static constexpr unsigned capacity = Tile + Real::width;  // compress writes whole registers
  std::uint32_t position[capacity];
  int count = 0;

  void append(const Index& positions, Mask m) { count += compress(position + count, positions, m); }
  /// Fills the last register with copies of the last query.
  void pad() {
    for (int i = count; i < count + Real::width - 1 && count > 0; ++i) position[i] = position[count - 1];
  }
  /// Those of the register at k that are no copies.
  [[nodiscard]] Mask lanes(int k) const { return first_lanes(count - k < Real::width ? count - k : Real::width); }
  [[nodiscard]] Index positions(int k) const { return Index::load(position + k); }
  [[nodiscard]] std::size_t at(std::size_t i) const { return position[i]; }
  void store(std::uint8_t* codes, int k, int live, const std::uint8_t* packed) const {
    for (int i = 0; i < live; ++i) codes[position[k + i]] = packed[i];
  }
};

using List = PositionList<pair_tile>;

/// All queries of the tile, in order: what the first stage has to decide.
struct Everything {
  int count;

  static Index positions(int k) { return Index::count_from(static_cast<std::uint32_t>(k)); }
  [[nodiscard]] static std::size_t at(std::size_t i) { return i; }
  static void store(std::uint8_t* codes, int k, int live, const std::uint8_t* packed) {
    __builtin_memcpy(codes + k, packed, static_cast<std::size_t>(live));
  }
};

/// The queries of one register of a stage.
template <class In>
struct Block {
  const In& in;
  int k;
  int live = in.count - k < Real::width ? in.count - k : Real::width;

  [[nodiscard]] Mask lanes() const { return first_lanes(live); }
  [[nodiscard]] Index positions() const { return in.positions(k); }
  [[nodiscard]] std::size_t at(int lane) const {
    return in.at(static_cast<std::size_t>(k) + static_cast<unsigned>(lane));
  }
  /// Writes a verdict for each.
  void store(std::uint8_t* codes, Mask separated, Mask overlapping) const {
    const Index code = select(separated, Index(detail::code_separated),
                              select(overlapping, Index(detail::code_overlapping), Index(detail::code_touching)));
    std::uint8_t packed[Real::width];
    store_bytes(packed, code);
    in.store(codes, k, live, packed);
  }
};

/// Queries between two stages: their shapes and `Points` vectors of each, a stream per number. Hulls stay where they are
/// and are loaded again.
template <class Shape, unsigned Points>
struct Flight {
  static constexpr bool keeps_shape = requires { Shape::reals; };
  static constexpr unsigned shape_reals() {
    if constexpr (keeps_shape)
      return Shape::reals;
    else
      return 0;
  }

  List list;
  float stream[shape_reals() + 3 * Points][List::capacity];

  /// May append to the very list that is read, behind what has been read.
  void append(const Index& positions, Shape shape, const Vec (&points)[Points], Mask m) {
    int next = 0;
    const int count = list.count;  // here: for all the compiler knows, the stores below may change it
    const auto put = [&](const Real& x) { compress(stream[next++] + count, x, m); };
    if constexpr (keeps_shape) shape.each(put);
    for (const Vec& p : points) put(p.x), put(p.y), put(p.z);
    list.append(positions, m);
  }
  template <class Loader, class Block>
  Shape load(const Loader& loader, const Block& block, Vec (&points)[Points]) const {
    int next = 0;
    const auto get = [&](Real& x) { x = Real::load(stream[next++] + block.k); };
    if constexpr (keeps_shape) {
      Shape shape;
      shape.each(get);
      for (Vec& p : points) get(p.x), get(p.y), get(p.z);
      return shape;
    } else {
      for (Vec& p : points) get(p.x), get(p.y), get(p.z);
      return loader.shape(block);
    }
  }
};

/// Pairs of kinds A and B of a tile, as lanes.
template <RecordKind A, RecordKind B>
struct PairLoader {
  static constexpr bool has_hull = B == RecordKind::hull;
  const PairBatch& batch;
  HullScratch& scratch_a;
  HullScratch& scratch_b;

  template <class In>
  auto firsts(const Block<In>& block) const {
    return [this, &block](int lane) { return batch.queries[block.at(lane)].a; };
  }
  template <class In>
  auto seconds(const Block<In>& block) const {
    return [this, &block](int lane) { return batch.queries[block.at(lane)].b; };
  }
  /// Asks for the records that the block after next reads. (Asking for the vertices of hulls as well made hulls slower.)
  void prefetch(int k) const {
    const int first = k + 2 * Real::width;
    if (first + Real::width > batch.count) return;
    const detail::Query* const next = batch.queries + first;
    for (int i = 0; i < Real::width; ++i) {
      __builtin_prefetch(next[i].a);
      __builtin_prefetch(next[i].b);
    }
  }
  /// The Minkowski difference, of unit scale, relative to the anchor of b.
  template <class In>
  auto shape(const Block<In>& block) const {
    const auto a = firsts(block);
    const auto b = seconds(block);
    const RowsOf<A> rows_a(a);
    const RowsOf<B> rows_b(b);
    const Vec origin = xyz(rows_b.row[0]);
    const bool pack = 2 * block.live > Real::width;  // few hulls are scanned where they lie
    auto c = difference(load<A>(rows_a, a, origin, {batch.vertices_a, pack ? &scratch_a : nullptr}),
                        load<B>(rows_b, b, origin, {batch.vertices_b, pack ? &scratch_b : nullptr}));
    c.scale_by(unit_scale(c.size()));
    return c;
  }
  /// The same of the bounding boxes.
  template <class In>
  Zonotope<0, true> bounds(const Block<In>& block) const {
    const RowsOf<A> rows_a(firsts(block));
    const RowsOf<B> rows_b(seconds(block));
    const Vec origin = xyz(rows_b.row[0]);
    auto c = difference(load_bounds<A>(rows_a, origin), load_bounds<B>(rows_b, origin));
    c.scale_by(unit_scale(c.size()));
    return c;
  }
  template <class In>
  Verdicts closed_form(const Block<In>& block) const {
    const auto a = firsts(block);
    const auto b = seconds(block);
    const RowsOf<A> rows_a(a);
    const RowsOf<B> rows_b(b);
    const Vec origin = xyz(rows_b.row[0]);
    if constexpr (A == RecordKind::aabb && B == RecordKind::aabb)
      return aabb_pair(rows_a, rows_b);
    else if constexpr (is_box(A))
      return box_pair(load_oriented<A>(rows_a, origin), load_oriented<B>(rows_b, origin));
    else if constexpr (is_box(B))
      return ball_and_box(load_ball(rows_a, origin), load_oriented<B>(rows_b, origin));
    else
      return round_pair(
          difference(load<A>(rows_a, a, origin, {nullptr, nullptr}), load<B>(rows_b, b, origin, {nullptr, nullptr})));
  }
};

/// Which combinations (A <= B) have a closed form, and for which its word is the last.
template <RecordKind A, RecordKind B>
inline constexpr bool has_closed_form = B != RecordKind::hull && !(is_box(A) && B == RecordKind::capsule);
template <RecordKind A, RecordKind B>
inline constexpr bool closed_form_is_final = !is_box(A) || (A == RecordKind::aabb && B == RecordKind::aabb);

// The stages. `flatten`: all that a stage calls becomes one body, so that lanes stay in registers.

template <RecordKind A, RecordKind B>
[[gnu::flatten]] void closed_stage(const PairLoader<A, B>& loader, const Everything& in, List& undecided) {
  for (int k = 0; k < in.count; k += Real::width) {
    loader.prefetch(k);
    const Block<Everything> block{in, k};
    const Verdicts v = loader.closed_form(block);
    block.store(loader.batch.codes, v.separated, v.overlapping);
    if constexpr (!closed_form_is_final<A, B>) {
      const Mask open_question = block.lanes() & !(v.separated | v.overlapping);
      if (any(open_question)) undecided.append(block.positions(), open_question);
    }
  }
}

template <class Loader>
using ShapeOf = decltype(std::declval<Loader>().shape(std::declval<Block<List>>()));

template <class Loader, class In>
[[gnu::flatten]] void first_stage(const Loader& loader, const In& in, Flight<ShapeOf<Loader>, 1>& out) {
  for (int k = 0; k < in.count; k += Real::width) {
    loader.prefetch(k);
    const Block<In> block{in, k};
    const auto shape = loader.shape(block);
    Decision decision = begin(block.lanes());
    const Vec first[1] = {first_support(shape, -shape.center, decision)};
    block.store(loader.batch.codes, decision.separated, decision.overlapping);
    out.append(block.positions(), shape, first, decision.active);
  }
}

/// The second, third and fourth support of a block, after the first.
template <class Block, class Shape>
void open_block(std::uint8_t* codes, const Block& block, const Shape& shape, const Vec& first, Decision decision,
                Flight<Shape, 4>& out, List& undecided) {
  Simplex s = open(shape, first, decision);
  advance(shape, s, decision);
  block.store(codes, decision.separated, decision.overlapping);
  out.append(block.positions(), shape, {s.b, s.c, s.d, s.v}, decision.active);
  const Mask lost = block.lanes() & !(decision.active | decision.separated | decision.overlapping);
  if (any(lost)) undecided.append(block.positions(), lost);
}

template <class Loader>
[[gnu::flatten]] void open_stage(const Loader& loader, Flight<ShapeOf<Loader>, 1>& in, Flight<ShapeOf<Loader>, 4>& out,
                                 List& undecided) {
  in.list.pad();
  for (int k = 0; k < in.list.count; k += Real::width) {
    const Block<List> block{in.list, k};
    Vec first[1];
    const auto shape = in.load(loader, block, first);
    open_block(loader.batch.codes, block, shape, first[0], begin(block.lanes()), out, undecided);
  }
}

/// For hulls: the bounding boxes first, so that the vertices of most that are apart are never read.
template <class Loader, class In>
[[gnu::flatten]] void bounds_stage(const Loader& loader, const In& in, List& left) {
  for (int k = 0; k < in.count; k += Real::width) {
    loader.prefetch(k);
    const Block<In> block{in, k};
    const Zonotope<0, true> box = loader.bounds(block);
    Decision decision = begin(block.lanes());
    (void)first_support(box, -box.center, decision);
    const Vec gap = abs(box.center) - box.half;
    // max hands NaN on or not: where one coordinate is bad, nothing is said.
    const Mask good = norm_1(gap) < Real(0x1p100F);
    const Mask apart = decision.separated | (good & (max(max(gap.x, gap.y), gap.z) > Real(support_bound)));
    block.store(loader.batch.codes, apart, first_lanes(0));
    left.append(block.positions(), block.lanes() & !apart);
  }
}

/// For hulls: the first four supports in one go, as loading vertices twice costs more than full lanes save.
template <class Loader>
[[gnu::flatten]] void first_and_open_stage(const Loader& loader, List& in, Flight<ShapeOf<Loader>, 4>& out,
                                           List& undecided) {
  in.pad();
  for (int k = 0; k < in.count; k += Real::width) {
    const Block<List> block{in, k};
    const auto shape = loader.shape(block);
    Decision decision = begin(block.lanes());
    const Vec first = first_support(shape, -shape.center, decision);
    open_block(loader.batch.codes, block, shape, first, decision, out, undecided);
  }
}

/// One pass takes one step of every query in flight and keeps those that are still active.
template <class Loader>
[[gnu::flatten]] void advance_stage(const Loader& loader, Flight<ShapeOf<Loader>, 4>& flight, List& undecided) {
  for (int supports = 4; supports < max_supports && flight.list.count > 0; ++supports) {
    flight.list.pad();
    const List in = flight.list;
    flight.list.count = 0;
    for (int k = 0; k < in.count; k += Real::width) {
      const Block<List> block{in, k};
      Vec p[4];
      const auto shape = flight.load(loader, block, p);
      Simplex s{p[0], p[1], p[2], p[3]};
      Decision decision = begin(block.lanes());
      advance(shape, s, decision);
      block.store(loader.batch.codes, decision.separated, decision.overlapping);
      flight.append(block.positions(), shape, {s.b, s.c, s.d, s.v}, decision.active);
      const Mask lost = block.lanes() & !(decision.active | decision.separated | decision.overlapping);
      if (any(lost)) undecided.append(block.positions(), lost);
    }
  }
  for (int i = 0; i < flight.list.count; ++i) undecided.position[undecided.count++] = flight.list.position[i];
}

template <class Loader>
[[gnu::flatten]] void last_try_stage(const Loader& loader, List& in) {
  in.pad();
  for (int k = 0; k < in.count; k += Real::width) {
    const Block<List> block{in, k};
    block.store(loader.batch.codes, first_lanes(0), encloses_origin(loader.shape(block), block.lanes()));
  }
}

template <class Loader, class In>
void gjk_stages(const Loader& loader, const In& in) {
  List undecided;
  Flight<ShapeOf<Loader>, 4> opened;
  if constexpr (Loader::has_hull) {
    List left;
    bounds_stage(loader, in, left);
    first_and_open_stage(loader, left, opened, undecided);
  } else {
    Flight<ShapeOf<Loader>, 1> started;
    first_stage(loader, in, started);
    open_stage(loader, started, opened, undecided);
  }
  advance_stage(loader, opened, undecided);
  last_try_stage(loader, undecided);
}

/// Decides a batch whose pairs are all of kinds A and B, A <= B.
template <RecordKind A, RecordKind B>
void decide(const PairBatch& batch) {
  HullScratch scratch[2];
  const PairLoader<A, B> loader{batch, scratch[0], scratch[1]};
  const Everything all{batch.count};
  if constexpr (has_closed_form<A, B>) {
    if (batch.automatic) {
      List undecided;
      closed_stage(loader, all, undecided);
      undecided.pad();
      if (undecided.count != 0) gjk_stages(loader, undecided);
      return;
    }
  }
  gjk_stages(loader, all);
}

}  // namespace lockstep::LOCKSTEP_ISA
