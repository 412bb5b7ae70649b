// Overlap tests of pairs: of sets, of streams, in groups.
#include "c_abi/convert.hpp"

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

template <class C>
lockstep_status intersect_pairs(const C* first, const C* second, const lockstep_pair* pairs, std::size_t count,
                                lockstep_verdict* verdicts, const lockstep_intersect_options* options) {
  return guard([&] {
    intersect(object("first", first), object("second", second), array("pairs", pairs, count),
              array("verdicts", verdicts, count), options_of_intersect(options));
  });
}

template <class C>
lockstep_status intersect_views(const C* first, const C* second, lockstep_verdict* verdicts,
                                const lockstep_intersect_options* options) {
  return guard([&] {
    const auto &a = object("first", first), &b = object("second", second);
    intersect(a, b, array("verdicts", verdicts, b.count), options_of_intersect(options));
  });
}

/// Calls `query` with the sets, the pairs, the ends and the options; stores the sum that it returns.
template <class C, class Query>
lockstep_status query_groups(const C* first, const C* second, const lockstep_pair* pairs, std::size_t count,
                             const std::size_t* ends, std::size_t groups, std::size_t* total,
                             const lockstep_group_options* options, const Query& query) {
  return guard([&] {
    if (ends == nullptr && groups != 0)
      throw InvalidInput("ends = NULL: needs " + std::to_string(groups) + " elements");
    const std::size_t sum = query(object("first", first), object("second", second), array("pairs", pairs, count),
                                  std::span(ends, groups), group_options(options));
    if (total != nullptr) *total = sum;
  });
}

template <class C>
lockstep_status any_in_groups(const C* first, const C* second, const lockstep_pair* pairs, std::size_t count,
                              const std::size_t* ends, std::size_t groups, std::uint64_t* any, std::size_t* total,
                              const lockstep_group_options* options) {
  return query_groups(first, second, pairs, count, ends, groups, total, options,
                      [&](const auto& a, const auto& b, auto list, auto group_ends, const GroupOptions& how) {
                        return any_overlap(a, b, list, group_ends, array("any", any, mask_words(groups)), how);
                      });
}

template <class C>
lockstep_status count_in_groups(const C* first, const C* second, const lockstep_pair* pairs, std::size_t count,
                                const std::size_t* ends, std::size_t groups, std::size_t* counts, std::size_t* total,
                                const lockstep_group_options* options) {
  return query_groups(first, second, pairs, count, ends, groups, total, options,
                      [&](const auto& a, const auto& b, auto list, auto group_ends, const GroupOptions& how) {
                        if (counts == nullptr && groups != 0)
                          throw InvalidInput("counts = NULL: needs " + std::to_string(groups) + " elements");
                        return count_overlaps(a, b, list, group_ends, {counts, groups}, how);
                      });
}

}  // namespace

extern "C" {

lockstep_status lockstep_intersect(const lockstep_shape_set* first, const lockstep_shape_set* second,
                                   const lockstep_pair* pairs, size_t count, lockstep_verdict* verdicts,
                                   const lockstep_intersect_options* options) {
  return intersect_pairs(first, second, pairs, count, verdicts, options);
}
lockstep_status lockstep_any_overlap(const lockstep_shape_set* first, const lockstep_shape_set* second,
                                     const lockstep_pair* pairs, size_t count, const size_t* ends, size_t groups,
                                     uint64_t* any, size_t* total, const lockstep_group_options* options) {
  return any_in_groups(first, second, pairs, count, ends, groups, any, total, options);
}
lockstep_status lockstep_count_overlaps(const lockstep_shape_set* first, const lockstep_shape_set* second,
                                        const lockstep_pair* pairs, size_t count, const size_t* ends, size_t groups,
                                        size_t* counts, size_t* total, const lockstep_group_options* options) {
  return count_in_groups(first, second, pairs, count, ends, groups, counts, total, options);
}

lockstep_status lockstep_intersect2(const lockstep_shape_set2* first, const lockstep_shape_set2* second,
                                    const lockstep_pair* pairs, size_t count, lockstep_verdict* verdicts,
                                    const lockstep_intersect_options* options) {
  return intersect_pairs(first, second, pairs, count, verdicts, options);
}
lockstep_status lockstep_any_overlap2(const lockstep_shape_set2* first, const lockstep_shape_set2* second,
                                      const lockstep_pair* pairs, size_t count, const size_t* ends, size_t groups,
                                      uint64_t* any, size_t* total, const lockstep_group_options* options) {
  return any_in_groups(first, second, pairs, count, ends, groups, any, total, options);
}
lockstep_status lockstep_count_overlaps2(const lockstep_shape_set2* first, const lockstep_shape_set2* second,
                                         const lockstep_pair* pairs, size_t count, const size_t* ends, size_t groups,
                                         size_t* counts, size_t* total, const lockstep_group_options* options) {
  return count_in_groups(first, second, pairs, count, ends, groups, counts, total, options);
}

lockstep_status lockstep_intersect_spheres(const lockstep_sphere_view* first, const lockstep_sphere_view* second,
                                           lockstep_verdict* verdicts, const lockstep_intersect_options* options) {
  return intersect_views(first, second, verdicts, options);
}

lockstep_status lockstep_intersect_aabbs(const lockstep_aabb_view* first, const lockstep_aabb_view* second,
                                         lockstep_verdict* verdicts, const lockstep_intersect_options* options) {
  return intersect_views(first, second, verdicts, options);
}

lockstep_status lockstep_intersect_boxes(const lockstep_box_view* first, const lockstep_box_view* second,
                                         lockstep_verdict* verdicts, const lockstep_intersect_options* options) {
  return intersect_views(first, second, verdicts, options);
}

lockstep_status lockstep_intersect_capsules(const lockstep_capsule_view* first, const lockstep_capsule_view* second,
                                            lockstep_verdict* verdicts, const lockstep_intersect_options* options) {
  return intersect_views(first, second, verdicts, options);
}

lockstep_status lockstep_intersect_circles2(const lockstep_circle_view* first, const lockstep_circle_view* second,
                                            lockstep_verdict* verdicts, const lockstep_intersect_options* options) {
  return intersect_views(first, second, verdicts, options);
}

lockstep_status lockstep_intersect_aabbs2(const lockstep_aabb2_view* first, const lockstep_aabb2_view* second,
                                          lockstep_verdict* verdicts, const lockstep_intersect_options* options) {
  return intersect_views(first, second, verdicts, options);
}

lockstep_status lockstep_intersect_boxes2(const lockstep_box2_view* first, const lockstep_box2_view* second,
                                          lockstep_verdict* verdicts, const lockstep_intersect_options* options) {
  return intersect_views(first, second, verdicts, options);
}

lockstep_status lockstep_intersect_capsules2(const lockstep_capsule2_view* first, const lockstep_capsule2_view* second,
                                             lockstep_verdict* verdicts, const lockstep_intersect_options* options) {
  return intersect_views(first, second, verdicts, options);
}
}
