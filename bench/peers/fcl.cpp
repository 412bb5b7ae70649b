// FCL, in double, the precision in which it is used and packaged.
//   fcl, boxes:     OBB::overlap, its 15-axis test for a yes or no.
//   fcl, spheres:   its closed form, without contacts.
//   fcl, capsules:  its closed form for the distance (its boolean path would be libccd's MPR on a capsule).
//   fcl, hulls:     the default solver without contacts, which is libccd's MPR; up to 32 vertices FCL scans them, so
//                   the hull needs no faces.
//   fcl_collide:    boxes by the default solver's box-box special, which fcl::collide ends in. It always computes
//                   contact points.
//   fcl of distances: boxes and hulls by the default solver's signed distance, GJK and EPA over libccd, which
//                   fcl::distance ends in if it is asked for one; an exception, when it gives up, counts as no answer.
//                   Capsules by its closed form for the distance, which knows depths as well; spheres by that and, if
//                   they overlap, by its closed form for the contact. (Its search takes milliseconds for two spheres
//                   that overlap.)
//   fcl of contacts: fcl::collide with up to four contacts, stored.
#include <algorithm>
#include <array>
#include <exception>

#include <fcl/math/bv/OBB.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>

#include "methods/methods.hpp"
#include "peers/fcl_shapes.hpp"
#include "peers/pairs.hpp"

namespace lockstep::bench {
namespace {

using Solver = fcl::detail::GJKSolver_libccd<double>;

fcl::OBBd obb(const Box& box) {
  return {quaterniond(box.rotation).normalized().toRotationMatrix(), vector3(box.center), vector3(box.half_extents)};
}

/// For two shapes with a closed form; -1 for two spheres that overlap.
template <class Shape>
double closed_form(const Solver& solver, const FclShape<Shape>& a, const FclShape<Shape>& b) {
  double distance = 0;
  fcl::Vector3d on_a, on_b;
  solver.shapeDistance(a.shape, a.pose, b.shape, b.pose, &distance, &on_a, &on_b);
  return distance;
}

template <class Shape>
Interval searched(const Solver& solver, const FclShape<Shape>& a, const FclShape<Shape>& b) {
  double distance = 0;
  fcl::Vector3d on_a, on_b;
  try {
    solver.shapeSignedDistance(a.shape, a.pose, b.shape, b.pose, &distance, &on_a, &on_b);
  } catch (const std::exception&) {
    return nothing_known;
  }
  return exactly(distance);
}

template <class Shape>
Interval signed_distance(const Solver& solver, const FclShape<Shape>& a, const FclShape<Shape>& b) {
  return searched(solver, a, b);
}
Interval signed_distance(const Solver& solver, const FclShape<fcl::Capsuled>& a, const FclShape<fcl::Capsuled>& b) {
  return exactly(closed_form(solver, a, b));
}
Interval signed_distance(const Solver& solver, const FclShape<fcl::Sphered>& a, const FclShape<fcl::Sphered>& b) {
  const double gap = closed_form(solver, a, b);
  if (gap >= 0) return exactly(gap);
  std::vector<fcl::ContactPointd> contacts;
  if (!solver.shapeIntersect(a.shape, a.pose, b.shape, b.pose, &contacts)) return nothing_known;
  return exactly(-contacts.front().penetration_depth);
}

std::unique_ptr<DistanceMethod> distances(const PairWorkload& workload, Isa) {
  return of_one_kind<DistanceMethod>(workload, [&](const auto& source) {
    return peer_distances(
        source, workload, [](const auto& shape) { return posed(shape); },
        [solver = Solver()](const auto& a, const auto& b) { return signed_distance(solver, a, b); });
  });
}

struct Contacts {
  static constexpr std::size_t wanted = 4;
  std::array<fcl::Contactd, wanted> contacts;
  std::size_t count = 0;

  explicit operator Interval() const {
    if (count == 0) return some_gap;
    double depth = contacts[0].penetration_depth;
    for (std::size_t i = 1; i < count; ++i) depth = std::max(depth, contacts[i].penetration_depth);
    return exactly(-depth);
  }
};

template <class Shape>
Contacts collide(const FclShape<Shape>& a, const FclShape<Shape>& b) {
  fcl::CollisionResultd result;
  fcl::collide(&a.shape, a.pose, &b.shape, b.pose, fcl::CollisionRequestd(Contacts::wanted, true), result);
  Contacts found;
  found.count = std::min(result.numContacts(), Contacts::wanted);
  for (std::size_t i = 0; i < found.count; ++i) found.contacts[i] = result.getContact(i);
  return found;
}

std::unique_ptr<DistanceMethod> contacts(const PairWorkload& workload, Isa) {
  return of_one_kind<DistanceMethod>(workload, [&](const auto& source) {
    return peer_distances(
        source, workload, [](const auto& shape) { return posed(shape); },
        [](const auto& a, const auto& b) { return collide(a, b); });
  });
}

std::unique_ptr<Method> best_boolean(const PairWorkload& workload, Isa) {
  return of_one_kind<Method>(workload, [&]<class Source>(const Source& source) -> std::unique_ptr<Method> {
    const Solver solver;
    const auto prepare = [](const auto& shape) { return posed(shape); };
    if constexpr (std::is_same_v<Source, std::vector<Box>>) {
      return peer_pairs(source, workload, obb, [](const auto& a, const auto& b) { return a.overlap(b); });
    } else if constexpr (std::is_same_v<Source, std::vector<Capsule>>) {
      return peer_pairs(source, workload, prepare,
                        [solver](const auto& a, const auto& b) { return closed_form(solver, a, b) <= 0; });
    } else {
      return peer_pairs(source, workload, prepare, [solver](const auto& a, const auto& b) {
        return solver.shapeIntersect(a.shape, a.pose, b.shape, b.pose);
      });
    }
  });
}

std::unique_ptr<Method> box_special(const PairWorkload& workload, Isa) {
  return peer_pairs(
      std::get<std::vector<Box>>(workload.shapes), workload, [](const Box& box) { return posed(box); },
      [solver = Solver()](const auto& a, const auto& b) {
        return solver.shapeIntersect(a.shape, a.pose, b.shape, b.pose, nullptr);
      });
}

/// FCL has no rounded hulls.
bool takes(const PairWorkloadSpec& spec) { return spec.vertices <= 32 && spec.kind != PairKind::mixed; }

}  // namespace

std::vector<PairDistanceMethod> fcl_distance_methods() { return {{"fcl", Answers::foreign, takes, distances}}; }

std::vector<PairDistanceMethod> fcl_contact_methods() { return {{"fcl", Answers::foreign, takes, contacts}}; }

std::vector<PairMethod> fcl_methods() {
  return {{"fcl", Answers::foreign, takes, best_boolean},
          {"fcl_collide", Answers::foreign, [](const PairWorkloadSpec& w) { return w.kind == PairKind::box; },
           box_special}};
}

}  // namespace lockstep::bench
