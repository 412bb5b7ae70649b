// Embree's rays against the triangles of a mesh, in float, one by one by rtcIntersect1, in a scene that is built for
// static worlds at its best, with the robust flag, without which rays slip through common edges. It tells the triangle,
// the fraction and the normal; and knows no more than that.
#include <algorithm>
#include <stdexcept>

#include <embree3/rtcore.h>

#include "methods/methods.hpp"

namespace lockstep::bench {
namespace {

class EmbreeRays final : public CastMethod {
 public:
  explicit EmbreeRays(const MeshWorkload& workload) : rays_(workload.rays), found_(rays_.size()) {
    if (device_ == nullptr) throw std::runtime_error("embree: no device");
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_HIGH);
    copy(RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, workload.vertices, workload.vertices.size());
    copy(RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3, workload.indices, workload.triangle_count());
    rtcCommitGeometry(geometry_);
    rtcAttachGeometry(scene_, geometry_);
    rtcCommitScene(scene_);
  }
  EmbreeRays(const EmbreeRays&) = delete;
  EmbreeRays& operator=(const EmbreeRays&) = delete;
  ~EmbreeRays() override {
    rtcReleaseGeometry(geometry_);
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }

  void run() override {
    for (std::size_t i = 0; i < rays_.size(); ++i) {
      const auto& [from, way] = rays_[i];
      RTCRayHit hit{};
      hit.ray.org_x = from.x, hit.ray.org_y = from.y, hit.ray.org_z = from.z;
      hit.ray.dir_x = way.x, hit.ray.dir_y = way.y, hit.ray.dir_z = way.z;
      hit.ray.tfar = 1, hit.ray.mask = ~0U;
      hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
      RTCIntersectContext context;
      rtcInitIntersectContext(&context);
      rtcIntersect1(scene_, &context, &hit);
      found_[i] = hit.hit.geomID == RTC_INVALID_GEOMETRY_ID ? miss : hit_at(double{hit.ray.tfar});
    }
  }
  Interval fractions(std::size_t query) const override { return found_[query]; }

 private:
  /// All of `from`, of which there are `items` items of three numbers.
  template <class Number>
  void copy(RTCBufferType type, RTCFormat format, const std::vector<Number>& from, std::size_t items) {
    constexpr std::size_t stride = 12;
    void* const to = rtcSetNewGeometryBuffer(geometry_, type, 0, format, stride, items);
    std::copy(from.begin(), from.end(), static_cast<Number*>(to));
  }

  const std::vector<Ray>& rays_;
  RTCDevice device_ = rtcNewDevice("threads=1,set_affinity=0");
  RTCScene scene_ = rtcNewScene(device_);
  RTCGeometry geometry_ = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
  std::vector<Interval> found_;
};

}  // namespace

std::vector<MeshRayMethod> embree_ray_methods() {
  return {{"embree", Answers::foreign, [](const MeshWorkloadSpec&) { return true; },
           [](const MeshWorkload& workload, Isa) { return std::make_unique<EmbreeRays>(workload); }}};
}

}  // namespace lockstep::bench
