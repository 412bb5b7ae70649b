// Exact numbers. All decisions are made on integers: every float is an integer times a power of two, and common
// denominators are multiplied out, so that no fraction ever has to be reduced.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <lockstep/reference/vector.hpp>

namespace lockstep::oracle {

using reference::Vector;

/// Any size; up to 1024 bits need no allocation.
using Integer = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<1024, 0, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked,
                                           std::allocator<boost::multiprecision::limb_type>>,
    boost::multiprecision::et_off>;
using Rational = boost::multiprecision::cpp_rational;

/// Exponent e of the lowest set bit of a finite number: the number is an odd integer times 2^e. Zero has a huge one.
[[nodiscard]] int lowest_exponent(double number);

/// number * 2^-exponent, which must be an integer.
[[nodiscard]] Integer scaled(double number, int exponent);

}  // namespace lockstep::oracle
