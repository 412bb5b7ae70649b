// View-projection matrices: 16 numbers, row by row, that multiply columns. Moving a frustum moves the points that are
// multiplied in the opposite direction.
import { rotated, sub, times } from "./vectors.mjs";

const product = (m, k) => Array.from({ length: 16 }, (_, i) =>
  [0, 1, 2, 3].reduce((sum, j) => sum + m[(i & 12) + j] * k[4 * j + (i & 3)], 0));

/** p -> axes * p + by */
const affine = ([x, y, z], by) =>
  [x[0], y[0], z[0], by[0], x[1], y[1], z[1], by[1], x[2], y[2], z[2], by[2], 0, 0, 0, 1];
const unitAxes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

export const matrixMoved = (m, way) => product(m, affine(unitAxes, times(way, -1)));

/** The inverse rotation about `about`, applied to the points. */
export function matrixTurned(m, about, [x, y, z, w]) {
  const back = [-x, -y, -z, w], axes = unitAxes.map((axis) => rotated(back, axis));
  return product(m, affine(axes, sub(about, rotated(back, about))));
}

export const scaling = (m, about, by) =>
  product(m, affine(unitAxes.map((axis) => times(axis, 1 / by)), times(about, 1 - 1 / by)));

/** Solves three planes: the point whose products with the rows are the values; null if there is none. */
export function meeting([p, q, r], [a, b, c]) {
  const minor = (u, v) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const qr = minor(q, r), det = p[0] * qr[0] + p[1] * qr[1] + p[2] * qr[2];
  if (!(Math.abs(det) > 0)) return null;
  const rp = minor(r, p), pq = minor(p, q);
  return [0, 1, 2].map((i) => (a * qr[i] + b * rp[i] + c * pq[i]) / det);
}

/** Near, then far, each in ring order: where two planes of the sides meet one of depth. */
export function cornersOfMatrix(m, near) {
  const row = (i) => m.slice(4 * i, 4 * i + 4), w = row(3), less = (p, s) => p.map((x, k) => x - s * w[k]);
  return [near, 1].flatMap((depth) => [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => {
    const planes = [less(row(0), x), less(row(1), y), less(row(2), depth)];
    return meeting(planes.map((p) => p.slice(0, 3)), planes.map((p) => -p[3])) ?? [0, 0, 0];
  }));
}
