// Frustum culling of views at double positions: coordinates relative to the volume's anchor go through the float
// kernels of views. What these leave undecided goes to the kernels of sets, which take the doubles.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/call.hpp"
#include "cull/cull_tiles.hpp"
#include "cull/visible_output.hpp"
#include "sets/shape_records.hpp"
#include "views/check_streams.hpp"

namespace lockstep {

using detail::BadObjects;
using detail::CullBatch;
using detail::Streams;
using detail::StridedObjects;
using detail::ViewKind;
using detail::VolumeData;

namespace {

const double* address_of(const DoubleStream& stream, std::size_t i) {
  return reinterpret_cast<const double*>(reinterpret_cast<const char*>(stream.data) +
                                         static_cast<std::ptrdiff_t>(i) * stream.stride);
}
double double_at(const DoubleStream& stream, std::size_t i) {
  double value;
  __builtin_memcpy(&value, address_of(stream, i), sizeof value);
  return value;
}
Vec3d position_at(const PositionStreams& positions, std::size_t i) {
  return {double_at(positions.x, i), double_at(positions.y, i), double_at(positions.z, i)};
}

constexpr std::size_t run_of_placed = 512;  // objects at a time: their numbers fit into the first-level cache

/// What a call about placed objects of one kind knows.
template <ViewKind K>
struct PlacedCall {
  const VolumeData& volume;
  VolumeData at_zero;  // with its anchor as origin
  const StridedObjects<K>& own;
  const PositionStreams& positions;
  const detail::StreamKernels& streams;
  const detail::ViewKernels& views;
  const detail::SetKernels& sets;
  BadObjects *bad, *bad_position;  // null: unchecked
  bool sums_show_positions;        // that are not valid: unless the anchor is far from 0
  bool has_own_coordinates = false;
  std::array<bool, stream_count(K)> is_zero = {};  // streams of zeros
};

/// What an object is in a set.
template <ViewKind K>
using ShapeOf = std::conditional_t<K == ViewKind::spheres, Sphere, std::conditional_t<K == ViewKind::aabbs, Aabb, Box>>;
constexpr bool is_the_same(ViewKind view, detail::RecordKind record) {
  return static_cast<int>(view) == static_cast<int>(record);
}
static_assert(is_the_same(ViewKind::spheres, detail::RecordKind::sphere) &&
              is_the_same(ViewKind::aabbs, detail::RecordKind::aabb) &&
              is_the_same(ViewKind::boxes, detail::RecordKind::box));

/// Culls some objects in a row.
template <ViewKind K>
class PlacedRun {
  static constexpr std::size_t N = stream_count(K), coordinates = detail::numbers_of(K).coordinates;

 public:
  using Own = std::array<const float*, N>;

  PlacedRun(const PlacedCall<K>& call, const Own& own, std::size_t first) : call_(call), own_(own), first_(first) {}

  void cull(const CullBatch& common) {
    std::array<std::uint32_t, run_of_placed> open;
    int left = 0, bad = -1;
    detail::StreamBatch batch{common, {}, call_.bad != nullptr ? &bad : nullptr, open.data(), &left};
    batch.volume = &call_.at_zero;
    std::copy(own_.begin(), own_.end(), batch.stream);
    bool is_in_order = call_.sums_show_positions;
    for (std::size_t s = 0; s < coordinates; ++s) batch.stream[s] = place(s, common.count, is_in_order);
    if (!is_in_order && !is_valid(common.count)) return;
    if (call_.has_own_coordinates && !are_own_valid(common.count)) return;
    call_.views.cull[static_cast<std::size_t>(K)](batch);
    if (bad >= 0) {  // or too large for the check in lanes
      if (!is_valid(common.count)) return;
      batch.bad = nullptr, left = 0;
      call_.views.cull[static_cast<std::size_t>(K)](batch);
    }
    for (int begin = 0; begin < left; begin += 64)
      decide(common, std::span(open).subspan(static_cast<std::size_t>(begin),
                                             static_cast<std::size_t>(std::min(64, left - begin))));
  }

 private:
  /// Coordinate s of the objects, relative to the volume's anchor.
  const float* place(std::size_t s, int count, bool& is_in_order) {
    const Vec3& anchor = call_.volume.anchor;
    const std::size_t axis = s % 3;
    const DoubleStream& from = (&call_.positions.x)[axis];
    std::array<float, run_of_placed>& at = at_[s];
    const float along[] = {anchor.x, anchor.y, anchor.z};
    const float* const own = call_.is_zero[s] ? nullptr : own_[s];
    is_in_order &= call_.streams.place({address_of(from, first_), from.stride, along[axis], own, at.data(), count});
    const auto size = static_cast<std::size_t>(count);
    std::fill_n(at.data() + size, 64 * mask_words(size) - size, at[size - 1]);
    return at.data();
  }

