#include "lockstep/contacts.hpp"

#include "contacts/hull_contacts.hpp"
#include "distance/distance_list.hpp"
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

}  // namespace

void contacts(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs, std::span<Manifold> out,
              const ContactOptions& options) {
  const detail::FloatEnvironment standard;
  check_output(pairs, out);
  if (options.check == Check::inputs) {
    if (!(options.margin >= 0)) detail::throw_invalid("options.margin", options.margin, "must not be negative");
    detail::check_pairs(first, second, pairs);
  }
  const auto a = first.store().view(), b = second.store().view();
  const detail::DistanceJob<InSpace> distances{
      {InSpace::kernels_for_pairs(options.isa), a, b}, InSpace::kernels_for_distances(options.isa), 0};
  const auto kernels = detail::kernels_by_size(detail::contact_tables, options.isa);
  const bool all = !(options.margin <= max_coordinate);
  const detail::PairJob<InSpace> within{InSpace::kernels_for_within(options.isa), a, b, true, all ? 0 : options.margin};
  detail::for_each_part(detail::parts_of(pairs.size(), pair_tile), [&](std::size_t part) {
    const std::size_t begin = part * pair_tile;
    const auto some = pairs.subspan(begin, std::min<std::size_t>(pair_tile, pairs.size() - begin));
    Tile tile(distances, kernels, some, double{options.margin});
    if (all)
      detail::measure_tile(distances, some, tile.measured.data());
    else
      detail::measure_near(distances, within, some, tile.measured.data());
    tile.find();
    for (std::size_t i = 0; i < some.size(); ++i) out[begin + i] = tile.manifold(i);
  });
}

}  // namespace lockstep
