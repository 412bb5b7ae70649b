// An error of the library is caught by its type, also across the border of a shared library.
#include <lockstep/lockstep.hpp>

#include <cstdio>

int main() {
  try {
    (void)lockstep::isa_from_name("no such instruction set");
  } catch (const lockstep::InvalidInput&) {
    std::puts("caught");
    return 0;
  }
  return 1;
}