  /// Checks the objects' own numbers; notes the first bad one.
  [[nodiscard]] bool are_own_valid(int count) const {
    if (call_.bad == nullptr) return true;
    const auto size = static_cast<std::size_t>(count);
    const std::size_t bad = call_.own.first_bad(own_, size);
    if (bad != size) call_.bad->note(first_ + bad);
    return bad == size;
  }
  /// And their positions.
  [[nodiscard]] bool is_valid(int count) const {
    if (!are_own_valid(count)) return false;
    for (std::size_t i = first_; call_.bad != nullptr && i < first_ + static_cast<std::size_t>(count); ++i) {
      const auto [x, y, z] = position_at(call_.positions, i);
      constexpr double most = max_coordinate;
      if (std::abs(x) <= most && std::abs(y) <= most && std::abs(z) <= most) continue;
      call_.bad_position->note(i);
      return false;
    }
    return true;
  }

  /// Clears the bits of those that are not visible, from their doubles.
  void decide(const CullBatch& common, std::span<const std::uint32_t> open) const {
    std::array<detail::Record, 64> records;
    std::array<Quat, 64> rotations;
    std::array<const detail::Record*, 64> listed;
    std::array<Vec3d, 64> positions;
    std::array<std::uint32_t, 64> all;
    for (std::size_t k = 0; k < open.size(); ++k) {
      std::array<float, N> numbers;
      for (std::size_t s = 0; s < N; ++s) numbers[s] = own_[s][open[k]];
      const auto shape = std::bit_cast<ShapeOf<K>>(numbers);
      records[k] = detail::make_record(shape);
      if constexpr (K == ViewKind::boxes) rotations[k] = shape.rotation;
      positions[k] = position_at(call_.positions, first_ + open[k]);
    }
    for (std::size_t k = 0; k < all.size(); ++k)
      all[k] = static_cast<std::uint32_t>(std::min(k, open.size() - 1)), listed[k] = &records[all[k]];
    detail::ShapesView view{records.data(), rotations.data(), nullptr, nullptr, nullptr, true};
    view.positions = positions.data();
    std::uint64_t visible = ~std::uint64_t{0};
    detail::RecordBatch batch{common, listed.data(), view};
    batch.volume = &call_.volume, batch.count = static_cast<int>(open.size()), batch.visible = &visible;
    call_.sets.resolve[static_cast<std::size_t>(K)](batch, {all.data(), batch.count});
    for (std::size_t k = 0; k < open.size(); ++k)
      if ((visible >> k & 1) == 0) common.visible[open[k] / 64] &= ~(std::uint64_t{1} << open[k] % 64);
  }

