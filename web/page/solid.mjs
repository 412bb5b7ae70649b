// The look of a convex shape: support points along directions all around, more of them where its surface bends sharply,
// and their hull. The same for A, for B and for A - B, which is known by its support mapping alone.
import { convexHull } from "./convex.mjs";
import { corners } from "./space_shapes.mjs";
import { aside, away, cross, inner, mean, norm, normalized, sub, times } from "./vectors.mjs";

/** The corners of an icosahedron whose faces are split into four, three times. */
function allAround() {
  const g = (1 + Math.sqrt(5)) / 2, signs = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
  let mesh = convexHull(signs.flatMap(([s, t]) => [[0, s, t * g], [s, t * g, 0], [t * g, 0, s]]));
  for (let i = 0; i < 3; i++) {
    const middles = mesh.edges.map(({ v: [j, k] }) => normalized(mean([mesh.points[j], mesh.points[k]])));
    mesh = convexHull([...mesh.points.map(normalized), ...middles]);
  }
  return mesh.points;
}
const around = allAround();

const little = 1e-4; // to either side of a direction along which several points are farthest

/** Directions along a circle about an axis, a little to either side of it. */
function circle(axis, height) {
  const across = Math.sqrt(Math.max(0, 1 - height * height)), x = aside(axis), y = cross(axis, x), all = [];
  for (let i = 0; i < 72; i++) {
    const angle = 2 * Math.PI * (i + 0.5) / 72, out = away(times(x, Math.cos(angle)), y, Math.sin(angle));
    const v = away(times(axis, height), out, across), aslant = cross(cross(axis, out), v);
    all.push(away(v, aslant, little), away(v, aslant, -little));
  }
  return all;
}

/** From the normal of one face to that of the next, a little to either side: along the edge between them. */
function arc(from, to) {
  const along = normalized(cross(from, to)), angle = Math.atan2(norm(cross(from, to)), inner(from, to));
  const side = cross(along, from), steps = Math.max(1, Math.ceil(angle / 0.15)), all = [];
  for (let i = 0; i <= steps; i++) {
    const t = Math.min(Math.max(angle * i / steps, little), angle - little);
    const v = away(times(from, Math.cos(t)), side, Math.sin(t));
    all.push(away(v, along, little), away(v, along, -little));
  }
  return all;
}

const sharp = ({ faces: [f, g] }) => inner(f.normal, g.normal) < 1 - 1e-5;

/** Directions of a shape besides those all around. */
function ownDirections(shape) {
  const { kind, n } = shape, flat = corners(shape);
  if (flat) return convexHull(flat).edges.filter(sharp).flatMap(({ faces: [f, g] }) => arc(f.normal, g.normal));
  const axis = sub(n.slice(3, 6), n.slice(0, 3)), long = norm(axis);
  if (!(long > 0)) return [];
  if (kind === "capsule" || kind === "cylinder") return circle(times(axis, 1 / long), 0);
  return kind === "cone" ? circle(times(axis, 1 / long), n[6] / Math.hypot(long, n[6])) : [];
}

const isFlat = (shape) => corners(shape) !== null && !(shape.kind === "hull_at" && shape.n[7] > 0);

/** If all faces are flat, each edge is a crease; else those where normals differ by more than 30 degrees. */
function solidOf(points, allFlat) {
  const mesh = convexHull(points), least = allFlat ? 1 - 1e-4 : 0.866;
  return { ...mesh, creases: mesh.edges.map((edge) => inner(edge.faces[0].normal, edge.faces[1].normal) < least) };
}

/** Recently used solids: while one of two shapes is dragged, the other stays as it is. */
const known = new Map();
function remembered(key, make) {
  if (!known.has(key)) {
    if (known.size > 8) known.clear();
    known.set(key, make());
  }
  return known.get(key);
}

/** The three solids of a pair; `support` is the library's. */
export function solids(support, pair) {
  const own = { a: ownDirections(pair.a), b: ownDirections(pair.b) }, flat = isFlat(pair.a) && isFlat(pair.b);
  const directions = [...around, ...own.a, ...own.b, ...own.b.map((v) => times(v, -1))];
  const found = support(directions.flat());
  const from = { a: around.length, b: around.length + own.a.length };
  const alone = (name) => remembered(JSON.stringify(pair[name]), () => solidOf([...found[name].slice(0, around.length),
    ...found[name].slice(from[name], from[name] + own[name].length)], isFlat(pair[name])));
  const points = flat ? corners(pair.a).flatMap((p) => corners(pair.b).map((q) => sub(p, q))) : found.difference;
  return { a: alone("a"), b: alone("b"), difference: solidOf(points, flat) };
}
