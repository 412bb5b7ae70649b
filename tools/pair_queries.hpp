// The queries of a pair file, ready for the library.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include <lockstep/intersect.hpp>
#include <lockstep/shape_set.hpp>

#include "readers/pairs.hpp"

namespace lockstep::tools {

class PairQueries {
 public:
  /// `text` must outlive this object. Each query is shown once it is taken. Problems are reported in order, and their
  /// lines left out.
  void read(std::string_view text, const std::function<void(const PairQuery&)>& on_query,
            const std::function<void(const PairProblem&)>& on_problem);

  [[nodiscard]] std::string_view id(std::size_t query) const { return ids_[query]; }

  /// In the order of the file.
  [[nodiscard]] std::vector<Verdict> answer(const IntersectOptions& options) const;

 private:
  /// A frustum without a far plane is no shape of a set, but it can be the volume of a cull.
  struct InfiniteQuery {
    std::size_t query;
    ConvexVolume volume;
    ShapeSet shape;  // the other one, alone
  };

  void add(const PairQuery& query);
  [[nodiscard]] bool add_infinite(const PairQuery& query);

  std::vector<std::string_view> ids_;
  ShapeSet shapes_;
  std::vector<Pair> pairs_;
  std::vector<std::size_t> query_of_pair_;
  std::vector<InfiniteQuery> infinite_;
};

}  // namespace lockstep::tools
