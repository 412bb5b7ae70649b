// The caller's own scheduler under worlds of space and of the plane: built, changed and queried in every way.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "executor_jobs.hpp"
#include "lockstep/lockstep.hpp"
#include "work/random.hpp"

namespace lockstep::test {
namespace {

constexpr std::size_t object_count = 20000, ask_count = 5000;  // more than a tile of each job

/// Objects, their later places, and the queries.
struct KeptScene {
  std::vector<Sphere> balls, balls_later;
  std::vector<Circle2> discs, discs_later, askers;
  std::vector<Aabb2> boxes;
  std::vector<std::uint32_t> some;  ///< indices
  std::vector<Vec2> places, motions;
  std::vector<Ray2> rays2;
  std::vector<Ray> rays;
  World balls_world, bodies_world;
  World2 discs_world, other_discs_world, boxes_world;
  ConvexVolume volume = VolumeSet::cube({0, 0, 0}, 0.5F, 20)[0];

  KeptScene() {
    bench::Random random(18);
    const auto near = [&](float size) { return random.uniform(-size, size); };
    BodySet bodies;
    for (std::uint32_t i = 0; i < object_count; ++i) {
      balls.push_back({{near(20), near(20), near(20)}, 0.5F});
      balls_later.push_back({{near(20), near(20), near(20)}, 0.5F});
      discs.push_back({{near(60), near(60)}, 0.25F});
      discs_later.push_back({{near(60), near(60)}, 0.25F});
      boxes.push_back({discs.back().center, {discs.back().center.x + 0.5F, discs.back().center.y + 0.25F}});
      if (i % 3 == 0) some.push_back(i);
    }
    for (std::size_t i = 0; i < ask_count; ++i) {
      const BodyPart parts[] = {Sphere{{0, 0, 0}, 0.5F}, Capsule{{0, 0, 0}, {1, 0, 0}, 0.25F}};
      bodies.add(parts, {balls[i].center, {}});
      places.push_back({near(60), near(60)});
      motions.push_back({near(4), near(4)});
      rays2.push_back({places.back(), {near(8), near(8)}});
      rays.push_back({{near(20), near(20), near(20)}, {near(8), near(8), near(8)}});
      askers.push_back({places.back(), 0.5F});
    }
    balls_world = World(view(balls)), bodies_world = World(std::move(bodies));
    discs_world = World2(view(discs)), other_discs_world = World2(view(discs_later));
    boxes_world = World2(Aabb2View::of(boxes, &Aabb2::min, &Aabb2::max));
  }

