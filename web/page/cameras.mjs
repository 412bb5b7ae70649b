// The flying camera: its position, its direction, and its matrix for the library. z points up.
import { away, cross, inner, sub } from "./vectors.mjs";

const aspect = 3 / 2, near = 1.5;
export const limits = { fov: [20, 110], far: [20, 200], at: [-500, 500] };
const steep = 1.5; // the largest angle up and down

const rounded = (x, unit) => Math.round(x / unit) * unit;
const decimals = (x, digits) => Number(x.toFixed(digits));
const within = (x, [least, most]) => Math.min(Math.max(x, least), most);

/** Rounds to the numbers of the address, so that a link shows the same picture. */
export function settled({ at: [x, y, z], look: [yaw, pitch], fov, far }) {
  const place = (value) => decimals(within(value, limits.at), 3);
  const turn = yaw - 2 * Math.PI * Math.round(yaw / (2 * Math.PI));
  return { at: [place(x), place(y), place(z)], look: [decimals(turn, 4), decimals(within(pitch, [-steep, steep]), 4)],
    fov: rounded(within(fov, limits.fov), 1), far: rounded(within(far, limits.far), 1) };
}

export class Eye {
  constructor({ at, look: [yaw, pitch], fov, far }) {
    const c = Math.cos(pitch);
    this.at = at;
    this.forward = [c * Math.cos(yaw), c * Math.sin(yaw), Math.sin(pitch)];
    this.right = [Math.sin(yaw), -Math.cos(yaw), 0];
    this.up = cross(this.right, this.forward);
    Object.assign(this, { far, zoom: 1 / Math.tan((fov * Math.PI) / 360) });
  }

  /** The point moved right, up and forward. */
  moved(p, [x, y, z]) {
    return away(away(away(p, this.right, x), this.up, y), this.forward, z);
  }

  /** The coordinates right, up and forward, from the eye. */
  of(p) {
    const d = sub(p, this.at);
    return [inner(this.right, d), inner(this.up, d), inner(this.forward, d)];
  }

  /** Row by row, clip depth -w .. w: float32 numbers. */
  matrix() {
    const { right, up, forward, zoom, far } = this, row = (v, s, last) => [...v.map((x) => x * s), last];
    const depth = (far + near) / (far - near), shift = (-2 * far * near) / (far - near);
    const from = (v) => -inner(v, this.at);
    return [row(right, zoom / aspect, (from(right) * zoom) / aspect), row(up, zoom, from(up) * zoom),
      row(forward, depth, from(forward) * depth + shift), row(forward, 1, from(forward))].flat().map(Math.fround);
  }
}

export const sides = ["left", "right", "bottom", "top", "near", "far"];

/** The planes of a matrix, inside where they are positive, with normals of length 1: in the order of `sides`. */
export function planesOf(m) {
  const row = (i) => m.slice(4 * i, 4 * i + 4), w = row(3);
  return [[0, 1], [0, -1], [1, 1], [1, -1], [2, 1], [2, -1]].map(([i, sign]) => {
    const plane = row(i).map((x, k) => w[k] + sign * x), length = Math.hypot(...plane.slice(0, 3));
    return plane.map((x) => x / length);
  });
}

/** How far inside of a plane the innermost point of an object is; negative: the plane separates it from the view. */
export function inside([x, y, z, w], { center, axes, half, radius }) {
  const n = [x, y, z], middle = inner(n, center) + w;
  return middle + (radius ?? axes.reduce((sum, axis, k) => sum + Math.abs(inner(n, axis)) * half[k], 0));
}

/** The number of the plane that the object is farthest outside of. */
export function partingPlane(planes, object) {
  const depths = planes.map((plane) => inside(plane, object));
  return depths.indexOf(Math.min(...depths));
}

export { aspect, near };
