// No call of lockstep.h dereferences NULL: each pointer of each call is NULL in turn, and so is each stream of each
// view. Each call accepts the kinds of objects that it documents, and refuses all others with a message.
#include <lockstep.h>

#include <array>
#include <cstring>
#include <map>
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

/// The number of objects, pairs, rays and so on.
constexpr std::size_t three = 3;

constexpr std::array<float, 20> numbers = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
constexpr std::array<float, 16> identity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
constexpr std::array<double, 4> depths = {0.25, 0.5, 0.75, 0};
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
constexpr lockstep_cell cell = {{9, 0, 0}, {0, 9, 0}, {0, 0, 9}, {1, 1, 1}};
constexpr lockstep_height_field terrain = {numbers.data(), three, three, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/// A view consists of streams, a count, and the optional streams after it.
template <class T>
inline constexpr bool is_view = requires(T view) {
  requires std::is_same_v<decltype(view.count), std::size_t>;
  requires sizeof(T) % sizeof(lockstep_stream) == sizeof(std::size_t) || requires { view.form; };
  requires !requires { view.vertices; };
};

/// The number of required streams, which stand before the count.
template <class View>
inline constexpr std::size_t streams_of = offsetof(View, count) / sizeof(lockstep_stream);

/// Three equal objects. Their numbers rise from stream to stream, so that boxes have low < high; no rotations.
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

/// The kinds of the first and the second range of objects of a call, and of its motions.
struct Kinds {
  lockstep_objects_kind first = LOCKSTEP_OBJECTS_NONE, second = LOCKSTEP_OBJECTS_NONE;
  lockstep_motions_kind motions = 0;
};

constexpr std::array<const char*, 21> kind_names = {"NONE",     "SPHERES",  "AABBS",  "BOXES",  "TRANSFORMED_BOXES",
                                                    "CAPSULES", "CIRCLES2", "AABBS2", "BOXES2", "CAPSULES2",
                                                    "POINTS",   "POINTS2",  "RAYS",   "RAYS2",  "SHAPES",
                                                    "SHAPES2",  "BODIES",   "WORLD",  "MESH",   "POSITIONS",
                                                    "PLACED"};

enum class Objects { of_spheres, of_aabbs, of_shapes, of_bodies, of_circles, of_aabbs2, end };

/// One object of each type that calls take.
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
  lockstep_neighbour_search* search = nullptr;
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
      case Objects::of_spheres: world = lockstep_world_create(lockstep_of_spheres(&balls), nullptr); break;
      case Objects::of_aabbs: world = lockstep_world_create(lockstep_of_aabbs(&boxes), nullptr); break;
      case Objects::of_shapes: world = lockstep_world_create(lockstep_of_shapes(set), nullptr); break;
      case Objects::of_bodies: world = lockstep_world_create(lockstep_of_bodies(bodies), nullptr); break;
      case Objects::of_circles: world = lockstep_world_create(lockstep_of_circles2(&circles), nullptr); break;
      default: world = lockstep_world_create(lockstep_of_aabbs2(&boxes2), nullptr); break;
    }
    lockstep_world_handle(world, 1, &handle);
    constexpr std::array<lockstep_vec3d, 2> two = {};
    search = lockstep_neighbour_search_create(two.data(), two.size(), &cell, 1, nullptr);
  }
  ~Things() {
    lockstep_neighbour_search_destroy(search), lockstep_world_destroy(world), lockstep_pair_events_destroy(events);
    lockstep_overlap_pass_destroy(pass), lockstep_triangle_mesh_destroy(mesh), lockstep_volume_set_destroy(volumes);
    lockstep_volume_destroy(volume), lockstep_body_set_destroy(bodies), lockstep_shape_set2_destroy(set2);
    lockstep_shape_set_destroy(set);
  }
  Things(const Things&) = delete;
  Things& operator=(const Things&) = delete;
};

/// Valid arguments for a call, by their types.
class Arguments {
 public:
  Arguments(Objects objects, std::int32_t checking, const Kinds& kinds = {})
      : things_(objects), checking_(checking), kinds_(kinds) {}

