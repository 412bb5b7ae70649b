// Vectors of space, and rotations as quaternions [x, y, z, w].

const add = (p, q) => [p[0] + q[0], p[1] + q[1], p[2] + q[2]];
const sub = (p, q) => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const times = (p, s) => [p[0] * s, p[1] * s, p[2] * s];
const away = (p, v, t) => [p[0] + v[0] * t, p[1] + v[1] * t, p[2] + v[2] * t];
const inner = (p, q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p, q) => [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
const norm = (p) => Math.hypot(p[0], p[1], p[2]);
const normalized = (p) => times(p, 1 / (norm(p) || 1));
const mean = (points) => times(points.reduce(add, [0, 0, 0]), 1 / points.length);

/** A unit vector perpendicular to v. */
function aside(v) {
  const least = v.map(Math.abs).indexOf(Math.min(...v.map(Math.abs)));
  return normalized(cross(v, [0, 1, 2].map((i) => (i === least ? 1 : 0))));
}

const rotationAbout = (axis, angle) => [...times(normalized(axis), Math.sin(angle / 2)), Math.cos(angle / 2)];

function rotated([x, y, z, w], p) {
  const u = [x, y, z], t = times(cross(u, p), 2 / (x * x + y * y + z * z + w * w));
  return add(p, add(times(t, w), cross(u, t)));
}

/** The rotation q after the rotation p. */
function after(q, p) {
  const [a, b] = [q.slice(0, 3), p.slice(0, 3)];
  const v = add(add(times(b, q[3]), times(a, p[3])), cross(a, b)), w = q[3] * p[3] - inner(a, b);
  const size = Math.hypot(...v, w);
  return [...v, w].map((x) => x / size);
}

export { add, after, aside, away, cross, inner, mean, norm, normalized, rotated, rotationAbout, sub, times };
