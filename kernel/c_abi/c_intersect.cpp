// Overlap tests of pairs: of sets, of streams, in groups.
#include "c_abi/objects.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::c_abi;

GroupOptions group_options(const lockstep_group_options* options) {
  const lockstep_group_options from = options_of(options);
  auto to = common_options<GroupOptions>(from);
  to.method = enumerator<Method>("options.method", from.method, 2);
  to.touching = touching_of(from.touching);
  return to;
}

/// Calls `query` with the sets, the pairs, the ends and the options; stores the sum that it returns.
template <class Query>
lockstep_status query_groups(const char* call, const lockstep_objects& first, const lockstep_objects& second,
                             const lockstep_pair* pairs, std::size_t count, const std::size_t* ends, std::size_t groups,
                             std::size_t* total, const lockstep_group_options* options, const Query& query) {
  return guard([&] {
    if (ends == nullptr && groups != 0)
      throw InvalidInput("ends = NULL: needs " + std::to_string(groups) + " elements");
    with_two<Two<ShapeSet>, Two<ShapeSet2>>(call, "first", first, "second", second, [&](const auto& a, const auto& b) {
      const std::size_t sum = query(a, b, pairs_of(pairs, count), std::span(ends, groups), group_options(options));
      if (total != nullptr) *total = sum;
    });
  });
}

}  // namespace

extern "C" {

lockstep_status lockstep_intersect(lockstep_objects first, lockstep_objects second, const lockstep_pair* pairs,
                                   size_t count, lockstep_verdict* verdicts,
                                   const lockstep_intersect_options* options) {
  return guard([&] {
    const IntersectOptions how = options_of_intersect(options);
    with_two<Two<ShapeSet>, Two<ShapeSet2>, Two<ShapeSet, TriangleMesh>, Two<SphereView>, Two<AabbView>, Two<BoxView>,
             Two<CapsuleView>, Two<CircleView>, Two<Aabb2View>, Two<Box2View>, Two<Capsule2View>>(
        "lockstep_intersect", "first", first, "second", second, [&]<class A, class B>(const A& a, const B& b) {
          if constexpr (is_view<A>) {
            check_side_by_side(a, pairs, count);
            intersect(a, b, array("verdicts", verdicts, count), how);
          } else {
            intersect(a, b, pairs_of(pairs, count), array("verdicts", verdicts, count), how);
          }
        });
  });
}
lockstep_status lockstep_any_overlap(lockstep_objects first, lockstep_objects second, const lockstep_pair* pairs,
                                     size_t count, const size_t* ends, size_t groups, uint64_t* any, size_t* total,
                                     const lockstep_group_options* options) {
  return query_groups("lockstep_any_overlap", first, second, pairs, count, ends, groups, total, options,
                      [&](const auto& a, const auto& b, auto list, auto group_ends, const GroupOptions& how) {
                        return any_overlap(a, b, list, group_ends, array("any", any, mask_words(groups)), how);
                      });
}
lockstep_status lockstep_count_overlaps(lockstep_objects first, lockstep_objects second, const lockstep_pair* pairs,
                                        size_t count, const size_t* ends, size_t groups, size_t* counts, size_t* total,
                                        const lockstep_group_options* options) {
  return query_groups("lockstep_count_overlaps", first, second, pairs, count, ends, groups, total, options,
                      [&](const auto& a, const auto& b, auto list, auto group_ends, const GroupOptions& how) {
                        if (counts == nullptr && groups != 0)
                          throw InvalidInput("counts = NULL: needs " + std::to_string(groups) + " elements");
                        return count_overlaps(a, b, list, group_ends, {counts, groups}, how);
                      });
}
}
