// The face, edge or corner of a hull that faces its partner.
#pragma once

#include "polygons/feature.hpp"
#include "table/records.hpp"

namespace lockstep::detail {

using ContactPoint3 = math::Vector<double>;

/// The most corners of a face. Larger faces lose some of theirs.
inline constexpr std::size_t most_face_corners = 128;
using HullFeature = ContactFeature<double, most_face_corners>;

/// The feature of a hull of a set, in the coordinates of a contact, relative to `origin`. `towards` as for
/// slab_feature.
HullFeature hull_feature(const ShapeRef& hull, const ContactFrame<double>& frame, const ContactPoint3& origin,
                         double towards);

}  // namespace lockstep::detail
