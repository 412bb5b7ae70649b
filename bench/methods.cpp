#include "methods.hpp"

#include <stdexcept>
#include <utility>

#include <lockstep/cull.hpp>
#include <lockstep/intersect.hpp>

#include "per_isa.hpp"

LOCKSTEP_BENCH_DECLARE(scalar);
#ifdef LOCKSTEP_BENCH_HAVE_SSE42
LOCKSTEP_BENCH_DECLARE(sse42);
#endif
#ifdef LOCKSTEP_BENCH_HAVE_AVX2
LOCKSTEP_BENCH_DECLARE(avx2);
#endif
#ifdef LOCKSTEP_BENCH_HAVE_AVX512
LOCKSTEP_BENCH_DECLARE(avx512);
#endif
#ifdef LOCKSTEP_BENCH_HAVE_NEON
LOCKSTEP_BENCH_DECLARE(neon);
#endif

namespace lockstep::bench {
namespace {

/// What was compiled with the flags of this instruction set.
const PerIsa& per_isa(Isa isa) {
  switch (isa) {
    case Isa::scalar: return *lockstep_bench_scalar();
#ifdef LOCKSTEP_BENCH_HAVE_SSE42
    case Isa::sse42: return *lockstep_bench_sse42();
#endif
#ifdef LOCKSTEP_BENCH_HAVE_AVX2
    case Isa::avx2: return *lockstep_bench_avx2();
#endif
#ifdef LOCKSTEP_BENCH_HAVE_AVX512
    case Isa::avx512: return *lockstep_bench_avx512();
#endif
#ifdef LOCKSTEP_BENCH_HAVE_NEON
    case Isa::neon: return *lockstep_bench_neon();
#endif
    default: throw std::invalid_argument("the benchmarks have no reference for this instruction set");
  }
}

ShapeSet shape_set(const PairWorkload& workload) {
  ShapeSet set;
  std::visit(
      [&](const auto& shapes) {
        set.reserve(shapes.size());
        for (std::size_t i = 0; i < shapes.size(); ++i) set.add(shapes[i]);
      },
      workload.shapes);
  return set;
}

// `gjk` and `auto` are what a user gets who has checked the pair indices already.
class LockstepPairs final : public Method {
 public:
  LockstepPairs(const PairWorkload& workload, lockstep::Method method, Isa isa)
      : shapes_(shape_set(workload)),
        pairs_(workload.pairs),
        verdicts_(workload.pairs.size()),
        options_{.method = method, .check = Check::none, .isa = isa} {}

  void run() override { intersect(shapes_, shapes_, pairs_, verdicts_, options_); }
  bool hit(std::size_t query) const override { return overlaps(verdicts_[query]); }
  bool undecided(std::size_t query) const override { return verdicts_[query] == Verdict::touching; }

 private:
  ShapeSet shapes_;
  const std::vector<Pair>& pairs_;
  std::vector<Verdict> verdicts_;
  IntersectOptions options_;
};

/// One camera after the other, or all in one pass.
template <class Columns>
class LockstepCull final : public Method {
 public:
  LockstepCull(const Columns& objects, const CullScene& scene, CullMethod method, bool together, Isa isa)
      : objects_(objects.view()),
        scene_(scene),
        together_(together),
        row_(mask_words(objects.size())),
        visible_(scene.cameras.size() * row_),
        proven_(visible_),
        options_{.method = method, .touching = Touching::separate, .check = Check::none, .isa = isa} {
    cull_all(proven_);
    options_.touching = Touching::overlap;
  }

  void run() override { cull_all(visible_); }
  bool hit(std::size_t query) const override { return bit(visible_, query); }
  bool undecided(std::size_t query) const override { return bit(visible_, query) && !bit(proven_, query); }

 private:
  using Masks = std::vector<std::uint64_t>;  // a row for each camera

  void cull_all(Masks& masks) const {
    if (together_) {
      cull(*scene_.parts, objects_, {.by_volume = masks}, options_);
      return;
    }
    for (std::size_t i = 0; i < scene_.cameras.size(); ++i)
      cull(scene_.cameras[i].volume, objects_, std::span(masks).subspan(i * row_, row_), options_);
  }
  [[nodiscard]] bool bit(const Masks& masks, std::size_t query) const {
    const std::size_t object = query % objects_.count;
    return (masks[query / objects_.count * row_ + object / 64] >> (object % 64) & 1) != 0;
  }

  decltype(std::declval<Columns>().view()) objects_;
  const CullScene& scene_;
  bool together_;
  std::size_t row_;
  Masks visible_;
  Masks proven_;  ///< what stays visible if `touching` means no
  CullOptions options_;
};

PairMethod lockstep_pairs(const char* name, lockstep::Method method) {
  return {name, Answers::exact, [](const PairWorkloadSpec&) { return true; },
          [method](const PairWorkload& workload, Isa isa) {
            return std::make_unique<LockstepPairs>(workload, method, isa);
          }};
}

/// How the cameras of a scene are gone through: parts of one view together if they can be.
enum class Pass : std::uint8_t { best, one_by_one };

CullSceneMethod lockstep_cull(const char* name, Answers answers, CullMethod method, Pass pass = Pass::best) {
  const auto takes = [pass](const CullSceneSpec& spec) { return pass == Pass::best || spec.parts; };
  return {name, answers, takes, [method, pass](const CullScene& scene, Isa isa) {
            const bool together = scene.parts.has_value() && pass == Pass::best;
            return std::visit(
                [&]<class Columns>(const Columns& objects) -> std::unique_ptr<Method> {
                  return std::make_unique<LockstepCull<Columns>>(objects, scene, method, together, isa);
                },
                scene.objects);
          }};
}

}  // namespace

std::string compiler_flags(Isa isa) { return per_isa(isa).flags; }

std::vector<PairMethod> pair_methods() {
  std::vector<PairMethod> methods{
      {"reference", Answers::exact, [](const PairWorkloadSpec&) { return true; },
       [](const PairWorkload& workload, Isa isa) { return per_isa(isa).reference_pairs(workload); }},
      lockstep_pairs("gjk", lockstep::Method::gjk),
      lockstep_pairs("auto", lockstep::Method::automatic)};
  [[maybe_unused]] const auto append = [&](std::vector<PairMethod> more) {
    methods.insert(methods.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
#ifdef LOCKSTEP_BENCH_HAVE_FCL
  append(fcl_methods());
#endif
#ifdef LOCKSTEP_BENCH_HAVE_LIBCCD
  append(libccd_methods());
#endif
#ifdef LOCKSTEP_BENCH_HAVE_BULLET
  append(bullet_methods());
#endif
  return methods;
}

std::vector<CullSceneMethod> cull_methods() {
  const auto every = [](const CullSceneSpec&) { return true; };
  return {{"reference", Answers::exact, every,
           [](const CullScene& scene, Isa isa) { return per_isa(isa).reference_cull(scene); }},
          {"plain_loop", Answers::superset, every,
           [](const CullScene& scene, Isa isa) { return per_isa(isa).plane_loop(scene); }},
          lockstep_cull("planes", Answers::superset, CullMethod::planes),
          lockstep_cull("exact", Answers::exact, CullMethod::exact),
          lockstep_cull("one_by_one", Answers::exact, CullMethod::exact, Pass::one_by_one)};
}

}  // namespace lockstep::bench
