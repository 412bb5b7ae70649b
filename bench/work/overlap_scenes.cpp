#include "work/overlap_scenes.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "work/random.hpp"

namespace lockstep::bench {
namespace {

constexpr std::uint64_t seed = 20'240'311;

/// Enough frames for a hundred thousand different objects: branch predictors learn small scenes by heart otherwise.
constexpr std::size_t frame_count(std::size_t objects) { return std::clamp<std::size_t>(800'000 / objects, 4, 100); }

/// One step of a coordinate that is reflected at the walls.
void advance(float& position, float& velocity, float wall) {
  position += velocity;
  if (position < -wall || position > wall) velocity = -velocity, position += 2 * velocity;
}

// Exact contact: a tenth of a scene's pairs.

/// Towards zero, on a grid where sums of coordinates, motions and radii are exact.
float on_grid(float number) { return std::trunc(4096 * number) / 4096; }

/// Moves one object in `each` beside the one before it, along x and y in turn, so that they touch and keep touching.
template <class Columns, class Velocity>
void bring_into_contact(Columns& now, std::vector<Velocity>& velocities, std::size_t each) {
  for (std::size_t i = 0; i < now.size(); ++i) {
    now.radius[i] = on_grid(now.radius[i]), now.x[i] = on_grid(now.x[i]), now.y[i] = on_grid(now.y[i]);
    velocities[i].x = on_grid(velocities[i].x), velocities[i].y = on_grid(velocities[i].y);
  }
  for (std::size_t i = 1; i < now.size(); i += each) {
    const float reach = now.radius[i - 1] + now.radius[i];
    const bool along_x = i / each % 2 == 0;
    now.x[i] = now.x[i - 1] + (along_x ? reach : 0), now.y[i] = now.y[i - 1] + (along_x ? 0 : reach);
    if constexpr (requires { now.z; }) now.z[i] = now.z[i - 1];
    velocities[i] = velocities[i - 1];
  }
}

// Particles: spheres in a cube, each with its own motion.

struct Particles {
  SphereColumns now;
  std::vector<Vec3> velocities;
  float wall;  ///< half the side of the cube
};

void advance(Particles& particles) {
  for (std::size_t i = 0; i < particles.now.size(); ++i) {
    Vec3& velocity = particles.velocities[i];
    advance(particles.now.x[i], velocity.x, particles.wall);
    advance(particles.now.y[i], velocity.y, particles.wall);
    advance(particles.now.z[i], velocity.z, particles.wall);
  }
}

/// The number of particles per unit of volume so that one without a wall beside it overlaps `partners` others: those
/// whose centres lie within the sum of two radii. The radii are 0.5, or from 0.125 to 2, with equal numbers between r
/// and 2 r for every r (log-uniform).
constexpr double density(bool mixed, double partners) {
  // Moments of r / 0.125 for the density 1 / (r ln 16) on [1, 16].
  constexpr double log16 = 4 * std::numbers::ln2, r1 = 15 / log16, r2 = 255 / (2 * log16), r3 = 4095 / (3 * log16);
  const double cubed_sum = mixed ? (2 * r3 + 6 * r1 * r2) / (8 * 8 * 8) : 1;
  return partners / (4.0 / 3.0 * std::numbers::pi * cubed_sum);
}

template <std::size_t count, bool mixed, bool contact>
OverlapScene make_particles() {
  constexpr double partners = 3;
  constexpr float speed = 0.025F;  // a twentieth of the common radius
  Random random(seed);
  Particles particles;
  particles.wall = static_cast<float>(0.5 * std::cbrt(static_cast<double>(count) / density(mixed, partners)));
  const float wall = particles.wall;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 center = random.in_box({-wall, -wall, -wall}, {wall, wall, wall}), direction = random.direction();
    particles.now.x.push_back(center.x), particles.now.y.push_back(center.y), particles.now.z.push_back(center.z);
    particles.now.radius.push_back(mixed ? 0.125F * std::pow(16.0F, random.uniform(0, 1)) : 0.5F);
    particles.velocities.push_back({direction.x * speed, direction.y * speed, direction.z * speed});
  }
  if (contact) bring_into_contact(particles.now, particles.velocities, 6);
  std::vector<SphereColumns> frames;
  for (; frames.size() < frame_count(count); advance(particles)) frames.push_back(particles.now);
  return {std::move(frames), speed};
}

// Sizes of thirty decades: spheres among those of about their own size, around all smaller ones. Each moves by a
// twentieth of its radius.

OverlapScene make_sizes() {
  constexpr std::size_t count = 50'000;
  constexpr float speed = 0.05F, largest = 1e15F;
  Random random(seed);
  SphereColumns now;
  std::vector<Vec3> velocities;
  for (std::size_t i = 0; i < count; ++i) {
    const float radius = std::pow(10.0F, random.uniform(-15, 15)), from_middle = radius * random.uniform(15, 30);
    const Vec3 outwards = random.direction(), direction = random.direction();
    now.x.push_back(from_middle * outwards.x), now.y.push_back(from_middle * outwards.y);
    now.z.push_back(from_middle * outwards.z);
    now.radius.push_back(radius);
    const float step = speed * radius;
    velocities.push_back({direction.x * step, direction.y * step, direction.z * step});
  }
  std::vector<SphereColumns> frames;
  while (frames.size() < frame_count(count)) {
    frames.push_back(now);
    for (std::size_t i = 0; i < count; ++i)
      now.x[i] += velocities[i].x, now.y[i] += velocities[i].y, now.z[i] += velocities[i].z;
  }
  return {std::move(frames), speed * largest};
}

// A crowd: people in the plane, in metres, 25 frames a second. Radii of 0.4 to 0.6 are personal space.

struct Crowd {
  CircleColumns now;
  std::vector<Vec2> velocities;
};

constexpr float half_town = 200, frames_a_second = 25;

void add_person(Crowd& crowd, Random& random, const Vec2& position, const Vec2& metres_a_second) {
  crowd.now.x.push_back(position.x), crowd.now.y.push_back(position.y);
  crowd.now.radius.push_back(random.uniform(0.4F, 0.6F));
  crowd.velocities.push_back({metres_a_second.x / frames_a_second, metres_a_second.y / frames_a_second});
}

Vec2 anywhere(Random& random) {
  const float x = random.uniform(-half_town, half_town), y = random.uniform(-half_town, half_town);
  return {x, y};
}

float walking_speed(Random& random) { return random.uniform(0.9F, 1.8F); }

/// 4 metres wide, through the whole town, in one direction.
void add_lane(Crowd& crowd, Random& random, std::size_t people) {
  const bool along_x = random.index(2) == 0;
  const float way = random.index(2) == 0 ? 1.0F : -1.0F, middle = random.uniform(-half_town + 2, half_town - 2);
  for (std::size_t i = 0; i < people; ++i) {
    const float along = random.uniform(-half_town, half_town), across = middle + random.uniform(-2, 2);
    const float speed = way * walking_speed(random), drift = random.uniform(-0.1F, 0.1F);
    add_person(crowd, random, along_x ? Vec2{along, across} : Vec2{across, along},
               along_x ? Vec2{speed, drift} : Vec2{drift, speed});
  }
}

/// People who stand together, closest in the middle.
void add_clump(Crowd& crowd, Random& random, std::size_t people) {
  const float reach = std::sqrt(static_cast<float>(people) * 0.5F);
  const Vec2 middle = anywhere(random);
  for (std::size_t i = 0; i < people; ++i) {
    const auto off_middle = [&] { return reach * (random.uniform(-0.5F, 0.5F) + random.uniform(-0.5F, 0.5F)); };
    const float x = middle.x + off_middle(), y = middle.y + off_middle();
    const float east = random.uniform(-0.2F, 0.2F), north = random.uniform(-0.2F, 0.2F);
    add_person(crowd, random, {x, y}, {east, north});
  }
}

/// Two in five people walk in lanes, two in five stand in clumps of 10 to 60, the rest walk anywhere.
template <bool contact>
OverlapScene make_crowd() {
  constexpr std::size_t count = 100'000, in_lanes = 40'000, in_clumps = 40'000, lanes = 25;
  Random random(seed);
  Crowd crowd;
  for (std::size_t lane = 0; lane < lanes; ++lane) add_lane(crowd, random, in_lanes / lanes);
  while (crowd.now.size() < in_lanes + in_clumps)
    add_clump(crowd, random, std::min<std::size_t>(10 + random.index(51), in_lanes + in_clumps - crowd.now.size()));
  while (crowd.now.size() < count) {
    const Vec2 position = anywhere(random);
    const float speed = walking_speed(random), angle = random.uniform(0, 2 * std::numbers::pi_v<float>);
    add_person(crowd, random, position, {speed * std::cos(angle), speed * std::sin(angle)});
  }
  if (contact) bring_into_contact(crowd.now, crowd.velocities, 4);
  std::vector<CircleColumns> frames;
  while (frames.size() < frame_count(count)) {
    frames.push_back(crowd.now);
    for (std::size_t i = 0; i < count; ++i)
      crowd.now.x[i] += crowd.velocities[i].x, crowd.now.y[i] += crowd.velocities[i].y;
  }
  return {std::move(frames), 1.82F / frames_a_second};
}

// Bodies: a quarter each of spheres, boxes, capsules and instances of 64 meshes, of about unit size.

/// Random points on an ellipsoid.
std::vector<Vec3> make_mesh(Random& random) {
  const Vec3 half_axes = random.in_box({0.3F, 0.3F, 0.3F}, {0.8F, 0.8F, 0.8F});
  std::vector<Vec3> vertices(8 + random.index(25));
  for (Vec3& v : vertices) {
    const Vec3 d = random.direction();
    v = {d.x * half_axes.x, d.y * half_axes.y, d.z * half_axes.z};
  }
  return vertices;
}

Aabb bounds_of(std::span<const Vec3> vertices) {
  Aabb bounds{vertices[0], vertices[0]};
  for (const Vec3& v : vertices) {
    bounds.min = {std::min(bounds.min.x, v.x), std::min(bounds.min.y, v.y), std::min(bounds.min.z, v.z)};
    bounds.max = {std::max(bounds.max.x, v.x), std::max(bounds.max.y, v.y), std::max(bounds.max.z, v.z)};
  }
  return bounds;
}

BodyShape make_shape(Random& random, std::uint32_t meshes) {
  switch (random.index(4)) {
    case 0: return Sphere{{}, random.uniform(0.2F, 0.8F)};
    case 1: return Box{{}, {}, random.in_box({0.2F, 0.2F, 0.2F}, {0.8F, 0.8F, 0.8F})};
    case 2: {
      const float half_length = random.uniform(0.2F, 0.8F);
      return Capsule{{0, 0, -half_length}, {0, 0, half_length}, random.uniform(0.1F, 0.5F)};
    }
    default: return HullInstance{random.index(meshes), {}};
  }
}

/// First q, then a small turn about `axis` by an angle of twice its length: the product of (axis, 1) and q.
Quat turned(const Quat& q, const Vec3& axis) {
  const Quat t{q.x + axis.x * q.w + (axis.y * q.z - axis.z * q.y), q.y + axis.y * q.w + (axis.z * q.x - axis.x * q.z),
               q.z + axis.z * q.w + (axis.x * q.y - axis.y * q.x), q.w - (axis.x * q.x + axis.y * q.y + axis.z * q.z)};
  const float scale = 1 / std::sqrt(t.x * t.x + t.y * t.y + t.z * t.z + t.w * t.w);
  return {t.x * scale, t.y * scale, t.z * scale, t.w * scale};
}

OverlapScene make_bodies() {
  constexpr std::size_t count = 100'000;
  constexpr std::uint32_t meshes = 64;
  constexpr float wall = 33, speed = 0.03F;  // of this size every body meets about two others
  Random random(seed);
  auto what = std::make_shared<BodyShapes>();
  for (std::uint32_t i = 0; i < meshes; ++i) {
    what->meshes.push_back(make_mesh(random));
    what->mesh_bounds.push_back(bounds_of(what->meshes.back()));
  }
  std::vector<Pose> poses;
  std::vector<Vec3> velocities, turns;
  for (std::size_t i = 0; i < count; ++i) {
    what->shapes.push_back(make_shape(random, meshes));
    const Vec3 center = random.in_box({-wall, -wall, -wall}, {wall, wall, wall}), direction = random.direction();
    poses.push_back({center, random.rotation()});
    velocities.push_back({direction.x * speed, direction.y * speed, direction.z * speed});
    turns.push_back(random.in_box({-0.01F, -0.01F, -0.01F}, {0.01F, 0.01F, 0.01F}));
  }
  std::vector<BodyColumns> frames;
  while (frames.size() < frame_count(count)) {
    frames.push_back({what, poses});
    for (std::size_t i = 0; i < count; ++i) {
      advance(poses[i].position.x, velocities[i].x, wall);
      advance(poses[i].position.y, velocities[i].y, wall);
      advance(poses[i].position.z, velocities[i].z, wall);
      poses[i].rotation = turned(poses[i].rotation, turns[i]);
    }
  }
  return {std::move(frames), speed};
}

template <std::size_t count, bool mixed = false, bool contact = false>
constexpr OverlapSceneSpec particles(const char* name, bool series = false) {
  const std::size_t scene = 16 * count * (1 + frame_count(count));
  return {name,   OverlapKind::spheres,
          count,  scene + count * (series ? 200 : 2500),
          series, make_particles<count, mixed, contact>};
}

constexpr std::array specs{
    particles<100'000>("particles_100k"),
    particles<100'000, false, true>("particles_contact_100k"),
    particles<1'000'000>("particles_1m"),
    particles<1'000'000, true>("particles_mixed_1m"),
    OverlapSceneSpec{"sizes_30_decades", OverlapKind::spheres, 50'000, 100'000'000, true, make_sizes},
    OverlapSceneSpec{"crowd_100k", OverlapKind::circles, 100'000, 500'000'000, false, make_crowd<false>},
    OverlapSceneSpec{"crowd_contact_100k", OverlapKind::circles, 100'000, 500'000'000, false, make_crowd<true>},
    OverlapSceneSpec{"bodies_100k", OverlapKind::bodies, 100'000, 1'000'000'000, false, make_bodies},
    particles<1'000>("scaling_1k", true),
    particles<10'000>("scaling_10k", true),
    particles<100'000>("scaling_100k", true),
    particles<1'000'000>("scaling_1m", true),
    particles<10'000'000>("scaling_10m", true),
};

}  // namespace

std::span<const OverlapSceneSpec> overlap_scenes() { return specs; }

}  // namespace lockstep::bench
