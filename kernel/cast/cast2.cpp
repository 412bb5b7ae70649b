#include "lockstep/cast.hpp"

#include "cast/cast_sets.hpp"
#include "sets/shape_store2.hpp"

namespace lockstep {

template <>
LOCKSTEP_API void cast(const ShapeSet2& first, const ShapeSet2& second, std::span<const Pair> pairs,
                       std::span<const Vec2> motions, const CastOutput2& out, const CastOptions& options) {
  detail::cast_sets<detail::InPlane>(first, second, pairs, motions, out, options);
}

template <>
LOCKSTEP_API void cast(const ShapeSet2& first, const ShapeSet2& second, std::span<const Pair> pairs,
                       std::span<const Motion2> motions, const CastOutput2& out, const CastOptions& options) {
  detail::cast_sets<detail::InPlane>(first, second, pairs, motions, out, options);
}

template <>
LOCKSTEP_API void cast_rays(std::span<const Ray2> rays, const ShapeSet2& shapes, std::span<const Pair> pairs,
                            const CastOutput2& out, const CastOptions& options) {
  detail::cast_rays_at_set<detail::InPlane>(rays, shapes, pairs, out, options);
}

}  // namespace lockstep
