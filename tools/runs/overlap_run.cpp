#include "runs/overlap_run.hpp"

#include <algorithm>
#include <bit>
#include <numbers>

#include <lockstep/cull.hpp>
#include <lockstep/overlap.hpp>

#include "output/progress.hpp"
#include "runs/frame_shapes.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

constexpr std::uint64_t most_listed = std::uint64_t{1} << 28;         // 2 GiB of pairs
constexpr std::uint64_t most_with_contacts = std::uint64_t{1} << 23;  // 2.5 GiB of manifolds

OverlapResult pass_over(OverlapPass& pass, const Frame& frame, bool flat, const Stream& radius,
                        const OverlapOutput& out, const OverlapOptions& how) {
  if (flat) return pass.run(CircleView{frame.x, frame.y, radius, frame.count}, out, how);
  return pass.run(SphereView{frame.x, frame.y, frame.z, radius, frame.count}, out, how);
}

class Runner {
 public:
  Runner(const Frames& frames, StaticObjects* still, const OverlapRunOptions& options)
      : flat_(frames.flat),
        round_(frames.round),
        still_(still),
        options_(options),
        placement_(frames.placement),
        around_(options.density ? around_distance(frames) : 0),
        pass_(options.skin) {}

  /// Does the one-off work: memory and its pages, threads, code. The pass over nothing discards the order of the
  /// objects, so that the first timed frame sorts them itself.
  void warm_up(const Frame& frame) {
    static_cast<void>(run(frame));
    Frame nothing = frame;
    nothing.count = 0, nothing.shapes = {}, nothing.centers = {};
    static_cast<void>(run(nothing));
  }

  OverlapFrame run(const Frame& frame) {
    if (still_ != nullptr)
      shapes_.set_all(frame, flat_);
    else if (!frame.centers.empty())
      shapes_.set_at_centers(frame);
    else
      shapes_.set(frame.shapes);
    any_.assign(mask_words(frame.count), 0);
    OverlapFrame result;
    result.number = frame.number;
    result.objects = frame.count;
    OverlapResult found = timed(frame, result.time);
    result.sorts = found.sorted ? 1 : 0;
    if (!found.complete) {
      if (found.pairs > most())
        throw ReadError(concat("frame ", frame.number, " has ", found.pairs, " pairs, more than ", most(),
                               ", the most that are listed: is the radius right? Without --pairs, --contacts and "
                               "--events they are counted"));
      pairs_.resize(static_cast<std::size_t>(found.pairs + found.pairs / 4));
      TimeTaken again;
      found = timed(frame, again);
      // One of them sorts, the other has room for the pairs.
      if (again.processor_ns > result.time.processor_ns) result.time = again;
    }
    result.pairs = found.pairs;
    for (const Manifold& manifold : contacts(result)) result.contacts += manifold.count;
    for (const std::uint64_t word : any_) result.overlapping += static_cast<std::size_t>(std::popcount(word));
    if (around_ > 0 && frame.count > 0) result.density = density(frame);
    return result;
  }

  [[nodiscard]] std::span<const std::uint64_t> any() const { return any_; }
  /// Of the frame of the last run.
  [[nodiscard]] std::span<const Pair> pairs(const OverlapFrame& result) const {
    return options_.list_pairs ? std::span(pairs_).first(static_cast<std::size_t>(result.pairs))
                               : std::span<const Pair>();
  }
  [[nodiscard]] std::span<const Separation> separations(const OverlapFrame& result) const {
    return options_.separations ? std::span(separations_).first(static_cast<std::size_t>(result.pairs))
                                : std::span<const Separation>();
  }
  [[nodiscard]] std::span<const Manifold> contacts(const OverlapFrame& result) const {
    return options_.contacts ? std::span(contacts_).first(static_cast<std::size_t>(result.pairs))
                             : std::span<const Manifold>();
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return still_ != nullptr ? still_->memory_bytes() : pass_.memory_bytes();
  }

 private:
  [[nodiscard]] std::uint64_t most() const { return options_.contacts ? most_with_contacts : most_listed; }

