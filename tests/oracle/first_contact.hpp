// When two shapes first meet as the first of them moves and maybe turns: the truth about casts.
#pragma once

#include <lockstep/cast.hpp>

#include "plane_shape.hpp"
#include "shape.hpp"

namespace lockstep::oracle {

/// Of the fractions of a motion: there is no contact before `lower`, and there has been contact by `upper`. Both are
/// infinite if the shapes never meet; an upper end alone that is infinite says that no contact was proven.
///
/// Without a turn, by `meet_between`: nothing is rounded but the fraction, in its last digits, and that of a smooth
/// shape, or of one whose contact ends before it is seen, is known as well as that function knows it. With one, in
/// numbers of a hundred digits: a stretch of the motion is passed if a direction proves the shapes to be so far apart
/// where it begins that nothing which moves as fast as the fastest point along that direction gets there, and contact
/// is four points of the difference that enclose the origin. The two ends are then mostly 2^-40 apart. But shapes that
/// have no inside together, as two points, are never proven to meet, and where they pass each other so close that ten
/// thousand stretches are too few, `lower` is where these end.
///
/// `near` is where somebody says that they meet, which shortens the search of those that do not turn.
///
/// Throws `std::invalid_argument` for shapes that are none.
[[nodiscard]] Interval first_contact(const AnyShape& a, const AnyShape& b, const Motion& motion,
                                     const Interval& near = {});

/// The same in the plane, where numbers have two hundred digits, and contact is a bound of the signed distance that is
/// below zero.
[[nodiscard]] Interval first_contact(const AnyShape2& a, const AnyShape2& b, const Motion2& motion,
                                     const Interval& near = {});

/// What can be said of fractions that a cast claims.
enum class Claimed { proven, open, refuted };

[[nodiscard]] Claimed judge_fractions(const Interval& claimed, const Interval& truth);

}  // namespace lockstep::oracle
