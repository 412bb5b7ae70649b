// lockstep's own methods: `gjk` and `auto`, `planes`, `exact`, `checked` and `one_by_one`.
#include "methods/methods.hpp"
#include "methods/neighbours.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>

#include <lockstep/cull.hpp>
#include <lockstep/intersect.hpp>

#include "methods/shape_sets.hpp"

namespace lockstep::bench {
namespace {

/// The number of pairs per call.
std::size_t batch_of(const PairWorkload& workload) {
  return workload.batch == 0 ? workload.pairs.size() : workload.batch;
}
std::size_t batch_of(const PairWorkload2& workload) { return workload.pairs.size(); }

// `gjk` and `auto` are calls with pair indices that the user has already checked.
template <class Set>
class LockstepPairs final : public Method {
 public:
  template <class Workload>
  LockstepPairs(const Workload& workload, lockstep::Method method, Isa isa)
      : shapes_(shape_set(workload)),
        pairs_(workload.pairs),
        batch_(batch_of(workload)),
        verdicts_(workload.pairs.size()),
        options_{.method = method, .check = Check::none, .isa = isa} {}

  void run() override {
    for (std::size_t first = 0; first < pairs_.size(); first += batch_) {
      const std::size_t count = std::min(batch_, pairs_.size() - first);
      intersect(shapes_, shapes_, std::span(pairs_).subspan(first, count), std::span(verdicts_).subspan(first, count),
                options_);
    }
  }
  bool hit(std::size_t query) const override { return overlaps(verdicts_[query]); }
  bool undecided(std::size_t query) const override { return verdicts_[query] == Verdict::touching; }

 private:
  Set shapes_;
  const std::vector<Pair>& pairs_;
  std::size_t batch_;
  std::vector<Verdict> verdicts_;
  IntersectOptions options_;
};

template <class Shape>
class LockstepStreams final : public Method {
 public:
  LockstepStreams(const std::vector<Shape>& shapes, const IntersectOptions& options)
      : sides_(shapes), verdicts_(shapes.size() / 2), options_(options) {}

  void run() override { intersect(sides_.view(0), sides_.view(1), verdicts_, options_); }
  bool hit(std::size_t query) const override { return overlaps(verdicts_[query]); }
  bool undecided(std::size_t query) const override { return verdicts_[query] == Verdict::touching; }

 private:
  Neighbours<Shape> sides_;
  std::vector<Verdict> verdicts_;
  IntersectOptions options_;
};

std::unique_ptr<Method> side_by_side(const PairWorkload& workload, const IntersectOptions& options) {
  return std::visit(
      [&]<class Shapes>(const Shapes& shapes) -> std::unique_ptr<Method> {
        if constexpr (requires { typename Shapes::value_type; })
          return std::make_unique<LockstepStreams<typename Shapes::value_type>>(shapes, options);
        else
          return nullptr;
      },
      workload.shapes);
}

/// One camera after the other, or all in one pass; for each camera, one batch of objects after the other.
template <class Columns>
class LockstepCull final : public Method {
 public:
  LockstepCull(const Columns& objects, const CullScene& scene, const CullOptions& options, bool together)
      : objects_(objects),
        scene_(scene),
        together_(together),
        batch_(scene.batch == 0 ? objects.size() : scene.batch),
        row_((objects.size() + batch_ - 1) / batch_ * mask_words(batch_)),
        visible_(scene.cameras.size() * row_),
        proven_(visible_),
        options_(options) {
    options_.touching = Touching::separate;
    cull_all(proven_);
    options_.touching = options.touching;
  }

  void run() override { cull_all(visible_); }
  bool hit(std::size_t query) const override { return bit(visible_, query); }
  bool undecided(std::size_t query) const override { return bit(visible_, query) && !bit(proven_, query); }

 private:
  using Masks = std::vector<std::uint64_t>;  // a row for each camera, with a mask for each batch

  void cull_all(Masks& masks) const {
    if (together_) {
      cull(scene_.parts->volumes(), objects_.view(), {.by_volume = masks}, options_);
      return;
    }
    std::uint64_t* mask = masks.data();
    for (const Camera& camera : scene_.cameras)
      for (std::size_t first = 0; first < objects_.size(); first += batch_) {
        const std::size_t count = std::min(batch_, objects_.size() - first);
        cull(camera.volume, objects_.view(first, count), std::span(mask, mask_words(count)), options_);
        mask += mask_words(batch_);
      }
  }
  [[nodiscard]] bool bit(const Masks& masks, std::size_t query) const {
    const std::size_t object = query % objects_.size(), in_batch = object % batch_;
    const std::size_t word = query / objects_.size() * row_ + object / batch_ * mask_words(batch_) + in_batch / 64;
    return (masks[word] >> (in_batch % 64) & 1) != 0;
  }

  const Columns& objects_;
  const CullScene& scene_;
  bool together_;
  std::size_t batch_;  ///< objects per call
  std::size_t row_;
  Masks visible_;
  Masks proven_;  ///< the objects that stay visible if `touching` means no
  CullOptions options_;
};

/// Objects at positions in double.
template <class Columns>
class LockstepPlaced final : public Method {
 public:
  LockstepPlaced(const Columns& objects, const CullScene& scene, Isa isa)
      : objects_(objects), cull_(objects_, scene, {.method = CullMethod::exact, .isa = isa}, false) {}
  void run() override { cull_.run(); }
  bool hit(std::size_t query) const override { return cull_.hit(query); }

