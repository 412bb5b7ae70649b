#include "wasm/plane_steps.hpp"

#include <lockstep/reference/gjk2.hpp>

namespace lockstep::web {
namespace {

using V = AnyShape2::V;

void put(std::vector<double>& out, const V& v) { out.insert(out.end(), {v.x, v.y}); }

/// The number of corners, and room for `room` of them.
void put(std::vector<double>& out, const reference::Corners<V>& corners, std::size_t room) {
  out.push_back(static_cast<double>(corners.size()));
  for (std::size_t i = 0; i < room; ++i) put(out, i < corners.size() ? corners[i] : V{});
}

}  // namespace

std::size_t put_steps(std::vector<double>& out, const AnyShape2& a, const AnyShape2& b) {
  std::size_t count = 0;
  reference::intersect(a, b, [&](const reference::Step<V>& step) {
    ++count;
    put(out, step.direction);
    put(out, step.on_a);
    put(out, step.on_b);
    put(out, step.found);
    put(out, step.before, 2);
    put(out, step.after, 3);
    out.insert(out.end(), {static_cast<double>(step.region), static_cast<double>(step.end)});
  });
  return count;
}

}  // namespace lockstep::web
