// All contacts of shapes with a whole mesh.

#include "base/blocks.hpp"
#include "base/call.hpp"
#include "base/scratch.hpp"
#include "contacts/contact_list.hpp"
#include "mesh/made_triangles.hpp"
#include "mesh/mesh_checks.hpp"
#include "mesh/mesh_search.hpp"

namespace lockstep {

namespace {

using detail::Candidates;

/// The search for all triangles near a shape.
struct TrianglesNear : detail::SearchNearShape {
  double margin = 0;

  [[nodiscard]] double limit() const { return margin; }
};

struct Contact {
  std::uint32_t search;
  Pair pair;
  Manifold manifold;
};
using Contacts = detail::ScratchVector<Contact>;

/// Sorts by position in the list, then by triangle.
void sort(Contacts& contacts) {
  std::sort(contacts.begin(), contacts.end(), [](const Contact& p, const Contact& q) {
    return p.search != q.search ? p.search < q.search : p.pair.b < q.pair.b;
  });
}

Contacts contacts_of_some(const detail::ContactJob<detail::InSpace>& any, const detail::MeshPairs& source,
                          std::span<const std::uint32_t> list) {
  std::array<TrianglesNear, detail::searches_at_once> searches;
  for (std::size_t i = 0; i < list.size(); ++i)
    searches[i].start(source.first, list[i]), searches[i].margin = any.reach();
  Contacts contacts;
  detail::search_mesh(source.mesh, std::span(searches).first(list.size()), [&](const Candidates& c) {
    const detail::MeshPairs::Tile tile(source, std::span(c.pairs).first(c.count));
    std::array<Manifold, detail::pair_tile> found;
    any.with_shapes(tile.shapes.first, tile.shapes.second).write_tile(tile.shapes.pairs, found.data());
    for (std::size_t i = 0; i < c.count; ++i)
      if (found[i].count != 0) contacts.push_back({c.search[i], c.pairs[i], found[i]});
  });
  sort(contacts);
  return contacts;
}

void check_output(std::span<const std::uint32_t> list, const MeshContactOutput& out) {
  if (out.manifolds.size() != out.pairs.size())
    throw InvalidInput("out.manifolds: has " + std::to_string(out.manifolds.size()) +
                       " elements, needs one for each of the " + std::to_string(out.pairs.size()) + " of out.pairs");
  detail::check_blocks({{"list", list}, {"out.pairs", out.pairs, false}, {"out.manifolds", out.manifolds, false}});
}

}  // namespace

MeshContacts contacts(const ShapeSet& shapes, const TriangleMesh& mesh, std::span<const std::uint32_t> list,
                      const MeshContactOutput& out, const ContactOptions& options) {
  const detail::Call call(options.executor);
  check_output(list, out);
  if (options.check == Check::inputs) {
    detail::check_margin(options.margin);
    detail::check_shape_list(shapes, list);
  }
  const detail::ContactJob<detail::InSpace> any({}, {}, options.margin, options.isa);
  const detail::MeshPairs source{shapes.store().view_with_positions(), mesh.store()};
  detail::ScratchVector<Contacts> parts(detail::parts_of(list.size(), detail::searches_at_once));
  detail::for_each_search(list.size(), [&](std::size_t begin, std::size_t count) {
    parts[begin / detail::searches_at_once] = contacts_of_some(any, source, list.subspan(begin, count));
  });
  std::size_t written = 0, all = 0;
  for (const Contacts& part : parts) {
    all += part.size();
    for (std::size_t i = 0; i < part.size() && written < out.pairs.size(); ++i, ++written)
      out.pairs[written] = part[i].pair, out.manifolds[written] = part[i].manifold;
  }
  return {all, all == written};
}

}  // namespace lockstep
