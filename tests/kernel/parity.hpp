// The answers for a list of pairs, or of casts, of space or of the plane, are the same bits however the list is run.
// `ask(list, isa)` gives those of `distance`, `contacts` or `cast`; without an `isa`, those of the default.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "distance_list.hpp"
#include "shuffled.hpp"
#include "threads.hpp"

namespace lockstep::test {

/// The pairs, and motions if it has them, with these numbers.
template <class List>
List reordered(const List& list, const std::vector<std::size_t>& order) {
  List other = list;
  other.pairs.clear();
  for (const std::size_t i : order) other.pairs.push_back(list.pairs[i]);
  if constexpr (requires { list.motions; }) {
    other.motions.clear();
    for (const std::size_t i : order) other.motions.push_back(list.motions[i]);
  }
  return other;
}

template <class List, class Ask>
void ask_every_isa(const List& list, const Ask& ask) {
  const auto expected = ask(list, Isa::scalar);
  for (const Isa isa : supported_isas()) expect_same(ask(list, isa), expected, list, std::string(name(isa)));
}

/// Shuffled, and each pair alone.
template <class List, class Ask>
void ask_in_any_order(const List& list, Isa isa, const Ask& ask) {
  const auto expected = ask(list, isa);
  const std::vector<std::size_t> order = shuffled_order(list.pairs.size(), 2);
  const auto found = ask(reordered(list, order), isa);
  for (std::size_t i = 0; i < order.size(); ++i)
    ASSERT_TRUE(same_bits(found[i], expected[order[i]])) << list.line(order[i]);
  for (std::size_t i = 0; i < list.pairs.size(); i += 7)
    ASSERT_TRUE(same_bits(ask(reordered(list, {i}), isa)[0], expected[i])) << list.line(i);
}

template <class List, class Ask>
void ask_on_threads(const List& list, const Ask& ask) {
  const auto expected = ask(list, std::nullopt);
  on_threads([&] { expect_same(ask(list, std::nullopt), expected, list, "threads"); });
}

}  // namespace lockstep::test
