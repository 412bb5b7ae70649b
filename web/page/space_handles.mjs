// The handles that turn and reshape a shape of space: each has a name, a place, and a function that gives the shape
// with the handle elsewhere. A drag moves in a plane that faces the eye.
import { middle, of, rotationOf, turnedInSpace } from "./space_shapes.mjs";
import { aside, away, cross, inner, norm, normalized, rotated, rotationAbout, sub } from "./vectors.mjs";

function withNumbers({ kind, n }, changes) {
  const copy = [...n];
  for (const [i, x] of Object.entries(changes)) copy[i] = x;
  return of(kind, copy);
}
const withPoint = (s, i, p) => withNumbers(s, { [i]: p[0], [i + 1]: p[1], [i + 2]: p[2] });
const pointAt = ({ n }, i) => n.slice(i, i + 3);

/** Half extents or radii along the axes of shapes with a rotation. */
const axes = (what) => (s) => [0, 1, 2].map((i) => {
  const at = pointAt(s, 0), axis = rotated(rotationOf(s), [0, 1, 2].map((k) => (k === i ? 1 : 0)));
  return { name: `${["first", "second", "third"][i]} ${what}`, at: away(at, axis, s.n[7 + i]),
    to: (p) => withNumbers(s, { [7 + i]: Math.abs(inner(sub(p, at), axis)) }) };
});

/** Two ends and a radius across `from`. */
const ends = (names, from) => (s, view) => {
  const [p, q] = [pointAt(s, 0), pointAt(s, 3)], along = normalized(sub(q, p)), at = from(p, q);
  const seen = cross(along, view.toward), out = norm(seen) > 1e-6 ? normalized(seen) : aside(along);
  return [{ name: names[0], at: p, to: (x) => withPoint(s, 0, x) },
    { name: names[1], at: q, to: (x) => withPoint(s, 3, x) },
    { name: "radius", at: away(at, out, s.n[6]), to: (x) => withNumbers(s, { 6: Math.abs(inner(sub(x, at), out)) }) }];
};
const between = (p, q) => away(p, sub(q, p), 0.5);

const makers = {
  sphere: (s, view) => [{ name: "radius", at: away(pointAt(s, 0), view.right, s.n[3]),
    to: (p) => withNumbers(s, { 3: norm(sub(p, pointAt(s, 0))) }) }],
  aabb: (s) => [0, 3].map((i) => ({ name: i ? "greatest corner" : "least corner", at: pointAt(s, i),
    to: (p) => withPoint(s, i, p.map((x, k) => (i ? Math.max(x, s.n[k]) : Math.min(x, s.n[k + 3])))) })),
  obb: axes("half extent"),
  ellipsoid: axes("radius"),
  capsule: ends(["one end", "other end"], between),
  cylinder: ends(["one end", "other end"], between),
  cone: ends(["base", "apex"], (p) => p),
};

/** Rolls the shape like a ball under a hand, wherever it is grabbed. */
function turnHandle(shape, view, beyond, reach) {
  const about = middle(shape), far = reach + beyond / view.scale, at = away(about, view.up, -far);
  return { name: "turn", round: true, at, to(p) {
    const way = sub(p, at), angle = norm(way) / far;
    return angle > 0 ? turnedInSpace(shape, rotationAbout(cross(view.toward, way), angle)) : shape;
  } };
}

/** `rim`: the silhouette of the shape. */
export function handlesInSpace(shape, view, rim) {
  const about = middle(shape), reach = Math.max(...rim.map((p) => -inner(view.up, sub(p, about))), 0);
  const own = makers[shape.kind]?.(shape, view) ?? [];
  return shape.kind === "sphere" || shape.kind === "point" ? own : [...own, turnHandle(shape, view, 28, reach)];
}
