// lockstep's own overlap methods: `lockstep` is an OverlapPass with default options, `lockstep_any_order` one with
// unordered pairs, `lockstep_skin` one that reuses its candidates while no object has moved far (a Verlet list).
#include <lockstep/overlap.hpp>

#include "methods/methods.hpp"
#include "work/overlap_shapes.hpp"

namespace lockstep::bench {
namespace {

/// For round objects a pass reads the caller's own arrays.
template <class Columns>
struct Objects {
  explicit Objects(const Columns&) {}
  [[nodiscard]] auto at(const Columns& columns) const { return columns.view(); }
};

/// Bodies are in a set, and all of them move.
template <>
class Objects<BodyColumns> {
 public:
  explicit Objects(const BodyColumns& bodies) {
    for (const std::vector<Vec3>& mesh : bodies.what->meshes) shapes_.add_mesh(ConvexHull{mesh});
    for (std::size_t i = 0; i < bodies.size(); ++i)
      with_placed(object(bodies, i), [&](const auto& shape) { shapes_.add(shape); });
  }

  [[nodiscard]] const ShapeSet& at(const BodyColumns& bodies) {
    for (std::uint32_t i = 0; i < bodies.size(); ++i)
      with_placed(object(bodies, i), [&](const auto& shape) { shapes_.set(i, shape, Check::none); });
    return shapes_;
  }

 private:
  /// Calls `use` with the library's shape at the pose.
  template <class Use>
  static void with_placed(const PlacedBody& body, Use use) {
    const auto& [p, rotation] = body.pose;
    if (const auto* sphere = std::get_if<Sphere>(body.shape)) return use(Sphere{p, sphere->radius});
    if (const auto* box = std::get_if<Box>(body.shape)) return use(Box{p, rotation, box->half_extents});
    if (const auto* instance = std::get_if<HullInstance>(body.shape))
      return use(HullInstance{instance->mesh, body.pose});
    const auto& capsule = std::get<Capsule>(*body.shape);
    const auto half = reference::rotation_axes(quaternion<float>(rotation))[2] * capsule.p1.z;
    use(Capsule{
        {p.x - half.x, p.y - half.y, p.z - half.z}, {p.x + half.x, p.y + half.y, p.z + half.z}, capsule.radius});
  }

  ShapeSet shapes_;
};

template <class Columns>
class LockstepOverlap final : public OverlapMethod {
 public:
  LockstepOverlap(const std::vector<Columns>& frames, float skin, PairOrder order, Isa isa)
      : frames_(frames),
        objects_(frames.front()),
        pass_(skin),
        options_{.check = Check::none, .isa = isa, .order = order} {}

  void run(std::size_t frame) override {
    const auto& objects = objects_.at(frames_[frame]);
    pairs_.resize(pairs_.capacity());
    OverlapResult found = pass_.run(objects, {.pairs = pairs_}, options_);
    if (!found.complete) {
      pairs_.resize(found.pairs + found.pairs / 16);
      found = pass_.run(objects, {.pairs = pairs_}, options_);
    }
    pairs_.resize(found.pairs);
  }
  /// A set of bodies is memory too, and the figures of other methods contain it: so the allocations are counted here.
  std::optional<std::size_t> memory_bytes() const override {
    if constexpr (std::is_same_v<Columns, BodyColumns>) return {};
    return pass_.memory_bytes();
  }

 private:
  const std::vector<Columns>& frames_;
  Objects<Columns> objects_;
  OverlapPass pass_;
  OverlapOptions options_;
};

/// The skin is the distance of this many frames' motion.
OverlapSceneMethod method(const char* name, float frames_of_skin = 0, PairOrder order = PairOrder::sorted) {
  const bool as_it_comes = frames_of_skin == 0 && order == PairOrder::sorted;
  const auto takes = [as_it_comes](const OverlapSceneSpec& spec) { return as_it_comes || !spec.series; };
  return {name, Answers::exact, takes, [frames_of_skin, order](const OverlapScene& scene, Isa isa) {
            return std::visit(
                [&]<class Columns>(const std::vector<Columns>& frames) -> std::unique_ptr<OverlapMethod> {
                  return std::make_unique<LockstepOverlap<Columns>>(frames, frames_of_skin * scene.step, order, isa);
                },
                scene.frames);
          }};
}

}  // namespace

std::vector<OverlapSceneMethod> lockstep_overlap_methods() {
  return {method("lockstep"), method("lockstep_any_order", 0, PairOrder::any), method("lockstep_skin", 8)};
}

}  // namespace lockstep::bench
