// The plane has a file of its own, because static programs link by file.
#include "distance/distance_views.hpp"

namespace lockstep {

LOCKSTEP_MEASURE_SIDE_BY_SIDE(Circle2, CircleView, DistanceOutput2)
LOCKSTEP_MEASURE_SIDE_BY_SIDE(Box2, Box2View, DistanceOutput2)
LOCKSTEP_MEASURE_SIDE_BY_SIDE(Capsule2, Capsule2View, DistanceOutput2)

}  // namespace lockstep
