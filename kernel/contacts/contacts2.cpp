#include "contacts/contact_tile.hpp"
#include "lockstep/distance.hpp"
#include "sets/shape_store2.hpp"

namespace lockstep {

template void detail::ContactJob<detail::InPlane>::write_tile(std::span<const Pair>, Manifold2*) const;
template void detail::ContactJob<detail::InPlane>::write_tile(std::span<const Pair>, Manifold*) const;

template <>
LOCKSTEP_API void contacts(const ShapeSet2& first, const ShapeSet2& second, std::span<const Pair> pairs,
                           std::span<Manifold2> out, const ContactOptions& options) {
  detail::touch_sets<detail::InPlane>(first, second, pairs, out, options);
}

}  // namespace lockstep
