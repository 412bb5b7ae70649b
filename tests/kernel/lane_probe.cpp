// The probe of one instruction set: compiled once for each, with the flags of the kernels and LOCKSTEP_ISA defined.
#include "lane_probe.hpp"

#include "lanes/gjk/simplex.hpp"
#include "lanes/registers/groups_of_8.hpp"
#include "lanes/registers/lanes.hpp"
#include "lanes/shapes/hull_layout.hpp"
#include "lanes/shapes/scan_vertices.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {

Mask mask_of(unsigned bits) {
  float lane[Real::width];
  for (int i = 0; i < Real::width; ++i) lane[i] = static_cast<float>(bits >> i & 1U);
  return Real::load(lane) > Real(0);
}

template <class F>
void apply(const float* x, float* out, F f) {
  f(Real::load(x)).store(out);
}
template <class F>
void apply(const float* a, const float* b, float* out, F f) {
  f(Real::load(a), Real::load(b)).store(out);
}
template <class F>
unsigned compare(const float* a, const float* b, F f) {
  return bits(f(Real::load(a), Real::load(b)));
}

template <unsigned N>
void probe_rows(const float* const* rows, float* out) {
  Quad quads[N];
  load_rows([&](int i) { return rows[i]; }, quads);
  for (unsigned k = 0; k < N; ++k)
    for (const Real* r : {&quads[k].x, &quads[k].y, &quads[k].z, &quads[k].w}) r->store(out), out += Real::width;
}

struct Places {
  const float* of[groups_of_8];

  explicit Places(const float* const* at) {
    for (unsigned k = 0; k < groups_of_8; ++k) of[k] = at[k];
  }
};

void probe_sort(const float* x, const std::uint32_t* selected, const std::uint32_t* first, float* sorted,
                std::uint32_t* place, std::uint32_t* counts) {
  SortedGroup to[groups_of_8];
  for (unsigned k = 0; k < groups_of_8; ++k) to[k] = {sorted + 8 * k, place + 8 * k, first[k]};
  const GroupCounts found = sort_groups_of_8(x, selected, to);
  for (unsigned k = 0; k < groups_of_8; ++k) counts[k] = found.of[k];
}

Simplex load_simplex(const float* from) {
  Simplex s;
  each_real(s, [&](Real& r) { r = Real::load(from), from += Real::width; });
  return s;
}
Vec load_vec(const float* from) {
  return by_axis<Vec>([&](unsigned axis) { return Real::load(from + axis * static_cast<unsigned>(Real::width)); });
}
void store_simplex(Simplex& s, float* to) {
  each_real(s, [&](Real& r) { r.store(to), to += Real::width; });
}

void probe_triangle(float* simplex, const float* a) {
  Simplex s = load_simplex(simplex);
  update_triangle(s, load_vec(a));
  store_simplex(s, simplex);
}

test::EnclosedLanes probe_tetrahedron(float* simplex, const float* a) {
  Simplex s = load_simplex(simplex);
  const Enclosure e = update_tetrahedron(s, load_vec(a), Real(0));
  store_simplex(s, simplex);
  return {bits(e.enclosed), bits(e.behind.all())};
}

std::uint32_t first_farthest_vertex(const float* x, std::uint32_t count, const float* direction) {
  const Vec v{Real(direction[0]), Real(direction[1]), Real(direction[2])};
  return first_farthest(HullVertices{x, nullptr, count}, v);
}

}  // namespace

