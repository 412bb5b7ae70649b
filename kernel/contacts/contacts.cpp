#include "contacts/contact_list.hpp"
#include "contacts/hull_contacts.hpp"
#include "sets/shape_store.hpp"

namespace lockstep {

namespace {

using detail::ContactAnswer;
using detail::ContactQuery;
using detail::DistanceAnswer;
using detail::InSpace;
using detail::pair_tile;
using detail::RecordKind;

void check_output(std::span<const Pair> pairs, std::span<const Manifold> out) {
  if (out.size() != pairs.size())
    throw InvalidInput("out: has " + std::to_string(out.size()) + " elements, needs one for each of the " +
                       std::to_string(pairs.size()) + " pairs");
  if (detail::share_memory(pairs.data(), pairs.size_bytes(), out.data(), out.size_bytes()))
    throw InvalidInput("out: shares memory with pairs");
}

bool has_kernel(RecordKind kind) { return detail::first_contact_kind <= kind && kind <= detail::last_contact_kind; }
bool has_feature(RecordKind kind) { return has_kernel(kind) || kind == RecordKind::hull; }

/// The pairs of a tile that are no farther apart than the margin, and what becomes known of them.
struct Tile {
  const detail::DistanceJob<InSpace>& distances;
  const detail::KernelsBySize<detail::ContactKernels>& kernels;
  std::span<const Pair> pairs;
  double margin;
  std::array<DistanceAnswer, pair_tile> measured;
  std::array<ContactAnswer, pair_tile> found;

  Tile(const detail::DistanceJob<InSpace>& job, const detail::KernelsBySize<detail::ContactKernels>& kernels_for_boxes,
       std::span<const Pair> some, double most)
      : distances(job), kernels(kernels_for_boxes), pairs(some), margin(most) {}

  [[nodiscard]] RecordKind kind_a(std::size_t i) const { return distances.verdicts.first.kinds[pairs[i].a]; }
  [[nodiscard]] RecordKind kind_b(std::size_t i) const { return distances.verdicts.second.kinds[pairs[i].b]; }
  [[nodiscard]] bool is_far(std::size_t i) const {
    const DistanceAnswer& m = measured[i];
    return m.lower > margin || (m.lower == margin && m.upper == std::numeric_limits<double>::infinity());
  }
  /// Is b taken for the first of the two? Kinds come in rising order, and of one kind, the normal points up.
  [[nodiscard]] bool is_swapped(std::size_t i) const {
    if (kind_a(i) != kind_b(i)) return kind_a(i) > kind_b(i);
    const double(&n)[3] = measured[i].normal;
    return n[2] != 0 ? n[2] < 0 : n[1] != 0 ? n[1] < 0 : n[0] < 0;
  }
  [[nodiscard]] ContactQuery query(std::size_t i) const {
    const auto &first = distances.verdicts.first, &second = distances.verdicts.second;
    const detail::ShapeRef a = first.shape_of(first.records + pairs[i].a);
    const detail::ShapeRef b = second.shape_of(second.records + pairs[i].b);
    const double(&n)[3] = measured[i].normal;
    if (is_swapped(i)) return {b, a, {-n[0], -n[1], -n[2]}};
    return {a, b, {n[0], n[1], n[2]}};
  }
  void give_directions();
  void find_by_kernel(RecordKind a, RecordKind b);
  void find();
  [[nodiscard]] Manifold manifold(std::size_t i) const;
};

/// Two shapes that are the same point have no normal.
void Tile::give_directions() {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    double(&n)[3] = measured[i].normal;
    if (measured[i].size == 0) n[0] = kind_a(i) > kind_b(i) ? -1 : 1, n[1] = 0, n[2] = 0;
  }
}

void Tile::find_by_kernel(RecordKind a, RecordKind b) {
  std::array<ContactQuery, pair_tile> queries;
  std::array<std::uint16_t, pair_tile> source;
  std::array<ContactAnswer, pair_tile> answers;
  std::size_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const bool is_one = std::min(kind_a(i), kind_b(i)) == a && std::max(kind_a(i), kind_b(i)) == b && !is_far(i);
    if (!is_one) continue;
    queries[count] = query(i), source[count] = static_cast<std::uint16_t>(i), ++count;
  }
  if (count == 0) return;
  constexpr auto least = static_cast<std::size_t>(detail::first_contact_kind);
  auto* const kernel = kernels.of(count).of[static_cast<std::size_t>(a) - least][static_cast<std::size_t>(b) - least];
  kernel({queries.data(), static_cast<int>(count), margin, answers.data()});
  for (std::size_t i = 0; i < count; ++i) found[source[i]] = answers[i];
}

