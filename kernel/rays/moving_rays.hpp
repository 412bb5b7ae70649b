// Rays as the search through a kept world asks about them.
#pragma once

#include <cstddef>
#include <cstring>

#include "rays/boxes_of_world.hpp"

namespace lockstep::detail {

/// That of a point. As a whole: what is put together number by number is not soon read as whole registers.
inline RayOfBox way_of(const Ray& ray) {
  static_assert(sizeof(Ray) == offsetof(RayOfBox, reach));
  RayOfBox way{};
  std::memcpy(&way, &ray, sizeof ray);
  return way;
}

/// Movers of CandidatesOfWorld.
class MovingRays {
 public:
  using Job = RaySearchJob;

  MovingRays(const RaySearchJob& job, std::size_t begin, std::size_t) : job_(job), begin_(begin) {}

  bool begin_way(std::size_t i, RayOfBox& way) const {
    way = way_of(job_.rays[begin_ + i]);
    return true;
  }
  [[nodiscard]] bool is_seen(std::size_t i, std::uint32_t object) const {
    return detail::is_seen(job_.filter, begin_ + i, object);
  }
  [[nodiscard]] BoxPassage passage(std::size_t i, const BoxProxy& box) const {
    return passage_of(job_.rays[begin_ + i], box);
  }
  void find_contacts(std::span<const Pair> pairs, const ContactPlaces& out) const {
    find_ray_contacts(job_.contacts, job_.rays, pairs, out);
  }
  void find_contacts(const ShapesView& objects, std::span<const Pair> pairs, const ContactPlaces& out) const {
    find_ray_contacts(job_.contacts.about(objects), job_.rays, pairs, out);
  }

 private:
  const RaySearchJob& job_;
  std::size_t begin_;
};

}  // namespace lockstep::detail
