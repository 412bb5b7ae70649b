#include "runs/frame_events.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockstep::tools {
namespace {

/// The place of each id in `all`, which holds all of them; both rise.
std::vector<std::uint32_t> places(const std::vector<std::int64_t>& ids, const std::vector<std::int64_t>& all) {
  std::vector<std::uint32_t> place(ids.size());
  std::uint32_t at = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    while (all[at] != ids[i]) ++at;
    place[i] = at;
  }
  return place;
}

/// Their order stays the same, because ids rise.
std::vector<Pair> numbered_anew(const std::vector<Pair>& pairs, const std::vector<std::uint32_t>& place,
                                bool with_static) {
  std::vector<Pair> anew(pairs.size());
  std::transform(pairs.begin(), pairs.end(), anew.begin(), [&](const Pair& pair) {
    return Pair{place[pair.a], with_static ? pair.b : place[pair.b]};
  });
  return anew;
}

}  // namespace

void FrameEvents::update(const Frame& frame, std::span<const Pair> pairs) {
  now_.ids.resize(frame.count);
  for (std::size_t i = 0; i < frame.count; ++i) now_.ids[i] = frame.id(i);
  now_.pairs.assign(pairs.begin(), pairs.end());
  both_.clear();
  std::set_union(before_.ids.begin(), before_.ids.end(), now_.ids.begin(), now_.ids.end(), std::back_inserter(both_));
  changes_ = events_.compare(numbered_anew(before_.pairs, places(before_.ids, both_), with_static_),
                             numbered_anew(now_.pairs, places(now_.ids, both_), with_static_), Check::none);
  std::swap(before_, now_);
}

}  // namespace lockstep::tools
