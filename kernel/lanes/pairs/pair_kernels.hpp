// Fills the tables that have a kernel for each combination of two kinds of shapes.
#pragma once

#include <cstddef>
#include <utility>

#include "lanes/registers/lanes.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// table.of[a][b] = kernel_of<a, b>() for all kinds a <= b.
template <class Table, class Kind, class KernelOf>
constexpr Table fill_pair_kernels(const KernelOf& kernel_of) {
  Table table{};
  const auto fill_cell = [&]<std::size_t a, std::size_t b>() {
    if constexpr (a <= b) table.of[a][b] = kernel_of.template operator()<static_cast<Kind>(a), static_cast<Kind>(b)>();
  };
  const auto fill = [&]<std::size_t... cell>(std::index_sequence<cell...>) {
    (fill_cell.template operator()<cell / Table::kinds, cell % Table::kinds>(), ...);
  };
  fill(std::make_index_sequence<Table::kinds * Table::kinds>());
  return table;
}

}  // namespace lockstep::LOCKSTEP_ISA
