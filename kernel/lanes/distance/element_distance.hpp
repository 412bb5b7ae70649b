// The signed distances of the objects of two views, element by element: pair i is object i of one view and object i of
// the other, so lanes load contiguous numbers. Uses closed forms only, with the same steps as for pairs of records, so
// that the bits are the same.
#pragma once

#include <bit>

#include "lanes/distance/ball_distance.hpp"
#include "lanes/distance/closed_distance.hpp"
#include "lanes/distance/direct_stage.hpp"
#include "table/element_distance_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::ViewKind;

/// Maps the numbers of a record, row by row, to the streams of a view; -1 means 0.
template <unsigned Rows>
struct RecordOfStreams {
  int stream[Rows][4];
};

/// The records of a view's objects: `Space`, `kind` and `layout`.
template <ViewKind K>
struct RecordsOfView;

template <>
struct RecordsOfView<ViewKind::spheres> {
  using Space = DistanceTraits3;
  static constexpr RecordKind kind = RecordKind::sphere;
  static constexpr RecordOfStreams<1> layout{{{0, 1, 2, 3}}};
};
template <>
struct RecordsOfView<ViewKind::aabbs> {
  using Space = DistanceTraits3;
  static constexpr RecordKind kind = RecordKind::aabb;
  static constexpr RecordOfStreams<2> layout{{{0, 1, 2, -1}, {3, 4, 5, -1}}};
};
template <>
struct RecordsOfView<ViewKind::capsules> {
  using Space = DistanceTraits3;
  static constexpr RecordKind kind = RecordKind::capsule;
  static constexpr RecordOfStreams<2> layout{{{0, 1, 2, 6}, {3, 4, 5, -1}}};
};

/// The rows of the records that W objects would have.
template <unsigned N, class Read>
Rows<N> rows_of(const RecordOfStreams<N>& layout, const Read& read) {
  const auto number = [&](unsigned row, unsigned at) {
    const int stream = layout.stream[row][at];
    return stream < 0 ? Real(0) : read(static_cast<unsigned>(stream));
  };
  struct {
    Quad row[N];
  } rows;
  for (unsigned k = 0; k < N; ++k) rows.row[k] = {number(k, 0), number(k, 1), number(k, 2), number(k, 3)};
  return std::bit_cast<Rows<N>>(rows);  // Rows are otherwise built from records
}

inline Quad select(Mask m, const Quad& a, const Quad& b) {
  return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z), select(m, a.w, b.w)};
}

/// The lanes whose object b comes first in the order of order.hpp, for objects of the streams from k on. Most pairs
/// differ in their first numbers.
template <ViewKind K, unsigned N>
Mask second_first(const detail::ElementDistanceBatch& batch, int k, const Rows<N>& a, const Rows<N>& b) {
  using Of = RecordsOfView<K>;
  const Real first = a.row[0].x, second = b.row[0].x;
  const Mask before = second < first;
  const unsigned same = bits(!((first < second) | before));
  if (same == 0) [[likely]]
    return before;
  Number swapped[Real::width];
  select(before, Real(1), Real(0)).store(swapped);
  for (int i = 0; i < Real::width; ++i) {
    if ((same >> i & 1U) == 0) continue;
    detail::Record records[2]{};
    for (unsigned row = 0; row < N; ++row)
      for (unsigned at = 0; at < 4; ++at)
        if (const int stream = Of::layout.stream[row][at]; stream >= 0) {
          records[0].row[row][at] = batch.first[stream][k + i];
          records[1].row[row][at] = batch.second[stream][k + i];
        }
    const auto of = [](const detail::Record& record) {
      return detail::ShapeRef{&record, nullptr, nullptr, nullptr, nullptr, nullptr};
    };
    swapped[i] = Of::Space::template order<Of::kind>(of(records[1]), of(records[0])) < 0 ? 1 : 0;
  }
  return Real::load(swapped) > Real(0);
}

/// Bounds of W pairs, in `unit`, and the lanes left open.
struct ElementDistances {
  Real lower, upper, unit;
  Mask undecided;
};

/// For kinds with cores, which need an order and a scale.
template <class Space, typename Space::Kind kind, class AnyRows>
ElementDistances distances_of_cores(const AnyRows& a, const AnyRows& b, double most, Mask lanes) {
  const auto origin = Space::anchor(b.row[0]);
  const auto none = [](int) { return detail::ShapeRef{}; };  // the rows are complete
  const Cores cores([&] { return Space::template load<kind, kind>(a, none, origin, nullptr); },
                    [&] { return Space::template load<kind, kind>(b, none, origin, nullptr); },
                    LaneShift<std::remove_const_t<decltype(origin)>>());
  const Real tolerance = reachable(Real(static_cast<Number>(most)) * cores.scale);
  auto found = closed_distance(cores, false, lanes);
  if constexpr (!is_double) forget_without_length(found);
  const Mask wide = !(found.upper - found.lower <= tolerance);
  add_radii(cores, found);
  return {found.lower, found.upper, Real(1) / cores.scale,
          wide | near_contact(found.lower, found.upper, Real(2), Real(0))};
}

/// The objects from k on as rows of records.
template <ViewKind K>
auto rows_from(const float* const* stream, int k) {
  return rows_of(RecordsOfView<K>::layout, [&](unsigned s) { return load_floats(stream[s] + k); });
}

