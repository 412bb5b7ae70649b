// Embree's rays against the triangles of a mesh, in float, one by one by rtcIntersect1 or sixteen at once by
// rtcIntersect16, in a scene built at high quality for static worlds, with the robust flag, without which rays slip
// through common edges. It returns the triangle, the fraction and the normal only.
#include <algorithm>
#include <array>
#include <stdexcept>

#include <embree3/rtcore.h>

#include "methods/methods.hpp"

namespace lockstep::bench {
namespace {

class EmbreeRays : public CastMethod {
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
      const auto& [from, direction] = rays_[i];
      RTCRayHit hit{};
      hit.ray.org_x = from.x, hit.ray.org_y = from.y, hit.ray.org_z = from.z;
      hit.ray.dir_x = direction.x, hit.ray.dir_y = direction.y, hit.ray.dir_z = direction.z;
      hit.ray.tfar = 1, hit.ray.mask = ~0U;
      hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
      RTCIntersectContext context;
      rtcInitIntersectContext(&context);
      rtcIntersect1(scene_, &context, &hit);
      set_found(i, hit.hit.geomID, hit.ray.tfar);
    }
  }
  Interval fractions(std::size_t query) const final { return found_[query]; }

 protected:
  void set_found(std::size_t i, unsigned geometry, float fraction) {
    found_[i] = geometry == RTC_INVALID_GEOMETRY_ID ? miss : hit_at(double{fraction});
  }
  [[nodiscard]] const std::vector<Ray>& rays() const { return rays_; }
  [[nodiscard]] RTCScene scene() const { return scene_; }

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

/// Consecutive rays in packets of the largest size that Embree takes.
class EmbreePackets final : public EmbreeRays {
 public:
  using EmbreeRays::EmbreeRays;

  void run() override {
    for (std::size_t first = 0; first < rays().size(); first += size) {
      const std::size_t count = std::min(size, rays().size() - first);
      alignas(64) std::array<int, size> valid{};
      alignas(64) RTCRayHit16 hits{};
      for (std::size_t i = 0; i < count; ++i) put_ray(rays()[first + i], i, hits), valid[i] = -1;
      RTCIntersectContext context;
      rtcInitIntersectContext(&context);
      rtcIntersect16(valid.data(), scene(), &context, &hits);
      for (std::size_t i = 0; i < count; ++i) set_found(first + i, hits.hit.geomID[i], hits.ray.tfar[i]);
    }
  }

 private:
  static constexpr std::size_t size = 16;

  static void put_ray(const Ray& given, std::size_t i, RTCRayHit16& hits) {
    const auto& [from, direction] = given;
    RTCRay16& ray = hits.ray;
    ray.org_x[i] = from.x, ray.org_y[i] = from.y, ray.org_z[i] = from.z;
    ray.dir_x[i] = direction.x, ray.dir_y[i] = direction.y, ray.dir_z[i] = direction.z;
    ray.tfar[i] = 1, ray.mask[i] = ~0U;
    hits.hit.geomID[i] = RTC_INVALID_GEOMETRY_ID;
  }
};

template <class Rays>
std::unique_ptr<CastMethod> make(const MeshWorkload& workload, Isa) {
  return std::make_unique<Rays>(workload);
}

}  // namespace

std::vector<MeshRayMethod> embree_ray_methods() {
  const auto always = [](const MeshWorkloadSpec&) { return true; };
  return {{"embree", Answers::foreign, always, make<EmbreeRays>},
          {"embree_packets", Answers::foreign, always, make<EmbreePackets>}};
}

}  // namespace lockstep::bench
