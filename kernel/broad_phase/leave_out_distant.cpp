// Where one of two sets has but a few objects: what of the other is nowhere near any of them.
#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "broad_phase/broad_phase.hpp"

namespace lockstep::detail {

namespace {

auto list_about(const BallProxy*, const NearKernels& kernels) { return kernels.balls_about; }
auto list_about(const BoxProxy*, const NearKernels& kernels) { return kernels.boxes_about; }

/// What holds all that may be near a ball, less its own radius: with room for the roundings of lanes, one in each sum.
void reach_box(const BallProxy& ball, const NearOptions& options, float (&box)[6]) {
  for (int axis = 0; axis < 3; ++axis) {
    const double center = numbers_of(&ball)[axis], reach = double{ball.radius} + options.margin;
    const auto outward = [](double at, double sign) {
      return static_cast<float>(at + sign * (0x1p-20 * std::fabs(at) + 0x1p-140));
    };
    box[axis] = outward(center - reach, -1), box[axis + 3] = outward(center + reach, 1);
  }
}
/// Boxes are compared exactly.
void reach_box(const BoxProxy& box, const NearOptions&, float (&out)[6]) {
  std::copy_n(box.min, 3, out), std::copy_n(box.max, 3, out + 3);
}

}  // namespace

/// Of set `many` what is near no object of the other, which are few. What is left out meets nothing; what is no object
/// stays.
template <class Row>
void BroadPhase::leave_out_distant(const ProxySet<Row> (&sets)[2], int many, const Options& options) {
  const ProxySet<Row>&few = sets[1 - many], &bodies = sets[many];
  float boxes[most_few][6];
  for (std::size_t i = 0; i < few.count; ++i) {
    if (!is_valid(few.rows[i])) return;  // near everything
    reach_box(few.rows[i], options, boxes[i]);
  }
  constexpr std::size_t room = near_part + near_padding;  // of a part, which writes whole registers
  const std::size_t parts = parts_of(bodies.count, near_part);
  std::uint32_t* const ids = about_few_.room_for(parts * room);
  std::size_t* const found = sort_memory_.room_for(parts);
  for_each_part(parts, [&](std::size_t part) {
    const std::size_t begin = part * near_part, end = std::min(bodies.count, begin + near_part);
    found[part] = static_cast<std::size_t>(list_about(static_cast<const Row*>(nullptr), options.kernels)(
        {boxes, static_cast<int>(few.count)}, numbers_of(bodies.rows), static_cast<std::uint32_t>(begin),
        static_cast<std::uint32_t>(end), ids + part * room));
  });
  std::uint32_t* next = ids;
  for (std::size_t part = 0; part < parts; ++part)
    next = std::copy_n(ids + part * room, found[part], next);  // never ahead of what it reads
  rest_[many].ids = ids, rest_[many].count = static_cast<std::size_t>(next - ids);
}

template void BroadPhase::leave_out_distant(const ProxySet<BallProxy> (&)[2], int, const Options&);
template void BroadPhase::leave_out_distant(const ProxySet<BoxProxy> (&)[2], int, const Options&);

}  // namespace lockstep::detail