void Tile::find() {
  give_directions();
  bool present[detail::record_kinds + 1][detail::record_kinds + 1] = {};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const RecordKind a = std::min(kind_a(i), kind_b(i)), b = std::max(kind_a(i), kind_b(i));
    if (is_far(i)) continue;
    found[i].count = 0, found[i].feature_a = 0, found[i].feature_b = 0;
    if (has_kernel(a) && has_kernel(b))
      present[static_cast<int>(a)][static_cast<int>(b)] = true;
    else if (has_feature(a) && has_feature(b))
      detail::find_hull_contacts(query(i), a, b, is_swapped(i) ? measured[i].on_a : measured[i].on_b, margin, found[i]);
  }
  for (int a = 0; a < detail::record_kinds; ++a)
    for (int b = a; b < detail::record_kinds; ++b)
      if (present[a][b]) find_by_kernel(static_cast<RecordKind>(a), static_cast<RecordKind>(b));
}

Vec3d vec(const double (&p)[3]) { return {p[0], p[1], p[2]}; }

/// In the caller's order.
ContactPoint in_order(const ContactAnswer::Point& p, bool swapped) {
  if (swapped) return {vec(p.b), vec(p.a), p.separation, p.feature_b, p.feature_a};
  return {vec(p.a), vec(p.b), p.separation, p.feature_a, p.feature_b};
}

/// So much less deep than the shapes, as a part of the pair's size, the deepest point has got lost in rounding.
constexpr double lost_share = 0x1p-19;

Manifold Tile::manifold(std::size_t i) const {
  const DistanceAnswer& m = measured[i];
  if (is_far(i)) return {{m.lower, m.upper}, {}, 0, {}};
  const ContactAnswer& contact = found[i];
  const bool swapped = is_swapped(i);
  Manifold manifold{{m.lower, m.upper}, vec(m.normal), static_cast<std::uint32_t>(contact.count), {}};
  for (std::uint32_t k = 0; k < manifold.count; ++k) {
    manifold.points[k] = in_order(contact.points[k], swapped);
    manifold.points[k].separation = std::max(manifold.points[k].separation, m.lower);
  }
  if (manifold.count > 0 && manifold.points[0].separation <= m.upper + m.size * lost_share) return manifold;
  manifold.count = std::min(manifold.count + 1, 4U);
  std::copy_backward(manifold.points, manifold.points + manifold.count - 1, manifold.points + manifold.count);
  const double apart = (m.on_a[0] - m.on_b[0]) * m.normal[0] + (m.on_a[1] - m.on_b[1]) * m.normal[1] +
                       (m.on_a[2] - m.on_b[2]) * m.normal[2];
  manifold.points[0] = {vec(m.on_a), vec(m.on_b), std::isfinite(m.lower) ? m.lower : apart,
                        swapped ? contact.feature_b : contact.feature_a,
                        swapped ? contact.feature_a : contact.feature_b};
  return manifold;
}

/// So large a margin is no number that a kernel takes; and all pairs are within it, or as good as that.
bool is_boundless(float margin) { return !(margin <= max_coordinate); }

}  // namespace

detail::ContactJob::ContactJob(const ShapesView& first, const ShapesView& second, float margin, std::optional<Isa> isa)
    : distances_{{InSpace::kernels_for_pairs(isa), first, second}, InSpace::kernels_for_distances(isa), 0},
      within_{InSpace::kernels_for_within(isa), first, second, true, is_boundless(margin) ? 0 : margin},
      kernels_(kernels_by_size(contact_tables, isa)),
      margin_(margin) {}

void detail::ContactJob::write_tile(std::span<const Pair> pairs, Manifold* to) const {
  Tile tile(distances_, kernels_, pairs, double{margin_});
  if (is_boundless(margin_))
    measure_tile(distances_, pairs, tile.measured.data());
  else
    measure_near(distances_, within_, pairs, tile.measured.data());
  tile.find();
  for (std::size_t i = 0; i < pairs.size(); ++i) to[i] = tile.manifold(i);
}

void detail::ContactJob::write(std::span<const Pair> pairs, Manifold* to) const {
  for_each_range(pairs.size(), pair_tile, [&](std::size_t begin, std::size_t end) {
    write_tile(pairs.subspan(begin, end - begin), to + begin);
  });
}

void contacts(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs, std::span<Manifold> out,
              const ContactOptions& options) {
  const detail::FloatEnvironment standard;
  check_output(pairs, out);
  if (options.check == Check::inputs) {
    if (!(options.margin >= 0)) detail::throw_invalid("options.margin", options.margin, "must not be negative");
    detail::check_pairs(first, second, pairs);
  }
  const detail::ContactJob job(first.store().view(), second.store().view(), options.margin, options.isa);
  job.write(pairs, out.data());
}

}  // namespace lockstep
