// Converts points of the library and of the reference to those of a trace.
#pragma once

#include <vector>

#include <lockstep/trace.hpp>

namespace lockstep::tools {

/// In the plane z is 0.
template <class V>
TraceVector plain(const V& v) {
  if constexpr (requires { v.z; })
    return {v.x, v.y, v.z};
  else
    return {v.x, v.y, 0};
}

template <class Points>
std::vector<TraceVector> all_plain(const Points& points) {
  std::vector<TraceVector> result;
  for (const auto& p : points) result.push_back(plain(p));
  return result;
}

}  // namespace lockstep::tools