extern const test::LaneProbe lane_probe;
const test::LaneProbe lane_probe = {
    .width = Real::width,
    .unary = {[](const float* x, float* out) { apply(x, out, [](Real r) { return -r; }); },
              [](const float* x, float* out) { apply(x, out, [](Real r) { return abs(r); }); },
              [](const float* x, float* out) { apply(x, out, [](Real r) { return sqrt(r); }); },
              [](const float* x, float* out) { apply(x, out, [](Real r) { return reciprocal_exponent(r); }); }},
    .binary =
        {[](const float* a, const float* b, float* out) { apply(a, b, out, [](Real p, Real q) { return p + q; }); },
         [](const float* a, const float* b, float* out) { apply(a, b, out, [](Real p, Real q) { return p - q; }); },
         [](const float* a, const float* b, float* out) { apply(a, b, out, [](Real p, Real q) { return p * q; }); },
         [](const float* a, const float* b, float* out) { apply(a, b, out, [](Real p, Real q) { return p / q; }); },
         [](const float* a, const float* b, float* out) { apply(a, b, out, [](Real p, Real q) { return min(p, q); }); },
         [](const float* a, const float* b, float* out) { apply(a, b, out, [](Real p, Real q) { return max(p, q); }); },
         [](const float* a, const float* b, float* out) {
           apply(a, b, out, [](Real p, Real q) { return flip_sign(p, q); });
         }},
    .compare = {[](const float* a, const float* b) { return compare(a, b, [](Real p, Real q) { return p < q; }); },
                [](const float* a, const float* b) { return compare(a, b, [](Real p, Real q) { return p <= q; }); },
                [](const float* a, const float* b) { return compare(a, b, [](Real p, Real q) { return p > q; }); },
                [](const float* a, const float* b) { return compare(a, b, [](Real p, Real q) { return p >= q; }); },
                [](const float* a, const float* b) { return compare(a, b, [](Real p, Real q) { return p == q; }); }},
    .broadcast_real = [](float x, float* out) { Real(x).store(out); },
    .broadcast_index = [](std::uint32_t x, std::uint32_t* out) { Index(x).store(out); },
    .count_from = [](std::uint32_t first, std::uint32_t* out) { Index::count_from(first).store(out); },
    .round_trip = [](unsigned mask) { return bits(mask_of(mask)); },
    .both = [](unsigned a, unsigned b) { return bits(mask_of(a) & mask_of(b)); },
    .either = [](unsigned a, unsigned b) { return bits(mask_of(a) | mask_of(b)); },
    .negation = [](unsigned a) { return bits(!mask_of(a)); },
    .any = [](unsigned mask) { return any(mask_of(mask)); },
    .none = [](unsigned mask) { return none(mask_of(mask)); },
    .all = [](unsigned mask) { return all(mask_of(mask)); },
    .first_lanes = [](int count) { return bits(first_lanes(count)); },
    .select_reals = [](unsigned mask, const float* a, const float* b,
                       float* out) { select(mask_of(mask), Real::load(a), Real::load(b)).store(out); },
    .select_indices = [](unsigned mask, const std::uint32_t* a, const std::uint32_t* b,
                         std::uint32_t* out) { select(mask_of(mask), Index::load(a), Index::load(b)).store(out); },
    .compress_reals = [](float* out, const float* x,
                         unsigned mask) { return compress(out, Real::load(x), mask_of(mask)); },
    .compress_indices = [](std::uint32_t* out, const std::uint32_t* x,
                           unsigned mask) { return compress(out, Index::load(x), mask_of(mask)); },
    .store_bytes = [](std::uint8_t* out, const std::uint32_t* x) { store_bytes(out, Index::load(x)); },
    .max_across = [](const float* x, float* out) { max_across(Real::load(x)).store(out); },
    .first_farthest = first_farthest_vertex,
    .groups_of_8 = groups_of_8,
    .lanes_of_group = lanes_of_group,
    .load_groups_of_8 = [](const float* const* at, float* out) { load_groups_of_8(Places(at).of).store(out); },
    .spread_to_groups_of_8 = [](const float* const* at,
                                float* out) { spread_to_groups_of_8(Places(at).of).store(out); },
    .first_of_group = [](unsigned k, unsigned count) { return bits(first_of_group(k, count)); },
    .sort_groups_of_8 = probe_sort,
    .load_rows = {probe_rows<1>, probe_rows<2>, probe_rows<4>},
    .update_triangle = probe_triangle,
    .update_tetrahedron = probe_tetrahedron,
};

}  // namespace lockstep::LOCKSTEP_ISA