/// Whether the objects are measured directly.
template <ViewKind K>
inline constexpr bool is_direct_view = is_direct<DistanceTraits3, RecordsOfView<K>::kind, RecordsOfView<K>::kind>;
template <ViewKind K>
inline constexpr bool is_view_of_balls = RecordsOfView<K>::kind == RecordKind::sphere;
/// The number of registers that are measured together, for direct kinds and for balls.
template <ViewKind K>
inline constexpr unsigned elements_at_once = is_view_of_balls<K> ? 2
                                             : is_direct_view<K> ? registers_at_once<RecordsOfView<K>::kind>
                                                                 : 1;

/// Measures N registers of pairs from k on.
template <ViewKind K, unsigned N>
  requires(is_direct_view<K>)
void distances_side_by_side(const detail::ElementDistanceBatch& batch, int k, int /*live*/,
                            ElementDistances (&found)[N]) {
  using Gap = DirectGap<RecordsOfView<K>::kind>;
  Gap gaps[N];
  LOCKSTEP_EACH_REGISTER(j, N) {
    const int at = k + static_cast<int>(j) * Real::width;
    gaps[j].load(rows_from<K>(batch.first, at), rows_from<K>(batch.second, at));
  }
  measure(gaps);
  LOCKSTEP_EACH_REGISTER(j, N) {
    const DirectBounds bounds = gaps[j].bounds();
    found[j] = {bounds.lower, bounds.upper, Real(1), bounds.undecided | bounds.contact};
  }
}
/// For balls, which need no order and no scale.
template <ViewKind K, unsigned N>
  requires(is_view_of_balls<K>)
void distances_side_by_side(const detail::ElementDistanceBatch& batch, int k, int /*live*/,
                            ElementDistances (&found)[N]) {
  Real square[N], centers[N], radii[N];
  LOCKSTEP_EACH_REGISTER(j, N) {
    const int at = k + static_cast<int>(j) * Real::width;
    const auto a = rows_from<K>(batch.first, at), b = rows_from<K>(batch.second, at);
    const Vec between = xyz(a.row[0]) - xyz(b.row[0]);
    square[j] = dot(between, between), radii[j] = a.row[0].w + b.row[0].w;
  }
  LOCKSTEP_EACH_REGISTER(j, N) centers[j] = sqrt(square[j]);
  LOCKSTEP_EACH_REGISTER(j, N) {
    const BallDistance ball = ball_distance(square[j], centers[j], radii[j]);
    const Mask near = is_near(ball);
    found[j] = {ball.lower, ball.upper, Real(1), is_double ? near : near | !is_narrow(ball, batch.tolerance)};
  }
}
/// For all other kinds.
template <ViewKind K>
  requires(!is_direct_view<K> && !is_view_of_balls<K>)
void distances_side_by_side(const detail::ElementDistanceBatch& batch, int k, int live, ElementDistances (&found)[1]) {
  using Space = typename RecordsOfView<K>::Space;
  const auto a = rows_from<K>(batch.first, k), b = rows_from<K>(batch.second, k);
  const Mask swapped = second_first<K>(batch, k, a, b);
  auto first = a, second = b;
  for (unsigned row = 0; row < sizeof a.row / sizeof a.row[0]; ++row)
    first.row[row] = select(swapped, b.row[row], a.row[row]), second.row[row] = select(swapped, a.row[row], b.row[row]);
  found[0] = distances_of_cores<Space, RecordsOfView<K>::kind>(first, second, batch.tolerance, first_lanes(live));
}

/// Measures N registers of pairs from k on; the first `live` pairs are valid. Adds the open ones to a list.
template <ViewKind K, unsigned N>
void measure_registers(const detail::ElementDistanceBatch& batch, int k, int live, double* to, int& undecided_count) {
  constexpr int width = Real::width;
  ElementDistances found[N];
  distances_side_by_side<K>(batch, k, live, found);
  static_assert(N * width <= 64);
  std::uint64_t undecided = 0;
  LOCKSTEP_EACH_REGISTER(j, N) {
    const int at = width * static_cast<int>(j);
    store_intervals(to + 2 * at, found[j].lower, found[j].upper, found[j].unit);
    undecided |= std::uint64_t{bits(found[j].undecided)} << at;
  }
  if (live < width) undecided &= (std::uint64_t{1} << live) - 1;
  for (; undecided != 0; undecided &= undecided - 1)
    [[unlikely]] batch.undecided[undecided_count++] = static_cast<std::uint32_t>(k + __builtin_ctzll(undecided));
}

/// See detail::ElementDistanceKernels.
template <ViewKind K>
[[gnu::flatten]] int element_distance_stage(const detail::ElementDistanceBatch& given) {
  const detail::ElementDistanceBatch batch = given;  // a copy: the compiler must assume that stores below change it
  constexpr unsigned most = elements_at_once<K>;
  constexpr int width = Real::width, step = static_cast<int>(most) * width;
  int undecided_count = 0, k = 0;
  for (; k + step <= batch.count; k += step)
    measure_registers<K, most>(batch, k, step, &batch.bounds[k].lower, undecided_count);
  for (; k + width <= batch.count; k += width)
    measure_registers<K, 1>(batch, k, width, &batch.bounds[k].lower, undecided_count);
  if (k < batch.count) {
    double last[2 * width];
    measure_registers<K, 1>(batch, k, batch.count - k, last, undecided_count);
    for (int i = 0; k + i < batch.count; ++i) batch.bounds[k + i] = {last[2 * i], last[2 * i + 1]};
  }
  return undecided_count;
}

}  // namespace lockstep::LOCKSTEP_ISA
