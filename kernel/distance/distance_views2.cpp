// The plane has a file of its own, because static programs link by file.
#include "distance/distance_views.hpp"

namespace lockstep {

template LOCKSTEP_API void distance(const CircleView&, const CircleView&, const DistanceOutput2&,
                                    const DistanceOptions&);
template LOCKSTEP_API void distance(const Circle2&, const CircleView&, const DistanceOutput2&, const DistanceOptions&);
template LOCKSTEP_API void distance(const Box2View&, const Box2View&, const DistanceOutput2&, const DistanceOptions&);
template LOCKSTEP_API void distance(const Box2&, const Box2View&, const DistanceOutput2&, const DistanceOptions&);
template LOCKSTEP_API void distance(const Capsule2View&, const Capsule2View&, const DistanceOutput2&,
                                    const DistanceOptions&);
template LOCKSTEP_API void distance(const Capsule2&, const Capsule2View&, const DistanceOutput2&,
                                    const DistanceOptions&);

}  // namespace lockstep
