#include "distance/distance_views.hpp"

namespace lockstep {

LOCKSTEP_MEASURE_SIDE_BY_SIDE(Sphere, SphereView, DistanceOutput)
LOCKSTEP_MEASURE_SIDE_BY_SIDE(Aabb, AabbView, DistanceOutput)
LOCKSTEP_MEASURE_SIDE_BY_SIDE(Box, BoxView, DistanceOutput)
LOCKSTEP_MEASURE_SIDE_BY_SIDE(Capsule, CapsuleView, DistanceOutput)

}  // namespace lockstep
