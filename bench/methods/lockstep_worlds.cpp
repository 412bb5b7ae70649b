// lockstep's kept world, culled by one camera after the other.
#include <type_traits>

#include <lockstep/world.hpp>

#include "methods/methods.hpp"

namespace lockstep::bench {
namespace {

/// In the caller's order, or in the world's own.
enum class MaskOrder : std::uint8_t { of_caller, of_world };

class KeptCull final : public Method {
 public:
  template <class View>
  KeptCull(const View& view, const CullScene& scene, MaskOrder order, Isa isa)
      : world_(view, {.isa = isa}),
        scene_(scene),
        order_(order),
        row_(mask_words(world_.size())),
        position_(world_.size()) {
    options_.isa = isa;
    for (std::uint32_t p = 0; p < world_.size(); ++p) position_[world_.order()[p]] = p;
    options_.touching = Touching::separate;
    cull_all(proven_);
    options_.touching = Touching::overlap;
  }

  void run() override { cull_all(visible_); }
  bool hit(std::size_t query) const override { return bit(visible_, query); }
  bool undecided(std::size_t query) const override { return bit(visible_, query) && !bit(proven_, query); }

 private:
  using Masks = std::vector<std::uint64_t>;  // a row for each camera

  void cull_all(Masks& masks) const {
    masks.resize(row_ * scene_.cameras.size());
    for (std::size_t c = 0; c < scene_.cameras.size(); ++c) {
      const std::span mask = std::span(masks).subspan(c * row_, row_);
      if (order_ == MaskOrder::of_caller)
        cull(scene_.cameras[c].volume, world_, mask, options_);
      else
        cull_in_order(scene_.cameras[c].volume, world_, mask, options_);
    }
  }
  [[nodiscard]] bool bit(const Masks& masks, std::size_t query) const {
    const std::size_t object = query % world_.size();
    const std::size_t at = order_ == MaskOrder::of_caller ? object : position_[object];
    return (masks[query / world_.size() * row_ + at / 64] >> (at % 64) & 1) != 0;
  }

  World world_;
  const CullScene& scene_;
  MaskOrder order_;
  std::size_t row_;
  std::vector<std::uint32_t> position_;
  Masks visible_, proven_;
  CullOptions options_;
};

CullSceneMethod kept(const char* name, MaskOrder order) {
  const auto takes = [](const CullSceneSpec& spec) {
    const std::string_view scene = spec.name;
    return !spec.parts && spec.batch == 0 && (scene.find("sphere") != scene.npos || scene.find("aabb") != scene.npos);
  };
  return {name, Answers::exact, takes, [order](const CullScene& scene, Isa isa) {
            return std::visit(
                [&]<class Columns>(const Columns& objects) -> std::unique_ptr<Method> {
                  if constexpr (std::is_same_v<Columns, SphereColumns> || std::is_same_v<Columns, AabbColumns>)
                    return std::make_unique<KeptCull>(objects.view(), scene, order, isa);
                  else
                    return nullptr;
                },
                scene.objects);
          }};
}

}  // namespace

std::vector<CullSceneMethod> kept_cull_methods() {
  return {kept("kept", MaskOrder::of_caller), kept("kept_in_order", MaskOrder::of_world)};
}

}  // namespace lockstep::bench
