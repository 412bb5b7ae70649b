// `read`: reads the data that a method of the workload must read from memory, and does nothing else: a lower bound on
// the time of any method.
#include <cstring>
#include <type_traits>
#include <utility>

#include "methods/per_isa.hpp"
#include "methods/registers.hpp"

namespace lockstep::bench {
namespace {

constexpr std::size_t line = 64, parts = 8;

/// A sum of the data, so that the compiler cannot remove the reads; in parts, so that no load waits for another. (The
/// compiler's front end unrolls loops over the parts, which keeps them in registers.)
struct Sum {
  Bits part[parts];

  Sum() : Sum(std::make_index_sequence<parts>()) {}
  ~Sum() { end(std::make_index_sequence<parts>()); }
  Sum(const Sum&) = delete;
  Sum& operator=(const Sum&) = delete;

  /// This number of registers, one after the other.
  template <std::size_t count>
  void take(const char* from) {
    take(from, std::make_index_sequence<count>());
  }

 private:
  template <std::size_t... k>
  explicit Sum(std::index_sequence<k...>) {
    ((part[k] = Bits{}), ...);
  }
  template <std::size_t... k>
  void end(std::index_sequence<k...>) {
    (forget(part[k]), ...);
  }
  template <std::size_t... k>
  void take(const char* from, std::index_sequence<k...>) {
    ((part[k % parts] ^= at(from + k * sizeof(Bits))), ...);
  }
  static Bits at(const char* from) {
    Bits bits;
    std::memcpy(&bits, from, sizeof bits);
    return bits;
  }
};

/// Shapes as lockstep stores them: a line for each, and the vertices of hulls, 16 at a time; for instances, their
/// poses.
struct ShapeLines {
  struct alignas(line) Line {
    float number[16] = {1};
  };
  std::vector<Line> lines;
  std::vector<float> vertices;
};

ShapeLines shape_lines(const PairWorkload& workload) {
  return std::visit(
      []<class Shapes>(const Shapes& shapes) {
        std::size_t vertices = 0;
        if constexpr (requires { shapes.vertices_each; })
          vertices = shapes.poses.empty() ? shapes.size() * ((shapes.vertices_each + 15) / 16 * 16)
                                          : shapes.poses.size() * 16 / 3;
        if constexpr (std::is_same_v<Shapes, MixedShapes>) vertices = 16 * shapes.vertices.size();
        return ShapeLines{std::vector<ShapeLines::Line>(shapes.size()), std::vector<float>(3 * vertices, 1)};
      },
      workload.shapes);
}

class ReadPairs final : public Method {
 public:
  explicit ReadPairs(const PairWorkload& workload) : shapes_(shape_lines(workload)), pairs_(workload.pairs) {}

  /// Both shapes of each pair, and each vertex once: a hull that is used again is in the cache.
  void run() override {
    Sum sum;
    const auto* const lines = reinterpret_cast<const char*>(shapes_.lines.data());
    for (const Pair& pair : pairs_) {
      sum.take<line / sizeof(Bits)>(lines + line * pair.a);
      sum.take<line / sizeof(Bits)>(lines + line * pair.b);
    }
    read(shapes_.vertices.data(), shapes_.vertices.size() * sizeof(float));
  }
  double bytes() const override {
    return static_cast<double>(pairs_.size() * (sizeof(Pair) + 2 * line) + shapes_.vertices.size() * sizeof(float));
  }
  bool hit(std::size_t) const override { return false; }

 private:
  ShapeLines shapes_;
  const std::vector<Pair>& pairs_;
};

/// All columns of the objects, once for each camera that culls alone.
class ReadObjects final : public Method {
 public:
  explicit ReadObjects(const CullScene& scene) : scene_(scene), passes_(scene.parts ? 1 : scene.cameras.size()) {}

  void run() override {
    for (std::size_t pass = 0; pass < passes_; ++pass)
      for (const std::span<const float> column : columns()) read(column.data(), column.size_bytes());
  }
  double bytes() const override {
    std::size_t bytes = 0;
    for (const std::span<const float> column : columns()) bytes += column.size_bytes();
    return static_cast<double>(passes_ * bytes);
  }
  bool hit(std::size_t) const override { return false; }

 private:
  [[nodiscard]] std::vector<std::span<const float>> columns() const {
    return std::visit([](const auto& objects) { return objects.columns(); }, scene_.objects);
  }

  const CullScene& scene_;
  std::size_t passes_;
};

}  // namespace

void read(const void* data, std::size_t bytes) {
  Sum sum;
  const auto* const from = static_cast<const char*>(data);
  std::size_t at = 0;
  for (constexpr std::size_t step = parts * sizeof(Bits); at + step <= bytes; at += step) sum.take<parts>(from + at);
  for (; at + sizeof(Bits) <= bytes; at += sizeof(Bits)) sum.take<1>(from + at);
}

std::unique_ptr<Method> read_pairs(const PairWorkload& workload) { return std::make_unique<ReadPairs>(workload); }
std::unique_ptr<Method> read_objects(const CullScene& scene) { return std::make_unique<ReadObjects>(scene); }

}  // namespace lockstep::bench
