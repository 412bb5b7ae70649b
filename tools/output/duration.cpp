#include "output/duration.hpp"

#include <cstdio>

namespace lockstep::tools {

std::string duration(double ns) {
  struct Unit {
    double ns;
    const char* name;
  };
  constexpr Unit units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}};
  const Unit* unit = units;
  while (unit->ns > 1 && ns < unit->ns) ++unit;
  char text[64];
  std::snprintf(text, sizeof text, "%.2f %s", ns / unit->ns, unit->name);
  return text;
}

}  // namespace lockstep::tools
