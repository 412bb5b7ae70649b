// The manifolds of a tile of pairs, of space or of the plane: which are near, how far apart these are, what the kernels
// say of them, and what the caller gets of both.
#pragma once

#include <iterator>
#include <type_traits>

#include "contacts/contact_list.hpp"
#include "contacts/hull_contacts.hpp"

namespace lockstep::detail {

/// A point as the caller has it: of the plane two numbers, or three with z = 0.
template <class World>
void put_vector(Vec3d& to, const double* p) {
  to = {p[0], p[1], std::is_same_v<World, InSpace> ? p[2] : 0};
}
template <class World>
void put_vector(Vec2d& to, const double* p) {
  to = {p[0], p[1]};
}

/// So much less deep than the shapes, as a part of the pair's size, the deepest point has got lost in rounding.
inline constexpr double lost_share = 0x1p-19;

/// A manifold while it is written.
template <class World, class To>
struct ManifoldWriter {
  using Answer = typename World::ContactBatch::Answer;
  static constexpr auto most = static_cast<std::uint32_t>(std::extent_v<decltype(Answer::points)>);
  using ToPoint = std::remove_reference_t<decltype(To::points[0])>;

  static void put_point(const typename Answer::Point& p, ToPoint& to) {
    put_vector<World>(to.a, p.a), put_vector<World>(to.b, p.b), to.separation = p.separation;
    to.feature_a = static_cast<std::uint32_t>(p.feature_a), to.feature_b = static_cast<std::uint32_t>(p.feature_b);
  }
  /// What `distance` knows of a pair is all, or the first point.
  static void put_nearest(const DistanceAnswer& m, const Answer& contact, ToPoint& to) {
    const double apart = (m.on_a[0] - m.on_b[0]) * m.normal[0] + (m.on_a[1] - m.on_b[1]) * m.normal[1] +
                         (m.on_a[2] - m.on_b[2]) * m.normal[2];
    put_vector<World>(to.a, m.on_a), put_vector<World>(to.b, m.on_b);
    to.separation = std::isfinite(m.lower) ? m.lower : apart;
    to.feature_a = contact.feature_a, to.feature_b = contact.feature_b;
  }

  static void write(const DistanceAnswer& m, const Answer& contact, To& to) {
    to.distance = {m.lower, m.upper};
    put_vector<World>(to.normal, m.normal);
    const bool is_lost = contact.count == 0 || !(contact.points[0].separation <= m.upper + m.size * lost_share);
    to.count = std::min(contact.count + (is_lost ? 1 : 0), most);
    const std::uint32_t first = is_lost ? 1 : 0;
    if (is_lost) put_nearest(m, contact, to.points[0]);
    for (std::uint32_t k = first; k < most; ++k) {
      if (k < to.count)
        put_point(contact.points[k - first], to.points[k]);
      else
        to.points[k] = {};
    }
    for (std::size_t k = most; k < std::size(to.points); ++k) to.points[k] = {};
  }

  static void write_far(const Interval& distance, To& to) {
    to = {};
    to.distance = distance;
  }
};

/// The pairs of a tile that are no farther apart than the margin, and what becomes known of them.
template <class World, class To>
struct ContactTile {
  using Query = typename World::ContactBatch::Query;
  using Answer = typename World::ContactBatch::Answer;
  using Writer = ManifoldWriter<World, To>;

  const ContactJob<World>& job;
  To* const out;
  std::size_t count = 0;
  std::array<Pair, pair_tile> pairs;
  std::array<std::uint16_t, pair_tile> source;  // where a pair's manifold lies in `out`
  std::array<DistanceAnswer, pair_tile> measured;

  ContactTile(const ContactJob<World>& contact_job, To* manifolds) : job(contact_job), out(manifolds) {}

