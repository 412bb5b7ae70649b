// The kernels in double lanes: what the float lanes leave open is decided again, from the numbers that the caller gave.
// Included by isa_<name>_double.cpp. There are few such questions, so each block runs to its end.
#pragma once

#define LOCKSTEP_DOUBLE 1
#include "lanes/cull/cull_exact.hpp"
#include "lanes/gjk/gjk.hpp"
#include "lanes/pairs/decide_double.hpp"
#include "lanes/pairs/pair_kernels.hpp"
#include "lanes/pairs/pair_shapes.hpp"
#include "lanes/pairs/within.hpp"
#include "table/kernel_table.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::OpenQuestions;
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
    const HullVertices of_a = vertices_of(a, is_placed(a)), of_b = vertices_of(b, is_placed(b));
    const std::size_t bytes = detail::hull_floats(of_a.count) * sizeof(float);
    by(of_a.x, of_b.x, bytes), by(of_a.low_x, of_b.low_x, bytes);
    // What counts of the placement beside the record and the vertices: radius, position, origin.
    if (order == 0 && is_placed(a)) {
      by(&placement_of(a)[0][3], &placement_of(b)[0][3], sizeof(float));
      by(placement_of(a)[3], placement_of(b)[3], 2 * sizeof(detail::Placement{}.row[0]));
    }
  }
  return order;
}

template <RecordKind A, RecordKind B>
constexpr auto decide_pairs = decide_again<PairOf<A, B>, compare<A>>;

/// The same, of pairs that are no farther apart than a margin.
template <RecordKind A, RecordKind B>
constexpr auto decide_within = decide_margin_again<Within<A, B>, compare<A>>;

/// What GJK leaves out of the objects in some lanes.
template <class Object>
Mask culled_by_search(const detail::CullBatch& batch, const Object& object, Mask lanes) {
  const auto shape = object_in_volume(object, *batch.volume);
  const Decision decision = search_from_anywhere(shape, lanes);
  if (batch.keep_touching) return decision.separated;
  const Mask left = lanes & !(decision.separated | decision.overlapping);
  return lanes & !(decision.overlapping | encloses_origin(shape, left));
}

/// The planes come first for both methods, so that one never keeps what the other leaves out.
template <class Loader>
void cull_again(const Loader& loader, OpenQuestions open) {
  const detail::CullBatch& batch = loader.batch;
  const Planes planes(*batch.volume);
  for (int k = 0; k < open.count; k += Real::width) {
    const auto object = loader.at(open.position + k);
    Mask culled = outside_of_one(planes, *batch.volume, object);
    const Mask lanes = first_lanes(open.count - k) & !culled;
    if (batch.stages == detail::CullStages::exact && any(lanes))
      culled = culled | culled_by_search(batch, object, lanes);
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

/// The formula of two balls in `intersect`, with a margin beside the radii.
inline void decide_balls(const detail::BallPairs& pairs) {
  for (int k = 0; k < pairs.count; k += Real::width) {
    const auto center = [&](const float* const(&ball)[4]) {
      return Vec{Real::load(ball[0] + k), Real::load(ball[1] + k), Real::load(ball[2] + k)};
    };
    const Real reach = (Real::load(pairs.a[3] + k) + Real::load(pairs.b[3] + k)) + Real(pairs.margin);
    const Verdicts v = round_pair(Zonotope<0>{center(pairs.a) - center(pairs.b), {}, {}, reach, reach});
    const unsigned separated = bits(v.separated), overlapping = bits(v.overlapping);
    for (int i = 0; i < Real::width && k + i < pairs.count; ++i)
      pairs.codes[k + i] = code_of(separated, overlapping, i);
  }
}

extern const detail::DoubleTable table;
using enum RecordKind;
const detail::DoubleTable table = {
    .decide_pairs = pair_kernels<detail::SpaceDoubleKernels, RecordKind>(
        []<RecordKind A, RecordKind B>() { return decide_pairs<A, B>; }),
    .decide_within = pair_kernels<detail::SpaceDoubleKernels, RecordKind>(
        []<RecordKind A, RecordKind B>() { return decide_within<A, B>; }),
    .cull_streams = {cull_streams_again<4>, cull_streams_again<6>, cull_streams_again<10>, cull_streams_again<18>},
    .cull_records = {cull_records_again<ball>, cull_records_again<aabb>, cull_records_again<box>,
                     cull_records_again<capsule>, cull_records_again<smooth>, cull_records_again<hull>},
    .decide_balls = decide_balls,
};

}  // namespace lockstep::LOCKSTEP_ISA
