// The rows of records, in lanes. Here and wherever records are loaded, shape(i) is the ShapeRef of lane i.
#pragma once

#include "lanes/registers/lanes.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The first N rows of the records of W shapes.
template <unsigned N>
struct Rows {
  Quad row[N];

  template <class ShapeOf>
  explicit Rows(const ShapeOf& shape) {
    load_rows([&](int i) { return &shape(i).record->row[0][0]; }, row);
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
