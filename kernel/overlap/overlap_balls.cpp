// Overlap passes of spheres and circles: validate, copy row by row, run the broad phase.
#include "lockstep/overlap.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <string_view>
#include <type_traits>

#include "base/call.hpp"
#include "base/parallel.hpp"
#include "overlap/ball_contacts.hpp"
#include "overlap/overlap_memory.hpp"
#include "overlap/shape_batches.hpp"
#include "table/tables.hpp"
#include "views/plane_streams.hpp"
#include "world/world_store.hpp"

namespace lockstep {

using detail::BallProxy;
using detail::OverlapWriter;
using detail::ProxySet;
using Balls = detail::Streams<detail::ViewKind::spheres>;

namespace {

Balls balls_of(const SphereView& view) { return detail::streams_of(view); }
Balls balls_of(const CircleView& view) { return detail::streams_in_space(view); }

/// A pass over one set or two.
struct Pass {
  detail::OverlapMemory& memory;
  const OverlapOutput& out;
  const OverlapOptions& options;
  Balls sets[2];
  bool one_set, in_plane;
  detail::LivingBalls living[2] = {};

  void check() const;
  void load(int set) const;
  [[nodiscard]] OverlapResult run() const;
  void separate(std::size_t pairs) const;
  [[nodiscard]] ProxySet<BallProxy> proxies(int set) const;
};

void Pass::check() const {
  detail::check_overlap_options(options, sets[0].count, sets[1].count, one_set);
  detail::check_output(out, sets[0].count);
  detail::check_filter_memory(options, out);
  for (int set = 0; set < (one_set ? 1 : 2); ++set) {
    detail::for_each_output(out, [&](std::string_view name, std::span<const std::byte> bytes) {
      detail::check_streams(sets[set], bytes, name);
    });
    detail::check_streams(sets[set], {}, "");  // for null streams, whatever the output
    if (options.check == Check::inputs)
      detail::check_numbers(detail::StridedObjects(sets[set], detail::kernels_for(detail::stream_tables, options.isa)));
  }
}

/// Copies the caller's numbers to rows, so that sorting fetches each once.
void Pass::load(int set) const {
  const Balls& from = sets[set];
  BallProxy* const rows = memory.balls[set].room_for(from.count);
  detail::for_each_range(from.count, std::size_t{1} << 14, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto o = object_at(from, i);
      rows[i] = {o[0], o[1], o[2], o[3]};
    }
  });
}

ProxySet<BallProxy> Pass::proxies(int set) const {
  if (living[set].index != nullptr) return living[set].balls;
  const OverlapFilter& filter = set == 0 ? options.filter : options.second_filter;
  const auto data = [](std::span<const std::uint32_t> of) { return of.empty() ? nullptr : of.data(); };
  return {memory.balls[set].data(), sets[set].count, data(filter.group), data(filter.mask)};
}

/// In double, where no product of floats overflows or underflows.
Separation separation_of(const BallProxy& a, const BallProxy& b) {
  const double x = double{a.x} - double{b.x}, y = double{a.y} - double{b.y}, z = double{a.z} - double{b.z};
  const double distance = std::sqrt(x * x + y * y + z * z);
  const double depth = (double{a.radius} + double{b.radius}) - distance;
  const bool is_pair = std::isfinite(depth) && a.radius >= 0 && b.radius >= 0;  // nothing is known of invalid balls
  if (!is_pair || distance == 0) return {{1, 0, 0}, is_pair ? static_cast<float>(depth) : 0};
  const auto part = [&](double of) { return static_cast<float>(of / distance); };
  return {{part(x), part(y), part(z)}, static_cast<float>(depth)};
}

void Pass::separate(std::size_t pairs) const {
  const BallProxy *const first = memory.balls[0].data(), *const second = memory.balls[one_set ? 0 : 1].data();
  detail::for_each_range(pairs, std::size_t{1} << 12, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (i + 16 < end) __builtin_prefetch(&second[out.pairs[i + 16].b]);
      out.separations[i] = separation_of(first[out.pairs[i].a], second[out.pairs[i].b]);
    }
  });
}

