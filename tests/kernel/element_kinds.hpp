// The kinds of objects that views show, and pairs of them as arrays, for tests of element-by-element queries.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "every_scale.hpp"
#include "guarded_pages.hpp"
#include "layout.hpp"
#include "lockstep/intersect.hpp"
#include "pair_list.hpp"
#include "plane_variations.hpp"
#include "variations.hpp"

namespace lockstep::test {

// A kind of objects: its shape, view and list, and the names of its numbers in errors.

struct OfSpheres {
  using Shape = Sphere;
  using View = SphereView;
  using List = PairList;
  static constexpr auto kind = Kind::sphere;
  static inline const std::vector<std::string> fields = {"x", "y", "z", "radius"};
};
struct OfAabbs {
  using Shape = Aabb;
  using View = AabbView;
  using List = PairList;
  static constexpr auto kind = Kind::aabb;
  static inline const std::vector<std::string> fields = {"min_x", "min_y", "min_z", "max_x", "max_y", "max_z"};
};
struct OfBoxes {
  using Shape = Box;
  using View = BoxView;
  using List = PairList;
  static constexpr auto kind = Kind::box;
  static inline const std::vector<std::string> fields = {"center_x", "center_y", "center_z", "rotation", "rotation",
                                                         "rotation", "rotation", "half_x",   "half_y",   "half_z"};
};
struct OfCapsules {
  using Shape = Capsule;
  using View = CapsuleView;
  using List = PairList;
  static constexpr auto kind = Kind::capsule;
  static inline const std::vector<std::string> fields = {"p0_x", "p0_y", "p0_z", "p1_x", "p1_y", "p1_z", "radius"};
};
struct OfCircles {
  using Shape = Circle2;
  using View = CircleView;
  using List = PlanePairList;
  static constexpr auto kind = oracle::Kind2::circle;
  static inline const std::vector<std::string> fields = {"x", "y", "radius"};
};
struct OfBoxes2 {
  using Shape = Box2;
  using View = Box2View;
  using List = PlanePairList;
  static constexpr auto kind = oracle::Kind2::box;
  static inline const std::vector<std::string> fields = {"center_x", "center_y", "angle", "half_x", "half_y"};
};
struct OfCapsules2 {
  using Shape = Capsule2;
  using View = Capsule2View;
  using List = PlanePairList;
  static constexpr auto kind = oracle::Kind2::capsule;
  static inline const std::vector<std::string> fields = {"p0_x", "p0_y", "p1_x", "p1_y", "radius"};
};

template <class Of>
constexpr std::size_t numbers = sizeof(typename Of::Shape) / sizeof(float);

/// Streams of the view that `View` is.
template <class View>
View view_of(const Streams& streams, std::size_t count) {
  View view;
  static_assert(std::is_trivially_copyable_v<View>);  // its streams come first
  std::memcpy(static_cast<void*>(&view), streams.data(), numbers<View> * sizeof(Stream));
  view.count = count;
  return view;
}

/// The numbers of shapes, one array for each.
template <class Shape>
Columns columns_of(const std::vector<Shape>& shapes) {
  Columns columns(sizeof(Shape) / sizeof(float));
  for (const Shape& shape : shapes) {
    const auto row = std::bit_cast<std::array<float, sizeof(Shape) / sizeof(float)>>(shape);
    for (std::size_t s = 0; s < row.size(); ++s) columns[s].push_back(row[s]);
  }
  return columns;
}

/// Both shapes of the pairs of a list.
template <class Of>
struct Sides {
  std::vector<typename Of::Shape> first, second;

  explicit Sides(const typename Of::List& list) {
    for (const auto& [a, b] : list.shapes)
      first.push_back(std::get<typename Of::Shape>(a)), second.push_back(std::get<typename Of::Shape>(b));
  }
  /// Twice as many, some times.
  void double_up(int times) {
    for (int doubling = 0; doubling < times; ++doubling)
      for (auto* const side : {&first, &second}) {
        const auto copy = *side;
        side->insert(side->end(), copy.begin(), copy.end());
      }
  }
  /// Unchecked: rotations by quarter turns are exact because their quaternions do not have unit length.
  [[nodiscard]] std::vector<Verdict> answers(IntersectOptions options) const {
    options.check = Check::none;
    const Columns a = columns_of(first), b = columns_of(second);
    std::vector<Verdict> verdicts(first.size());
    intersect(view_of<typename Of::View>(packed(a), first.size()), view_of<typename Of::View>(packed(b), first.size()),
              verdicts, options);
    return verdicts;
  }
};

template <class Of>
typename Of::List mixture(std::uint64_t seed, int count) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  Rng rng(seed);
  typename Of::List list;
  append_mixture(list, rng, Of::kind, Of::kind, count);
  return list;
}