  template <class P>
  P get() {
    if constexpr (std::is_pointer_v<P> && std::is_function_v<std::remove_pointer_t<P>>)
      return [](auto...) {};
    else if constexpr (std::is_pointer_v<P>)
      return const_cast<P>(pointer(static_cast<const std::remove_pointer_t<P>*>(nullptr)));
    else if constexpr (std::is_same_v<P, lockstep_objects>)
      return objects(ranges_++ == 0 ? kinds_.first : kinds_.second);
    else if constexpr (std::is_same_v<P, lockstep_motions>)
      return moves(kinds_.motions);
    else if constexpr (std::is_floating_point_v<P>)
      return static_cast<P>(floats_++ == 0 ? 1 : floats_ == 2 ? 2 : 0.5);
    else if constexpr (std::is_same_v<P, std::size_t>)
      return three;
    else if constexpr (std::is_same_v<P, std::uint32_t>)
      return 1;
    else
      return static_cast<P>(checking_);
  }

 private:
  lockstep_objects objects(lockstep_objects_kind kind) {
    switch (kind) {
      case LOCKSTEP_OBJECTS_SPHERES: return lockstep_of_spheres(get<const lockstep_sphere_view*>());
      case LOCKSTEP_OBJECTS_AABBS: return lockstep_of_aabbs(get<const lockstep_aabb_view*>());
      case LOCKSTEP_OBJECTS_BOXES: return lockstep_of_boxes(get<const lockstep_box_view*>());
      case LOCKSTEP_OBJECTS_TRANSFORMED_BOXES:
        return lockstep_of_transformed_boxes(get<const lockstep_transformed_box_view*>());
      case LOCKSTEP_OBJECTS_CAPSULES: return lockstep_of_capsules(get<const lockstep_capsule_view*>());
      case LOCKSTEP_OBJECTS_CIRCLES2: return lockstep_of_circles2(get<const lockstep_circle_view*>());
      case LOCKSTEP_OBJECTS_AABBS2: return lockstep_of_aabbs2(get<const lockstep_aabb2_view*>());
      case LOCKSTEP_OBJECTS_BOXES2: return lockstep_of_boxes2(get<const lockstep_box2_view*>());
      case LOCKSTEP_OBJECTS_CAPSULES2: return lockstep_of_capsules2(get<const lockstep_capsule2_view*>());
      case LOCKSTEP_OBJECTS_POINTS: return lockstep_of_points(get<const lockstep_vec3*>(), three);
      case LOCKSTEP_OBJECTS_POINTS2: return lockstep_of_points2(get<const lockstep_vec2*>(), three);
      case LOCKSTEP_OBJECTS_RAYS: return lockstep_of_rays(get<const lockstep_ray*>(), three);
      case LOCKSTEP_OBJECTS_RAYS2: return lockstep_of_rays2(get<const lockstep_ray2*>(), three);
      case LOCKSTEP_OBJECTS_SHAPES: return lockstep_of_shapes(things_.set);
      case LOCKSTEP_OBJECTS_SHAPES2: return lockstep_of_shapes2(things_.set2);
      case LOCKSTEP_OBJECTS_BODIES: return lockstep_of_bodies(things_.bodies);
      case LOCKSTEP_OBJECTS_WORLD: return lockstep_of_world(things_.world);
      case LOCKSTEP_OBJECTS_MESH: return lockstep_of_mesh(things_.mesh);
      case LOCKSTEP_OBJECTS_POSITIONS: return lockstep_of_positions(get<const lockstep_vec3d*>(), three);
      case LOCKSTEP_OBJECTS_PLACED: return lockstep_of_placed(get<const lockstep_placed_view*>());
      default: return lockstep_no_objects();
    }
  }
  lockstep_motions moves(lockstep_motions_kind kind) {
    switch (kind) {
      case LOCKSTEP_MOTIONS_STRAIGHT: return lockstep_straight(get<const lockstep_vec3*>());
      case LOCKSTEP_MOTIONS_TURNING: return lockstep_turning(motions.data());
      case LOCKSTEP_MOTIONS_STRAIGHT2: return lockstep_straight2(get<const lockstep_vec2*>());
      case LOCKSTEP_MOTIONS_TURNING2: return lockstep_turning2(motions2.data());
      default: return {kind, {nullptr}};
    }
  }
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
  const lockstep_neighbour_search* pointer(const lockstep_neighbour_search*) { return things_.search; }
  const lockstep_object_handle* pointer(const lockstep_object_handle*) { return copy_of(things_.handle); }
  const lockstep_shape* pointer(const lockstep_shape*) { return shapes.data(); }
  const lockstep_shape2* pointer(const lockstep_shape2*) { return &circle; }
  const lockstep_pose* pointer(const lockstep_pose*) { return &pose; }
  const lockstep_clip_window* pointer(const lockstep_clip_window*) { return &window; }
  const lockstep_height_field* pointer(const lockstep_height_field*) { return &terrain; }
  const lockstep_cell* pointer(const lockstep_cell*) { return &cell; }
  const lockstep_vec2* pointer(const lockstep_vec2*) { return copy_of(points2); }
  const lockstep_vec3* pointer(const lockstep_vec3*) { return copy_of(corners); }
  const lockstep_ray* pointer(const lockstep_ray*) { return rays.data(); }
  const lockstep_placed_view* pointer(const lockstep_placed_view*) {
    const lockstep_double_stream at = {depths.data(), 0};
    return copy_of(lockstep_placed_view{lockstep_of_boxes(get<const lockstep_box_view*>()), at, at, at});
  }
  const lockstep_ray2* pointer(const lockstep_ray2*) { return rays2.data(); }
  const lockstep_motion* pointer(const lockstep_motion*) { return motions.data(); }
  const lockstep_motion2* pointer(const lockstep_motion2*) { return motions2.data(); }
  /// NULL for views, which are compared side by side.
  const lockstep_pair* pointer(const lockstep_pair*) {
    const bool views = kinds_.first >= LOCKSTEP_OBJECTS_SPHERES && kinds_.first <= LOCKSTEP_OBJECTS_CAPSULES2;
    return views ? nullptr : copy_of(pairs);
  }
  const std::uint32_t* pointer(const std::uint32_t*) { return copy_of(indices); }
  const std::size_t* pointer(const std::size_t*) { return copy_of(ends); }
  const void* pointer(const void*) { return nullptr; }  // the context of a callback
  const double* pointer(const double*) { return copy_of(depths); }
  const lockstep_matrix* pointer(const lockstep_matrix*) {
    return copy_of(lockstep_matrix{identity.data(), nullptr, 0, 0});
  }
  const lockstep_visible_sets* pointer(const lockstep_visible_sets*) {
    lockstep_visible_sets sets = {};
    sets.size = sizeof sets, sets.room = three;
    sets.by_volume = room<std::uint64_t>(), sets.by_object = room<std::uint64_t>();
    sets.counts = room<std::size_t>(), sets.first = room<std::size_t>(), sets.indices = room<std::uint32_t>();
    return copy_of(sets);
  }
  const lockstep_overlap_output* pointer(const lockstep_overlap_output*) {
    lockstep_overlap_output output = {};
    output.size = sizeof output, output.room = three;
    output.pairs = room<lockstep_pair>(), output.counts = room<std::uint32_t>(), output.any = room<std::uint64_t>();
    return copy_of(output);
  }
  const lockstep_neighbour_output* pointer(const lockstep_neighbour_output*) {
    lockstep_neighbour_output output = {};
    output.size = sizeof output, output.room = 2;
    output.i = room<std::uint32_t>(), output.distances = room<double>();
    return copy_of(output);
  }
  /// Views, options, and buffers for outputs.
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
  Kinds kinds_;
  int floats_ = 0, ranges_ = 0;
  std::vector<std::unique_ptr<Memory>> memory_;
};