  const PlacedCall<K>& call_;
  const Own& own_;
  const std::size_t first_;
  std::array<std::array<float, run_of_placed>, coordinates> at_;
};

template <ViewKind K>
void cull_placed_tile(const PlacedCall<K>& call, const CullBatch& common, std::size_t first) {
  call.own.for_each_run(first, static_cast<std::size_t>(common.count),
                        [&](const auto& stream, std::size_t begin, std::size_t size) {
                          for (std::size_t at = 0; at < size; at += run_of_placed) {
                            typename PlacedRun<K>::Own own = stream;
                            for (const float*& number : own) number += at;
                            CullBatch batch = common;
                            batch.count = static_cast<int>(std::min<std::size_t>(run_of_placed, size - at));
                            batch.visible += (begin + at) / 64;
                            PlacedRun<K>(call, own, first + begin + at).cull(batch);
                          }
                        });
}

bool is_zero(const Stream& stream) { return stream.stride == 0 && detail::value_at(stream, 0) == 0; }

/// So that a coordinate that is too large shows in the difference to the anchor.
bool is_near_zero(const Vec3& anchor) {
  return std::abs(anchor.x) + std::abs(anchor.y) + std::abs(anchor.z) <= 0x1p-22F * max_coordinate;
}

template <ViewKind K>
std::size_t cull_placed_streams(const ConvexVolume& volume, const Streams<K>& objects, const PositionStreams& positions,
                                std::span<std::uint64_t> visible, const CullOptions& options) {
  const auto& streams = detail::kernels_for(detail::stream_tables, options.isa);
  const StridedObjects own(objects, streams);
  BadObjects bad, bad_position;
  const bool checks = options.check == Check::inputs;
  PlacedCall<K> placed{volume.data(),
                       volume.data(),
                       own,
                       positions,
                       streams,
                       detail::kernels_for(detail::view_tables, options.isa),
                       detail::kernels_for(detail::set_tables, options.isa),
                       checks ? &bad : nullptr,
                       checks ? &bad_position : nullptr,
                       is_near_zero(volume.data().anchor)};
  placed.at_zero.anchor = {};
  for (std::size_t s = 0; s < detail::numbers_of(K).coordinates && objects.count != 0; ++s)
    placed.has_own_coordinates |= !(placed.is_zero[s] = !objects.centered && is_zero(objects.stream[s]));
  const std::size_t seen =
      detail::cull_tiles<1>(objects.count, detail::make_batch(volume, options), visible,
                            [&](const CullBatch& batch, std::size_t first) { cull_placed_tile(placed, batch, first); });
  bad.check(objects);
  if (const std::size_t i = bad_position.first(); i < objects.count)
    detail::check_vec3(position_at(positions, i), "positions[" + std::to_string(i) + "]");
  return seen;
}

/// The same objects as a set.
template <class View>
ShapeSet set_of(const PlacedView<View>& view, const CullOptions& options) {
  const auto objects = detail::streams_of(view.shapes);
  if (options.check == Check::inputs)
    detail::check_numbers(StridedObjects(objects, detail::kernels_for(detail::stream_tables, options.isa)));
  ShapeSet set;
  set.reserve(objects.count);
  for (std::size_t i = 0; i < objects.count; ++i) {
    const Vec3d position = position_at(view.positions, i);
    if (options.check == Check::inputs) detail::check_vec3(position, "positions[" + std::to_string(i) + "]");
    const auto shape = std::bit_cast<typename View::Shape>(object_at(objects, i));
    set.place(set.add(shape, Check::none), position, Check::none);
  }
  return set;
}

}  // namespace

template <class View>
void detail::check_memory(const PlacedView<View>& view, std::span<const std::byte> written, const char* output) {
  const auto& [shapes, positions] = view;
  check_streams(streams_of(shapes), written, output);
  constexpr const char* names[] = {"x", "y", "z"};
  const DoubleStream* const streams[] = {&positions.x, &positions.y, &positions.z};
  for (std::size_t k = 0; k < 3 && shapes.count != 0; ++k)
    check_stream(
        streams[k]->data, streams[k]->stride, sizeof(double), shapes.count,
        [&] { return std::string("positions.") + names[k]; }, written, output);
}

template <class View>
std::size_t detail::cull_view(const ConvexVolume& volume, const PlacedView<View>& view,
                              std::span<std::uint64_t> visible, const CullOptions& options) {
  const Call call(options.executor);
  check_memory(view, std::as_bytes(visible), "visible");
  return cull_placed_streams(volume, streams_of(view.shapes), view.positions, visible, options);
}

template <>
std::size_t cull(const VolumeSet&, const ShapeSet&, const VisibleSets&, const CullOptions&);  // cull_many_sets.cpp

template <class View>
std::size_t detail::cull_view(const VolumeSet& volumes, const PlacedView<View>& view, const VisibleSets& visible,
                              const CullOptions& options) {
  const Call call(options.executor);
  VisibleOutput(visible, volumes.size(), view.shapes.count).check_apart_from(view);
  return cull(volumes, set_of(view, options), visible, options);
}

template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const PlacedView<SphereView>&, std::span<std::uint64_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const PlacedView<AabbView>&, std::span<std::uint64_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const PlacedView<BoxView>&, std::span<std::uint64_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const PlacedView<SphereView>&, std::span<std::uint32_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const PlacedView<AabbView>&, std::span<std::uint32_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const PlacedView<BoxView>&, std::span<std::uint32_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull_count(const ConvexVolume&, const PlacedView<SphereView>&, const CullOptions&);
template LOCKSTEP_API std::size_t cull_count(const ConvexVolume&, const PlacedView<AabbView>&, const CullOptions&);
template LOCKSTEP_API std::size_t cull_count(const ConvexVolume&, const PlacedView<BoxView>&, const CullOptions&);
template LOCKSTEP_API std::size_t cull(const VolumeSet&, const PlacedView<SphereView>&, const VisibleSets&,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const VolumeSet&, const PlacedView<AabbView>&, const VisibleSets&,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const VolumeSet&, const PlacedView<BoxView>&, const VisibleSets&,
                                       const CullOptions&);

}  // namespace lockstep
