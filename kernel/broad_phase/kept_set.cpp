#include "broad_phase/kept_set.hpp"

#include "broad_phase/listed_ids.hpp"

#include <atomic>
#include <numeric>
#include <utility>

namespace lockstep::detail {

template <class Row>
void KeptSet::begin(const ProxySet<Row>& objects, bool keeps_order) {
  const std::size_t room = room_to_list(objects.count + most_new_places);
  outside.room_for(room);  // swapped with id_of
  std::uint32_t* const ids = id_of.grow(room, keeps_order ? places : 0);
  if (!keeps_order)
    std::iota(ids, ids + objects.count, 0U);
  else if (has_gaps)
    for (std::size_t at = 0, to = 0; at < places; ++at)
      if (!is_gap(static_cast<std::uint32_t>(at))) ids[to++] = ids[at];
  count = places = objects.count, floats = floats_of(Row{});
  has_gaps = false, outside_count = 0, ordered = 0;
}

template <class Row>
bool KeptSet::make_bounds(const ProxySet<Row>& objects, float skin) {
  for (Buffer<float>* numbers : {&rows, &bounds, &other}) numbers->room_for(room_for_rows());
  const std::uint32_t* const ids = id_of.data();
  std::atomic<bool> all_valid = true;
  for_each_range(places, near_part, [&](std::size_t begin, std::size_t end) {
    bool valid = true;
    for (std::size_t i = begin; i < end; ++i) {
      if (i + 16 < end) __builtin_prefetch(&objects.rows[ids[i + 16]]);
      const Row row = objects.rows[ids[i]];
      valid &= is_valid(row);
      rows_as<Row>()[i] = row, bounds_as<Row>()[i] = with_room(row, skin);
    }
    if (!valid) all_valid = false;
  });
  return all_valid;
}

void KeptSet::place(std::span<const std::uint32_t> next) {
  std::uint32_t *const new_order = order.room_for(count), *const of = place_of.room_for(count);
  const std::size_t first = std::exchange(ordered, ordered + next.size());
  for_each_range(next.size(), near_part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      new_order[first + i] = next[i];
      of[next[i]] = static_cast<std::uint32_t>(first + i);
    }
  });
}

template <class Row>
void KeptSet::reorder() {
  const auto put_in_order = [&]<class T>(const T* from, T* to) {
    for_each_range(places, near_part, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) to[i] = from[order.data()[i]];
    });
  };
  for (Buffer<float>* numbers : {&rows, &bounds}) {
    put_in_order(reinterpret_cast<const Row*>(numbers->data()), reinterpret_cast<Row*>(other.data()));
    std::swap(*numbers, other);
  }
  put_in_order(std::as_const(id_of).data(), outside.data());
  std::swap(id_of, outside);
}

template <class Row>
std::uint32_t KeptSet::move_to_new_place(std::uint32_t at, float skin) {
  const std::size_t words = places / 64 + 1, old_words = has_gaps ? (places + 63) / 64 : 0;
  std::uint64_t* const bits = gaps.grow(words, old_words);
  std::fill(bits + old_words, bits + words, 0U);
  has_gaps = true;
  bits[at / 64] |= std::uint64_t{1} << at % 64;
  id_of.data()[places] = id_of.data()[at];
  rows_as<Row>()[places] = rows_as<Row>()[at];
  bounds_as<Row>()[places] = with_room(rows_as<Row>()[at], skin);
  bounds_as<Row>()[at] = everywhere(rows_as<Row>()[at]);  // so that it is not reported again
  return static_cast<std::uint32_t>(places++);
}

#define LOCKSTEP_KEPT_SET(Row)                                     \
  template void KeptSet::begin(const ProxySet<Row>&, bool);        \
  template bool KeptSet::make_bounds(const ProxySet<Row>&, float); \
  template void KeptSet::reorder<Row>();                           \
  template std::uint32_t KeptSet::move_to_new_place<Row>(std::uint32_t, float);
LOCKSTEP_KEPT_SET(BallProxy)
LOCKSTEP_KEPT_SET(Bounds3)
#undef LOCKSTEP_KEPT_SET

}  // namespace lockstep::detail
