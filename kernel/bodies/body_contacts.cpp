#include <mutex>

#include "base/blocks.hpp"
#include "base/call.hpp"
#include "base/parallel.hpp"
#include "base/scratch.hpp"
#include "bodies/objects.hpp"
#include "lockstep/cast.hpp"

namespace lockstep {

namespace {

using detail::Objects;
using detail::pair_tile;
using detail::PartChunk;

/// Two parts whose boxes are near each other.
struct NearParts {
  std::uint32_t pair;
  Pair numbers, shapes;

  friend bool operator<(const NearParts& p, const NearParts& q) {
    if (p.pair != q.pair) return p.pair < q.pair;
    return p.numbers.a != q.numbers.a ? p.numbers.a < q.numbers.a : p.numbers.b < q.numbers.b;
  }
};
static_assert(sizeof(NearParts) == 20);  // the manual says 60 bytes, since the list doubles its room

/// The pairs of near parts, in the order of the manifolds.
detail::ScratchVector<NearParts> near_parts(const Objects& first, const Objects& second, std::span<const Pair> pairs,
                                            float margin) {
  detail::ScratchVector<NearParts> all;
  std::mutex mutex;
  const auto is_wanted = [](bool near) { return near; };
  detail::for_each_range(pairs.size(), detail::pairs_at_a_time(first, second), [&](std::size_t begin, std::size_t end) {
    std::array<NearParts, pair_tile> some;
    std::size_t count = 0;
    const auto flush = [&] {
      const std::lock_guard lock(mutex);
      all.insert(all.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(count));
      count = 0;
    };
    for (std::size_t i = begin; i < end; ++i) {
      const auto take = [&](const Pair& shapes, bool) {
        some[count++] = {static_cast<std::uint32_t>(i), {first.number(shapes.a), second.number(shapes.b)}, shapes};
        if (count == some.size()) flush();
      };
      detail::for_each_two_chunks(first, second, pairs[i], margin, detail::lesser_of,
                                  [&](const PartChunk& a, const PartChunk& b) {
                                    detail::for_each_wanted(a, b, detail::boxes_meet, is_wanted, take);
                                  });
    }
    flush();
  });
  std::sort(all.begin(), all.end());
  return all;
}

/// The number of manifolds computed at a time, in order.
constexpr std::size_t manifolds_at_a_time = std::size_t{32} * pair_tile;

template <class First>
BodyContactResult contacts_of_bodies(const First& first, const BodySet& second, std::span<const Pair> pairs,
                                     std::span<BodyManifold> out, const ContactOptions& options) {
  const detail::Call call(options.executor);
  detail::check_blocks({{"pairs", pairs}, {"out", out, false}});
  if (options.check == Check::inputs) detail::check_objects(first, second, pairs);
  const ShapeSet &a = detail::parts_of_objects(first), &b = detail::parts_of_objects(second);
  contacts(a, b, {}, {}, options);  // validates them
  ContactOptions of_parts = options;
  of_parts.check = Check::none;

  const detail::ScratchVector<NearParts> near =
      near_parts(detail::objects_of(first), detail::objects_of(second), pairs, options.margin);
  detail::ScratchVector<Manifold> some(std::min(near.size(), manifolds_at_a_time));
  BodyContactResult result;
  for (std::size_t begin = 0; begin < near.size(); begin += manifolds_at_a_time) {
    const std::span<const NearParts> now(near.data() + begin, std::min(near.size() - begin, manifolds_at_a_time));
    detail::for_each_range(now.size(), pair_tile, [&](std::size_t from, std::size_t to) {
      std::array<Pair, pair_tile> shapes;
      for (std::size_t i = from; i < to; ++i) shapes[i - from] = now[i].shapes;
      contacts(a, b, {shapes.data(), to - from}, {some.data() + from, to - from}, of_parts);
    });
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (some[i].count == 0) continue;
      if (result.manifolds < out.size())
        out[static_cast<std::size_t>(result.manifolds)] = {now[i].pair, now[i].numbers.a, now[i].numbers.b, some[i]};
      ++result.manifolds;
    }
  }
  result.complete = result.manifolds <= out.size();
  return result;
}

}  // namespace

template <>
LOCKSTEP_API BodyContactResult contacts(const BodySet& first, const BodySet& second, std::span<const Pair> pairs,
                                        std::span<BodyManifold> out, const ContactOptions& options) {
  return contacts_of_bodies(first, second, pairs, out, options);
}

template <>
LOCKSTEP_API BodyContactResult contacts(const ShapeSet& first, const BodySet& second, std::span<const Pair> pairs,
                                        std::span<BodyManifold> out, const ContactOptions& options) {
  return contacts_of_bodies(first, second, pairs, out, options);
}

}  // namespace lockstep
