// The caller's own scheduler: every entry point with parallel parts passes them to it, gives the same bytes, and hides
// its errors and its floating-point settings from it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <stdexcept>
#include <string>

#include "executor_jobs.hpp"
#include "lockstep/lockstep.hpp"
#include "work/random.hpp"

namespace lockstep::test {
namespace {

constexpr std::size_t many = 20000, some = 5000;  // more than a tile of each job

/// A scene for every kind of query.
struct Scene {
  std::vector<Sphere> balls;
  ShapeSet shapes;
  ShapeSet2 plane;
  BodySet bodies;
  std::vector<Pair> pairs;
  std::vector<Vec3> motions;
  std::vector<Motion> turns;
  std::vector<Ray> rays;
  std::vector<Vec2> motions2;
  std::vector<Motion2> turns2;
  std::vector<Ray2> rays2;
  std::vector<std::size_t> ends;
  std::vector<std::uint32_t> list;
  TriangleMesh mesh;
  World level;  // of `shapes`
  ConvexVolume volume = VolumeSet::cube({0, 0, 0}, 0.5F, 20)[0];
  VolumeSet volumes = VolumeSet::cube({0, 0, 0}, 0.5F, 20);

  Scene() {
    bench::Random random(17);
    const auto near = [&](float size) { return random.uniform(-size, size); };
    for (std::size_t i = 0; i < many; ++i) balls.push_back({{near(20), near(20), near(20)}, 0.5F});
    std::vector<Vec3> corners;
    std::vector<std::uint32_t> indices;
    for (std::uint32_t i = 0; i < some; ++i) {
      const Vec3 at{near(8), near(8), near(8)};
      i % 2 == 0 ? shapes.add(Sphere{at, 0.5F}) : shapes.add(Box{at, {}, {0.5F, 0.25F, 0.75F}});
      plane.add(Circle2{{near(8), near(8)}, 0.25F});
      const BodyPart parts[] = {Sphere{{0, 0, 0}, 0.5F}, Capsule{{0, 0, 0}, {1, 0, 0}, 0.25F}};
      bodies.add(parts, {at, {}});
      pairs.push_back({i, random.index(some)});
      motions.push_back({near(4), near(4), near(4)});
      turns.push_back({{near(4), near(4), near(4)}, {near(1), 0, near(1)}, at});
      rays.push_back({{near(8), near(8), near(8)}, {near(8), near(8), near(8)}});
      motions2.push_back({near(4), near(4)});
      turns2.push_back({{near(4), near(4)}, near(1), {near(8), near(8)}});
      rays2.push_back({{near(8), near(8)}, {near(8), near(8)}});
      if (i % 5 == 4) ends.push_back(i + 1);
      for (int corner = 0; corner < 3; ++corner) {
        indices.push_back(static_cast<std::uint32_t>(corners.size()));
        corners.push_back({at.x + near(1), at.y + near(1), at.z + near(1)});
      }
      list.push_back(i);
    }
    mesh = TriangleMesh(corners, indices);
    level = World(shapes);
  }

