#include "overlap/ball_contacts.hpp"

#include <array>

#include "base/parallel.hpp"
#include "contacts/contact_list.hpp"
#include "sets/shape_records.hpp"

namespace lockstep::detail {

namespace {

/// The balls of a tile of pairs as the shapes of two sets, the i-th pair's at i.
struct BallTile {
  std::array<Record, pair_tile> first, second;

  static constexpr std::array<Quat, pair_tile> no_turn{};
  static constexpr std::array<RecordKind, pair_tile> kinds{};
  static_assert(kinds[0] == RecordKind::ball);

  static ShapesView view(const std::array<Record, pair_tile>& balls) {
    return {balls.data(), no_turn.data(), kinds.data(), nullptr, nullptr, true};
  }
};

Record record_of(const BallProxy& ball) { return make_record(Sphere{{ball.x, ball.y, ball.z}, ball.radius}); }

}  // namespace

void write_ball_contacts(const BallProxy* first, const BallProxy* second, float margin, std::optional<Isa> isa,
                         std::span<const Pair> pairs, Manifold* to) {
  for_each_range(pairs.size(), pair_tile, [&](std::size_t begin, std::size_t end) {
    BallTile tile;
    std::array<Pair, pair_tile> in_tile;
    for (std::uint32_t i = 0; i < end - begin; ++i) {
      tile.first[i] = record_of(first[pairs[begin + i].a]);
      tile.second[i] = record_of(second[pairs[begin + i].b]);
      in_tile[i] = {i, i};
    }
    const ContactJob job(BallTile::view(tile.first), BallTile::view(tile.second), margin, isa);
    job.write_tile({in_tile.data(), end - begin}, to + begin);
  });
}

}  // namespace lockstep::detail
