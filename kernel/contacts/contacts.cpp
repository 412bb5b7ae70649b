#include "lockstep/contacts.hpp"

#include "contacts/contact_list.hpp"
#include "contacts/hull_contacts.hpp"
#include "sets/shape_store.hpp"

namespace lockstep {

namespace {

using detail::ContactAnswer;
using detail::ContactJob;
using detail::ContactQuery;
using detail::DistanceAnswer;
using detail::InSpace;
using detail::pair_tile;
using detail::RecordKind;

bool has_kernel(RecordKind kind) { return detail::first_contact_kind <= kind && kind <= detail::last_contact_kind; }
bool has_feature(RecordKind kind) { return has_kernel(kind) || kind == RecordKind::hull; }

Vec3d vec(const double (&p)[3]) { return {p[0], p[1], p[2]}; }

void write_far(const Interval& distance, Manifold& to) {
  to.distance = distance, to.normal = {}, to.count = 0;
  for (ContactPoint& point : to.points) point = {};
}

/// So much less deep than the shapes, as a part of the pair's size, the deepest point has got lost in rounding.
constexpr double lost_share = 0x1p-19;

/// What `distance` knows of a pair is all, or the first point.
ContactPoint nearest_points(const DistanceAnswer& m, const ContactAnswer& contact) {
  const double apart = (m.on_a[0] - m.on_b[0]) * m.normal[0] + (m.on_a[1] - m.on_b[1]) * m.normal[1] +
                       (m.on_a[2] - m.on_b[2]) * m.normal[2];
  return {vec(m.on_a), vec(m.on_b), std::isfinite(m.lower) ? m.lower : apart, contact.feature_a, contact.feature_b};
}

void write(const DistanceAnswer& m, const ContactAnswer& contact, Manifold& to) {
  const auto point = [&](std::uint32_t k) {
    const ContactAnswer::Point& p = contact.points[k];
    return ContactPoint{vec(p.a), vec(p.b), p.separation, p.feature_a, p.feature_b};
  };
  to.distance = {m.lower, m.upper}, to.normal = vec(m.normal);
  if (contact.count > 0 && contact.points[0].separation <= m.upper + m.size * lost_share) {
    to.count = contact.count;
    for (std::uint32_t k = 0; k < 4; ++k) to.points[k] = point(k);
    return;
  }
  to.count = std::min(contact.count + 1, 4U);
  to.points[0] = nearest_points(m, contact);
  for (std::uint32_t k = 1; k < 4; ++k) to.points[k] = k < to.count ? point(k - 1) : ContactPoint{};
}

/// The pairs of a tile that are no farther apart than the margin, and what becomes known of them.
struct Tile {
  const ContactJob& job;
  Manifold* const out;
  std::size_t count = 0;
  std::array<Pair, pair_tile> pairs;
  std::array<std::uint16_t, pair_tile> source;  // where a pair's manifold lies in `out`
  std::array<DistanceAnswer, pair_tile> measured;

  Tile(const ContactJob& contact_job, Manifold* manifolds) : job(contact_job), out(manifolds) {}

