// Overlap passes of spheres and circles: check, copy row by row, let the broad phase find the pairs.
#include "lockstep/overlap.hpp"

#include <cmath>
#include <string>

#include "base/parallel.hpp"
#include "cull/cull_tiles.hpp"
#include "overlap/overlap_memory.hpp"

namespace lockstep {

using detail::BallRow;
using detail::Bodies;
using detail::OverlapWriter;
using detail::Streams;

namespace detail {

void check_overlap_options(const OverlapOptions& options, std::size_t first, std::size_t second, bool of_one_set) {
  check_length(options.margin, "options.margin");
  const auto check_filter = [](std::span<const std::uint32_t> of, const char* name, std::size_t objects) {
    if (!of.empty() && of.size() != objects)
      throw InvalidInput(std::string("options.") + name + ": has " + std::to_string(of.size()) +
                         " elements, needs one for each of the " + std::to_string(objects) + " objects, or none");
  };
  check_filter(options.filter.group, "filter.group", first);
  check_filter(options.filter.mask, "filter.mask", first);
  if (of_one_set && !(options.second_filter.group.empty() && options.second_filter.mask.empty()))
    throw InvalidInput("options.second_filter: there is only one set");
  check_filter(options.second_filter.group, "second_filter.group", second);
  check_filter(options.second_filter.mask, "second_filter.mask", second);
  const std::size_t objects = std::max(first, second);
  if (objects > std::numeric_limits<std::uint32_t>::max())
    throw InvalidInput("objects: " + std::to_string(objects) + ", pairs can name 2^32 - 1");
}

void check_filter_memory(const OverlapOptions& options, const OverlapOutput& out) {
  const std::span<const std::uint32_t> inputs[] = {options.filter.group, options.filter.mask,
                                                   options.second_filter.group, options.second_filter.mask};
  const char* const names[] = {"options.filter.group", "options.filter.mask", "options.second_filter.group",
                               "options.second_filter.mask"};
  for_each_output(out, [&](std::string_view name, std::span<const std::byte> bytes) {
    for (std::size_t i = 0; i < std::size(inputs); ++i)
      if (share_memory(inputs[i].data(), inputs[i].size_bytes(), bytes.data(), bytes.size()))
        throw InvalidInput(std::string(name) + ": shares memory with " + names[i]);
  });
}

}  // namespace detail

namespace {

constexpr float no_depth = 0;

Streams<4> balls_of(const SphereView& view) { return detail::streams_of(view); }
/// A circle is a ball at z = 0: nothing is added to any sum.
Streams<4> balls_of(const CircleView& view) {
  return {"circles", {view.x, view.y, {&no_depth, 0}, view.radius}, {"x", "y", "z", "radius"}, view.count};
}

/// A pass over one set, or over two.
struct Pass {
  detail::OverlapMemory& memory;
  const detail::KernelTable& kernels;
  const OverlapOutput& out;
  const OverlapOptions& options;
  Streams<4> sets[2];
  bool one_set;