/// Whether a call refused its arguments, and the message.
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
void destroy(lockstep_neighbour_search* made) { lockstep_neighbour_search_destroy(made); }
[[maybe_unused]] void destroy(lockstep_overlap_pass* made) { lockstep_overlap_pass_destroy(made); }
[[maybe_unused]] void destroy(lockstep_scratch* made) { lockstep_scratch_destroy(made); }
[[maybe_unused]] void destroy(lockstep_pair_events* made) { lockstep_pair_events_destroy(made); }
void destroy(lockstep_world* made) { lockstep_world_destroy(made); }
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

/// The results of the trials of one call.
struct Refusals {
  std::size_t streams = 0, refused_streams = 0;
  std::string wrong;
};

template <class R, class... P>
std::tuple<P...> given(Arguments& arguments, R (*)(P...)) {
  return {arguments.get<P>()...};  // in this order
}

/// The number of required streams of a range, 0 if it is no view.
std::size_t streams_in(lockstep_objects_kind kind) {
  switch (kind) {
    case LOCKSTEP_OBJECTS_SPHERES: return streams_of<lockstep_sphere_view>;
    case LOCKSTEP_OBJECTS_AABBS: return streams_of<lockstep_aabb_view>;
    case LOCKSTEP_OBJECTS_BOXES: return streams_of<lockstep_box_view>;
    case LOCKSTEP_OBJECTS_TRANSFORMED_BOXES: return streams_of<lockstep_transformed_box_view>;
    case LOCKSTEP_OBJECTS_CAPSULES: return streams_of<lockstep_capsule_view>;
    case LOCKSTEP_OBJECTS_CIRCLES2: return streams_of<lockstep_circle_view>;
    case LOCKSTEP_OBJECTS_AABBS2: return streams_of<lockstep_aabb2_view>;
    case LOCKSTEP_OBJECTS_BOXES2: return streams_of<lockstep_box2_view>;
    case LOCKSTEP_OBJECTS_CAPSULES2: return streams_of<lockstep_capsule2_view>;
    default: return 0;
  }
}

