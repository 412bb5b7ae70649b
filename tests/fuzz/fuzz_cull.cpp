// Bytes to a volume and objects. All instruction sets give the same mask, `planes` keeps what `exact` keeps, and
// nothing that touches the volume by exact arithmetic is ever left out.
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "objects.hpp"
#include "pair_line.hpp"
#include "pair_list.hpp"
#include "poison.hpp"
#include "shapes.hpp"
#include "target.hpp"
#include "volumes.hpp"

namespace lockstep::test {

namespace {

using oracle::Truth;
using Mask = std::vector<std::uint64_t>;

/// The truth about an infinite volume ends at 2^20.
constexpr float infinite_reach = 1e5F;

struct Target {
  ConvexVolume volume;
  AnyShape truth;
  float reach = std::numeric_limits<float>::infinity();  ///< farther objects cannot be judged
};

std::optional<Target> make_target(Input& in) {
  static const std::vector<NamedVolume> named = volumes();
  if (in.below(2) == 0) {
    const NamedVolume& volume = named[in.below(static_cast<unsigned>(named.size()))];
    if (!volume.volume.infinite_far()) return Target{volume.volume, volume.truth};
    return Target{volume.volume, volume.truth, infinite_reach};
  }
  const AnyShape shape = make_volume(in);
  try {
    if (const auto* corners = std::get_if<oracle::Corners8>(&shape)) return Target{volume_of(*corners), shape};
    return Target{volume_of(std::get<oracle::MatrixVolume>(shape)), shape};
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

/// Nothing if the oracle cannot say.
std::optional<Truth> truth_about(const Target& target, AnyShape object) {
  if (!is_finite(object) || !is_a_shape(object)) return std::nullopt;
  for (const float* number : numbers_of(object))
    if (std::abs(*number) > target.reach) return std::nullopt;
  return truth_of(target.truth, object);
}

/// Objects, and how to ask for them all.
struct Crowd {
  std::vector<AnyShape> objects;
  std::function<Mask(const CullOptions&)> cull;
};

/// Streams of objects about the volume, some numbers of which are any.
Crowd make_streams(Input& in, const ConvexVolume& volume) {
  const Objects kind = all_objects[in.below(all_objects.size())];
  const std::size_t count = 1 + in.below(100);
  Rng rng = in.rng();
  Columns columns = objects_near(volume, kind, count, rng);
  for (unsigned changes = in.below(32); changes > 0; --changes) {
    float& number = columns[in.below(static_cast<unsigned>(columns.size()))][in.below(static_cast<unsigned>(count))];
    in.remember(number);
    number = in.number();
  }
  Crowd crowd;
  for (std::size_t i = 0; i < count; ++i) crowd.objects.push_back(object_at(columns, i));
  crowd.cull = [&volume, columns = std::move(columns), count](const CullOptions& options) {
    return mask_of(volume, packed(columns), count, options);
  };
  return crowd;
}

/// A set of any shapes.
Crowd make_set(Input& in, const ConvexVolume& volume) {
  Crowd crowd;
  ShapeSet set;
  constexpr std::size_t most_objects = 40;
  for (std::size_t made = 0; made < most_objects && !in.at_end(); ++made) {
    const AnyShape shape = make_shape(in);
    try {
      add_to(set, shape, Check::none);
      crowd.objects.push_back(shape);
    } catch (const InvalidInput&) {  // a volume that is none
    }
  }
  crowd.cull = [&volume, set = std::move(set)](const CullOptions& options) {
    Mask mask(mask_words(set.size()));
    if (cull(volume, set, mask, options) != cull_count(volume, set, options)) broken("cull_count differs from cull");
    return mask;
  };
  return crowd;
}

class Judge {
 public:
  Judge(const Target& target, const Crowd& crowd) : target_(target), crowd_(crowd) {}

  void judge() {
    const Mask exact = ask(CullMethod::exact, Touching::overlap), planes = ask(CullMethod::planes, Touching::overlap);
    const Mask proven = ask(CullMethod::exact, Touching::separate);
    const Mask proven_by_planes = ask(CullMethod::planes, Touching::separate);
    for (std::size_t i = 0; i < crowd_.objects.size(); ++i) {
      const AnyShape& object = crowd_.objects[i];
      if (is_set(exact, i) && !is_set(planes, i)) fail(i, "kept by GJK, left out by planes");
      if (is_set(proven, i) && !is_set(exact, i)) fail(i, "inside if touching is outside, but outside if it is inside");
      if (is_set(proven_by_planes, i) && !is_set(planes, i)) fail(i, "the same, by planes");
      if (!is_finite(object) && !is_set(exact, i)) fail(i, "no number, but left out");
      if (!is_finite(object) && is_set(proven, i)) fail(i, "no number, but proven inside");
      const bool left_out = !is_set(exact, i), inside = is_set(proven, i);
      if (!left_out && !inside) continue;
      const std::optional<Truth> truth = truth_about(target_, object);
      if (truth && left_out && *truth != Truth::separated) fail(i, "left out, but it touches");
      if (truth && inside && *truth == Truth::separated) fail(i, "proven inside, but it is outside");
    }
  }

 private:
  /// The mask, which is the same on every instruction set.
  [[nodiscard]] Mask ask(CullMethod method, Touching touching) const {
    CullOptions options{method, touching, Check::none, Isa::scalar};
    const Mask mask = crowd_.cull(options);
    for (const Isa isa : supported_isas()) {
      options.isa = isa;
      const Mask same = crowd_.cull(options);
      for (std::size_t i = 0; i < crowd_.objects.size(); ++i)
        if (is_set(same, i) != is_set(mask, i)) fail(i, std::string(name(isa)) + " differs from scalar");
      if (same != mask) broken("bits beyond the last object");
    }
    return mask;
  }

  [[noreturn]] void fail(std::size_t i, const std::string& what) const {
    broken("object " + std::to_string(i) + ": " + what + "\n" +
           oracle::to_pair_line("cull", target_.truth, crowd_.objects[i]));
  }

  const Target& target_;
  const Crowd& crowd_;
};

}  // namespace

}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep::test;
  Input in(data, size);
  const auto target = make_target(in);
  if (!target) return 0;
  const Crowd crowd = in.below(2) == 0 ? make_streams(in, target->volume) : make_set(in, target->volume);
  Judge(*target, crowd).judge();
  return 0;
}
