#include "lockstep/cast.hpp"

#include "cast/cast_sets.hpp"
#include "sets/shape_store.hpp"

namespace lockstep {

template <>
LOCKSTEP_API void cast(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                       std::span<const Vec3> motions, const CastOutput& out, const CastOptions& options) {
  detail::cast_sets<detail::InSpace>(first, second, pairs, motions, out, options);
}

template <>
LOCKSTEP_API void cast(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                       std::span<const Motion> motions, const CastOutput& out, const CastOptions& options) {
  detail::cast_sets<detail::InSpace>(first, second, pairs, motions, out, options);
}

template <>
LOCKSTEP_API void cast_rays(std::span<const Ray> rays, const ShapeSet& shapes, std::span<const Pair> pairs,
                            const CastOutput& out, const CastOptions& options) {
  detail::cast_rays_at_set<detail::InSpace>(rays, shapes, pairs, out, options);
}

}  // namespace lockstep
