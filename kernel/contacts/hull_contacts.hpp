// Contacts of pairs with a hull, one pair at a time, by the formulas of the lanes in scalar arithmetic.
#pragma once

#include "table/contact_batch.hpp"

namespace lockstep::detail {

/// One pair, with its shapes in rising order of kinds.
struct HullContactQuery {
  ContactQuery shapes;
  double normal[3];  // from b to a
  double lower;      // a bound of the depth of all contacts
  bool swapped;      // b is the caller's a
};

/// Finds the contacts of a hull with another hull, a box or a capsule. `origin` is a point near both.
void find_hull_contacts(const HullContactQuery& query, RecordKind kind_a, RecordKind kind_b, const double (&origin)[3],
                        double margin, ContactAnswer& answer);

}  // namespace lockstep::detail
