// Objects side by side in arrays: float lanes decide the pairs where they lie, and open_pairs.hpp what these leave.
#include "lockstep/intersect_views.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <string>

#include "base/float_environment.hpp"
#include "intersect/open_pairs.hpp"
#include "views/check_streams.hpp"

namespace lockstep {

using detail::BadObjects;
using detail::Streams;
using detail::StridedObjects;
using detail::ViewKind;

namespace {

constexpr std::size_t run_of_pairs = 512;  // whose open ones are listed before they are decided

/// Two views of one kind.
template <ViewKind K>
class SideBySide {
 public:
  SideBySide(const Streams<K>& first, const Streams<K>& second, const IntersectOptions& options)
      : first_(first, detail::kernels_for(detail::stream_tables, options.isa)),
        second_(second, detail::kernels_for(detail::stream_tables, options.isa)),
        decide_(detail::kernels_for(detail::element_tables, options.isa).decide[Streams<K>::kernel]),
        options_(options) {}

  void decide(std::span<Verdict> verdicts) {
    detail::for_each_range(verdicts.size(), run_of_pairs, [&](std::size_t begin, std::size_t end) {
      decide_range(begin, end - begin, reinterpret_cast<std::uint8_t*>(verdicts.data()));
    });
    bad_first_.check(first_.streams);
    bad_second_.check(second_.streams);
  }

 private:
  using Numbers = std::array<const float*, detail::stream_count(K)>;

  void decide_range(std::size_t begin, std::size_t count, std::uint8_t* codes) {
    first_.for_each_run(begin, count, [&](const Numbers& a, std::size_t at, std::size_t size) {
      second_.for_each_run(begin + at, size, [&](const Numbers& b, std::size_t more, std::size_t part) {
        Numbers a_of_part = a;
        for (const float*& stream : a_of_part) stream += more;
        decide_run(a_of_part, b, begin + at + more, part, codes);
      });
    });
  }

  void decide_run(const Numbers& a, const Numbers& b, std::size_t begin, std::size_t count, std::uint8_t* codes) {
    if (options_.check == Check::inputs) {
      if (const std::size_t bad = first_.first_bad(a, count); bad != count) bad_first_.note(begin + bad);
      if (const std::size_t bad = second_.first_bad(b, count); bad != count) bad_second_.note(begin + bad);
    }
    std::array<std::uint32_t, run_of_pairs + detail::open_padding> open;
    detail::ElementBatch batch{{}, {}, static_cast<int>(count), codes + begin, open.data()};
    std::copy(a.begin(), a.end(), batch.first);
    std::copy(b.begin(), b.end(), batch.second);
    if constexpr (K == ViewKind::aabbs2) {  // compared exactly, whatever the method
      decide_(batch);
    } else {
      const bool automatic = options_.method == Method::automatic;
      if (!automatic) std::iota(open.begin(), open.end(), 0U);
      const std::size_t left = automatic ? static_cast<std::size_t>(decide_(batch)) : count;
      if (left != 0) detail::decide_open<K>(options_.isa, automatic, a, b, std::span(open).first(left), batch.codes);
    }
  }

  StridedObjects<K> first_, second_;
  int (*decide_)(const detail::ElementBatch&);
  const IntersectOptions& options_;
  BadObjects bad_first_, bad_second_;
};

template <ViewKind K>
void intersect_streams(Streams<K> first, const char* name_of_first, Streams<K> second, const char* name_of_second,
                       std::span<Verdict> verdicts, const IntersectOptions& options) {
  const detail::FloatEnvironment standard;
  first.name = name_of_first, second.name = name_of_second;
  const auto objects = [](const Streams<K>& view) {
    return std::string(view.name) + ": has " + std::to_string(view.count) + " objects";
  };
  if (first.count != second.count)
    throw InvalidInput(objects(second) + ", needs one for each of the " + std::to_string(first.count) + " of " +
                       first.name);
  if (verdicts.size() != second.count)
    throw InvalidInput("verdicts: has " + std::to_string(verdicts.size()) + " elements, needs one for each of the " +
                       std::to_string(second.count) + " objects of " + second.name);
  detail::check_streams(first, std::as_bytes(verdicts), "verdicts");
  detail::check_streams(second, std::as_bytes(verdicts), "verdicts");
  SideBySide<K>(first, second, options).decide(verdicts);
}

template <class View>
void intersect_views(const View& first, const View& second, std::span<Verdict> verdicts,
                     const IntersectOptions& options) {
  intersect_streams(detail::streams_of(first), "first", detail::streams_of(second), "second", verdicts, options);
}

/// One object is a view whose numbers all objects share: the same floats in the same order.
template <class Shape, class View>
void intersect_one(const Shape& one, const View& many, std::span<Verdict> verdicts, const IntersectOptions& options) {
  const auto second = detail::streams_of(many);
  auto first = second;
  const auto numbers = std::bit_cast<std::array<float, first.size>>(one);
  for (std::size_t s = 0; s < numbers.size(); ++s) first.stream[s] = {&numbers[s], 0};
  intersect_streams(first, "one", second, "many", verdicts, options);
}

}  // namespace

#define LOCKSTEP_SIDE_BY_SIDE(Shape, View)                                                                           \
  void intersect(const View& first, const View& second, std::span<Verdict> verdicts,                                 \
                 const IntersectOptions& options) {                                                                  \
    intersect_views(first, second, verdicts, options);                                                               \
  }                                                                                                                  \
  void intersect(const Shape& one, const View& many, std::span<Verdict> verdicts, const IntersectOptions& options) { \
    intersect_one(one, many, verdicts, options);                                                                     \
  }
LOCKSTEP_SIDE_BY_SIDE(Sphere, SphereView)
LOCKSTEP_SIDE_BY_SIDE(Aabb, AabbView)
LOCKSTEP_SIDE_BY_SIDE(Box, BoxView)
LOCKSTEP_SIDE_BY_SIDE(Capsule, CapsuleView)
LOCKSTEP_SIDE_BY_SIDE(Circle2, CircleView)
LOCKSTEP_SIDE_BY_SIDE(Aabb2, Aabb2View)
LOCKSTEP_SIDE_BY_SIDE(Box2, Box2View)
LOCKSTEP_SIDE_BY_SIDE(Capsule2, Capsule2View)
#undef LOCKSTEP_SIDE_BY_SIDE

}  // namespace lockstep