  static SphereView view(const std::vector<Sphere>& of) { return SphereView::of(of, &Sphere::center, &Sphere::radius); }
  static CircleView view(const std::vector<Circle2>& of) {
    return CircleView::of(of, &Circle2::center, &Circle2::radius);
  }
};

const KeptScene& kept() {
  static const KeptScene made;
  return made;
}

Bytes order_of(const auto& world) {
  Bytes bytes;
  append(bytes, world.order());
  return bytes;
}

/// A world that is built, whose objects all move, then some, and a third of which is removed and added again.
template <class Made, class Objects>
Bytes changed(const Executor& e, const Objects& objects, const Objects& later) {
  const auto options = by<WorldOptions>(e);
  Made world(KeptScene::view(objects), options);
  world.move(KeptScene::view(later), options);
  Objects few = objects;
  few.resize(kept().some.size());
  world.move(kept().some, KeptScene::view(few), options);
  world.remove(kept().some, options);
  world.add(KeptScene::view(few), options);
  world.sort(options);
  return order_of(world);
}

const Job kept_jobs[] = {
    {"build_and_change", [](const Executor& e) { return changed<World>(e, kept().balls, kept().balls_later); }},
    {"build_and_change_plane", [](const Executor& e) { return changed<World2>(e, kept().discs, kept().discs_later); }},
    {"cull",
     [](const Executor& e) {
       return filled<std::uint64_t>(mask_words(object_count), [&](auto& out) {
         cull(kept().volume, kept().balls_world, out, by<CullOptions>(e));
       });
     }},
    {"overlapping",
     [](const Executor& e) {
       return bytes_of(overlapping(kept().balls_world, KeptScene::view(kept().balls_later), by<OverlapOptions>(e)));
     }},
    {"first_hits_of_bodies",
     [](const Executor& e) {
       return filled<std::uint32_t>(ask_count, [&](auto& out) {
         first_hits(kept().rays, kept().bodies_world, {.parts = out}, by<RayOptions>(e));
       });
     }},
    {"overlap_of_bodies", [](const Executor& e) { return pairs_by(e, kept().bodies_world); }},
    {"within_plane",
     [](const Executor& e) { return bytes_of(within(kept().discs_world, kept().places, 1, by<NearOptions>(e))); }},
    {"within_shapes_plane",
     [](const Executor& e) {
       return bytes_of(within(kept().boxes_world, KeptScene::view(kept().askers), 1, by<NearOptions>(e)));
     }},
    {"nearest_plane",
     [](const Executor& e) {
       return filled<std::uint32_t>(
           3 * ask_count, [&](auto& out) { nearest(kept().discs_world, kept().places, 3, {out}, by<NearOptions>(e)); });
     }},
    {"overlapping_plane",
     [](const Executor& e) {
       return bytes_of(overlapping(kept().boxes_world, KeptScene::view(kept().askers), by<OverlapOptions>(e)));
     }},
    {"any_overlapping_plane",
     [](const Executor& e) {
       return filled<std::uint64_t>(mask_words(ask_count), [&](auto& out) {
         any_overlapping(kept().discs_world, KeptScene::view(kept().askers), out, by<OverlapOptions>(e));
       });
     }},
    {"first_hits_plane",
     [](const Executor& e) {
       return filled<Interval>(ask_count, [&](auto& out) {
         first_hits(kept().rays2, kept().discs_world, {.fractions = out}, by<RayOptions>(e));
       });
     }},
    {"any_hits_plane",
     [](const Executor& e) {
       return filled<std::uint64_t>(mask_words(ask_count), [&](auto& out) {
         any_hits(kept().rays2, kept().boxes_world, out, by<RayOptions>(e));
       });
     }},
    {"all_hits_plane",
     [](const Executor& e) { return bytes_of(all_hits(kept().rays2, kept().boxes_world, by<RayOptions>(e))); }},
    {"first_contacts_plane",
     [](const Executor& e) {
       return filled<Vec2d>(ask_count, [&](auto& out) {
         first_contacts(KeptScene::view(kept().askers), kept().motions, kept().boxes_world, {.normals = out},
                        by<RayOptions>(e));
       });
     }},
    {"any_contacts_plane",
     [](const Executor& e) {
       return filled<std::uint64_t>(mask_words(ask_count), [&](auto& out) {
         any_contacts(KeptScene::view(kept().askers), kept().motions, kept().discs_world, out, by<RayOptions>(e));
       });
     }},
    {"all_contacts_plane",
     [](const Executor& e) {
       return bytes_of(
           all_contacts(KeptScene::view(kept().askers), kept().motions, kept().discs_world, by<RayOptions>(e)));
     }},
    {"overlap_plane_world", [](const Executor& e) { return pairs_by(e, kept().discs_world); }},
    {"overlap_two_plane_worlds",
     [](const Executor& e) { return pairs_by(e, kept().discs_world, kept().other_discs_world); }},
};

class WorldExecutors : public testing::TestWithParam<Job> {};

TEST_P(WorldExecutors, GetThePartsAndGiveTheSameBytes) { expect_the_same_from_threads(GetParam()); }

TEST_P(WorldExecutors, MayHaveAnyFloatingPointEnvironment) { expect_the_same_however_threads_round(GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, WorldExecutors, testing::ValuesIn(kept_jobs),
                         [](const auto& job) { return std::string(job.param.name); });

}  // namespace
}  // namespace lockstep::test
