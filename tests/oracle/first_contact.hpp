// The first contact of two shapes as the first of them moves and maybe turns: the truth about casts.
#pragma once

#include <lockstep/cast.hpp>

#include "plane_shape.hpp"
#include "shape.hpp"

namespace lockstep::oracle {

/// An interval of fractions of a motion: there is no contact before `lower`, and there has been contact by `upper`.
/// Both are infinite if the shapes never meet; an infinite upper end alone means that no contact was proven.
///
/// Without a turn, by `meet_between`: only the fraction is rounded, in its last digits; for a smooth shape, or for a
/// contact too short to be seen, it is as precise as that function. With a turn, in numbers of a hundred digits: a
/// stretch of the motion is passed if a direction proves the shapes to be so far apart at its start that nothing moving
/// as fast as the fastest point along that direction gets there, and contact is four points of the difference that
/// enclose the origin. The two ends are then mostly 2^-40 apart. But shapes whose difference has no interior, like two
/// points, are never proven to meet; if they pass each other so close that ten thousand stretches are too few, `lower`
/// is the end of these.
///
/// `near` is a claimed fraction of the contact, which shortens the search for shapes that do not turn.
///
/// Throws `std::invalid_argument` for invalid shapes.
[[nodiscard]] Interval first_contact(const AnyShape& a, const AnyShape& b, const Motion& motion,
                                     const Interval& near = {});

/// The same in the plane, where numbers have two hundred digits, and contact is a negative bound of the signed
/// distance.
[[nodiscard]] Interval first_contact(const AnyShape2& a, const AnyShape2& b, const Motion2& motion,
                                     const Interval& near = {});

/// The verdict on the fractions that a cast claims.
enum class Claimed { proven, open, refuted };

[[nodiscard]] Claimed judge_fractions(const Interval& claimed, const Interval& truth);

}  // namespace lockstep::oracle
