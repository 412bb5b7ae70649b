// The output of a tile of pairs, and its pairs grouped by kernel.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <type_traits>

#include "cast/first_contact.hpp"
#include "cast/seen_shapes.hpp"
#include "distance/distance_list.hpp"
#include "lockstep/cast.hpp"
#include "table/ray_batch.hpp"

namespace lockstep::detail {

/// The caller's arrays from the first pair of a tile on; null: not wanted.
template <class V>
struct ContactPlacesOf {
  using Vector = V;
  Interval* fractions;
  V *points, *normals;

  void write(std::size_t i, const FirstContact& contact) const {
    fractions[i] = {contact.lower, contact.upper};
    if (points != nullptr) put(points[i], contact.point);
    if (normals != nullptr) put(normals[i], contact.normal);
  }
  /// The output for the queries of a kernel: the pairs at these places.
  [[nodiscard]] HitPlaces of(const std::uint16_t* places, std::uint16_t* open) const {
    static_assert(sizeof(Interval) == 2 * sizeof(double) && sizeof(Vec3d) == 3 * sizeof(double) &&
                  sizeof(Vec2d) == 2 * sizeof(double));
    return {places, &fractions->lower, points == nullptr ? nullptr : &points->x,
            normals == nullptr ? nullptr : &normals->x, open};
  }
};

using ContactPlaces = ContactPlacesOf<Vec3d>;
template <class Space>
using PlacesIn = ContactPlacesOf<std::conditional_t<std::is_same_v<Space, InSpace>, Vec3d, Vec2d>>;

/// The arrays from pair `begin` on.
template <class Output>
auto places_from(const Output& out, std::size_t begin) {
  const auto from = [&](const auto& all) { return all.empty() ? nullptr : &all[begin]; };
  using V = typename decltype(out.points)::element_type;
  return ContactPlacesOf<V>{&out.fractions[begin], from(out.points), from(out.normals)};
}

inline void copy_place(const Vec3d& v, double (&to)[3]) { to[0] = v.x, to[1] = v.y, to[2] = v.z; }
inline void copy_place(const Vec2d& v, double (&to)[3]) { to[0] = v.x, to[1] = v.y, to[2] = 0; }

/// The contact of one pair.
struct ContactOfPair {
  double lower, upper, point[3], normal[3];
};

/// Contacts of a tile for further use.
template <class Space>
struct TileContacts {
  using Places = PlacesIn<Space>;
  std::array<Interval, pair_tile> fractions;
  std::array<typename Places::Vector, pair_tile> points, normals;

  [[nodiscard]] Places places() { return {fractions.data(), points.data(), normals.data()}; }
  [[nodiscard]] ContactOfPair operator[](std::size_t i) const {
    ContactOfPair contact{fractions[i].lower, fractions[i].upper, {}, {}};
    copy_place(points[i], contact.point), copy_place(normals[i], contact.normal);
    return contact;
  }
  void write(std::size_t count, FirstContact* contacts) const {
    for (std::size_t i = 0; i < count; ++i) {
      contacts[i].lower = fractions[i].lower, contacts[i].upper = fractions[i].upper, contacts[i].done = true;
      copy_place(points[i], contacts[i].point), copy_place(normals[i], contacts[i].normal);
    }
  }
};

/// The pairs of a tile, grouped by class.
template <std::size_t Classes>
class PairsByClass {
 public:
  /// class_of(i) is the class of pair i; `one_class`: all have that of the first.
  template <class ClassOf>
  PairsByClass(std::size_t pairs, bool one_class, const ClassOf& class_of) {
    std::array<std::uint8_t, pair_tile> of;
    std::array<std::size_t, Classes> next{};
    of[0] = class_of(0);
    if (one_class) {
      next[of[0]] = pairs;
    } else {
      for (std::size_t i = 0; i < pairs; ++i) ++next[of[i] = class_of(i)];
    }
    for (std::size_t k = 0; k < Classes; ++k) begin_[k + 1] = begin_[k] + next[k], next[k] = begin_[k];
    for (std::size_t i = 0; i < pairs; ++i) places_[one_class ? i : next[of[i]]++] = static_cast<std::uint16_t>(i);
  }
  /// The places of the pairs of class k, in the order of the list.
  [[nodiscard]] std::span<const std::uint16_t> operator[](std::size_t k) const {
    return std::span(places_).subspan(begin_[k], begin_[k + 1] - begin_[k]);
  }

 private:
  std::array<std::uint16_t, pair_tile> places_;
  std::array<std::size_t, Classes + 1> begin_{};
};

/// The places of a tile's pairs that are left to the search.
struct OpenPlaces {
  std::array<std::uint16_t, pair_tile> place;
  std::size_t count = 0;

  [[nodiscard]] std::uint16_t* end() { return place.data() + count; }
  void append(std::span<const std::uint16_t> places) {
    std::copy(places.begin(), places.end(), end());
    count += places.size();
  }
};

/// The queries of one class, from query_of(i) for pair i, padded with copies of the last one.
template <class Query, class QueryOf>
std::array<Query, pair_tile> padded_list(std::span<const std::uint16_t> places, const QueryOf& query_of) {
  static_assert(pair_tile % query_padding == 0);
  std::array<Query, pair_tile> queries;
  for (std::size_t k = 0; k < places.size(); ++k) {
    queries[k] = query_of(places[k]);
  }
  for (std::size_t k = places.size(); k % query_padding != 0; ++k) queries[k] = queries[places.size() - 1];
  return queries;
}

}  // namespace lockstep::detail
