// Two views of one kind, element by element: runs of both in the layout of the kernels, and their validation.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "table/tables.hpp"
#include "views/check_streams.hpp"

namespace lockstep::detail {

template <ViewKind K>
class SideBySide {
 public:
  using Numbers = std::array<const float*, stream_count(K)>;

  SideBySide(const Streams<K>& first, const Streams<K>& second, std::optional<Isa> isa, Check check)
      : first_(first, kernels_for(stream_tables, isa)),
        second_(second, kernels_for(stream_tables, isa)),
        checks_(check == Check::inputs) {}

  /// Calls run(a, b, begin, count) for runs that cover the objects from `begin` to `end`, of up to `part` each, in
  /// parallel. Throws for the first bad object of `first`, or else of `second`.
  template <class Run>
  void for_each_run(std::size_t part, const Run& run) {
    for_each_range(second_.streams.count, part, [&](std::size_t begin, std::size_t end) {
      first_.for_each_run(begin, end - begin, [&](const Numbers& a, std::size_t at, std::size_t size) {
        second_.for_each_run(begin + at, size, [&](const Numbers& b, std::size_t more, std::size_t count) {
          Numbers a_of_part = a;
          for (const float*& stream : a_of_part) stream += more;
          note_bad(a_of_part, b, begin + at + more, count);
          run(a_of_part, b, begin + at + more, count);
        });
      });
    });
    bad_first_.check(first_.streams);
    bad_second_.check(second_.streams);
  }

 private:
  void note_bad(const Numbers& a, const Numbers& b, std::size_t begin, std::size_t count) {
    if (!checks_) return;
    if (const std::size_t bad = first_.first_bad(a, count); bad != count) bad_first_.note(begin + bad);
    if (const std::size_t bad = second_.first_bad(b, count); bad != count) bad_second_.note(begin + bad);
  }

  StridedObjects<K> first_, second_;
  bool checks_;
  BadObjects bad_first_, bad_second_;
};

/// Throws unless both views have the same number of objects.
template <ViewKind K>
void check_same_count(const Streams<K>& first, const Streams<K>& second) {
  if (first.count != second.count)
    throw InvalidInput(std::string(second.name) + ": has " + std::to_string(second.count) +
                       " objects, needs one for each of the " + std::to_string(first.count) + " of " + first.name);
}

/// One object as a view whose numbers are shared by all objects, in the same order of floats. `numbers` must outlive
/// it.
template <class Numbers, ViewKind K>
Streams<K> shared_by_all(const Numbers& numbers, const Streams<K>& many) {
  Streams<K> one = many;
  if constexpr (K == ViewKind::aabbs) one = streams_of(AabbView{}), one.count = many.count;  // it has corners
  for (std::size_t s = 0; s < numbers.size(); ++s) one.stream[s] = {&numbers[s], 0};
  return one;
}

}  // namespace lockstep::detail
