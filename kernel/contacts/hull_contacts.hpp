// The contacts of pairs with a hull: by the formulas of the lanes, in numbers, one pair after the other.
#pragma once

#include "table/contact_batch.hpp"

namespace lockstep::detail {

/// One pair: shapes of rising kinds.
struct HullContactQuery {
  ContactQuery shapes;
  double normal[3];  // from b to a
  double lower;      // no contact lies deeper
  bool swapped;      // b is the caller's a
};

/// Of a pair of which one is a hull and the other is a hull, a box or a capsule. `origin` is a point near both.
void find_hull_contacts(const HullContactQuery& query, RecordKind kind_a, RecordKind kind_b, const double (&origin)[3],
                        double margin, ContactAnswer& answer);

}  // namespace lockstep::detail
