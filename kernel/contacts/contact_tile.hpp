// The manifolds of a tile of pairs, of space or of the plane: selects the near pairs, measures their distances, runs
// the contact kernels, and writes both results for the caller.
#pragma once

#include "contacts/contact_list.hpp"
#include "contacts/hull_contacts.hpp"
#include "contacts/manifold_writer.hpp"

namespace lockstep::detail {

/// The pairs of a tile within the margin, and their results.
template <class Space, class To>
struct ContactTile {
  using Query = typename Space::ContactBatch::Query;
  using Answer = typename Space::ContactBatch::Answer;
  using Writer = ManifoldWriter<Space, To>;

  const ContactJob<Space>& job;
  To* const out;
  std::size_t count = 0;
  std::array<Pair, pair_tile> pairs;
  std::array<std::uint16_t, pair_tile> source;  // the index of a pair's manifold in `out`
  std::array<DistanceAnswer, pair_tile> measured;

  ContactTile(const ContactJob<Space>& contact_job, To* manifolds) : job(contact_job), out(manifolds) {}

  void keep_near(std::span<const Pair> all);
  void measure();
  [[nodiscard]] bool is_far(std::size_t i) const {
    const DistanceAnswer& m = measured[i];
    return m.lower > job.margin || (m.lower == job.margin && m.upper == std::numeric_limits<double>::infinity());
  }
  [[nodiscard]] auto low_kind(std::size_t i) const { return std::min(job.kind_a(pairs[i]), job.kind_b(pairs[i])); }
  [[nodiscard]] auto high_kind(std::size_t i) const { return std::max(job.kind_a(pairs[i]), job.kind_b(pairs[i])); }
  [[nodiscard]] bool is_swapped(std::size_t i) const;
  void put_query(std::size_t i, bool swap, Query& to) const;
  [[nodiscard]] HullContactQuery hull_query(std::size_t i) const;
  void find_by_kernel(int row_a, int row_b);
  void find_without_kernel(std::size_t i);
  void find();
};

/// Keeps the near pairs, and writes the manifolds of the others.
template <class Space, class To>
void ContactTile<Space, To>::keep_near(std::span<const Pair> all) {
  std::array<std::uint8_t, pair_tile> codes{};
  if (!job.all) decide_tile<pair_tile>(job.within, all, codes.data());
  std::array<std::uint16_t, pair_tile> far;
  std::size_t far_count = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {  // branchless: a branch would be mispredicted half of the time
    const bool is_near = job.all | (codes[i] != code_separated);
    pairs[count] = all[i], source[count] = static_cast<std::uint16_t>(i), count += is_near;
    far[far_count] = static_cast<std::uint16_t>(i), far_count += !is_near;
  }
  const Interval beyond{std::max(job.margin, least_proven_gap), std::numeric_limits<double>::infinity()};
  for (std::size_t k = 0; k < far_count; ++k) Writer::write_far(beyond, out[far[k]]);
}

/// Measures the pairs. Two shapes that are the same point have no normal, and get one along x.
template <class Space, class To>
void ContactTile<Space, To>::measure() {
  if (count == 0) return;
  measure_tile(job.distances, std::span<const Pair>(pairs).first(count), measured.data());
  for (std::size_t i = 0; i < count; ++i) {
    double(&n)[3] = measured[i].normal;
    if (measured[i].size == 0) n[0] = job.kind_a(pairs[i]) > job.kind_b(pairs[i]) ? -1 : 1, n[1] = 0, n[2] = 0;
  }
}

/// Whether b comes before a. The kernels take kinds in rising order; if the kinds are the same, the normal points up.
template <class Space, class To>
bool ContactTile<Space, To>::is_swapped(std::size_t i) const {
  const auto a = job.kind_a(pairs[i]), b = job.kind_b(pairs[i]);
  if (a != b) return a > b;
  const double(&n)[3] = measured[i].normal;
  return n[2] != 0 ? n[2] < 0 : n[1] != 0 ? n[1] < 0 : n[0] < 0;
}

/// Writes a query without a branch or a copy: a branch on the order of the two would be mispredicted.
template <class Space, class To>
void ContactTile<Space, To>::put_query(std::size_t i, bool swap, Query& to) const {
  const auto put_shape = [&](bool is_second, auto& shape) {
    const auto& view = is_second ? job.distances.verdicts.second : job.distances.verdicts.first;
    shape = view.shape_of(view.records + (is_second ? pairs[i].b : pairs[i].a));
  };
  put_shape(swap, to.a), put_shape(!swap, to.b);
}

template <class Space, class To>
HullContactQuery ContactTile<Space, To>::hull_query(std::size_t i) const {
  const bool swap = is_swapped(i);
  const double(&n)[3] = measured[i].normal;
  const double sign = swap ? -1 : 1;
  HullContactQuery query{{}, {sign * n[0], sign * n[1], sign * n[2]}, measured[i].lower, swap};
  put_query(i, swap, query.shapes);
  return query;
}

/// Finds the contacts of the pairs of two kinds that have a kernel.
template <class Space, class To>
void ContactTile<Space, To>::find_by_kernel(int row_a, int row_b) {
  std::array<Query, ContactSides::capacity> queries;
  std::array<Answer, ContactSides::capacity> answers;
  std::array<std::uint16_t, contact_tile> position;
  ContactSides sides;
  PointRoom<Space, To> room;
  std::size_t found = 0;
  const auto put = [&](std::size_t to, std::size_t i) {
    const bool swap = is_swapped(i);
    put_query(i, swap, queries[to]);
    const double sign = 1 - 2 * static_cast<int>(swap);  // branchless, like put_query
    for (int k = 0; k < 3; ++k) sides.normal[k][to] = sign * measured[i].normal[k];
    sides.lower[to] = measured[i].lower, sides.swapped[to] = swap ? 1 : 0;
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (contact_row(low_kind(i)) != row_a || contact_row(high_kind(i)) != row_b || is_far(i)) continue;
    put(found, i);
    answers[found].points = room.of(found, out[source[i]]), position[found] = static_cast<std::uint16_t>(i), ++found;
  }
  for (std::size_t k = found; k < padded_queries(found); ++k)
    put(k, position[found - 1]), answers[k].points = answers[found - 1].points;
  job.kernels.of(found).of[row_a][row_b]({queries.data(), &sides, static_cast<int>(found), job.margin, answers.data()});
  for (std::size_t k = 0; k < found; ++k) Writer::write(measured[position[k]], answers[k], out[source[position[k]]]);
}

/// Finds the contacts of a pair that contains a hull, or a shape without a feature.
template <class Space, class To>
void ContactTile<Space, To>::find_without_kernel(std::size_t i) {
  PointRoom<Space, To> room;
  Answer contact{room.of(0, out[source[i]]), 0, 0, 0};
  const DistanceAnswer& m = measured[i];
  if constexpr (std::is_same_v<Space, InSpace>) {
    const RecordKind a = low_kind(i), b = high_kind(i);
    const auto has_feature = [](RecordKind kind) { return contact_row(kind) >= 0 || kind == RecordKind::hull; };
    if (has_feature(a) && has_feature(b))
      find_hull_contacts(hull_query(i), a, b, is_swapped(i) ? m.on_a : m.on_b, job.margin, contact);
  }
  Writer::write(m, contact, out[source[i]]);
}

template <class Space, class To>
void ContactTile<Space, To>::find() {
  bool present[contact_kinds][contact_kinds] = {};
  for (std::size_t i = 0; i < count; ++i) {
    const int a = contact_row(low_kind(i)), b = contact_row(high_kind(i));
    if (is_far(i))
      Writer::write_far({measured[i].lower, measured[i].upper}, out[source[i]]);
    else if (a >= 0 && b >= 0)
      present[a][b] = true;
    else
      find_without_kernel(i);
  }
  for (int a = 0; a < contact_kinds; ++a)
    for (int b = a; b < contact_kinds; ++b)
      if (present[a][b]) find_by_kernel(a, b);
}

/// Prefetches the manifolds while their pairs are measured.
template <class Space>
template <class To>
void ContactJob<Space>::write_tile(std::span<const Pair> pairs, To* to) const {
  for (std::size_t i = 0; i < pairs.size() * sizeof(To); i += 64)
    __builtin_prefetch(reinterpret_cast<const char*>(to) + i, 1);
  ContactTile<Space, To> tile(*this, to);
  tile.keep_near(pairs);
  tile.measure();
  tile.find();
}

}  // namespace lockstep::detail