using ElementKinds = testing::Types<OfSpheres, OfAabbs, OfBoxes, OfCapsules, OfCircles, OfBoxes2, OfCapsules2>;

/// Objects that pass every check.
template <class Of>
std::vector<typename Of::Shape> some_shapes(std::size_t count, std::uint64_t seed) {
  Sides<Of> sides(mixture<Of>(seed, static_cast<int>(count)));
  if constexpr (std::is_same_v<typename Of::Shape, Box>)
    for (Box& box : sides.second) {
      Quat& q = box.rotation;
      const float length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
      q = {q.x / length, q.y / length, q.z / length, q.w / length};
    }
  return sides.second;
}

/// A gap or a depth of 10^-9 to 10^-2.
template <class Of>
typename Of::List near_contact_pairs(int count) {
  Rng rng(2);
  typename Of::List list;
  for (int i = 0; i < count; ++i) {
    const double gap = std::pow(10, oracle::uniform(rng, -9, -2));
    list.append(near_contact_pair(rng, Of::kind, Of::kind, oracle::below(rng, 2) == 0 ? gap : -gap));
  }
  return list;
}

/// Hard pairs, of each difficulty `of_each` at every `step`-th exponent.
template <class Of>
typename Of::List pairs_at_every_scale(int step, int of_each) {
  Rng rng(3);
  typename Of::List list;
  for (int exponent = least_exponent; exponent <= most_exponent; exponent += step)
    for (const oracle::Hardness hardness : oracle::all_hardnesses)
      for (int i = 0; i < of_each; ++i) {
        const auto [a, b] = hard_pair(rng, Of::kind, Of::kind, hardness);
        const auto first = scaled(a, exponent), second = scaled(b, exponent);
        if (is_legal(first) && is_legal(second)) list.append({first, second});
      }
  return list;
}

/// Calls ask(first view, second view, count, layouts) for prefixes of up to 1300 objects in four layouts each.
template <class Of, class Ask>
void in_every_layout(const Sides<Of>& sides, const Ask& ask) {
  const Columns a = columns_of(sides.first), b = columns_of(sides.second);
  constexpr std::size_t size = numbers<Of> * sizeof(float);
  const auto layouts = [](Columns columns, std::size_t count) {
    for (std::vector<float>& column : columns) column.resize(count);
    return std::array{separate(columns, 4), structures(columns, size, 0), structures(columns, size + 8, 4),
                      reversed(columns)};
  };
  for (std::size_t count = 1; count <= 1300; count += count < 140 || (count > 1020 && count < 1030) ? 1 : 97) {
    const auto of_first = layouts(a, count), of_second = layouts(b, count);
    for (std::size_t i = 0; i < of_first.size(); ++i)
      for (std::size_t j = 0; j < of_second.size(); ++j) {
        if (count > 140 && i != j && i + j != 1) continue;
        SCOPED_TRACE(of_first[i].name + ", " + of_second[j].name + ", " + std::to_string(count));
        ask(view_of<typename Of::View>(of_first[i].streams, count),
            view_of<typename Of::View>(of_second[j].streams, count), count);
        if (testing::Test::HasFatalFailure()) return;
      }
  }
}

/// Calls ask(first view, second view, answers, isa) for 1 to `most` objects at the end and at the begin of pages beside
/// which no memory may be used.
template <class Answer, class Of, class Ask>
void on_guarded_pages(const Sides<Of>& sides, std::size_t most, const Ask& ask) {
  const std::array<Columns, 2> columns = {columns_of(sides.first), columns_of(sides.second)};
  std::vector<GuardedPages> pages;
  for (std::size_t s = 0; s < 2 * columns[0].size(); ++s) pages.emplace_back(most * sizeof(float));
  GuardedPages answer_pages(most * sizeof(Answer));
  for (const Isa isa : supported_isas())
    for (std::size_t count = 1; count <= most; ++count)
      for (const bool at_end : {true, false}) {
        Streams streams[2];
        for (std::size_t side = 0; side < 2; ++side)
          for (std::size_t s = 0; s < columns[side].size(); ++s) {
            GuardedPages& page = pages[side * columns[0].size() + s];
            const float* const from = columns[side][s].data();
            streams[side].push_back({at_end ? page.at_end(from, count) : page.at_begin(from, count)});
          }
        const std::vector<Answer> zeros(count);
        Answer* const answers =
            at_end ? answer_pages.at_end(zeros.data(), count) : answer_pages.at_begin(zeros.data(), count);
        ask(view_of<typename Of::View>(streams[0], count), view_of<typename Of::View>(streams[1], count),
            std::span(answers, count), isa);
      }
}

}  // namespace lockstep::test
