// In the plane: a file of its own, since a static program links by file.
#include "distance/distance_views.hpp"

namespace lockstep {

LOCKSTEP_MEASURE_SIDE_BY_SIDE(Circle2, CircleView, DistanceOutput2)
LOCKSTEP_MEASURE_SIDE_BY_SIDE(Box2, Box2View, DistanceOutput2)
LOCKSTEP_MEASURE_SIDE_BY_SIDE(Capsule2, Capsule2View, DistanceOutput2)

}  // namespace lockstep