  [[nodiscard]] SphereView view() const { return SphereView::of(balls, &Sphere::center, &Sphere::radius); }
};

const Scene& scene() {
  static const Scene made;
  return made;
}

Bytes events(const Executor& executor) {
  std::vector<Pair> before, now;
  for (std::uint32_t i = 0; i < 200000; ++i) {
    if (i % 3 != 0) before.push_back({i, i + 1});
    if (i % 5 != 0) now.push_back({i, i + 1});
  }
  PairEvents kept;
  const auto began_at_first = kept.update(before, Check::inputs, executor).began.size();
  const PairChanges changes = kept.update(now, Check::inputs, executor);
  Bytes bytes;
  append(bytes, std::vector<std::size_t>{began_at_first});
  for (const auto& pairs : {changes.began, changes.stayed, changes.ended})
    append(bytes, std::vector<Pair>(pairs.begin(), pairs.end()));
  return bytes;
}

const Job jobs[] = {
    {"cull_view",
     [](const Executor& e) {
       return filled<std::uint64_t>(mask_words(many),
                                    [&](auto& out) { cull(scene().volume, scene().view(), out, by<CullOptions>(e)); });
     }},
    {"cull_set",
     [](const Executor& e) {
       return filled<std::uint64_t>(mask_words(some),
                                    [&](auto& out) { cull(scene().volume, scene().shapes, out, by<CullOptions>(e)); });
     }},
    {"cull_many_volumes",
     [](const Executor& e) {
       return filled<std::uint64_t>(6 * mask_words(many), [&](auto& out) {
         cull(scene().volumes, scene().view(), {.by_volume = out}, by<CullOptions>(e));
       });
     }},
    {"intersect",
     [](const Executor& e) {
       return filled<Verdict>(some, [&](auto& out) {
         intersect(scene().shapes, scene().shapes, scene().pairs, out, by<IntersectOptions>(e));
       });
     }},
    {"intersect_plane",
     [](const Executor& e) {
       return filled<Verdict>(some, [&](auto& out) {
         intersect(scene().plane, scene().plane, scene().pairs, out, by<IntersectOptions>(e));
       });
     }},
    {"intersect_views",
     [](const Executor& e) {
       return filled<Verdict>(many, [&](auto& out) {
         intersect(Sphere{{0, 0, 0}, 5}, scene().view(), out, by<IntersectOptions>(e));
       });
     }},
    {"groups",
     [](const Executor& e) {
       const auto& ends = scene().ends;
       return filled<std::uint64_t>(mask_words(ends.size()), [&](auto& out) {
         any_overlap(scene().shapes, scene().shapes, scene().pairs, ends, out, by<GroupOptions>(e));
       });
     }},
    {"distance",
     [](const Executor& e) {
       return filled<Interval>(some, [&](auto& out) {
         distance(scene().shapes, scene().shapes, scene().pairs, DistanceOutput{out}, by<DistanceOptions>(e));
       });
     }},
    {"distance_views",
     [](const Executor& e) {
       return filled<Interval>(many, [&](auto& out) {
         distance(scene().view(), scene().view(), DistanceOutput{out}, by<DistanceOptions>(e));
       });
     }},
    {"distance_bodies",
     [](const Executor& e) {
       return filled<Interval>(some, [&](auto& out) {
         distance(scene().bodies, scene().bodies, scene().pairs, BodyDistanceOutput{out}, by<DistanceOptions>(e));
       });
     }},
    {"distance_mesh",
     [](const Executor& e) {
       return filled<Interval>(some, [&](auto& out) {
         distance(scene().shapes, scene().mesh, scene().list, MeshDistanceOutput{out}, by<DistanceOptions>(e));
       });
     }},
    {"contacts",
     [](const Executor& e) {
       return filled<Manifold>(some, [&](auto& out) {
         contacts(scene().shapes, scene().shapes, scene().pairs, out, by<ContactOptions>(e));
       });
     }},
    {"contacts_plane",
     [](const Executor& e) {
       return filled<Manifold2>(
           some, [&](auto& out) { contacts(scene().plane, scene().plane, scene().pairs, out, by<ContactOptions>(e)); });
     }},
    {"contacts_bodies",
     [](const Executor& e) {
       return filled<std::uint64_t>(1, [&](auto& out) {
         out[0] = contacts(scene().bodies, scene().bodies, scene().pairs, {}, by<ContactOptions>(e)).manifolds;
       });
     }},
    {"cast",
     [](const Executor& e) {
       return filled<Interval>(some, [&](auto& out) {
         cast(scene().shapes, scene().shapes, scene().pairs, scene().motions, CastOutput{out}, by<CastOptions>(e));
       });
     }},
    {"cast_turning",
     [](const Executor& e) {
       return filled<Interval>(some, [&](auto& out) {
         cast(scene().shapes, scene().shapes, scene().pairs, scene().turns, CastOutput{out}, by<CastOptions>(e));
       });
     }},
    {"cast_plane",
     [](const Executor& e) {
       return filled<Interval>(some, [&](auto& out) {
         cast(scene().plane, scene().plane, scene().pairs, scene().motions2, CastOutput2{out}, by<CastOptions>(e));
       });
     }},
    {"cast_turning_plane",
     [](const Executor& e) {
       return filled<Interval>(some, [&](auto& out) {
         cast(scene().plane, scene().plane, scene().pairs, scene().turns2, CastOutput2{out}, by<CastOptions>(e));
       });
     }},
    {"cast_rays_plane",
     [](const Executor& e) {
       return filled<Interval>(some, [&](auto& out) {
         cast_rays(scene().rays2, scene().plane, scene().pairs, CastOutput2{out}, by<CastOptions>(e));
       });
     }},
    {"cast_rays_mesh",
     [](const Executor& e) {
       return filled<Interval>(
           some, [&](auto& out) { cast_rays(scene().rays, scene().mesh, MeshCastOutput{out}, by<CastOptions>(e)); });
     }},
    {"overlapping_mesh",
     [](const Executor& e) { return bytes_of(overlapping(scene().mesh, scene().shapes, by<OverlapOptions>(e))); }},
    {"first_hits_mesh",
     [](const Executor& e) {
       return filled<Interval>(
           some, [&](auto& out) { first_hits(scene().rays, scene().mesh, {.fractions = out}, by<RayOptions>(e)); });
     }},
    {"cast_bodies",
     [](const Executor& e) {
       return filled<Interval>(some, [&](auto& out) {
         cast(scene().bodies, scene().bodies, scene().pairs, scene().motions, BodyCastOutput{out}, by<CastOptions>(e));
       });
     }},
    {"first_hits",
     [](const Executor& e) {
       return filled<std::uint32_t>(
           some, [&](auto& out) { first_hits(scene().rays, scene().shapes, RayHits{out}, by<RayOptions>(e)); });
     }},
    {"all_hits", [](const Executor& e) { return bytes_of(all_hits(scene().rays, scene().level, by<RayOptions>(e))); }},
    {"first_contacts",
     [](const Executor& e) {
       return filled<Interval>(some, [&](auto& out) {
         first_contacts(scene().shapes, scene().motions, scene().level, RayHits{{}, out}, by<RayOptions>(e));
       });
     }},
    {"all_contacts",
     [](const Executor& e) {
       return bytes_of(all_contacts(scene().shapes, scene().motions, scene().level, by<RayOptions>(e)));
     }},
    {"within",
     [](const Executor& e) { return bytes_of(within(scene().level, scene().view(), 0.25F, by<NearOptions>(e))); }},
    {"nearest",
     [](const Executor& e) {
       return filled<std::uint32_t>(
           3 * some, [&](auto& out) { nearest(scene().level, scene().motions, 3, {out}, by<NearOptions>(e)); });
     }},
    {"overlap_view", [](const Executor& e) { return pairs_by(e, scene().view()); }},
    {"overlap_set", [](const Executor& e) { return pairs_by(e, scene().shapes); }},
    {"overlap_plane", [](const Executor& e) { return pairs_by(e, scene().plane); }},
    {"overlap_bodies", [](const Executor& e) { return pairs_by(e, scene().bodies); }},
    {"pair_events", events},
};

class Executors : public testing::TestWithParam<Job> {};

TEST_P(Executors, GetThePartsAndGiveTheSameBytes) { expect_the_same_from_threads(GetParam()); }

TEST_P(Executors, MayHaveAnyFloatingPointEnvironment) { expect_the_same_however_threads_round(GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, Executors, testing::ValuesIn(jobs),
                         [](const auto& job) { return std::string(job.param.name); });

/// The rounding mode of this thread, by its sums: among the two control registers of x86, fegetround reads the unused
/// one.
int rounding_of_sums() {
  const volatile float one = 1, little = 1e-9F;
  if (one + little > one) return FE_UPWARD;
  return one - little < one ? FE_DOWNWARD : FE_TONEAREST;
}

/// A loop that reports its rounding mode before and after each part.
struct Observer {
  std::vector<int> modes;

  static void parallel_for(void* context, std::size_t count, void (*body)(void*, std::size_t), void* job) {
    auto& modes = static_cast<Observer*>(context)->modes;
    for (std::size_t i = 0; i < count; ++i) {
      modes.push_back(rounding_of_sums());
      body(job, i);
    }
    modes.push_back(rounding_of_sums());
  }
};

TEST(ExecutorHost, SeesItsOwnEnvironmentBetweenParts) {
  Observer observer;
  std::fesetround(FE_UPWARD);
  jobs[0].ask({&Observer::parallel_for, &observer, 2});
  const int after = rounding_of_sums();
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(after, FE_UPWARD);
  ASSERT_GT(observer.modes.size(), 2U);
  EXPECT_TRUE(std::all_of(observer.modes.begin(), observer.modes.end(), [](int mode) { return mode == FE_UPWARD; }));
}

TEST(ExecutorHost, MayEndInAnotherEnvironment) {
  // Like a fibre that continues in another thread: the settings found there are left there.
  const auto loop = [](void*, std::size_t count, void (*body)(void*, std::size_t), void* job) {
    for (std::size_t i = 0; i < count; ++i) body(job, i);
    std::fesetround(FE_DOWNWARD);
  };
  const Bytes expected = jobs[0].ask({});
  const Bytes got = jobs[0].ask({loop, nullptr, 2});
  const int after = rounding_of_sums();
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(after, FE_DOWNWARD);
  EXPECT_TRUE(got == expected);
}

TEST(ExecutorHost, GetsWhatAPartThrows) {
  ThreadExecutor own(3);
  OverlapOptions options = by<OverlapOptions>(own.executor());
  options.order = PairOrder::any;
  const OverlapOutput out{.tile = [](std::span<const Pair>) { throw std::runtime_error("of the host's own"); }};
  EXPECT_THROW((void)overlap(scene().view(), out, options), std::runtime_error);
}

TEST(ExecutorHost, IsUsedByCallsFromItsPartsOnlyIfTheySaySo) {
  // A host calls the library from a part: that call has no executor, and must not inherit this one.
  ThreadExecutor own(2);
  OverlapOptions options = by<OverlapOptions>(own.executor());
  std::atomic<std::size_t> seen = 0;
  std::atomic<bool> same = true;
  const OverlapOutput out{.tile = [&](std::span<const Pair>) {
    if (seen++ > 2) return;
    const std::size_t calls = own.calls;
    (void)jobs[3].ask({});
    if (own.calls != calls) same = false;
  }};
  (void)overlap(scene().shapes, out, options);
  EXPECT_GT(seen, 0U);
  EXPECT_TRUE(same);
}

struct BrokenLoop {
  const char* name;
  void (*parallel_for)(void*, std::size_t, void (*)(void*, std::size_t), void*);
  const char* message;
};

TEST(ExecutorHost, IsToldWhatItsLoopDoesWrong) {
  const BrokenLoop loops[] = {
      {"leaves the last out",
       [](void*, std::size_t count, void (*body)(void*, std::size_t), void* job) {
         for (std::size_t i = 0; i + 1 < count; ++i) body(job, i);
       },
       "returned without body(job, 7): it must run each i of 0 .. 7 once"},
      {"runs the first twice",
       [](void*, std::size_t count, void (*body)(void*, std::size_t), void* job) {
         for (std::size_t i = 0; i < count; ++i) body(job, i);
         body(job, 0);
       },
       "ran a body(job, i) that it had run or was not asked for"},
      {"goes too far",
       [](void*, std::size_t count, void (*body)(void*, std::size_t), void* job) {
         for (std::size_t i = 0; i <= count; ++i) body(job, i);
       },
       "ran a body(job, i) that it had run or was not asked for"},
  };
  for (const BrokenLoop& loop : loops) {
    try {
      (void)jobs[3].ask({loop.parallel_for, nullptr, 1});
      ADD_FAILURE() << loop.name << ": no error";
    } catch (const InvalidInput& error) {
      EXPECT_NE(std::string(error.what()).find(loop.message), std::string::npos) << loop.name << ": " << error.what();
      EXPECT_EQ(std::string(error.what()).find("options.executor: "), 0U) << error.what();
    }
  }
}

}  // namespace
}  // namespace lockstep::test
