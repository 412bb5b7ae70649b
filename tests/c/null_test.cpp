// No call of lockstep.h dereferences a null pointer: each pointer of each call is NULL in turn, and each stream of each
// view.
#include <lockstep.h>

#include <array>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace lockstep::test {
namespace {

/// The size of every array.
constexpr std::size_t three = 3;

constexpr std::array<float, 20> numbers = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
constexpr std::array<float, 16> identity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
constexpr std::array<float, three> depths = {0.25F, 0.5F, 0.75F};
constexpr std::array<lockstep_vec3, 8> corners = {
    {{-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}, {-2, -2, 2}, {2, -2, 2}, {2, 2, 2}, {-2, 2, 2}}};
constexpr std::array<lockstep_vec2, three> points2 = {{{0, 0}, {1, 0}, {0, 1}}};
constexpr std::array<std::uint32_t, three> indices = {0, 1, 2};
constexpr std::array<std::size_t, three> ends = {1, 2, 3};
constexpr std::array<lockstep_pair, three> pairs = {{{0, 0}, {1, 1}, {2, 2}}};
constexpr std::array<lockstep_ray, three> rays = {{{{0, 0, 9}, {0, 0, -9}}, {{1, 0, 9}, {0, 0, -9}}, {}}};
constexpr std::array<lockstep_ray2, three> rays2 = {{{{0, 9}, {0, -9}}, {{1, 9}, {0, -9}}, {}}};
constexpr std::array<lockstep_motion, three> motions = {};
constexpr std::array<lockstep_motion2, three> motions2 = {};
constexpr std::array<lockstep_shape, three> shapes = [] {
  std::array<lockstep_shape, three> balls = {};
  for (lockstep_shape& ball : balls) ball.kind = LOCKSTEP_SHAPE_SPHERE, ball.as.sphere = {{0, 0, 0}, 1};
  return balls;
}();
constexpr lockstep_shape2 circle = {LOCKSTEP_SHAPE2_CIRCLE, {{{0, 0}, 1}}};
constexpr lockstep_pose pose = {{0, 0, 0}, {0, 0, 0, 1}};
constexpr lockstep_clip_window window = {-1, 1, -1, 1, -1, 1};
constexpr lockstep_height_field terrain = {numbers.data(), three, three, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/// A view is streams, a count, and then optional streams.
template <class T>
inline constexpr bool is_view = requires(T view) {
  requires std::is_same_v<decltype(view.count), std::size_t>;
  requires sizeof(T) % sizeof(lockstep_stream) == sizeof(std::size_t);
  requires !requires { view.vertices; };
};

/// The required streams.
template <class View>
inline constexpr std::size_t streams_of = offsetof(View, count) / sizeof(lockstep_stream);

/// Objects whose numbers are 1, and increase where a box needs it.
template <class View>
View view_of_three() {
  View view = {};
  std::array<lockstep_stream, streams_of<View>> streams;
  for (std::size_t s = 0; s < streams.size(); ++s) streams[s] = {&numbers[s], 0};
  if constexpr (requires { view.rotation_w; })
    for (std::size_t s = 3; s < 7; ++s) streams[s] = {&identity[s == 6 ? 0 : 1], 0};
  std::memcpy(&view, streams.data(), sizeof streams);
  view.count = three;
  return view;
}

enum class Objects { of_spheres, of_aabbs, of_shapes, of_bodies, end };

/// One object of every type that calls take.
struct Things {
  lockstep_shape_set* set = lockstep_shape_set_create();
  lockstep_shape_set2* set2 = lockstep_shape_set2_create();
  lockstep_body_set* bodies = lockstep_body_set_create();
  lockstep_volume* volume = lockstep_volume_create_corners(corners.data());
  std::array<const lockstep_volume*, three> volume_list = {volume, volume, volume};
  lockstep_volume_set* volumes = lockstep_volume_set_create(volume_list.data(), three);
  lockstep_triangle_mesh* mesh = nullptr;
  lockstep_overlap_pass* pass = lockstep_overlap_pass_create(0);
  lockstep_pair_events* events = lockstep_pair_events_create();
  lockstep_world* world = nullptr;
  lockstep_world2* world2 = nullptr;
  lockstep_object_handle handle = {};

  explicit Things(Objects objects) {
    std::uint32_t index;
    for (const lockstep_shape& shape : shapes) {
      lockstep_shape_set_add(set, &shape, LOCKSTEP_CHECK_INPUTS, &index);
      lockstep_shape_set2_add(set2, &circle, LOCKSTEP_CHECK_INPUTS, &index);
      lockstep_body_set_add(bodies, &shape, 1, &pose, LOCKSTEP_CHECK_INPUTS, &index);
    }
    constexpr std::array<std::uint32_t, 9> triangles = {0, 1, 2, 1, 2, 3, 4, 5, 6};
    mesh = lockstep_triangle_mesh_create(corners.data(), corners.size(), triangles.data(), triangles.size(), 0);
    const auto balls = view_of_three<lockstep_sphere_view>();
    const auto boxes = view_of_three<lockstep_aabb_view>();
    const auto circles = view_of_three<lockstep_circle_view>();
    const auto boxes2 = view_of_three<lockstep_aabb2_view>();
    switch (objects) {
      case Objects::of_spheres: world = lockstep_world_create_spheres(&balls, nullptr); break;
      case Objects::of_aabbs: world = lockstep_world_create_aabbs(&boxes, nullptr); break;
      case Objects::of_shapes: world = lockstep_world_create_shapes(set, nullptr); break;
      default: world = lockstep_world_create_bodies(bodies, nullptr); break;
    }
    world2 = objects == Objects::of_aabbs ? lockstep_world2_create_aabbs(&boxes2, nullptr)
                                          : lockstep_world2_create_circles(&circles, nullptr);
    lockstep_world_handle(world, 1, &handle);
  }
  ~Things() {
    lockstep_world_destroy(world), lockstep_world2_destroy(world2), lockstep_pair_events_destroy(events);
    lockstep_overlap_pass_destroy(pass), lockstep_triangle_mesh_destroy(mesh), lockstep_volume_set_destroy(volumes);
    lockstep_volume_destroy(volume), lockstep_body_set_destroy(bodies), lockstep_shape_set2_destroy(set2);
    lockstep_shape_set_destroy(set);
  }
  Things(const Things&) = delete;
  Things& operator=(const Things&) = delete;
};

/// Arguments for calls, by their types.
class Arguments {
 public:
  Arguments(Objects objects, std::int32_t checking) : things_(objects), checking_(checking) {}

  template <class P>
  P get() {
    if constexpr (std::is_pointer_v<P> && std::is_function_v<std::remove_pointer_t<P>>)
      return [](auto...) {};
    else if constexpr (std::is_pointer_v<P>)
      return const_cast<P>(pointer(static_cast<const std::remove_pointer_t<P>*>(nullptr)));
    else if constexpr (std::is_same_v<P, float>)
      return floats_++ == 0 ? 1.0F : floats_ == 2 ? 2.0F : 0.5F;
    else if constexpr (std::is_same_v<P, std::size_t>)
      return three;
    else if constexpr (std::is_same_v<P, std::uint32_t>)
      return 1;
    else
      return static_cast<P>(checking_);
  }

 private:
  const lockstep_shape_set* pointer(const lockstep_shape_set*) { return things_.set; }
  const lockstep_shape_set2* pointer(const lockstep_shape_set2*) { return things_.set2; }
  const lockstep_body_set* pointer(const lockstep_body_set*) { return things_.bodies; }
  const lockstep_volume* pointer(const lockstep_volume*) { return things_.volume; }
  const lockstep_volume* const* pointer(const lockstep_volume* const*) { return things_.volume_list.data(); }
  const lockstep_volume_set* pointer(const lockstep_volume_set*) { return things_.volumes; }
  const lockstep_triangle_mesh* pointer(const lockstep_triangle_mesh*) { return things_.mesh; }
  const lockstep_overlap_pass* pointer(const lockstep_overlap_pass*) { return things_.pass; }
  const lockstep_pair_events* pointer(const lockstep_pair_events*) { return things_.events; }
  const lockstep_world* pointer(const lockstep_world*) { return things_.world; }
  const lockstep_world2* pointer(const lockstep_world2*) { return things_.world2; }
  const lockstep_object_handle* pointer(const lockstep_object_handle*) { return copy_of(things_.handle); }
  const lockstep_shape* pointer(const lockstep_shape*) { return shapes.data(); }
  const lockstep_shape2* pointer(const lockstep_shape2*) { return &circle; }
  const lockstep_pose* pointer(const lockstep_pose*) { return &pose; }
  const lockstep_clip_window* pointer(const lockstep_clip_window*) { return &window; }
  const lockstep_height_field* pointer(const lockstep_height_field*) { return &terrain; }
  const lockstep_vec2* pointer(const lockstep_vec2*) { return copy_of(points2); }
  const lockstep_vec3* pointer(const lockstep_vec3*) { return copy_of(corners); }
  const lockstep_ray* pointer(const lockstep_ray*) { return rays.data(); }
  const lockstep_ray2* pointer(const lockstep_ray2*) { return rays2.data(); }
  const lockstep_motion* pointer(const lockstep_motion*) { return motions.data(); }
  const lockstep_motion2* pointer(const lockstep_motion2*) { return motions2.data(); }
  const lockstep_pair* pointer(const lockstep_pair*) { return copy_of(pairs); }
  const std::uint32_t* pointer(const std::uint32_t*) { return copy_of(indices); }
  const std::size_t* pointer(const std::size_t*) { return copy_of(ends); }
  const void* pointer(const void*) { return nullptr; }  // the context of a callback
  const float* pointer(const float*) { return matrices_++ == 0 ? copy_of(identity) : copy_of(depths); }
  const lockstep_visible_sets* pointer(const lockstep_visible_sets*) {
    return copy_of(lockstep_visible_sets{sizeof(lockstep_visible_sets), room<std::uint64_t>(), room<std::uint64_t>(),
                                         room<std::size_t>()});
  }
  const lockstep_overlap_output* pointer(const lockstep_overlap_output*) {
    lockstep_overlap_output output = {};
    output.size = sizeof output, output.room = three;
    output.pairs = room<lockstep_pair>(), output.counts = room<std::uint32_t>(), output.any = room<std::uint64_t>();
    return copy_of(output);
  }
  /// Views, options, and outputs.
  template <class T>
  const T* pointer(const T*) {
    if constexpr (is_view<T>) {
      return copy_of(view_of_three<T>());
    } else if constexpr (requires(T options) { options.executor; }) {
      T options = {};
      options.size = sizeof options;
      if constexpr (requires { options.checking; }) options.checking = checking_;
      return copy_of(options);
    } else {
      return room<T>();
    }
  }

  template <class T>
  T* room() {
    return static_cast<T*>(static_cast<void*>(memory_.emplace_back(std::make_unique<Memory>()).get()));
  }
  template <class T>
  T* copy_of(const T& value) {
    return static_cast<T*>(std::memcpy(room<T>(), &value, sizeof value));
  }
  template <class T, std::size_t N>
  T* copy_of(const std::array<T, N>& values) {
    return static_cast<T*>(std::memcpy(room<T>(), values.data(), sizeof values));
  }

  struct alignas(std::max_align_t) Memory {
    std::array<unsigned char, 8192> bytes = {};
  };
  Things things_;
  std::int32_t checking_;
  int floats_ = 0, matrices_ = 0;
  std::vector<std::unique_ptr<Memory>> memory_;
};

/// Whether a call refused its arguments, and its message.
struct Outcome {
  bool refused = false;
  std::string sentence;
};

void destroy(lockstep_shape_set* made) { lockstep_shape_set_destroy(made); }
void destroy(lockstep_shape_set2* made) { lockstep_shape_set2_destroy(made); }
void destroy(lockstep_body_set* made) { lockstep_body_set_destroy(made); }
void destroy(lockstep_volume* made) { lockstep_volume_destroy(made); }
void destroy(lockstep_volume_set* made) { lockstep_volume_set_destroy(made); }
void destroy(lockstep_triangle_mesh* made) { lockstep_triangle_mesh_destroy(made); }
[[maybe_unused]] void destroy(lockstep_overlap_pass* made) { lockstep_overlap_pass_destroy(made); }
[[maybe_unused]] void destroy(lockstep_pair_events* made) { lockstep_pair_events_destroy(made); }
void destroy(lockstep_world* made) { lockstep_world_destroy(made); }
void destroy(lockstep_world2* made) { lockstep_world2_destroy(made); }
template <class T>
void destroy(const T*) {}

template <class R, class... P>
Outcome outcome_of(R (*call)(P...), const std::tuple<P...>& arguments) {
  if constexpr (std::is_same_v<R, void>) {
    std::apply(call, arguments);
    return {};
  } else {
    const R result = std::apply(call, arguments);
    if constexpr (std::is_pointer_v<R>) {
      destroy(result);
      return {result == nullptr, result == nullptr ? lockstep_last_error() : ""};
    } else if constexpr (std::is_same_v<R, lockstep_status>) {
      return {result == LOCKSTEP_INVALID_INPUT, result == LOCKSTEP_INVALID_INPUT ? lockstep_last_error() : ""};
    } else {
      return {};
    }
  }
}

/// The outcomes of one call.
struct Refusals {
  std::size_t streams = 0, refused_streams = 0;
  std::string wrong;
};

template <class R, class... P>
std::tuple<P...> given(Arguments& arguments, R (*)(P...)) {
  return {arguments.get<P>()...};  // in this order
}

/// Each stream of argument I is null in turn.
template <std::size_t I, class R, class... P>
void try_streams(R (*call)(P...), Objects objects, std::int32_t checking, Refusals& found) {
  using View = std::remove_const_t<std::remove_pointer_t<std::tuple_element_t<I, std::tuple<P...>>>>;
  for (std::size_t s = 0; s < streams_of<View>; ++s) {
    Arguments arguments(objects, checking);
    auto with = given(arguments, call);
    auto view = *std::get<I>(with);
    const lockstep_stream none = {nullptr, sizeof(float)};
    std::memcpy(reinterpret_cast<unsigned char*>(&view) + s * sizeof none, &none, sizeof none);
    std::get<I>(with) = &view;
    const Outcome outcome = outcome_of(call, with);
    ++found.streams;
    if (!outcome.refused)
      found.wrong = "stream " + std::to_string(s) + " of argument " + std::to_string(I) + " is taken";
    else if (outcome.sentence.find(": is null, the view has 3 objects") != std::string::npos)
      ++found.refused_streams;
  }
}

template <std::size_t I, class R, class... P>
void try_argument(R (*call)(P...), Objects objects, std::int32_t checking, Refusals& found) {
  using Argument = std::tuple_element_t<I, std::tuple<P...>>;
  if constexpr (std::is_pointer_v<Argument>) {
    Arguments arguments(objects, checking);
    auto with = given(arguments, call);
    std::get<I>(with) = nullptr;
    const Outcome outcome = outcome_of(call, with);
    if (outcome.refused && outcome.sentence.empty()) found.wrong = "no sentence";
    if constexpr (is_view<std::remove_pointer_t<Argument>>) try_streams<I>(call, objects, checking, found);
  }
}

template <class R, class... P>
Refusals refusals_of(R (*call)(P...), Objects objects, std::int32_t checking) {
  Refusals found;
  [&]<std::size_t... I>(std::index_sequence<I...>) { (try_argument<I>(call, objects, checking, found), ...); }
  (std::index_sequence_for<P...>{});
  return found;
}

template <class R, class... P>
void expect_sentences(const char* name, R (*call)(P...)) {
  if (std::string_view(name).ends_with("_destroy")) {
    std::apply(call, std::tuple<P...>());
    return;
  }
  std::size_t streams = 0, refused = 0;
  for (int objects = 0; objects < static_cast<int>(Objects::end); ++objects)
    for (const lockstep_checking checking : {LOCKSTEP_CHECK_INPUTS, LOCKSTEP_CHECK_NONE}) {
      const Refusals found = refusals_of(call, static_cast<Objects>(objects), checking);
      EXPECT_EQ(found.wrong, "") << name << ", world of kind " << objects << ", checking " << checking;
      streams = std::max(streams, found.streams), refused = std::max(refused, found.refused_streams);
    }
  EXPECT_EQ(refused, streams) << name << ": a stream that is null is not named";
}

TEST(Null, IsRefusedOrLeftOutByEveryCall) {
#define LOCKSTEP_CALL(name) expect_sentences(#name, name);
#include "calls.inc"  // every call that lockstep.h declares
#undef LOCKSTEP_CALL
}

TEST(Null, InAStructIsNamed) {
  lockstep_height_field field = terrain;
  field.heights = nullptr;
  EXPECT_EQ(lockstep_triangle_mesh_create_heights(&field, LOCKSTEP_CHECK_NONE), nullptr);
  EXPECT_STREQ(lockstep_last_error(), "terrain.heights = NULL: needs 9 elements");
}

}  // namespace
}  // namespace lockstep::test