  OverlapResult timed(const Frame& frame, TimeTaken& time) {
    if (options_.list_pairs && pairs_.empty())
      pairs_.resize(static_cast<std::size_t>(std::clamp<std::uint64_t>(frame.count, 16, most())));
    OverlapOutput out;
    out.any = any_;
    out.pairs = pairs_;
    if (options_.separations) separations_.resize(pairs_.size()), out.separations = separations_;
    if (options_.contacts) contacts_.resize(pairs_.size()), out.contacts = contacts_;
    const Stopwatch watch;
    const OverlapResult found = pass(frame, out);
    time = watch.taken();
    return found;
  }

  OverlapResult pass(const Frame& frame, const OverlapOutput& out) {
    const OverlapOptions how{.margin = options_.margin, .isa = options_.isa};
    if (still_ != nullptr) return still_->pass(shapes_, out, how);
    if (!frame.centers.empty()) return pass_.run(shapes_.solid, out, how);
    if (round_) return pass_over(pass_, frame, flat_, frame.radius, out, how);
    return flat_ ? pass_.run(shapes_.flat, out, how) : pass_.run(shapes_.solid, out, how);
  }

  /// Centres are within a distance of each other if circles of half that radius about them overlap.
  double density(const Frame& frame) {
    const float half = around_ / 2;
    const std::uint64_t pairs = pass_over(around_pass_, frame, flat_, {&half, 0}, {}, {.isa = options_.isa}).pairs;
    const double r = placement_.length(around_),
                 size = flat_ ? std::numbers::pi * r * r : 4.0 / 3 * std::numbers::pi * r * r * r;
    return 2 * static_cast<double>(pairs) / (static_cast<double>(frame.count) * size);
  }

  bool flat_, round_;
  StaticObjects* still_;
  OverlapRunOptions options_;
  Placement placement_;
  float around_;
  OverlapPass pass_, around_pass_;
  FrameShapes shapes_;
  std::vector<std::uint64_t> any_;
  std::vector<Pair> pairs_;
  std::vector<Separation> separations_;
  std::vector<Manifold> contacts_;
};

}  // namespace

OverlapRun run_overlap(const Frames& frames, StaticObjects* still, const OverlapRunOptions& options,
                       const OnOverlapFrame& on_frame) {
  OverlapRun run{options, {}, 0, still};
  Runner runner(frames, still, options);
  FrameEvents events(still != nullptr);
  Progress progress("overlap in frame", frames.count);
  for (std::size_t i = 0; i < frames.count; ++i) {
    const Frame frame = frames.frame(i);
    if (i == 0) runner.warm_up(frame);
    OverlapFrame result = runner.run(frame);
    const std::span<const Pair> pairs = runner.pairs(result);
    if (options.events) events.update(frame, pairs);
    result.began = events.began().size(), result.ended = events.ended().size();
    run.frames.push_back(result);
    on_frame(
        frame, result,
        {runner.any(), pairs, runner.separations(result), runner.contacts(result), events, frames.placement, still});
    progress.advance();
  }
  run.memory_bytes = runner.memory_bytes();
  return run;
}

OverlapFrame total(const OverlapRun& run) {
  OverlapFrame sum;
  for (const OverlapFrame& frame : run.frames) {
    sum.objects += frame.objects;
    sum.pairs += frame.pairs, sum.contacts += frame.contacts, sum.began += frame.began, sum.ended += frame.ended;
    sum.overlapping += frame.overlapping;
    sum.time += frame.time;
    sum.sorts += frame.sorts;
    sum.density += frame.density * static_cast<double>(frame.objects);
  }
  sum.density /= std::max(1.0, static_cast<double>(sum.objects));
  return sum;
}

std::size_t fullest_frame(const OverlapRun& run) {
  const auto fewer = [](const OverlapFrame& a, const OverlapFrame& b) { return a.pairs < b.pairs; };
  return static_cast<std::size_t>(std::max_element(run.frames.begin(), run.frames.end(), fewer) - run.frames.begin());
}

float around_distance(const Frames& frames) {
  // Half of it must be a legal radius: the pass takes it as circles about all centres.
  return 2 * std::min(2.5F * frames.median_radius, max_coordinate);
}

}  // namespace lockstep::tools
