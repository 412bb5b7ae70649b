#include "input.hpp"

#include <bit>
#include <cmath>

namespace lockstep::test {

float Input::number() {
  const float x = new_number();
  remember(x);
  return x;
}

float Input::new_number() {
  switch (below(8)) {
    case 1: return static_cast<float>(take<std::int8_t>()) / 8;
    case 2: return known();
    case 3: return -known();
    case 4: {  // a few units in the last place beside one
      const auto steps = static_cast<std::uint32_t>(take<std::int8_t>());
      return std::bit_cast<float>(std::bit_cast<std::uint32_t>(known()) + steps);
    }
    case 5: return static_cast<float>(take<std::int32_t>()) * 0x1p-29F;
    case 6: {  // any size
      const int exponent = take<std::int8_t>();
      return std::ldexp(static_cast<float>(take<std::int16_t>()), exponent);
    }
    case 7: return std::bit_cast<float>(take<std::uint32_t>());
    default: return static_cast<float>(take<std::int8_t>());
  }
}

}  // namespace lockstep::test
