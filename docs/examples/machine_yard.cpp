// Machines of a yard, each a body of several parts: what does the scanner of each see ahead, and which part of it?
// Which machine comes close to a worker, which stands in the gate, what does the camera above the yard see? Their World
// is kept from frame to frame, and its answers are compared with those of all parts, one by one. Prints a line every 20
// frames.
#include <lockstep/lockstep.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

namespace {

constexpr float wall = 28, step = 0.25F, sight = 3;  // metres: from the middle, in a frame, of a scanner

struct Machine {
  lockstep::Vec3 position;
  lockstep::Vec3 ahead;  ///< unit, along x or z

  [[nodiscard]] lockstep::Pose pose() const {  // turned about y, so that its x is ahead
    constexpr float half = 0.70710678F;
    if (ahead.x != 0) return {position, ahead.x > 0 ? lockstep::Quat{0, 0, 0, 1} : lockstep::Quat{0, 1, 0, 0}};
    return {position, {0, ahead.z > 0 ? -half : half, 0, half}};
  }
  /// From before its arm, down to the ground.
  [[nodiscard]] lockstep::Ray scanner() const {
    return {{position.x + 2 * ahead.x, 1.25F, position.z + 2 * ahead.z}, {sight * ahead.x, -1.25F, sight * ahead.z}};
  }
  /// A machine that sees a machine or the wall turns to the right.
  [[nodiscard]] bool drive(bool sees_something) {
    const bool turns = sees_something || position.x * ahead.x + position.z * ahead.z > wall;
    if (turns)
      ahead = {-ahead.z, 0, ahead.x};
    else
      position = {position.x + step * ahead.x, 0, position.z + step * ahead.z};
    return turns;
  }
};

/// A chassis, a cabin and an arm; for a crane a jib as well.
std::vector<lockstep::BodyPart> make_parts(bool crane) {
  std::vector<lockstep::BodyPart> parts = {lockstep::Box{{0, 0.5F, 0}, {}, {1, 0.5F, 0.625F}},
                                           lockstep::Box{{-0.5F, 1.5F, 0}, {}, {0.375F, 0.5F, 0.5F}},
                                           lockstep::Capsule{{0.75F, 1, 0}, {1.75F, 1, 0}, 0.125F}};
  if (crane) parts.emplace_back(lockstep::Capsule{{-0.5F, 2, 0}, {2, 6, 0}, 0.125F});
  return parts;
}

/// The queries about the yard in each frame.
struct Frame {
  std::vector<lockstep::Ray> scanners;
  std::vector<std::uint32_t> machines, parts;  ///< the first hit of each scanner
  std::vector<std::uint64_t> in_view;          ///< a bit for each machine

  Frame(const lockstep::World& yard, const std::vector<Machine>& all, const lockstep::ConvexVolume& camera)
      : machines(all.size()), parts(all.size()), in_view(lockstep::mask_words(yard.size())) {
    for (const Machine& machine : all) scanners.push_back(machine.scanner());
    lockstep::first_hits(scanners, yard, {.shapes = machines, .parts = parts});
    lockstep::cull(camera, yard, in_view);
  }

  /// The number of its answers that differ from those of all parts, one by one.
  [[nodiscard]] std::size_t count_wrong(const lockstep::BodySet& bodies, const lockstep::ConvexVolume& camera) const {
    std::size_t wrong = 0;
    std::vector<std::uint32_t> first(scanners.size());
    lockstep::first_hits(scanners, bodies.parts(), {.shapes = first});
    for (std::size_t i = 0; i < first.size(); ++i) {
      const bool nothing = first[i] == lockstep::no_shape;
      const auto there = nothing ? lockstep::PartName{lockstep::no_object, lockstep::no_shape} : bodies.owner(first[i]);
      wrong += there == lockstep::PartName{machines[i], parts[i]} ? 0U : 1U;
    }
    std::vector<std::uint64_t> parts_in_view(lockstep::mask_words(bodies.parts().size())), of_bodies(in_view.size());
    std::vector<std::uint32_t> list(lockstep::cull(camera, bodies.parts(), parts_in_view));
    lockstep::list_indices(parts_in_view, list);
    for (const std::uint32_t part : list) {
      const std::uint32_t body = bodies.owner(part).body;
      of_bodies[body / 64] |= std::uint64_t{1} << (body % 64);
    }
    return wrong + (in_view == of_bodies ? 0U : 1U);
  }
};

std::vector<Machine> make_machines() {
  std::vector<Machine> machines;
  for (int i = 0; i < 50; ++i) {
    const lockstep::Vec3 at{static_cast<float>(i % 7) * 8 - 24, 0, static_cast<float>(i / 7) * 7 - 24};
    machines.push_back({at, i % 2 == 0 ? lockstep::Vec3{1, 0, 0} : lockstep::Vec3{0, 0, -1}});
  }
  return machines;
}

}  // namespace

int main() {
  std::vector<Machine> machines = make_machines();
  lockstep::BodySet bodies;
  for (const Machine& machine : machines) bodies.add(make_parts(bodies.size() % 5 == 0), machine.pose());
  lockstep::World yard(std::move(bodies));
  const std::vector<lockstep::Vec3> workers = {{-12, 1, -10}, {4, 1, 4}, {20, 1, 12}};
  lockstep::ShapeSet gate;
  gate.add(lockstep::Aabb{{-4, 0, -wall}, {8, 4, -16}});
  const std::array<lockstep::Vec3, 8> corners = {
      {{-1, 15, -1}, {1, 15, -1}, {1, 15, 1}, {-1, 15, 1}, {-16, 0, -16}, {16, 0, -16}, {16, 0, 16}, {-16, 0, 16}}};
  const auto camera = lockstep::ConvexVolume::from_corners(corners);

  std::size_t turns = 0, arms = 0, alarms = 0, wrong = 0;
  for (std::size_t frame = 1; frame <= 60; ++frame) {
    const Frame asked(yard, machines, camera);
    wrong += asked.count_wrong(yard.bodies(), camera);
    arms += static_cast<std::size_t>(std::count(asked.parts.begin(), asked.parts.end(), 2));
    std::vector<std::uint32_t> nearest(workers.size());
    std::vector<lockstep::Interval> distances(workers.size());
    lockstep::nearest(yard, workers, 1, {nearest, distances});
    for (const lockstep::Interval& distance : distances) alarms += distance.lower < 1 ? 1U : 0U;

    yard.change_bodies([&](lockstep::BodySet& kept) {
      if (frame == 30) kept.remove(7), kept.add(make_parts(true), machines[7].pose());  // a crane takes its place
      for (std::uint32_t i = 0; i < machines.size(); ++i) {
        turns += machines[i].drive(asked.machines[i] != lockstep::no_object) ? 1U : 0U;
        kept.move(i, machines[i].pose());
      }
    });
    if (frame % 20 != 0) continue;
    std::printf("frame %zu: %zu turns, %zu arms seen, %zu alarms so far; %zu in view, %zu in the gate\n", frame, turns,
                arms, alarms, lockstep::cull_count(camera, yard), lockstep::overlapping(yard, gate).objects.size());
  }
  std::printf("%zu answers are not those of the parts\n", wrong);
  return turns > 0 && wrong == 0 ? 0 : 1;
}