  void keep_near(std::span<const Pair> all);
  void measure();
  [[nodiscard]] bool is_far(std::size_t i) const {
    const DistanceAnswer& m = measured[i];
    return m.lower > job.margin || (m.lower == job.margin && m.upper == std::numeric_limits<double>::infinity());
  }
  [[nodiscard]] auto low_kind(std::size_t i) const { return std::min(job.kind_a(pairs[i]), job.kind_b(pairs[i])); }
  [[nodiscard]] auto high_kind(std::size_t i) const { return std::max(job.kind_a(pairs[i]), job.kind_b(pairs[i])); }
  [[nodiscard]] bool is_swapped(std::size_t i) const;
  [[nodiscard]] Query query(std::size_t i) const;
  void find_by_kernel(int row_a, int row_b);
  void find_without_kernel(std::size_t i);
  void find();
};

/// The manifolds of the others are written.
template <class World, class To>
void ContactTile<World, To>::keep_near(std::span<const Pair> all) {
  std::array<std::uint8_t, pair_tile> codes{};
  if (!job.all) decide_tile<pair_tile>(job.within, all, codes.data());
  std::array<std::uint16_t, pair_tile> far;
  std::size_t far_count = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {  // a branch would be a coin's toss
    const bool is_near = job.all | (codes[i] != code_separated);
    pairs[count] = all[i], source[count] = static_cast<std::uint16_t>(i), count += is_near;
    far[far_count] = static_cast<std::uint16_t>(i), far_count += !is_near;
  }
  const Interval beyond{std::max(job.margin, least_proven_gap), std::numeric_limits<double>::infinity()};
  for (std::size_t k = 0; k < far_count; ++k) Writer::write_far(beyond, out[far[k]]);
}

/// Two shapes that are the same point have no normal: it lies along x.
template <class World, class To>
void ContactTile<World, To>::measure() {
  if (count == 0) return;
  measure_tile(job.distances, std::span<const Pair>(pairs).first(count), measured.data());
  for (std::size_t i = 0; i < count; ++i) {
    double(&n)[3] = measured[i].normal;
    if (measured[i].size == 0) n[0] = job.kind_a(pairs[i]) > job.kind_b(pairs[i]) ? -1 : 1, n[1] = 0, n[2] = 0;
  }
}

/// Is b taken for the first of the two? Kinds come in rising order, and of one kind, the normal points up.
template <class World, class To>
bool ContactTile<World, To>::is_swapped(std::size_t i) const {
  const auto a = job.kind_a(pairs[i]), b = job.kind_b(pairs[i]);
  if (a != b) return a > b;
  const double(&n)[3] = measured[i].normal;
  return n[2] != 0 ? n[2] < 0 : n[1] != 0 ? n[1] < 0 : n[0] < 0;
}

template <class World, class To>
typename ContactTile<World, To>::Query ContactTile<World, To>::query(std::size_t i) const {
  const auto &first = job.distances.verdicts.first, &second = job.distances.verdicts.second;
  const auto a = first.shape_of(first.records + pairs[i].a);
  const auto b = second.shape_of(second.records + pairs[i].b);
  const double(&n)[3] = measured[i].normal;
  const double lower = measured[i].lower;
  if (is_swapped(i)) return {b, a, {-n[0], -n[1], -n[2]}, lower, true};
  return {a, b, {n[0], n[1], n[2]}, lower, false};
}

/// The pairs of two kinds that have kernels.
template <class World, class To>
void ContactTile<World, To>::find_by_kernel(int row_a, int row_b) {
  std::array<Query, contact_tile> queries;
  std::array<std::uint16_t, contact_tile> position;
  std::array<Answer, contact_tile> answers;
  for (std::size_t i = 0; i < count;) {
    std::size_t found = 0;
    for (; i < count && found < queries.size(); ++i)
      if (contact_row(low_kind(i)) == row_a && contact_row(high_kind(i)) == row_b && !is_far(i))
        queries[found] = query(i), position[found] = static_cast<std::uint16_t>(i), ++found;
    if (found == 0) return;
    job.kernels.of(found).of[row_a][row_b]({queries.data(), static_cast<int>(found), job.margin, answers.data()});
    for (std::size_t k = 0; k < found; ++k) Writer::write(measured[position[k]], answers[k], out[source[position[k]]]);
  }
}

/// A pair of which one is a hull, or has no feature.
template <class World, class To>
void ContactTile<World, To>::find_without_kernel(std::size_t i) {
  Answer contact;
  contact.count = 0, contact.feature_a = 0, contact.feature_b = 0;
  const DistanceAnswer& m = measured[i];
  if constexpr (std::is_same_v<World, InSpace>) {
    const RecordKind a = low_kind(i), b = high_kind(i);
    const auto has_feature = [](RecordKind kind) { return contact_row(kind) >= 0 || kind == RecordKind::hull; };
    if (has_feature(a) && has_feature(b))
      find_hull_contacts(query(i), a, b, is_swapped(i) ? m.on_a : m.on_b, job.margin, contact);
  }
  Writer::write(m, contact, out[source[i]]);
}

template <class World, class To>
void ContactTile<World, To>::find() {
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

/// The manifolds come into the cache while their pairs are measured.
template <class World>
template <class To>
void ContactJob<World>::write_tile(std::span<const Pair> pairs, To* to) const {
  for (std::size_t i = 0; i < pairs.size() * sizeof(To); i += 64)
    __builtin_prefetch(reinterpret_cast<const char*>(to) + i, 1);
  ContactTile<World, To> tile(*this, to);
  tile.keep_near(pairs);
  tile.measure();
  tile.find();
}

}  // namespace lockstep::detail