/// Makes a stream of a view null, in the memory of `Arguments`, which made it.
void make_null(const lockstep_objects& range, std::size_t stream) {
  unsigned char* view;
  std::memcpy(&view, &range.as, sizeof view);
  const lockstep_stream none = {nullptr, sizeof(float)};
  std::memcpy(view + stream * sizeof none, &none, sizeof none);
}

/// Sets each stream of argument I, a range of objects, to null in turn.
template <std::size_t I, class R, class... P>
void try_streams(R (*call)(P...), Objects objects, std::int32_t checking, const Kinds& kinds, Refusals& found) {
  for (std::size_t s = 0, streams = 1; s < streams; ++s) {
    Arguments arguments(objects, checking, kinds);
    const auto with = given(arguments, call);
    streams = streams_in(std::get<I>(with).kind);
    if (streams == 0) return;
    make_null(std::get<I>(with), s);
    const Outcome outcome = outcome_of(call, with);
    ++found.streams;
    if (!outcome.refused)
      found.wrong = "stream " + std::to_string(s) + " of argument " + std::to_string(I) + " is taken";
    else if (outcome.sentence.find(": is null, the view has 3 objects") != std::string::npos)
      ++found.refused_streams;
  }
}

template <std::size_t I, class R, class... P>
void try_argument(R (*call)(P...), Objects objects, std::int32_t checking, const Kinds& kinds, Refusals& found) {
  using Argument = std::tuple_element_t<I, std::tuple<P...>>;
  constexpr bool is_range = std::is_same_v<Argument, lockstep_objects>;
  if constexpr (std::is_pointer_v<Argument> || is_range || std::is_same_v<Argument, lockstep_motions>) {
    Arguments arguments(objects, checking, kinds);
    auto with = given(arguments, call);
    if constexpr (std::is_pointer_v<Argument>)
      std::get<I>(with) = nullptr;
    else
      std::memset(&std::get<I>(with).as, 0, sizeof std::get<I>(with).as);
    const Outcome outcome = outcome_of(call, with);
    if (outcome.refused && outcome.sentence.empty()) found.wrong = "no sentence";
    if constexpr (is_range) try_streams<I>(call, objects, checking, kinds, found);
  }
}

