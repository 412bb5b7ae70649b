// Embree: rtcCollide of a scene with itself, which finds the overlapping boxes of user geometry. The scene is rebuilt
// in each frame at the lowest quality, which costs less than better trees save; a refitted one degrades from frame to
// frame. Bodies are decided by lockstep's scalar reference.
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>

#include <embree3/rtcore.h>

#include "methods/methods.hpp"
#include "work/overlap_shapes.hpp"

namespace lockstep::bench {
namespace {

template <class Columns>
class EmbreeOverlap final : public OverlapMethod {
 public:
  explicit EmbreeOverlap(const std::vector<Columns>& frames) : frames_(frames) {
    if (device_ == nullptr) throw std::runtime_error("embree: no device");
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);
    rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(frames.front().size()));
    rtcSetGeometryUserData(geometry_, this);
    rtcSetGeometryBoundsFunction(geometry_, set_bounds, nullptr);
    rtcSetGeometryBuildQuality(geometry_, RTC_BUILD_QUALITY_LOW);
    rtcAttachGeometry(scene_, geometry_);
    if constexpr (of_bodies) meshes_.emplace(*frames.front().what);
  }
  EmbreeOverlap(const EmbreeOverlap&) = delete;
  EmbreeOverlap& operator=(const EmbreeOverlap&) = delete;
  ~EmbreeOverlap() override {
    rtcReleaseGeometry(geometry_);
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }

  void run(std::size_t frame) override {
    const Columns& columns = frames_[frame];
    objects_.clear(), pairs_.clear();
    for (std::size_t i = 0; i < columns.size(); ++i)
      if constexpr (of_bodies)
        objects_.push_back({bounds(object(columns, i)), meshes_->placed(object(columns, i))});
      else
        objects_.push_back({bounds(columns[i]), columns[i]});
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
    rtcCollide(scene_, scene_, take, this);
  }

 private:
  static constexpr bool of_bodies = std::is_same_v<Columns, BodyColumns>;
  using Decided = std::conditional_t<of_bodies, ReferenceBody<float>, ObjectOf<Columns>>;
  struct Bounded {
    Aabb box;
    Decided object;
  };

  static void set_bounds(const RTCBoundsFunctionArguments* arguments) {
    const auto& [low, high] = static_cast<EmbreeOverlap*>(arguments->geometryUserPtr)->objects_[arguments->primID].box;
    *arguments->bounds_o = {low.x, low.y, low.z, 0, high.x, high.y, high.z, 0};
  }
  /// Each pair comes twice, and each object with itself.
  static void take(void* of, RTCCollision* found, unsigned count) {
    auto& self = *static_cast<EmbreeOverlap*>(of);
    for (const RTCCollision& pair : std::span(found, count))
      if (pair.primID0 < pair.primID1 && meet(self.objects_[pair.primID0].object, self.objects_[pair.primID1].object))
        self.pairs_.push_back({pair.primID0, pair.primID1});
  }

  const std::vector<Columns>& frames_;
  RTCDevice device_ = rtcNewDevice("threads=1,set_affinity=0");
  RTCScene scene_ = rtcNewScene(device_);
  RTCGeometry geometry_ = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
  std::optional<ReferenceMeshes<float>> meshes_;
  std::vector<Bounded> objects_;
};

}  // namespace

std::vector<OverlapSceneMethod> embree_overlap_methods() {
  const auto takes = [](const OverlapSceneSpec& spec) { return !spec.series; };
  return {{"embree", Answers::exact, takes, [](const OverlapScene& scene, Isa) {
             return std::visit(
                 []<class Columns>(const std::vector<Columns>& frames) -> std::unique_ptr<OverlapMethod> {
                   return std::make_unique<EmbreeOverlap<Columns>>(frames);
                 },
                 scene.frames);
           }}};
}

}  // namespace lockstep::bench
