// The kernels in double lanes: what the float lanes leave open is decided again, from the numbers that the caller gave.
// Included by isa_<name>_double.cpp. There are few such questions, so each block runs to its end.
#pragma once

#define LOCKSTEP_DOUBLE 1
#include "cull_exact.hpp"
#include "gjk.hpp"
#include "kernel_table.hpp"
#include "pair_shapes.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::OpenQuestions;
using detail::PairBatch;
using detail::ShapeRef;

/// An order of the shapes of one kind that depends on nothing but their numbers, so that the verdict on (a, b) is that on
/// (b, a). Below zero: a comes first; zero: they are the same.
template <RecordKind K>
int compare(const ShapeRef& a, const ShapeRef& b) {
  int order = 0;
  const auto by = [&order](const void* p, const void* q, std::size_t bytes) {
    if (order == 0) order = __builtin_memcmp(p, q, bytes);
  };
  for (int row = 0; row < 4; ++row) {
    // Where a hull's vertices lie in its set says nothing about the hull.
    const std::size_t numbers = K == RecordKind::hull && row == 1 ? 3 : 4;
    by(a.record->row[row], b.record->row[row], numbers * sizeof(float));
  }
  if (K == RecordKind::box || K == RecordKind::smooth || K == RecordKind::hull)
    by(a.rotation, b.rotation, sizeof(Quat));
  if (K == RecordKind::hull) {
    const HullVertices vertices = vertices_of(a, is_placed(a));
    by(vertices.x, vertices_of(b, is_placed(b)).x, std::size_t{6} * vertices.stride() * sizeof(float));
    // What counts of the placement beside the record and the vertices: radius, position, origin.
    if (order == 0 && is_placed(a)) {
      by(&placement_of(a)[0][3], &placement_of(b)[0][3], sizeof(float));
      by(placement_of(a)[3], placement_of(b)[3], 2 * sizeof(detail::Placement{}.row[0]));
    }
  }
  return order;
}

/// The open pairs of a block, two shapes for each lane.
struct PairBlock {
  ShapeRef first[Real::width], second[Real::width];

  template <RecordKind A, RecordKind B>
  static PairBlock load(const PairBatch& batch, const std::uint32_t* position) {
    PairBlock block;
    for (int i = 0; i < Real::width; ++i) {
      const detail::Query& query = batch.queries[position[i]];
      const ShapeRef a = batch.first.shape_of(query.a), b = batch.second.shape_of(query.b);
      const bool swap = A == B && compare<A>(b, a) < 0;
      block.first[i] = swap ? b : a, block.second[i] = swap ? a : b;
    }
    return block;
  }
};

template <RecordKind A, RecordKind B>
Verdicts decide_block(const PairBlock& pairs, Mask lanes) {
  const auto a = [&](int i) -> const ShapeRef& { return pairs.first[i]; };
  const auto b = [&](int i) -> const ShapeRef& { return pairs.second[i]; };
  if constexpr (closed_form_is_final<A, B>) {
    return decide_in_closed_form<A, B>(a, b);
  } else {
    const auto shape = pair_difference<A, B>(a, b, nullptr, nullptr);
    const Decision decision = search_from_anywhere(shape, lanes);
    const Mask left = lanes & !(decision.separated | decision.overlapping);
    return {decision.separated, decision.overlapping | encloses_origin(shape, left)};
  }
}

template <RecordKind A, RecordKind B>
void decide_again(const PairBatch& batch, OpenQuestions open) {
  for (int k = 0; k < open.count; k += Real::width) {
    const std::uint32_t* const position = open.position + k;
    const Verdicts v = decide_block<A, B>(PairBlock::load<A, B>(batch, position), first_lanes(open.count - k));
    const unsigned separated = bits(v.separated), overlapping = bits(v.overlapping);
    for (int i = 0; i < Real::width && k + i < open.count; ++i)
      batch.codes[position[i]] = static_cast<std::uint8_t>((separated >> i & 1U) != 0     ? detail::code_separated
                                                           : (overlapping >> i & 1U) != 0 ? detail::code_overlapping
                                                                                          : detail::code_touching);
  }
}

template <class Loader>
void cull_again(const Loader& loader, OpenQuestions open) {
  const detail::CullBatch& batch = loader.batch;
  for (int k = 0; k < open.count; k += Real::width) {
    const Mask lanes = first_lanes(open.count - k);
    const auto shape = object_in_volume(loader.at(open.position + k), *batch.volume);
    const Decision decision = search_from_anywhere(shape, lanes);
    Mask culled = decision.separated;
    if (!batch.keep_touching) {
      const Mask left = lanes & !(decision.separated | decision.overlapping);
      culled = lanes & !(decision.overlapping | encloses_origin(shape, left));
    }
    clear_bits(batch.visible, open.position + k, culled);
  }
}

template <int Streams>
void cull_streams_again(const detail::StreamBatch& batch, OpenQuestions open) {
  cull_again(StreamLoader<Streams>{batch}, open);
}

template <RecordKind K>
void cull_records_again(const detail::RecordBatch& batch, OpenQuestions open) {
  HullScratch unused;
  cull_again(RecordLoader<K>{batch, unused}, open);
}

extern const detail::DoubleTable table;
using enum RecordKind;
const detail::DoubleTable table = {
    .decide_pairs = {{decide_again<ball, ball>, decide_again<ball, aabb>, decide_again<ball, box>,
                      decide_again<ball, capsule>, decide_again<ball, smooth>, decide_again<ball, hull>},
                     {nullptr, decide_again<aabb, aabb>, decide_again<aabb, box>, decide_again<aabb, capsule>,
                      decide_again<aabb, smooth>, decide_again<aabb, hull>},
                     {nullptr, nullptr, decide_again<box, box>, decide_again<box, capsule>, decide_again<box, smooth>,
                      decide_again<box, hull>},
                     {nullptr, nullptr, nullptr, decide_again<capsule, capsule>, decide_again<capsule, smooth>,
                      decide_again<capsule, hull>},
                     {nullptr, nullptr, nullptr, nullptr, decide_again<smooth, smooth>, decide_again<smooth, hull>},
                     {nullptr, nullptr, nullptr, nullptr, nullptr, decide_again<hull, hull>}},
    .cull_streams = {cull_streams_again<4>, cull_streams_again<6>, cull_streams_again<10>, cull_streams_again<18>},
    .cull_records = {cull_records_again<ball>, cull_records_again<aabb>, cull_records_again<box>,
                     cull_records_again<capsule>, cull_records_again<smooth>, cull_records_again<hull>},
};

}  // namespace lockstep::LOCKSTEP_ISA
