#include "overlap/ball_contacts.hpp"

#include <array>

#include "base/parallel.hpp"
#include "contacts/contact_list.hpp"
#include "sets/shape_records.hpp"
#include "sets/shape_records2.hpp"

namespace lockstep::detail {

namespace {

ShapesView view_of(const Record* spheres) {
  static constexpr std::array<Quat, pair_tile> no_turn{};
  static constexpr std::array<RecordKind, pair_tile> kinds{};
  static_assert(kinds[0] == RecordKind::sphere);
  return {spheres, no_turn.data(), kinds.data(), nullptr, nullptr, true};
}
ShapesView2 view_of(const Record2* circles) {
  static constexpr std::array<ShapeKind2, pair_tile> kinds{};
  static_assert(kinds[0] == ShapeKind2::circle);
  return {circles, kinds.data(), nullptr, true};
}

void put_record(const BallProxy& ball, Record& to) { to = make_record(Sphere{{ball.x, ball.y, ball.z}, ball.radius}); }
void put_record(const BallProxy& ball, Record2& to) { to = make_record(Circle2{{ball.x, ball.y}, ball.radius}); }

/// Writes the contacts of a tile of pairs. The balls become shapes of two sets: those of pair i are at index i.
template <class Space>
void write_tile(const BallProxy* first, const BallProxy* second, float margin, std::optional<Isa> isa,
                std::span<const Pair> pairs, Manifold* to) {
  std::array<typename Space::AnyRecord, pair_tile> of_first, of_second;
  std::array<Pair, pair_tile> in_tile;
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    put_record(first[pairs[i].a], of_first[i]), put_record(second[pairs[i].b], of_second[i]);
    in_tile[i] = {i, i};
  }
  ContactJob<Space>(view_of(of_first.data()), view_of(of_second.data()), margin, isa)
      .write_tile({in_tile.data(), pairs.size()}, to);
}

}  // namespace

void write_ball_contacts(bool in_plane, const BallProxy* first, const BallProxy* second, float margin,
                         std::optional<Isa> isa, std::span<const Pair> pairs, Manifold* to) {
  const auto write = in_plane ? write_tile<InPlane> : write_tile<InSpace>;
  for_each_range(pairs.size(), pair_tile, [&](std::size_t begin, std::size_t end) {
    write(first, second, margin, isa, pairs.subspan(begin, end - begin), to + begin);
  });
}

}  // namespace lockstep::detail
