// Contacts of pairs of shapes, of space and of the plane.
#include "c_abi/convert.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::c_abi;

template <class Set, class Manifold>
lockstep_status touch(const Set* first, const Set* second, const lockstep_pair* pairs, std::size_t count,
                      Manifold* manifolds, const lockstep_contact_options* options) {
  return guard([&] {
    contacts(object("first", first), object("second", second), array("pairs", pairs, count),
             array("manifolds", manifolds, count), options_of_contacts(options));
  });
}

}  // namespace

extern "C" {

lockstep_status lockstep_contacts(const lockstep_shape_set* first, const lockstep_shape_set* second,
                                  const lockstep_pair* pairs, size_t count, lockstep_manifold* manifolds,
                                  const lockstep_contact_options* options) {
  return touch(first, second, pairs, count, manifolds, options);
}
lockstep_status lockstep_contacts2(const lockstep_shape_set2* first, const lockstep_shape_set2* second,
                                   const lockstep_pair* pairs, size_t count, lockstep_manifold2* manifolds,
                                   const lockstep_contact_options* options) {
  return touch(first, second, pairs, count, manifolds, options);
}
}
