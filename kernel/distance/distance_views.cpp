#include "distance/distance_views.hpp"

namespace lockstep {

template LOCKSTEP_API void distance(const SphereView&, const SphereView&, const DistanceOutput&,
                                    const DistanceOptions&);
template LOCKSTEP_API void distance(const Sphere&, const SphereView&, const DistanceOutput&, const DistanceOptions&);
template LOCKSTEP_API void distance(const AabbView&, const AabbView&, const DistanceOutput&, const DistanceOptions&);
template LOCKSTEP_API void distance(const Aabb&, const AabbView&, const DistanceOutput&, const DistanceOptions&);
template LOCKSTEP_API void distance(const BoxView&, const BoxView&, const DistanceOutput&, const DistanceOptions&);
template LOCKSTEP_API void distance(const Box&, const BoxView&, const DistanceOutput&, const DistanceOptions&);
template LOCKSTEP_API void distance(const CapsuleView&, const CapsuleView&, const DistanceOutput&,
                                    const DistanceOptions&);
template LOCKSTEP_API void distance(const Capsule&, const CapsuleView&, const DistanceOutput&, const DistanceOptions&);

}  // namespace lockstep
