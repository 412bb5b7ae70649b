// Culls one of two sets if the other has only a few objects.
#include "broad_phase/broad_phase.hpp"
#include "broad_phase/listed_ids.hpp"

namespace lockstep::detail {

/// Removes from set `many` the objects near no object of the other set, which are few. Removed objects meet nothing.
/// Invalid objects stay.
template <class Row>
void BroadPhase::cull_distant(const ProxySet<Row> (&sets)[2], int many, const Options& options) {
  const ProxySet<Row>&few = sets[1 - many], &objects = sets[many];
  float boxes[most_few][6];
  for (std::size_t i = 0; i < few.count; ++i) {
    if (!is_valid(few.rows[i])) return;  // it is near everything
    reach_box(few.rows[i], options.margin, boxes[i]);
  }
  const FewBoxes few_boxes{boxes, static_cast<int>(few.count)};
  auto* const list = list_overlapping(static_cast<const Row*>(nullptr), options.kernels);
  rest_[many].count = list_in_parts(objects.count, overlapping_few_, sort_memory_,
                                    [&](std::uint32_t begin, std::uint32_t end, std::uint32_t* ids) {
                                      return list(few_boxes, numbers_of(objects.rows), begin, end, ids);
                                    });
  rest_[many].ids = overlapping_few_.data();
}

template void BroadPhase::cull_distant(const ProxySet<BallProxy> (&)[2], int, const Options&);
template void BroadPhase::cull_distant(const ProxySet<Bounds3> (&)[2], int, const Options&);

}  // namespace lockstep::detail
