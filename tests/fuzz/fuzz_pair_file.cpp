// Bytes for the reader of pair files. It throws nothing: a line is a query or a problem, in order, and queries can be
// run.
#include <algorithm>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include <lockstep/cast.hpp>
#include <lockstep/intersect.hpp>
#include <lockstep/sets.hpp>

#include "pairs/pairs.hpp"
#include "target.hpp"
#include "text/names.hpp"

namespace lockstep::test {

namespace {

class Listener {
 public:
  explicit Listener(std::string_view text) : text_(text) {}

  template <class Shape>
  void on_query(const tools::QueryOf<Shape>& query) {
    expect_next(query.line);
    if (query.id.empty() || text_.find(query.id) == std::string_view::npos) broken("an id that is not in the file");
    if (!(0 < query.first_field && query.first_field < query.second_field)) broken("shapes in the wrong order");
    add(query.first), add(query.second);
    if (query.motion) add(*query.motion);
  }

  void on_problem(const tools::PairProblem& problem) {
    expect_next(problem.line);
    if (problem.field == 0 || problem.text.empty()) broken("a problem that says nothing");
    if (tools::printable(problem.text, problem.text.size()) != problem.text) broken("a problem that is not printable");
  }

  void ask() const {
    ask(set_);
    ask(plane_);
    move(set_, motions_);
    move(plane_, motions_in_plane_);
  }

 private:
  /// Every shape against the one before it.
  static void ask(const auto& set) {
    std::vector<Pair> pairs;
    for (std::uint32_t i = 1; i < set.size(); ++i) pairs.push_back({i - 1, i});
    std::vector<Verdict> verdicts(pairs.size());
    intersect(set, set, pairs, verdicts);
  }

  /// The same, with the motions one by one. The library refuses none that the reader accepted.
  template <class AnyMotion>
  static void move(const auto& set, const std::vector<AnyMotion>& given) {
    if (given.empty() || set.size() < 2) return;
    constexpr std::uint32_t enough = 64;
    const std::uint32_t count = std::min(static_cast<std::uint32_t>(set.size() - 1), enough);
    std::vector<Pair> pairs;
    std::vector<AnyMotion> motions;
    for (std::uint32_t i = 0; i < count; ++i) pairs.push_back({i, i + 1}), motions.push_back(given[i % given.size()]);
    std::vector<Interval> fractions(pairs.size());
    cast(set, set, pairs, motions, {fractions});
    for (const Interval& f : fractions)
      if (!(0 <= f.lower && f.lower <= f.upper)) broken("fractions out of order");
  }

  struct Add {
    ShapeSet& set;
    void operator()(const auto& shape) const { set.add(shape); }
    void operator()(const std::vector<Vec3>& vertices) const { set.add(ConvexHull{vertices}); }
    void operator()(const tools::PlacedHull& hull) const {
      set.add(HullInstance{set.add_mesh(ConvexHull{hull.vertices}), hull.pose, hull.radius});
    }
    void operator()(const tools::CornersVolume& corners) const { set.add(corners.volume); }
    void operator()(const tools::MatrixVolume& of) const { add_bounded(of.volume); }
    void operator()(const tools::DoubleMatrixVolume& of) const { add_bounded(of.volume); }
    void operator()(const tools::PlanesVolume& of) const { add_bounded(of.volume); }
    void operator()(const tools::MeshShape&) const { broken("a file that was opened"); }
    void add_bounded(const ConvexVolume& volume) const {
      if (!volume.infinite_far()) set.add(volume);
    }
  };

  struct AddInPlane {
    ShapeSet2& set;
    void operator()(const auto& shape) const { set.add(shape); }
    void operator()(const tools::PlacedPolygon& polygon) const { set.add(polygon.view()); }
  };

  void add(const tools::PairShape& shape) { std::visit(Add{set_}, shape); }
  void add(const tools::PlaneShape& shape) { std::visit(AddInPlane{plane_}, shape); }
  void add(const Motion& motion) { motions_.push_back(motion); }
  void add(const Motion2& motion) { motions_in_plane_.push_back(motion); }

  void expect_next(std::size_t line) {
    if (line <= line_) broken("a line out of order, or twice");
    line_ = line;
  }

  std::string_view text_;
  std::size_t line_ = 0;
  ShapeSet set_;
  ShapeSet2 plane_;
  std::vector<Motion> motions_;
  std::vector<Motion2> motions_in_plane_;
};

}  // namespace

}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  test::Listener listener(text);
  const auto on_query = [&](const auto& query) { listener.on_query(query); };
  const auto on_problem = [&](const tools::PairProblem& problem) { listener.on_problem(problem); };
  tools::read_pairs(text, {on_query, on_query, on_problem});
  listener.ask();
  return 0;
}
