// Contact manifolds of pairs of shapes, of space and of the plane, and of the parts of bodies.
#include "c_abi/objects.hpp"

using namespace lockstep;
using namespace lockstep::c_abi;

extern "C" {

lockstep_status lockstep_contacts(lockstep_objects first, lockstep_objects second, const lockstep_pair* pairs,
                                  size_t count, lockstep_manifold* manifolds, const lockstep_contact_options* options) {
  return guard([&] {
    with_two<Two<ShapeSet>, Two<ShapeSet, TriangleMesh>>(
        "lockstep_contacts", "first", first, "second", second, [&](const auto& a, const auto& b) {
          contacts(a, b, pairs_of(pairs, count), array("manifolds", manifolds, count), options_of_contacts(options));
        });
  });
}
lockstep_status lockstep_contacts2(lockstep_objects first, lockstep_objects second, const lockstep_pair* pairs,
                                   size_t count, lockstep_manifold2* manifolds,
                                   const lockstep_contact_options* options) {
  return guard([&] {
    with_two<Two<ShapeSet2>>("lockstep_contacts2", "first", first, "second", second, [&](const auto& a, const auto& b) {
      contacts(a, b, pairs_of(pairs, count), array("manifolds", manifolds, count), options_of_contacts(options));
    });
  });
}
lockstep_status lockstep_contacts_bodies(lockstep_objects first, const lockstep_body_set* second,
                                         const lockstep_pair* pairs, size_t count, lockstep_body_manifold* manifolds,
                                         size_t room, uint64_t* found, const lockstep_contact_options* options) {
  return guard([&] {
    std::uint64_t& all = required("found", found);
    const BodySet& b = object("second", second);
    with_objects<BodySet, ShapeSet>("lockstep_contacts_bodies", "first", first, [&](const auto& a) {
      all = contacts(a, b, pairs_of(pairs, count), array("manifolds", manifolds, room), options_of_contacts(options))
                .manifolds;
    });
  });
}
}
