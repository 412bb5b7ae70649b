// Calls with a view whose positions float32 does not hold: they take the same call with a set of its shapes.
#pragma once

#include <memory>
#include <type_traits>

#include "objects/kinds.hpp"
#include "objects/kinds2.hpp"
#include "objects/set_binding.hpp"

namespace lockstep::python {

template <class T>
concept PlaceableView = requires(const T& view) {
  view.is_placed();
  view.position(0);
};
template <class View>
inline constexpr bool is_in_plane = requires {
  View::in_plane;
};
/// In worlds; those of the plane take floats alone.
template <class T>
concept PlaceableInSpace = PlaceableView<T> && !is_in_plane<T>;
template <class View>
using ShapesOf = std::conditional_t<is_in_plane<View>, Shapes2, Shapes>;

/// Throws InvalidInput for a bad shape.
template <PlaceableView View>
auto set_of(const View& view) {
  auto shapes = std::make_unique<ShapesOf<View>>();
  unlocked([&] {
    std::vector<std::uint32_t> indices(view.count());
    add_each(*shapes, view, Check::inputs, indices);
  });
  return shapes;
}

/// A set of the view's shapes, as an argument.
template <class Sets>
struct SetArgument {
  std::unique_ptr<Sets> shapes;
  operator const Sets&() const { return *shapes; }
};
template <class T>
decltype(auto) as_set(T& argument) {
  if constexpr (PlaceableView<T>)
    return SetArgument<ShapesOf<T>>{set_of(argument)};
  else
    return (argument);
}

/// The pairs of object i with object i, or of one shape with each.
template <class Sets>
List<Pair> pairs_by_element(const Sets& first, const Sets& second, bool is_one) {
  const std::size_t count = second.set().size();
  if (!is_one && first.set().size() != count)
    throw py::value_error("second: has " + std::to_string(count) + " objects, needs one for each of the " +
                          std::to_string(first.set().size()) + " of first");
  py::array_t<std::uint32_t> pairs({static_cast<py::ssize_t>(count), py::ssize_t{2}});
  for (std::uint32_t i = 0; i < count; ++i) {
    pairs.mutable_data()[2 * i] = is_one ? 0 : i;
    pairs.mutable_data()[2 * i + 1] = i;
  }
  return {pairs};
}

/// Shapes as they are; one shape as a set.
template <class Sets>
const Sets& set_with(const Sets& shapes, Sets&) {
  return shapes;
}
template <class One, class Sets>
const Sets& set_with(const One& one, Sets& made) {
  made.add(one, one, Check::inputs);
  return made;
}

/// Shapes for a view that may be placed; T for anything else.
template <class T>
using SetOf = std::conditional_t<PlaceableInSpace<T>, Shapes, T>;

/// A function that calls `of_views`, or `of_sets` if a view is placed: that takes sets for views.
template <class Result, class... A, class... B>
auto either(Result (*of_views)(A...), Result (*of_sets)(B...)) {
  return [=](A... arguments) -> Result {
    if constexpr (!std::is_same_v<decltype(of_views), decltype(of_sets)>)
      if ((is_placed(arguments) || ...)) return of_sets(as_set(arguments)...);
    return of_views(arguments...);
  };
}

/// The objects of a placed view as the library's PlacedView, for culling: their positions where they lie, and their own
/// numbers about them.
template <class Kind>
class AtPositions {
 public:
  explicit AtPositions(const Kind& kind) : shapes_(kind.count()) {
    const Floats& at = positions_of(kind);
    if (!at.is_exact()) positions_ = at.positions();
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      shapes_[i] = kind(i);
      if (at.is_exact()) copies_.push_back(kind.position(i));
    }
    if (at.is_exact()) positions_ = PositionStreams::of(copies_);
  }
  AtPositions(const AtPositions&) = delete;
  AtPositions& operator=(const AtPositions&) = delete;
  [[nodiscard]] std::size_t count() const { return shapes_.size(); }
  [[nodiscard]] auto view() const { return PlacedView{view_of(shapes_), positions_}; }

 private:
  using Shape = decltype(std::declval<const Kind&>()(0));

  static const Floats& positions_of(const Kind& kind) {
    if constexpr (requires { kind.at; })
      return kind.at;
    else
      return kind.min;
  }
  static SphereView view_of(const std::vector<Sphere>& all) { return SphereView::of(all, at_zero, &Sphere::radius); }
  static AabbView view_of(const std::vector<Aabb>& all) { return AabbView::of(all, &Aabb::min, &Aabb::max); }
  static BoxView view_of(const std::vector<Box>& all) {
    return BoxView::of(all, at_zero, &Box::rotation, &Box::half_extents);
  }

  PositionStreams positions_;
  std::vector<Vec3d> copies_;  // of positions that float32 holds, beside corners that it does not
  std::vector<Shape> shapes_;
};

}  // namespace lockstep::python