  void check() const;
  void load(int set) const;
  OverlapResult run() const;
  void separate(std::size_t pairs) const;
  [[nodiscard]] Bodies<BallRow> bodies(int set) const;
};

void Pass::check() const {
  detail::check_overlap_options(options, sets[0].count, sets[1].count, one_set);
  detail::check_output(out, sets[0].count);
  detail::check_filter_memory(options, out);
  for (int set = 0; set < (one_set ? 1 : 2); ++set) {
    detail::for_each_output(out, [&](std::string_view name, std::span<const std::byte> bytes) {
      detail::check_streams(sets[set], bytes, name);
    });
    detail::check_streams(sets[set], {}, "");  // streams that are null, whatever is asked for
    if (options.check == Check::inputs) detail::check_numbers(detail::StridedObjects(sets[set], kernels));
  }
}

/// The caller's numbers side by side, so that each is fetched once when they are put in order.
void Pass::load(int set) const {
  const Streams<4>& from = sets[set];
  BallRow* const rows = memory.balls[set].room_for(from.count);
  constexpr std::size_t part_size = std::size_t{1} << 14;
  detail::for_each_part(detail::parts_of(from.count, part_size), [&](std::size_t part) {
    const std::size_t end = std::min(from.count, (part + 1) * part_size);
    for (std::size_t i = part * part_size; i < end; ++i) {
      const auto o = object_at(from, i);
      rows[i] = {o[0], o[1], o[2], o[3]};
    }
  });
}

Bodies<BallRow> Pass::bodies(int set) const {
  const OverlapFilter& filter = set == 0 ? options.filter : options.second_filter;
  const auto data = [](std::span<const std::uint32_t> of) { return of.empty() ? nullptr : of.data(); };
  return {memory.balls[set].data(), sets[set].count, data(filter.group), data(filter.mask)};
}

/// In double, where no product of floats overflows or underflows.
Separation separation_of(const BallRow& a, const BallRow& b) {
  const double x = double{a.x} - double{b.x}, y = double{a.y} - double{b.y}, z = double{a.z} - double{b.z};
  const double distance = std::sqrt(x * x + y * y + z * z);
  const double depth = (double{a.radius} + double{b.radius}) - distance;
  const bool is_pair = std::isfinite(depth) && a.radius >= 0 && b.radius >= 0;  // of what is no ball nothing is known
  if (!is_pair || distance == 0) return {{1, 0, 0}, is_pair ? static_cast<float>(depth) : 0};
  const auto part = [&](double of) { return static_cast<float>(of / distance); };
  return {{part(x), part(y), part(z)}, static_cast<float>(depth)};
}

void Pass::separate(std::size_t pairs) const {
  const BallRow *const first = memory.balls[0].data(), *const second = memory.balls[one_set ? 0 : 1].data();
  constexpr std::size_t part_size = std::size_t{1} << 12;
  detail::for_each_part(detail::parts_of(pairs, part_size), [&](std::size_t part) {
    const std::size_t end = std::min(pairs, (part + 1) * part_size);
    for (std::size_t i = part * part_size; i < end; ++i) {
      if (i + 16 < end) __builtin_prefetch(&second[out.pairs[i + 16].b]);
      out.separations[i] = separation_of(first[out.pairs[i].a], second[out.pairs[i].b]);
    }
  });
}

OverlapResult Pass::run() const {
  check();
  load(0);
  if (!one_set) load(1);
  OverlapWriter writer(out, sets[0].count, one_set, memory.writer);
  const detail::TakePairs take = [&](std::span<const Pair> pairs) { writer.add(pairs); };
  const detail::BroadPhase::Options how{kernels, memory.skin, options.margin, options.touching == Touching::overlap};
  const bool sorted = one_set ? memory.broad_phase.find(bodies(0), how, take)
                              : memory.broad_phase.find(bodies(0), bodies(1), how, take);
  OverlapResult result = writer.finish();
  result.sorted = sorted;
  if (!out.separations.empty()) separate(writer.written());
  return result;
}

template <class View>
OverlapResult run_pass(detail::OverlapMemory& memory, const View& first, const View* second, const OverlapOutput& out,
                       const OverlapOptions& options) {
  const detail::FloatEnvironment standard;
  const Streams<4> balls = balls_of(first);
  const bool one_set = second == nullptr;
  Streams<4> others = one_set ? balls : balls_of(*second);
  if (one_set) others.count = 0;
  return Pass{memory, detail::kernels_for(options.isa), out, options, {balls, others}, one_set}.run();
}

}  // namespace

OverlapPass::OverlapPass(float skin) : memory_(std::make_unique<detail::OverlapMemory>()) {
  detail::check_length(skin, "skin");
  memory_->skin = skin;
}
OverlapPass::~OverlapPass() = default;
OverlapPass::OverlapPass(OverlapPass&&) noexcept = default;
OverlapPass& OverlapPass::operator=(OverlapPass&&) noexcept = default;

std::size_t OverlapPass::memory_bytes() const noexcept { return memory_->bytes(); }

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
