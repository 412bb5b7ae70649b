// The queries of a pair file, ready for the library.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

#include <lockstep/cast.hpp>
#include <lockstep/distance.hpp>
#include <lockstep/intersect.hpp>
#include <lockstep/sets.hpp>

#include "pairs/pairs.hpp"

namespace lockstep::tools {

enum class Question { verdicts, distances, contacts, casts };

/// The distance between two shapes and its witnesses. For shapes of the plane z is 0.
struct PairDistance {
  Interval interval;
  Vec3d normal;
  WitnessPoints points;
};

/// When and where the first shape of a pair, as it moves, meets the second.
struct PairCast {
  Interval fractions;
  Vec3d normal, point;
};

class PairQueries {
 public:
  explicit PairQueries(Question question) : question_(question) {}

  /// `text` must outlive this object. The handlers get each query once it is taken. Problems are reported in order, and
  /// their lines left out; a query to which the question has no answer is a problem.
  void read(std::string_view text, const PairHandlers& handlers);

  [[nodiscard]] std::string_view id(std::size_t query) const { return names_[query].id; }
  /// Its line in the file, from 1.
  [[nodiscard]] std::size_t line(std::size_t query) const { return names_[query].line; }

  /// In the order of the file.
  [[nodiscard]] std::vector<Verdict> answer(const IntersectOptions& options) const;
  [[nodiscard]] std::vector<PairDistance> measure(const DistanceOptions& options) const;
  [[nodiscard]] std::vector<Manifold> touch(const ContactOptions& options) const;
  [[nodiscard]] std::vector<PairCast> meet(const CastOptions& options) const;

 private:
  struct Name {
    std::string_view id;
    std::size_t line;
  };
  /// A volume without an end cannot be a shape of a set, but it can be the volume of a cull.
  struct InfiniteQuery {
    std::size_t query;
    ConvexVolume volume;
    ShapeSet shape;  // the other shape, alone
  };

  /// The queries whose second shape is the same mesh.
  struct MeshQueries {
    std::shared_ptr<const TriangleMesh> mesh;
    ShapeSet shapes;
    std::vector<std::uint32_t> list;
    std::vector<std::size_t> query_of_shape;
    std::vector<Vec3> motions;  // if casts are requested

    void measure(const DistanceOptions& options, std::vector<PairDistance>& distances) const;
    void meet(const CastOptions& options, std::vector<PairCast>& casts) const;
  };

  /// The queries of one dimension.
  template <class Set>
  struct Queries {
    Set shapes;
    std::vector<Pair> pairs;
    std::vector<std::size_t> query_of_pair;
    std::vector<std::conditional_t<std::is_same_v<Set, ShapeSet2>, Motion2, Motion>> motions;  // if casts are requested

    /// Runs the queries and writes each verdict at its query's place.
    void answer(const IntersectOptions& options, std::vector<Verdict>& verdicts) const;
    void measure(const DistanceOptions& options, std::vector<PairDistance>& distances) const;
    void touch(const ContactOptions& options, std::vector<Manifold>& manifolds) const;
    void meet(const CastOptions& options, std::vector<PairCast>& casts) const;
  };

  /// Throws if the pair does not move and casts are requested.
  template <class Query>
  void check_moves(const Query& query) const;
  /// Throw for shapes that the library refuses.
  template <class Query, class Set>
  void add(const Query& query, Queries<Set>& to);
  [[nodiscard]] bool add_infinite(const PairQuery& query);
  [[nodiscard]] bool add_mesh(const PairQuery& query);

  Question question_;
  std::vector<Name> names_;
  Queries<ShapeSet> space_;
  Queries<ShapeSet2> plane_;
  std::vector<InfiniteQuery> infinite_;
  std::map<const TriangleMesh*, MeshQueries> meshes_;
};

}  // namespace lockstep::tools
