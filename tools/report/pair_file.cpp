#include "report/pair_file.hpp"

#include <utility>

namespace lockstep::tools {
namespace {

constexpr RecordFile::Column frame_column{"frame", "<f8"}, a_column{"a", "<i8"}, b_column{"b", "<i8"},
    depth_column{"depth", "<f4"}, x_column{"nx", "<f4"}, y_column{"ny", "<f4"}, z_column{"nz", "<f4"},
    event_column{"event", "|i1"};

/// Tables and arrays show no -0, which has no meaning there.
template <class Number>
Number unsigned_zero(Number x) {
  return x + 0;
}

RecordFile open(OutputFile file, const std::string& path, bool separations) {
  if (!separations) return {std::move(file), path, {frame_column, a_column, b_column}};
  return {std::move(file), path, {frame_column, a_column, b_column, depth_column, x_column, y_column, z_column}};
}

}  // namespace

PairFile::PairFile(OutputFile file, const std::string& path, bool separations)
    : separations_(separations), file_(open(std::move(file), path, separations)) {}

void PairFile::add(const Frame& frame, const OverlapLists& lists) {
  for (std::size_t i = 0; i < lists.pairs.size(); ++i) {
    const std::int64_t a = frame.id(lists.pairs[i].a), b = lists.second_id(frame, lists.pairs[i]);
    if (separations_) {
      const auto& [n, depth] = lists.separations[i];
      file_.add(frame.number, a, b, static_cast<float>(lists.placement.length(depth)), unsigned_zero(n.x),
                unsigned_zero(n.y), unsigned_zero(n.z));
    } else {
      file_.add(frame.number, a, b);
    }
  }
}

ContactFile::ContactFile(OutputFile file, const std::string& path)
    : file_(std::move(file), path,
            {frame_column,
             a_column,
             b_column,
             {"separation", "<f8"},
             {"nx", "<f8"},
             {"ny", "<f8"},
             {"nz", "<f8"},
             {"ax", "<f8"},
             {"ay", "<f8"},
             {"az", "<f8"},
             {"bx", "<f8"},
             {"by", "<f8"},
             {"bz", "<f8"},
             {"feature_a", "<i8"},
             {"feature_b", "<i8"}}) {}

void ContactFile::add(const Frame& frame, const OverlapLists& lists) {
  const auto add_row = [&](double number, std::int64_t a, std::int64_t b, const Vec3d& n, const ContactPoint& p) {
    const auto z = [](double x) { return unsigned_zero(x); };
    const Vec3d of_a = lists.placement.point(p.a), of_b = lists.placement.point(p.b);
    file_.add(number, a, b, z(lists.placement.length(p.separation)), z(n.x), z(n.y), z(n.z), z(of_a.x), z(of_a.y),
              z(of_a.z), z(of_b.x), z(of_b.y), z(of_b.z), std::int64_t{p.feature_a}, std::int64_t{p.feature_b});
  };
  for (std::size_t i = 0; i < lists.pairs.size(); ++i) {
    const Manifold& manifold = lists.contacts[i];
    const std::int64_t a = frame.id(lists.pairs[i].a), b = lists.second_id(frame, lists.pairs[i]);
    for (const ContactPoint& point : std::span(manifold.points).first(manifold.count))
      add_row(frame.number, a, b, manifold.normal, point);
  }
}

EventFile::EventFile(OutputFile file, const std::string& path)
    : file_(std::move(file), path, {frame_column, event_column, a_column, b_column}) {}

void EventFile::add(const Frame& frame, const OverlapLists& lists) {
  const auto add_list = [&](std::span<const Pair> pairs, const NamedNumber& event) {
    for (const Pair& pair : pairs) file_.add(frame.number, event, lists.events.id(pair.a), lists.second_event_id(pair));
  };
  add_list(lists.events.began(), {1, "began"});
  add_list(lists.events.ended(), {-1, "ended"});
}

}  // namespace lockstep::tools
