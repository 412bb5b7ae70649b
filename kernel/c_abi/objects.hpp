// The range of objects that a call from C takes: dispatch by its kind to the types of the C++ headers.
#pragma once

#include <bit>
#include <string>
#include <variant>

#include "c_abi/convert.hpp"

namespace lockstep::c_abi {

/// The range as an object of type T. Each specialisation has the kind, its name, and `of`, which reads the range.
template <class T>
struct Kind;

#define LOCKSTEP_KIND_HEAD(KIND)                                 \
  static constexpr const char* name = "LOCKSTEP_OBJECTS_" #KIND; \
  static bool is(const lockstep_objects& objects) { return objects.kind == LOCKSTEP_OBJECTS_##KIND; }
#define LOCKSTEP_KIND(CPP, KIND, MEMBER)                                                 \
  template <>                                                                            \
  struct Kind<CPP> {                                                                     \
    LOCKSTEP_KIND_HEAD(KIND)                                                             \
    static const CPP& of(const std::string& argument, const lockstep_objects& objects) { \
      return object((argument + ".as." #MEMBER).c_str(), objects.as.MEMBER);             \
    }                                                                                    \
  };
#define LOCKSTEP_ARRAY_KIND(CPP, KIND, MEMBER)                                                     \
  template <>                                                                                      \
  struct Kind<std::span<const CPP>> {                                                              \
    LOCKSTEP_KIND_HEAD(KIND)                                                                       \
    static std::span<const CPP> of(const std::string& argument, const lockstep_objects& objects) { \
      return array((argument + ".as." #MEMBER).c_str(), objects.as.MEMBER, objects.count);         \
    }                                                                                              \
  };
LOCKSTEP_KIND(SphereView, SPHERES, spheres)
LOCKSTEP_KIND(BoxView, BOXES, boxes)
LOCKSTEP_KIND(CapsuleView, CAPSULES, capsules)
LOCKSTEP_KIND(CircleView, CIRCLES2, circles2)
LOCKSTEP_KIND(Aabb2View, AABBS2, aabbs2)
LOCKSTEP_KIND(Box2View, BOXES2, boxes2)
LOCKSTEP_KIND(Capsule2View, CAPSULES2, capsules2)
LOCKSTEP_KIND(ShapeSet, SHAPES, shapes)
LOCKSTEP_KIND(ShapeSet2, SHAPES2, shapes2)
LOCKSTEP_KIND(BodySet, BODIES, bodies)
LOCKSTEP_KIND(TriangleMesh, MESH, mesh)
LOCKSTEP_ARRAY_KIND(Vec3, POINTS, points)
LOCKSTEP_ARRAY_KIND(Vec2, POINTS2, points2)
LOCKSTEP_ARRAY_KIND(Vec3d, POSITIONS, positions)
LOCKSTEP_ARRAY_KIND(Ray, RAYS, rays)
LOCKSTEP_ARRAY_KIND(Ray2, RAYS2, rays2)
#undef LOCKSTEP_KIND
#undef LOCKSTEP_ARRAY_KIND

template <>
struct Kind<AabbView> {
  LOCKSTEP_KIND_HEAD(AABBS)
  static const AabbView& of(const std::string& argument, const lockstep_objects& objects);
};
template <>
struct Kind<TransformedBoxView> {
  LOCKSTEP_KIND_HEAD(TRANSFORMED_BOXES)
  static TransformedBoxView of(const std::string& argument, const lockstep_objects& objects);
};

/// A view at double positions.
struct AnyPlaced {
  std::variant<PlacedView<SphereView>, PlacedView<AabbView>, PlacedView<BoxView>> is;
  [[nodiscard]] std::size_t size() const {
    return std::visit([](const auto& view) { return view.shapes.count; }, is);
  }
};
template <>
struct Kind<AnyPlaced> {
  LOCKSTEP_KIND_HEAD(PLACED)
  static AnyPlaced of(const std::string& argument, const lockstep_objects& objects);
};

/// No objects.
struct Nothing {};
template <>
struct Kind<Nothing> {
  LOCKSTEP_KIND_HEAD(NONE)
  static Nothing of(const std::string&, const lockstep_objects&) { return {}; }
};
#undef LOCKSTEP_KIND_HEAD

bool is_of_the_plane(const lockstep_objects& world);

template <>
struct Kind<World> {
  static constexpr const char* name = "LOCKSTEP_OBJECTS_WORLD";
  static bool is(const lockstep_objects& objects) {
    return objects.kind == LOCKSTEP_OBJECTS_WORLD && !is_of_the_plane(objects);
  }
  static const World& of(const std::string& argument, const lockstep_objects& objects) {
    return std::get<World>(required((argument + ".as.world").c_str(), objects.as.world).is);
  }
};
template <>
struct Kind<World2> {
  static constexpr const char* name = "LOCKSTEP_OBJECTS_WORLD of the plane";
  static bool is(const lockstep_objects& objects) {
    return objects.kind == LOCKSTEP_OBJECTS_WORLD && is_of_the_plane(objects);
  }
  static const World2& of(const std::string&, const lockstep_objects& objects) {
    return std::get<World2>(objects.as.world->is);
  }
};

/// The start of a message: "objects.kind = LOCKSTEP_OBJECTS_RAYS".
std::string kind_sentence(const char* argument, const lockstep_objects& objects);
/// Throws "CALL: GIVEN: must be A, B or C".
[[noreturn]] void refuse(const char* call, const std::string& given, std::initializer_list<std::string> taken);

/// Calls use(objects as their C++ type) if that is one of `Types`; refuses other kinds.
template <class... Types, class Use>
void with_objects(const char* call, const char* argument, const lockstep_objects& objects, const Use& use) {
  const bool known = ((Kind<Types>::is(objects) && (use(Kind<Types>::of(argument, objects)), true)) || ...);
  if (!known) refuse(call, kind_sentence(argument, objects), {Kind<Types>::name...});
}

/// "A with B". Out of line: g++ 12 warns falsely about a sum of strings of known lengths (-Wstringop-overread).
std::string name_of_two(const char* first, const char* second);

/// Two kinds that a call takes together.
template <class A, class B = A>
struct Two {
  static bool is(const lockstep_objects& a, const lockstep_objects& b) { return Kind<A>::is(a) && Kind<B>::is(b); }
  static std::string name() { return name_of_two(Kind<A>::name, Kind<B>::name); }
  static void call(const char* first, const lockstep_objects& a, const char* second, const lockstep_objects& b,
                   const auto& use) {
    use(Kind<A>::of(first, a), Kind<B>::of(second, b));
  }
};

/// Calls use(first, second as their C++ types) if their kinds are one of `Pairs`, each a `Two`; refuses others.
template <class... Pairs, class Use>
void with_two(const char* call, const char* first, const lockstep_objects& a, const char* second,
              const lockstep_objects& b, const Use& use) {
  const bool known = ((Pairs::is(a, b) && (Pairs::call(first, a, second, b, use), true)) || ...);
  if (!known) refuse(call, kind_sentence(first, a) + ", " + kind_sentence(second, b), {Pairs::name()...});
}

/// The argument `pairs` of a call on two sets.
inline std::span<const Pair> pairs_of(const lockstep_pair* pairs, std::size_t count) {
  return array("pairs", pairs, count);
}

template <class T>
inline constexpr bool is_view = requires(const T& objects) {
  objects.count;
};

/// Checks the arguments of a call on two views, whose objects are compared side by side.
template <class View>
void check_side_by_side(const View& first, const lockstep_pair* pairs, std::size_t count) {
  if (pairs != nullptr) throw InvalidInput("pairs: must be NULL for views, whose objects are compared side by side");
  if (count != first.count)
    throw InvalidInput("count = " + std::to_string(count) + ": must be the number of objects of first, which is " +
                       std::to_string(first.count));
}

/// Refuses `parts`, an output of calls on bodies alone.
inline void refuse_parts(const lockstep_pair* parts) {
  if (parts != nullptr) throw InvalidInput("parts: must be NULL, except for bodies");
}

}  // namespace lockstep::c_abi