/// Finds the pairs of the loaded rows, and writes their separations and contacts.
OverlapResult Pass::run() const {
  OverlapWriter writer(out, options.order, sets[0].count, one_set, memory.writer);
  const std::uint32_t *const first = living[0].index, *const second = one_set ? first : living[1].index;
  const auto write = [&](std::span<const Pair> pairs) {
    if (first == nullptr && second == nullptr) return writer.add(pairs);
    std::array<Pair, detail::largest_batch> named;
    for (std::size_t i = 0; i < pairs.size(); ++i)
      named[i] = {first == nullptr ? pairs[i].a : first[pairs[i].a],
                  second == nullptr ? pairs[i].b : second[pairs[i].b]};
    writer.add({named.data(), pairs.size()});
  };
  const detail::PairSink sink = std::cref(write);  // allocates nothing
  const ProxySet<BallProxy> others = one_set ? ProxySet<BallProxy>{} : proxies(1);
  const OverlapResult result = writer.finish(memory.find(proxies(0), one_set ? nullptr : &others, options.isa, sink,
                                                         options.margin, options.touching == Touching::overlap));
  if (!out.separations.empty()) separate(writer.written());
  if (!out.contacts.empty())
    write_ball_contacts(in_plane, memory.balls[0].data(), memory.balls[one_set ? 0 : 1].data(), options.margin,
                        options.isa, out.pairs.first(writer.written()), out.contacts.data());
  return result;
}

template <class View>
OverlapResult run_pass(detail::OverlapMemory& memory, const View& first, const View* second, const OverlapOutput& out,
                       const OverlapOptions& options) {
  const detail::Call call(options.executor);
  const Balls balls = balls_of(first);
  const bool one_set = second == nullptr;
  Balls others = one_set ? balls : balls_of(*second);
  if (one_set) others.count = 0;
  constexpr bool in_plane = std::is_same_v<View, CircleView>;
  const OverlapOptions as_whole = detail::without_cell(options);
  const Pass pass{memory, out, as_whole, {balls, others}, one_set, in_plane};
  pass.check();
  if (options.cell) {
    if (in_plane) detail::check_cell_of_plane(options);
    using Shapes = detail::ShapesOfView<detail::ViewKind::spheres>;
    const ShapeSet first_set = set_of(Shapes{balls}), second_set = set_of(Shapes{others});
    return detail::run_periodic(memory, first_set, one_set ? nullptr : &second_set, out, options);
  }
  pass.load(0);
  if (!one_set) pass.load(1);
  return pass.run();
}

/// Loads the objects of a world by index. If the world has free slots, also lists the live ones separately.
detail::LivingBalls load_world(detail::OverlapMemory& memory, int set, const World::Store& store,
                               const OverlapFilter& filter) {
  const std::size_t count = store.position.size();
  BallProxy* const rows = memory.balls[set].room_for(count);
  const auto row_of = [&](std::size_t i) -> BallProxy {
    const std::size_t at = store.position[i];
    return {store.number(0, at), store.number(1, at), store.number(2, at), store.number(3, at)};
  };
  if (store.count == count) {
    detail::for_each_range(count, std::size_t{1} << 14, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) rows[i] = row_of(i);
    });
    return {};
  }
  detail::RowMemory& room = memory.rows[set];
  std::uint32_t *const index = room.index.room_for(count), *const group = room.group.room_for(count),
                       *const mask = room.mask.room_for(count);
  BallProxy* const living = memory.living[set].room_for(count);
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!store.contains(i)) continue;
    living[next] = rows[i] = row_of(i);
    group[next] = filter.group.empty() ? ~0U : filter.group[i];
    mask[next] = filter.mask.empty() ? ~0U : filter.mask[i];
    index[next++] = i;
  }
  return {index, {living, next, filter.group.empty() ? nullptr : group, filter.mask.empty() ? nullptr : mask}};
}

}  // namespace

OverlapResult detail::run_ball_worlds(OverlapMemory& memory, const World::Store& first, const World::Store* second,
                                      const OverlapOutput& out, const OverlapOptions& options) {
  const Call call(options.executor);
  Balls sets[2] = {};
  sets[0].count = first.position.size();
  if (second != nullptr) sets[1].count = second->position.size();
  check_overlap_options(options, sets[0].count, sets[1].count, second == nullptr);
  check_output(out, sets[0].count);
  check_filter_memory(options, out);
  Pass pass{memory, out, options, {sets[0], sets[1]}, second == nullptr, first.in_plane};
  pass.living[0] = load_world(memory, 0, first, options.filter);
  if (second != nullptr) pass.living[1] = load_world(memory, 1, *second, options.second_filter);
  return pass.run();
}

OverlapResult OverlapPass::run(const SphereView& objects, const OverlapOutput& out, const OverlapOptions& options) {
  return run_pass<SphereView>(*memory_, objects, nullptr, out, options);
}
OverlapResult OverlapPass::run(const CircleView& objects, const OverlapOutput& out, const OverlapOptions& options) {
  return run_pass<CircleView>(*memory_, objects, nullptr, out, options);
}
OverlapResult OverlapPass::run(const SphereView& first, const SphereView& second, const OverlapOutput& out,
                               const OverlapOptions& options) {
  return run_pass(*memory_, first, &second, out, options);
}
OverlapResult OverlapPass::run(const CircleView& first, const CircleView& second, const OverlapOutput& out,
                               const OverlapOptions& options) {
  return run_pass(*memory_, first, &second, out, options);
}

}  // namespace lockstep