template <class R, class... P>
Refusals refusals_of(R (*call)(P...), Objects objects, std::int32_t checking, const Kinds& kinds) {
  Refusals found;
  [&]<std::size_t... I>(std::index_sequence<I...>) { (try_argument<I>(call, objects, checking, kinds, found), ...); }
  (std::index_sequence_for<P...>{});
  return found;
}

template <class T, class... P>
inline constexpr std::size_t number_of = (std::size_t{std::is_same_v<T, P>} + ... + 0);

/// Calls try_it(kinds) for each combination of kinds.
template <class... P, class Try>
void each_of_kinds(const Try& try_it) {
  constexpr std::size_t ranges = number_of<lockstep_objects, P...>;
  constexpr int all = static_cast<int>(kind_names.size());
  for (int first = 0; first < (ranges > 0 ? all : 1); ++first)
    for (int second = 0; second < (ranges > 1 ? all : 1); ++second)
      for (int moving = 0; moving < (number_of < lockstep_motions, P... >> 0 ? 5 : 1); ++moving)
        try_it(Kinds{first, second, moving});
}

/// Whether a call accepts the kinds: its message, if there is one, is not about them.
template <class R, class... P>
bool takes(R (*call)(P...), Objects objects, const Kinds& kinds) {
  Arguments arguments(objects, LOCKSTEP_CHECK_INPUTS, kinds);
  const Outcome outcome = outcome_of(call, given(arguments, call));
  const bool about = outcome.sentence.find(".kind = ") != std::string::npos;
  EXPECT_TRUE(!about || outcome.sentence.find(": must be ") != std::string::npos) << outcome.sentence;
  return !about;
}

/// Calls that refuse nothing.
bool has_an_answer_for_all(std::string_view name) { return name == "lockstep_size" || name == "lockstep_contains"; }