  void keep_near(std::span<const Pair> all);
  void measure();
  [[nodiscard]] bool is_far(std::size_t i) const {
    const DistanceAnswer& m = measured[i];
    return m.lower > job.margin || (m.lower == job.margin && m.upper == std::numeric_limits<double>::infinity());
  }
  [[nodiscard]] RecordKind low_kind(std::size_t i) const {
    return std::min(job.kind_a(pairs[i]), job.kind_b(pairs[i]));
  }
  [[nodiscard]] RecordKind high_kind(std::size_t i) const {
    return std::max(job.kind_a(pairs[i]), job.kind_b(pairs[i]));
  }
  [[nodiscard]] bool is_swapped(std::size_t i) const;
  [[nodiscard]] ContactQuery query(std::size_t i) const;
  void find_by_kernel(RecordKind a, RecordKind b);
  void find_in_numbers(std::size_t i);
  void find();
};

/// The manifolds of the others are written.
void Tile::keep_near(std::span<const Pair> all) {
  std::array<std::uint8_t, pair_tile> codes{};
  if (!job.all) detail::decide_tile<pair_tile>(job.within, all, codes.data());
  std::array<std::uint16_t, pair_tile> far;
  std::size_t far_count = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {  // a branch would be a coin's toss
    const bool is_near = job.all | (codes[i] != detail::code_separated);
    pairs[count] = all[i], source[count] = static_cast<std::uint16_t>(i), count += is_near;
    far[far_count] = static_cast<std::uint16_t>(i), far_count += !is_near;
  }
  const Interval beyond{std::max(job.margin, detail::least_proven_gap), std::numeric_limits<double>::infinity()};
  for (std::size_t k = 0; k < far_count; ++k) write_far(beyond, out[far[k]]);
}

/// Two shapes that are the same point have no normal: it lies along x.
void Tile::measure() {
  if (count == 0) return;
  detail::measure_tile(job.distances, std::span<const Pair>(pairs).first(count), measured.data());
  for (std::size_t i = 0; i < count; ++i) {
    double(&n)[3] = measured[i].normal;
    if (measured[i].size == 0) n[0] = job.kind_a(pairs[i]) > job.kind_b(pairs[i]) ? -1 : 1, n[1] = 0, n[2] = 0;
  }
}

/// Is b taken for the first of the two? Kinds come in rising order, and of one kind, the normal points up.
bool Tile::is_swapped(std::size_t i) const {
  const RecordKind a = job.kind_a(pairs[i]), b = job.kind_b(pairs[i]);
  if (a != b) return a > b;
  const double(&n)[3] = measured[i].normal;
  return n[2] != 0 ? n[2] < 0 : n[1] != 0 ? n[1] < 0 : n[0] < 0;
}

ContactQuery Tile::query(std::size_t i) const {
  const auto &first = job.distances.verdicts.first, &second = job.distances.verdicts.second;
  const detail::ShapeRef a = first.shape_of(first.records + pairs[i].a);
  const detail::ShapeRef b = second.shape_of(second.records + pairs[i].b);
  const double(&n)[3] = measured[i].normal;
  const double lower = measured[i].lower;
  if (is_swapped(i)) return {b, a, {-n[0], -n[1], -n[2]}, lower, true};
  return {a, b, {n[0], n[1], n[2]}, lower, false};
}

/// The pairs of boxes and capsules of two kinds.
void Tile::find_by_kernel(RecordKind a, RecordKind b) {
  constexpr auto least = static_cast<std::size_t>(detail::first_contact_kind);
  std::array<ContactQuery, detail::contact_tile> queries;
  std::array<std::uint16_t, detail::contact_tile> position;
  std::array<ContactAnswer, detail::contact_tile> answers;
  for (std::size_t i = 0; i < count;) {
    std::size_t found = 0;
    for (; i < count && found < queries.size(); ++i)
      if (low_kind(i) == a && high_kind(i) == b && !is_far(i))
        queries[found] = query(i), position[found] = static_cast<std::uint16_t>(i), ++found;
    if (found == 0) return;
    const auto& kernels = job.kernels.of(found).of;
    kernels[static_cast<std::size_t>(a) - least][static_cast<std::size_t>(b) - least](
        {queries.data(), static_cast<int>(found), job.margin, answers.data()});
    for (std::size_t k = 0; k < found; ++k) write(measured[position[k]], answers[k], out[source[position[k]]]);
  }
}

/// A pair of which one is a hull, or has no feature.
void Tile::find_in_numbers(std::size_t i) {
  ContactAnswer contact;
  contact.count = 0, contact.feature_a = 0, contact.feature_b = 0;
  const RecordKind a = low_kind(i), b = high_kind(i);
  const DistanceAnswer& m = measured[i];
  if (has_feature(a) && has_feature(b))
    detail::find_hull_contacts(query(i), a, b, is_swapped(i) ? m.on_a : m.on_b, job.margin, contact);
  write(m, contact, out[source[i]]);
}

void Tile::find() {
  bool present[detail::record_kinds + 1][detail::record_kinds + 1] = {};
  for (std::size_t i = 0; i < count; ++i) {
    const RecordKind a = low_kind(i), b = high_kind(i);
    if (is_far(i))
      write_far({measured[i].lower, measured[i].upper}, out[source[i]]);
    else if (has_kernel(a) && has_kernel(b))
      present[static_cast<int>(a)][static_cast<int>(b)] = true;
    else
      find_in_numbers(i);
  }
  for (int a = 0; a < detail::record_kinds; ++a)
    for (int b = a; b < detail::record_kinds; ++b)
      if (present[a][b]) find_by_kernel(static_cast<RecordKind>(a), static_cast<RecordKind>(b));
}

/// So large a margin is no number that a kernel takes; and all pairs are within it, or as good as that.
bool is_boundless(float margin) { return !(margin <= max_coordinate); }

/// Without a margin the plain verdict says it, and need not sweep a ball of no size around the shapes.
auto kernels_within(float margin, std::optional<Isa> isa) {
  return margin == 0 ? InSpace::kernels_for_pairs(isa) : InSpace::kernels_for_within(isa);
}

}  // namespace

detail::ContactJob::ContactJob(const ShapesView& first, const ShapesView& second, float most, std::optional<Isa> isa)
    : distances{{InSpace::kernels_for_pairs(isa), first, second}, InSpace::kernels_for_distances(isa), 0},
      within{kernels_within(most, isa), first, second, true, is_boundless(most) ? 0 : most},
      kernels(kernels_by_size(contact_tables, isa)),
      margin(most),
      all(is_boundless(most)) {}

/// The manifolds come into the cache while their pairs are measured.
void detail::ContactJob::write_tile(std::span<const Pair> pairs, Manifold* to) const {
  for (std::size_t i = 0; i < pairs.size() * sizeof(Manifold); i += 64)
    __builtin_prefetch(reinterpret_cast<const char*>(to) + i, 1);
  Tile tile(*this, to);
  tile.keep_near(pairs);
  tile.measure();
  tile.find();
}

void detail::ContactJob::write(std::span<const Pair> pairs, Manifold* to) const {
  for_each_range(pairs.size(), pair_tile, [&](std::size_t begin, std::size_t end) {
    write_tile(pairs.subspan(begin, end - begin), to + begin);
  });
}

void contacts(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs, std::span<Manifold> out,
              const ContactOptions& options) {
  const detail::FloatEnvironment standard;
  detail::check_manifolds(pairs, out);
  if (options.check == Check::inputs) {
    detail::check_margin(options.margin);
    detail::check_pairs(first, second, pairs);
  }
  const ContactJob job(first.store().view(), second.store().view(), options.margin, options.isa);
  job.write(pairs, out.data());
}

}  // namespace lockstep