 private:
  DoubleColumns<Columns> objects_;
  LockstepCull<DoubleColumns<Columns>> cull_;
};

/// The lists of lights of a kept grid, as a renderer uploads them.
class LockstepLists final : public Method {
 public:
  LockstepLists(const CullScene& scene, Isa isa)
      : lights_(std::get<SphereColumns>(scene.objects)), volumes_(scene.parts->volumes()), first_(volumes_.size() + 1) {
    options_.check = Check::none, options_.isa = isa;
    options_.touching = Touching::separate;
    lists_.resize(cull(volumes_, lights_.view(), {}, options_));
    run();
    proven_first_ = first_, proven_ = lists_;
    options_.touching = Touching::overlap;
    lists_.resize(cull(volumes_, lights_.view(), {}, options_));
  }

  void run() override { cull(volumes_, lights_.view(), {.first = first_, .indices = lists_}, options_); }
  bool hit(std::size_t query) const override { return has(first_, lists_, query); }
  bool undecided(std::size_t query) const override { return hit(query) && !has(proven_first_, proven_, query); }

 private:
  using Offsets = std::vector<std::size_t>;
  using Indices = std::vector<std::uint32_t>;

  [[nodiscard]] bool has(const Offsets& first, const Indices& lists, std::size_t query) const {
    const std::size_t cluster = query / lights_.size();
    return std::binary_search(lists.data() + first[cluster], lists.data() + first[cluster + 1],
                              static_cast<std::uint32_t>(query % lights_.size()));
  }

  const SphereColumns& lights_;
  VolumeSet volumes_;
  Offsets first_, proven_first_;
  Indices lists_, proven_;
  CullOptions options_;
};

template <class Set, class Workload, class Spec>
std::vector<MethodSpec<Workload, Spec>> lockstep_pairs(bool (*takes)(const Spec&)) {
  const auto by = [takes](const char* name, lockstep::Method method) -> MethodSpec<Workload, Spec> {
    return {name, Answers::exact, takes, [method](const Workload& workload, Isa isa) {
              return std::make_unique<LockstepPairs<Set>>(workload, method, isa);
            }};
  };
  return {by("gjk", lockstep::Method::gjk), by("auto", lockstep::Method::automatic)};
}

/// The parts of one view are culled together if possible, or one by one.
enum class Pass : std::uint8_t { together, one_by_one };
using TakesScene = bool(const CullSceneSpec&);

CullSceneMethod lockstep_cull(const char* name, Answers answers, const CullOptions& how, TakesScene* takes,
                              Pass pass = Pass::together) {
  return {name, answers, takes, [how, pass](const CullScene& scene, Isa isa) {
            const bool together = scene.parts.has_value() && pass == Pass::together;
            CullOptions options = how;
            options.isa = isa;
            return std::visit(
                [&]<class Columns>(const Columns& objects) -> std::unique_ptr<Method> {
                  return std::make_unique<LockstepCull<Columns>>(objects, scene, options, together);
                },
                scene.objects);
          }};
}

}  // namespace

std::vector<PairMethod> lockstep_pair_methods() {
  auto methods = lockstep_pairs<ShapeSet, PairWorkload, PairWorkloadSpec>(
      [](const PairWorkloadSpec& spec) { return !spec.side_by_side; });
  const auto by = [](const char* name, Check check) -> PairMethod {
    return {name, Answers::exact, [](const PairWorkloadSpec& spec) { return spec.side_by_side; },
            [check](const PairWorkload& workload, Isa isa) {
              return side_by_side(workload, {.check = check, .isa = isa});
            }};
  };
  methods.push_back(by("auto", Check::none));
  methods.push_back(by("checked", Check::inputs));
  return methods;
}
std::vector<PairMethod2> lockstep_pair_methods2() {
  return lockstep_pairs<ShapeSet2, PairWorkload2, PairWorkloadSpec2>([](const PairWorkloadSpec2&) { return true; });
}

std::vector<CullSceneMethod> lockstep_cull_methods() {
  const CullOptions exact{.method = CullMethod::exact, .check = Check::none};
  const CullOptions planes{.method = CullMethod::planes, .check = Check::none}, checked{.method = CullMethod::exact};
  constexpr auto any = [](const CullSceneSpec& spec) { return !spec.lists; };
  constexpr auto lists = [](const CullSceneSpec& spec) { return spec.lists; };
  constexpr auto of_parts = [](const CullSceneSpec& spec) { return spec.parts && !spec.lists; };
  constexpr auto of_whole_views = [](const CullSceneSpec& spec) { return !spec.parts; };
  const auto placed = [](const CullScene& scene, Isa isa) {
    return std::visit(
        [&]<class Columns>(const Columns& objects) -> std::unique_ptr<Method> {
          if constexpr (std::is_same_v<Columns, EngineObjects>)
            return nullptr;
          else
            return std::make_unique<LockstepPlaced<Columns>>(objects, scene, isa);
        },
        scene.objects);
  };
  return {lockstep_cull("planes", Answers::superset, planes, any),
          lockstep_cull("exact", Answers::exact, exact, any),
          lockstep_cull("checked", Answers::exact, checked, of_whole_views),
          {"placed", Answers::superset, has_double_form, placed},
          lockstep_cull("one_by_one", Answers::exact, exact, of_parts, Pass::one_by_one),
          {"exact", Answers::exact, lists, [](const CullScene& scene, Isa isa) -> std::unique_ptr<Method> {
             return std::make_unique<LockstepLists>(scene, isa);
           }}};
}

}  // namespace lockstep::bench
