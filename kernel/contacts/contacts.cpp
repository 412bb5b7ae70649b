#include "lockstep/distance.hpp"

#include "contacts/contact_tile.hpp"
#include "sets/shape_store.hpp"

namespace lockstep {

template void detail::ContactJob<detail::InSpace>::write_tile(std::span<const Pair>, Manifold*) const;

template <>
LOCKSTEP_API void contacts(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                           std::span<Manifold> out, const ContactOptions& options) {
  detail::touch_sets<detail::InSpace>(first, second, pairs, out, options);
}

}  // namespace lockstep
