// Overlap tests of objects side by side in arrays: float lanes decide the pairs in place, and undecided_pairs.hpp those
// that are left.
#include "lockstep/intersect.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <string>

#include "base/call.hpp"
#include "intersect/undecided_pairs.hpp"
#include "views/side_by_side.hpp"

namespace lockstep {

using detail::Streams;
using detail::ViewKind;

namespace {

constexpr std::size_t run_of_pairs = 512;  // whose open pairs are listed before they are decided

/// Verdicts on runs of two views of one kind.
template <ViewKind K>
struct ElementVerdicts {
  using Numbers = typename detail::SideBySide<K>::Numbers;

  int (*decide)(const detail::ElementBatch&);
  const IntersectOptions& options;
  std::uint8_t* codes;

  void operator()(const Numbers& a, const Numbers& b, std::size_t begin, std::size_t count) const {
    std::array<std::uint32_t, run_of_pairs + detail::undecided_padding> undecided;
    detail::ElementBatch batch{{}, {}, static_cast<int>(count), codes + begin, undecided.data()};
    std::copy(a.begin(), a.end(), batch.first);
    std::copy(b.begin(), b.end(), batch.second);
    if constexpr (K == ViewKind::aabbs2) {  // compared exactly, whatever the method
      decide(batch);
    } else {
      const bool automatic = options.method == Method::automatic;
      if (!automatic) std::iota(undecided.begin(), undecided.end(), 0U);
      const std::size_t left = automatic ? static_cast<std::size_t>(decide(batch)) : count;
      if (left != 0)
        detail::decide_undecided<K>(options.isa, automatic, a, b, std::span(undecided).first(left), batch.codes);
    }
  }
};

template <ViewKind K>
void intersect_streams(Streams<K> first, const char* name_of_first, Streams<K> second, const char* name_of_second,
                       std::span<Verdict> verdicts, const IntersectOptions& options) {
  const detail::Call call(options.executor);
  first.name = name_of_first, second.name = name_of_second;
  detail::check_same_count(first, second);
  if (verdicts.size() != second.count)
    throw InvalidInput("verdicts: has " + std::to_string(verdicts.size()) + " elements, needs one for each of the " +
                       std::to_string(second.count) + " objects of " + second.name);
  detail::check_streams(first, std::as_bytes(verdicts), "verdicts");
  detail::check_streams(second, std::as_bytes(verdicts), "verdicts");
  const auto decide = detail::kernels_for(detail::element_tables, options.isa).decide[Streams<K>::kernel];
  detail::SideBySide<K>(first, second, options.isa, options.check)
      .for_each_run(run_of_pairs,
                    ElementVerdicts<K>{decide, options, reinterpret_cast<std::uint8_t*>(verdicts.data())});
}

}  // namespace

template <IntersectViews View>
void intersect(const View& first, const View& second, std::span<Verdict> verdicts, const IntersectOptions& options) {
  intersect_streams(detail::streams_of(first), "first", detail::streams_of(second), "second", verdicts, options);
}

template <IntersectViews View>
void intersect(const typename View::Shape& one, const View& many, std::span<Verdict> verdicts,
               const IntersectOptions& options) {
  const auto second = detail::streams_of(many);
  const auto numbers = std::bit_cast<std::array<float, second.size>>(one);
  intersect_streams(detail::shared_by_all(numbers, second), "one", second, "many", verdicts, options);
}

template LOCKSTEP_API void intersect(const SphereView&, const SphereView&, std::span<Verdict>, const IntersectOptions&);
template LOCKSTEP_API void intersect(const AabbView&, const AabbView&, std::span<Verdict>, const IntersectOptions&);
template LOCKSTEP_API void intersect(const BoxView&, const BoxView&, std::span<Verdict>, const IntersectOptions&);
template LOCKSTEP_API void intersect(const CapsuleView&, const CapsuleView&, std::span<Verdict>,
                                     const IntersectOptions&);
template LOCKSTEP_API void intersect(const CircleView&, const CircleView&, std::span<Verdict>, const IntersectOptions&);
template LOCKSTEP_API void intersect(const Aabb2View&, const Aabb2View&, std::span<Verdict>, const IntersectOptions&);
template LOCKSTEP_API void intersect(const Box2View&, const Box2View&, std::span<Verdict>, const IntersectOptions&);
template LOCKSTEP_API void intersect(const Capsule2View&, const Capsule2View&, std::span<Verdict>,
                                     const IntersectOptions&);
template LOCKSTEP_API void intersect(const Sphere&, const SphereView&, std::span<Verdict>, const IntersectOptions&);
template LOCKSTEP_API void intersect(const Aabb&, const AabbView&, std::span<Verdict>, const IntersectOptions&);
template LOCKSTEP_API void intersect(const Box&, const BoxView&, std::span<Verdict>, const IntersectOptions&);
template LOCKSTEP_API void intersect(const Capsule&, const CapsuleView&, std::span<Verdict>, const IntersectOptions&);
template LOCKSTEP_API void intersect(const Circle2&, const CircleView&, std::span<Verdict>, const IntersectOptions&);
template LOCKSTEP_API void intersect(const Aabb2&, const Aabb2View&, std::span<Verdict>, const IntersectOptions&);
template LOCKSTEP_API void intersect(const Box2&, const Box2View&, std::span<Verdict>, const IntersectOptions&);
template LOCKSTEP_API void intersect(const Capsule2&, const Capsule2View&, std::span<Verdict>, const IntersectOptions&);

}  // namespace lockstep
