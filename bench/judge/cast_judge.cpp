#include "judge/cast_judge.hpp"

#include <algorithm>
#include <limits>

#include "judge/judge_shapes.hpp"
#include "work/round_casts.hpp"

namespace lockstep::bench {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

template <class Source>
auto judged(const Source& source, std::size_t i) {
  return reference_shape<double>(source[i]);
}
Hull judged(const Hulls& hulls, std::size_t i) { return {vectors<double>(hulls[i].vertices)}; }

template <class A, class B>
TrueCast true_cast(const A& a, const B& b, const reference::VectorOf<A>& motion) {
  using Point = reference::SinglePoint<reference::VectorOf<A>>;
  const double by = tolerance * (std::max(size_of(a), size_of(b)) + size_of(Point{motion}));
  const auto exact = cast_towards(a, b, motion), grown_cast = cast_towards(a, grown(b, by), motion),
             shrunk_cast = cast_towards(a, grown(b, -by), motion);
  return {exact.hit ? Interval{exact.lower, exact.upper} : Interval{never, never},
          grown_cast.hit ? grown_cast.lower : never, shrunk_cast.hit ? shrunk_cast.upper : never};
}

template <class Workload>
TrueCast truth_of(const Workload& workload, std::size_t query) {
  const Pair pair = workload.pairs[query];
  return std::visit(
      [&](const auto& shapes) {
        const auto b = judged(shapes, pair.b);
        if (workload.rays.empty()) return true_cast(judged(shapes, pair.a), b, vector<double>(workload.motions[query]));
        const auto& ray = workload.rays[pair.a];
        const auto origin = vector<double>(ray.origin);
        return true_cast(reference::SinglePoint<std::remove_const_t<decltype(origin)>>{origin}, b,
                         vector<double>(ray.motion));
      },
      workload.shapes);
}

}  // namespace

TrueCast true_cast(const CastWorkload& workload, std::size_t query) { return truth_of(workload, query); }
TrueCast true_cast(const CastWorkload2& workload, std::size_t query) { return truth_of(workload, query); }

bool is_close(const TrueCast& truth) { return truth.grown <= 1 && !(truth.shrunk <= 1); }

}  // namespace lockstep::bench
