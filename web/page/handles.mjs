// The handles that reshape a shape: each has a name, a place, and a function that gives the shape with the handle
// elsewhere.
import { isPolygon, middle, minus, of, plus, quarterTurn, turn, turned, vertices } from "./shapes.mjs";

const length = ([x, y]) => Math.hypot(x, y);
const angleOf = ([x, y]) => Math.atan2(y, x);
const clamp = (x, least, most) => Math.min(Math.max(x, least), most);

function withNumbers({ kind, n }, changes) {
  const copy = [...n];
  for (const [i, x] of Object.entries(changes)) copy[i] = x;
  return of(kind, copy);
}

const local = ({ n }, p) => turn(minus(p, [n[0], n[1]]), -n[2]);
const world = ({ n }, p) => plus([n[0], n[1]], turn(p, n[2]));

const makers = {
  circle2d: (s) => [
    { name: "radius", at: [s.n[0] + s.n[2], s.n[1]], to: (p) => withNumbers(s, { 2: length(minus(p, s.n)) }) },
  ],
  capsule2d: (s) => {
    const along = minus([s.n[2], s.n[3]], s.n), across = length(along) > 0 ? turn(along, Math.PI / 2) : [0, 1];
    const unit = across.map((x) => x / length(across));
    return [
      { name: "one end", at: [s.n[0], s.n[1]], to: (p) => withNumbers(s, { 0: p[0], 1: p[1] }) },
      { name: "other end", at: [s.n[2], s.n[3]], to: (p) => withNumbers(s, { 2: p[0], 3: p[1] }) },
      { name: "radius", at: plus(middle(s), unit.map((x) => x * s.n[4])),
        to: (p) => withNumbers(s, { 4: Math.abs(minus(p, middle(s)).reduce((sum, x, i) => sum + x * unit[i], 0)) }) },
    ];
  },
  box2d: (s) => [
    { name: "corner", at: world(s, [s.n[3], s.n[4]]),
      to: (p) => withNumbers(s, { 3: Math.abs(local(s, p)[0]), 4: Math.abs(local(s, p)[1]) }) },
  ],
  ellipse2d: (s) => [
    { name: "first axis", at: world(s, [s.n[3], 0]), to: (p) => withNumbers(s, { 3: Math.abs(local(s, p)[0]) }) },
    { name: "second axis", at: world(s, [0, s.n[4]]), to: (p) => withNumbers(s, { 4: Math.abs(local(s, p)[1]) }) },
  ],
  slice2d: (s) => [
    { name: "radius", at: world(s, [s.n[4], 0]), to: (p) => withNumbers(s, { 4: length(local(s, p)) }) },
    { name: "half angle", at: world(s, turn([s.n[4], 0], s.n[3])),
      to: (p) => withNumbers(s, { 3: clamp(Math.abs(angleOf(local(s, p))), 0, quarterTurn) }) },
  ],
  polygon2d_at: (s) => vertices(s).map((v, i) => ({
    name: `vertex ${i}`, at: world(s, v),
    to: (p) => { const [x, y] = local(s, p); return withNumbers(s, { [3 + 2 * i]: x, [4 + 2 * i]: y }); },
  })),
};

/** The approximate extent of the shape from its middle. */
function reach(shape) {
  const { kind, n } = shape;
  if (isPolygon(shape)) return Math.max(...vertices(shape).map((v) => length(minus(world(shape, v), middle(shape)))));
  if (kind === "box2d") return Math.hypot(n[3], n[4]);
  return kind === "ellipse2d" ? Math.max(n[3], n[4]) : n[4];
}

const shortWay = (angle) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

function turnHandle(shape, beyond) {
  const at = middle(shape), far = reach(shape) + beyond;
  const angle = shape.kind === "slice2d" ? shape.n[2] + Math.PI : shape.n[2] - Math.PI / 2;
  return { name: "turn", round: true, at: plus(at, turn([far, 0], angle)),
    to: (p) => turned(shape, shortWay(angleOf(minus(p, at)) - angle)) };
}

/** `beyond`: the distance of the rotation handle from the shape. */
export function handles(shape, beyond) {
  const all = makers[shape.kind](shape);
  return shape.kind === "circle2d" || shape.kind === "capsule2d" ? all : [...all, turnHandle(shape, beyond)];
}
