#include "judge/judge.hpp"

#include "judge/judge_shapes.hpp"

namespace lockstep::bench {
namespace {

template <class Source>
auto judged(const Source& source, std::size_t i) {
  return reference_shape<double>(source[i]);
}

Hull judged(const Hulls& hulls, std::size_t i) { return {vectors<double>(hulls[i].vertices)}; }

OwnPolygon judged(const Polygons& polygons, std::size_t i) { return {vectors<double>(polygons[i].vertices)}; }

template <class Shape, class Ask>
bool asked(const Shape& a, const Shape& b, Ask ask) {
  return ask(a, b);
}
template <class Ask>
bool asked(const MixedJudged& a, const MixedJudged& b, Ask ask) {
  return std::visit(ask, a, b);
}

/// Calls `ask` with the two shapes of a query, of space or of the plane.
template <class Workload, class Ask>
bool with_shapes(const Workload& workload, std::size_t query, Ask ask) {
  const Pair pair = workload.pairs[query];
  return std::visit([&](const auto& source) { return asked(judged(source, pair.a), judged(source, pair.b), ask); },
                    workload.shapes);
}

template <class Ask>
bool with_shapes(const CullScene& scene, std::size_t query, Ask ask) {
  const std::size_t count = scene.object_count();
  const Hull frustum{vectors<double>(scene.cameras[query / count].corners)};
  return std::visit([&](const auto& source) { return ask(judged(source, query % count), frustum); }, scene.objects);
}

constexpr auto meet = [](const auto& a, const auto& b) { return reference::intersect(a, b); };
constexpr auto close = [](const auto& a, const auto& b) { return answer_changes(a, b); };

}  // namespace

bool truly_hits(const PairWorkload& workload, std::size_t query) { return with_shapes(workload, query, meet); }
bool truly_hits(const PairWorkload2& workload, std::size_t query) { return with_shapes(workload, query, meet); }
bool truly_hits(const CullScene& scene, std::size_t query) { return with_shapes(scene, query, meet); }
bool within_rounding(const PairWorkload& workload, std::size_t query) { return with_shapes(workload, query, close); }
bool within_rounding(const PairWorkload2& workload, std::size_t query) { return with_shapes(workload, query, close); }
bool within_rounding(const CullScene& scene, std::size_t query) { return with_shapes(scene, query, close); }

}  // namespace lockstep::bench
