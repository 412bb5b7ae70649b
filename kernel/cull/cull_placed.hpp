// Views at double positions, for `cull`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "lockstep/cull.hpp"

namespace lockstep::detail {

/// Throws unless the streams exist and share no memory with the output. `output` names the output.
template <class View>
void check_memory(const PlacedView<View>& view, std::span<const std::byte> written, std::string_view output);

template <class View>
std::size_t cull_placed(const ConvexVolume& volume, const PlacedView<View>& view, std::span<std::uint64_t> visible,
                        const CullOptions& options);

/// The same objects as a set.
template <class View>
ShapeSet set_of(const PlacedView<View>& view, const CullOptions& options);

}  // namespace lockstep::detail