template <class R, class... P>
void expect_sentences(const char* name, R (*call)(P...)) {
  if (has_an_answer_for_all(name)) return;
  if (std::string_view(name).ends_with("_destroy")) {
    std::apply(call, std::tuple<P...>());
    return;
  }
  each_of_kinds<P...>([&](const Kinds& kinds) {
    std::size_t streams = 0, refused = 0;
    for (int objects = 0; objects < static_cast<int>(Objects::end); ++objects) {
      if (!takes(call, static_cast<Objects>(objects), kinds)) continue;
      for (const lockstep_checking checking : {LOCKSTEP_CHECK_INPUTS, LOCKSTEP_CHECK_NONE}) {
        const Refusals found = refusals_of(call, static_cast<Objects>(objects), checking, kinds);
        EXPECT_EQ(found.wrong, "") << name << ", world of kind " << objects << ", checking " << checking;
        streams = std::max(streams, found.streams), refused = std::max(refused, found.refused_streams);
      }
    }
    EXPECT_EQ(refused, streams) << name << ", " << kind_names[static_cast<std::size_t>(kinds.first)]
                                << ": a stream that is null is not named";
  });
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

/// "SHAPES MESH straight", "CIRCLES2 straight2 in WORLD2": `in` if the call takes a world by its handle.
std::string name_of(const Kinds& kinds, std::size_t ranges, bool plane, bool in) {
  constexpr std::array<const char*, 5> motion_names = {"", " straight", " turning", " straight2", " turning2"};
  const std::string world = plane ? "WORLD2" : "WORLD";
  const auto name = [&](lockstep_objects_kind kind) {
    return kind == LOCKSTEP_OBJECTS_WORLD ? world : kind_names[static_cast<std::size_t>(kind)];
  };
  return name(kinds.first) + (ranges > 1 ? " " + name(kinds.second) : "") +
         motion_names[static_cast<std::size_t>(kinds.motions)] + (in ? " in " + world : "");
}

/// The kinds that a call accepts; empty for a call without ranges of objects.
template <class R, class... P>
std::set<std::string> kinds_of(R (*call)(P...)) {
  constexpr std::size_t ranges = number_of<lockstep_objects, P...>;
  constexpr bool in = (number_of<const lockstep_world*, P...> + number_of<lockstep_world*, P...>) > 0;
  std::set<std::string> all;
  if constexpr (ranges > 0)
    each_of_kinds<P...>([&](const Kinds& kinds) {
      for (const Objects objects : {Objects::of_spheres, Objects::of_circles})
        if (takes(call, objects, kinds)) all.insert(name_of(kinds, ranges, objects == Objects::of_circles, in));
    });
  return all;
}

TEST(Kinds, AreThoseThatACallTakesAndNoOthers) {
  const std::map<std::string, std::set<std::string>> expected = {
      {"lockstep_cull", {"SPHERES", "AABBS", "BOXES", "TRANSFORMED_BOXES", "SHAPES", "WORLD", "PLACED"}},
      {"lockstep_cull_list", {"SPHERES", "AABBS", "BOXES", "TRANSFORMED_BOXES", "SHAPES", "WORLD", "PLACED"}},
      {"lockstep_cull_many", {"SPHERES", "AABBS", "BOXES", "TRANSFORMED_BOXES", "SHAPES", "WORLD", "PLACED"}},
      {"lockstep_world_create", {"NONE", "SPHERES", "AABBS", "SHAPES", "BODIES", "CIRCLES2", "AABBS2"}},
      {"lockstep_world_move",
       {"SPHERES in WORLD", "AABBS in WORLD", "SHAPES in WORLD", "BODIES in WORLD", "CIRCLES2 in WORLD2",
        "AABBS2 in WORLD2"}},
      {"lockstep_world_move_some", {"SPHERES in WORLD", "AABBS in WORLD", "CIRCLES2 in WORLD2", "AABBS2 in WORLD2"}},
      {"lockstep_world_add", {"SPHERES in WORLD", "AABBS in WORLD", "CIRCLES2 in WORLD2", "AABBS2 in WORLD2"}},
      {"lockstep_within",
       {"SPHERES in WORLD", "AABBS in WORLD", "SHAPES in WORLD", "POINTS in WORLD", "POSITIONS in WORLD",
        "CIRCLES2 in WORLD2", "AABBS2 in WORLD2", "POINTS2 in WORLD2"}},
      {"lockstep_kind_of", {"SHAPES", "SHAPES2"}},
      {"lockstep_nearest", {"POINTS in WORLD", "POSITIONS in WORLD", "POINTS2 in WORLD2"}},
      {"lockstep_intersect",
       {"SPHERES SPHERES", "AABBS AABBS", "BOXES BOXES", "CAPSULES CAPSULES", "CIRCLES2 CIRCLES2", "AABBS2 AABBS2",
        "BOXES2 BOXES2", "CAPSULES2 CAPSULES2", "SHAPES SHAPES", "SHAPES2 SHAPES2", "SHAPES MESH"}},
      {"lockstep_any_overlap", {"SHAPES SHAPES", "SHAPES2 SHAPES2"}},
      {"lockstep_count_overlaps", {"SHAPES SHAPES", "SHAPES2 SHAPES2"}},
      {"lockstep_distance",
       {"SPHERES SPHERES", "AABBS AABBS", "BOXES BOXES", "CAPSULES CAPSULES", "SHAPES SHAPES", "BODIES BODIES",
        "SHAPES BODIES", "SHAPES MESH"}},
      {"lockstep_distance2", {"CIRCLES2 CIRCLES2", "BOXES2 BOXES2", "CAPSULES2 CAPSULES2", "SHAPES2 SHAPES2"}},
      {"lockstep_contacts", {"SHAPES SHAPES", "SHAPES MESH"}},
      {"lockstep_contacts2", {"SHAPES2 SHAPES2"}},
      {"lockstep_contacts_bodies", {"SHAPES", "BODIES"}},
      {"lockstep_cast",
       {"SHAPES SHAPES straight", "SHAPES SHAPES turning", "SHAPES BODIES straight", "SHAPES MESH straight",
        "BODIES BODIES straight"}},
      {"lockstep_cast2", {"SHAPES2 SHAPES2 straight2", "SHAPES2 SHAPES2 turning2"}},
      {"lockstep_cast_rays", {"RAYS SHAPES", "RAYS BODIES", "RAYS MESH"}},
      {"lockstep_cast_rays2", {"RAYS2 SHAPES2"}},
      {"lockstep_first_hits", {"RAYS SHAPES", "RAYS WORLD", "RAYS MESH"}},
      {"lockstep_first_hits2", {"RAYS2 WORLD2"}},
      {"lockstep_any_hits", {"RAYS SHAPES", "RAYS WORLD", "RAYS MESH", "RAYS2 WORLD2"}},
      {"lockstep_all_hits", {"RAYS SHAPES", "RAYS WORLD", "RAYS MESH", "RAYS2 WORLD2"}},
      {"lockstep_first_contacts",
       {"SPHERES straight in WORLD", "AABBS straight in WORLD", "SHAPES straight in WORLD", "SHAPES turning in WORLD"}},
      {"lockstep_first_contacts2", {"CIRCLES2 straight2 in WORLD2", "AABBS2 straight2 in WORLD2"}},
      {"lockstep_any_contacts",
       {"SPHERES straight in WORLD", "AABBS straight in WORLD", "SHAPES straight in WORLD", "SHAPES turning in WORLD",
        "CIRCLES2 straight2 in WORLD2", "AABBS2 straight2 in WORLD2"}},
      {"lockstep_all_contacts",
       {"SPHERES straight in WORLD", "AABBS straight in WORLD", "SHAPES straight in WORLD", "SHAPES turning in WORLD",
        "CIRCLES2 straight2 in WORLD2", "AABBS2 straight2 in WORLD2"}},
      {"lockstep_overlap",
       {"SPHERES SPHERES", "CIRCLES2 CIRCLES2", "SHAPES SHAPES", "SHAPES2 SHAPES2", "BODIES BODIES", "WORLD WORLD",
        "WORLD2 WORLD2", "SPHERES NONE", "CIRCLES2 NONE", "SHAPES NONE", "SHAPES2 NONE", "BODIES NONE", "WORLD NONE",
        "WORLD2 NONE"}},
      {"lockstep_overlapping",
       {"WORLD SPHERES", "WORLD AABBS", "WORLD SHAPES", "MESH SPHERES", "MESH AABBS", "MESH SHAPES", "WORLD2 CIRCLES2",
        "WORLD2 AABBS2"}},
      {"lockstep_any_overlapping",
       {"WORLD SPHERES", "WORLD AABBS", "WORLD SHAPES", "MESH SPHERES", "MESH AABBS", "MESH SHAPES", "WORLD2 CIRCLES2",
        "WORLD2 AABBS2"}}};
  std::map<std::string, std::set<std::string>> found;
#define LOCKSTEP_CALL(name)                                                                          \
  if (std::set<std::string> kinds = kinds_of(name); !kinds.empty() && !has_an_answer_for_all(#name)) \
    found[#name] = std::move(kinds);
#include "calls.inc"
#undef LOCKSTEP_CALL
  EXPECT_EQ(found, expected);
}

TEST(Kinds, HaveASizeAndSomeContainIndices) {
  for (const Objects objects : {Objects::of_bodies, Objects::of_circles})
    for (lockstep_objects_kind kind = LOCKSTEP_OBJECTS_NONE; kind <= LOCKSTEP_OBJECTS_PLACED; ++kind) {
      Arguments arguments(objects, LOCKSTEP_CHECK_INPUTS, {.first = kind});
      auto range = arguments.get<lockstep_objects>();
      EXPECT_EQ(lockstep_size(range), kind == LOCKSTEP_OBJECTS_NONE ? 0 : three) << kind;
      const bool indexed = kind >= LOCKSTEP_OBJECTS_SHAPES && kind <= LOCKSTEP_OBJECTS_WORLD;
      EXPECT_EQ(lockstep_contains(range, 2), indexed ? 1 : 0) << kind;
      EXPECT_EQ(lockstep_contains(range, 3), 0) << kind;
      std::memset(&range.as, 0, sizeof range.as);
      EXPECT_EQ(lockstep_size(range), 0U) << kind;
      EXPECT_EQ(lockstep_contains(range, 0), 0) << kind;
    }
}

TEST(Kinds, AreNamedWhenTheyAreRefused) {
  const lockstep_objects unknown = {99, {nullptr}, 0};
  Arguments arguments(Objects::of_spheres, LOCKSTEP_CHECK_INPUTS);
  const auto* const volume = arguments.get<const lockstep_volume*>();
  EXPECT_EQ(lockstep_cull(volume, unknown, nullptr, nullptr, nullptr), LOCKSTEP_INVALID_INPUT);
  EXPECT_STREQ(lockstep_last_error(),
               "lockstep_cull: objects.kind = 99: must be LOCKSTEP_OBJECTS_SPHERES, LOCKSTEP_OBJECTS_AABBS, "
               "LOCKSTEP_OBJECTS_BOXES, LOCKSTEP_OBJECTS_TRANSFORMED_BOXES, LOCKSTEP_OBJECTS_SHAPES, "
               "LOCKSTEP_OBJECTS_WORLD or LOCKSTEP_OBJECTS_PLACED");
  const lockstep_objects circles = lockstep_of_circles2(arguments.get<const lockstep_circle_view*>());
  const lockstep_placed_view placed_circles = {circles, {}, {}, {}};
  EXPECT_EQ(lockstep_cull(volume, lockstep_of_placed(&placed_circles), nullptr, nullptr, nullptr),
            LOCKSTEP_INVALID_INPUT);
  EXPECT_STREQ(lockstep_last_error(),
               "a placed view: objects.as.placed.shapes.kind = LOCKSTEP_OBJECTS_CIRCLES2: must be "
               "LOCKSTEP_OBJECTS_SPHERES, LOCKSTEP_OBJECTS_AABBS or LOCKSTEP_OBJECTS_BOXES");
  const lockstep_objects rays_of_space = lockstep_of_rays(rays.data(), rays.size());
  EXPECT_EQ(lockstep_contacts2(rays_of_space, rays_of_space, pairs.data(), 0, nullptr, nullptr),
            LOCKSTEP_INVALID_INPUT);
  EXPECT_STREQ(lockstep_last_error(),
               "lockstep_contacts2: first.kind = LOCKSTEP_OBJECTS_RAYS, second.kind = LOCKSTEP_OBJECTS_RAYS: must be "
               "LOCKSTEP_OBJECTS_SHAPES2 with LOCKSTEP_OBJECTS_SHAPES2");
}

TEST(Kinds, OfViewsComeWithoutPairsAndPartsWithBodies) {
  const auto spheres = view_of_three<lockstep_sphere_view>();
  const lockstep_objects balls = lockstep_of_spheres(&spheres);
  std::array<lockstep_verdict, three> verdicts;
  std::array<lockstep_interval, three> distances;
  std::array<lockstep_pair, three> parts;
  EXPECT_EQ(lockstep_intersect(balls, balls, pairs.data(), three, verdicts.data(), nullptr), LOCKSTEP_INVALID_INPUT);
  EXPECT_STREQ(lockstep_last_error(), "pairs: must be NULL for views, whose objects are compared side by side");
  EXPECT_EQ(lockstep_intersect(balls, balls, nullptr, 2, verdicts.data(), nullptr), LOCKSTEP_INVALID_INPUT);
  EXPECT_STREQ(lockstep_last_error(), "count = 2: must be the number of objects of first, which is 3");
  EXPECT_EQ(lockstep_distance(balls, balls, nullptr, three, distances.data(), nullptr, nullptr, parts.data(), nullptr),
            LOCKSTEP_INVALID_INPUT);
  EXPECT_STREQ(lockstep_last_error(), "parts: must be NULL, except for bodies");
}

}  // namespace
}  // namespace lockstep::test
