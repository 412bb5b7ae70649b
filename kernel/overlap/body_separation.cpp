#include "overlap/body_separation.hpp"

#include <algorithm>
#include <array>

#include "base/parallel.hpp"
#include "overlap/pair_order.hpp"
#include "overlap/separation.hpp"

namespace lockstep::detail {

namespace {

void measure_parts(const Separations<InSpace>& separations, const std::vector<PartPair>& parts, Separation* to) {
  for_each_range(parts.size(), pair_tile, [&](std::size_t begin, std::size_t end) {
    std::array<Pair, pair_tile> pairs;
    for (std::size_t i = begin; i < end; ++i) pairs[i - begin] = parts[i].parts;
    separations.write_tile({pairs.data(), end - begin}, to + begin);
  });
}

}  // namespace

void find_deepest_parts(const ShapeStore& first, const ShapeStore& second, std::optional<Isa> isa,
                        BodySeparationMemory& memory, std::span<const Pair> bodies, const BodyAnswers& to) {
  std::vector<PartPair>& parts = memory.parts;
  std::sort(parts.begin(), parts.end(), [](const PartPair& p, const PartPair& q) {
    return p.bodies != q.bodies ? p.bodies < q.bodies : comes_before(p.parts, q.parts);
  });
  Separation* const of_parts = memory.separations.room_for(parts.size());
  measure_parts({first.view_with_positions(), second.view_with_positions(), isa}, parts, of_parts);
  constexpr std::size_t bodies_at_a_time = 1024;
  for_each_range(bodies.size(), bodies_at_a_time, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t key = order_of(bodies[i]);
      const auto before = [](const PartPair& p, std::uint64_t of) { return p.bodies < of; };
      auto at = static_cast<std::size_t>(std::lower_bound(parts.begin(), parts.end(), key, before) - parts.begin());
      std::size_t deepest = at;
      for (++at; at < parts.size() && parts[at].bodies == key; ++at)
        if (of_parts[at].depth > of_parts[deepest].depth) deepest = at;
      if (to.separations != nullptr) to.separations[i] = of_parts[deepest];
      if (to.parts != nullptr) to.parts[i] = parts[deepest].parts;
    }
  });
}

}  // namespace lockstep::detail
