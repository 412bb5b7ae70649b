// The convex hull of points of space, as triangles: each outside point joins the faces along the horizon that it sees
// (C. Barber, D. Dobkin, H. Huhdanpaa, "The Quickhull Algorithm for Convex Hulls", 1996).
import { aside, away, cross, inner, norm, normalized, sub } from "./vectors.mjs";

/** Points that lie closer together than this part of the whole are drawn as one. */
const grain = 3e-4;

/** The extent of the points, but no less than the rounding of their coordinates. */
function sizeOf(points) {
  let size = 1e-30;
  for (const p of points)
    for (const [i, x] of p.entries()) size = Math.max(size, Math.abs(x - points[0][i]), Math.abs(x) * 1e-7);
  return size;
}

/** One point of each cell of a grid. */
function thinned(points, size) {
  const cell = Math.max(size * grain, 1e-300), seen = new Map();
  for (const p of points) seen.set(p.map((x) => Math.round(x / cell)).join(), p);
  return [...seen.values()];
}

const farthest = (points, measure) => points.reduce((best, p) => (measure(p) > measure(best) ? p : best));

/** Four corners of a simplex among the points. A flat set is thickened a little for it. */
function simplexOf(points, size) {
  const thin = size * 1e-4;
  const thick = (v) => points.splice(0, points.length, ...points.flatMap((p) => [away(p, v, thin), away(p, v, -thin)]));
  const [first] = points, second = farthest(points, (p) => norm(sub(p, first)));
  if (norm(sub(second, first)) < thin / 2) {
    for (const v of [[1, 0, 0], [0, 1, 0], [0, 0, 1]]) thick(v);
    return simplexOf(points, size);
  }
  const along = normalized(sub(second, first)), off = (p) => norm(cross(sub(p, first), along));
  const third = farthest(points, off);
  if (off(third) < thin / 2) {
    thick(aside(along));
    return simplexOf(points, size);
  }
  const normal = normalized(cross(along, sub(third, first))), high = (p) => Math.abs(inner(sub(p, first), normal));
  const fourth = farthest(points, high);
  if (high(fourth) < thin / 2) {
    thick(normal);
    return simplexOf(points, size);
  }
  return inner(sub(fourth, first), normal) > 0 ? [first, third, second, fourth] : [first, second, third, fourth];
}

/** Unit normal of a triangle; in plain numbers, as there are thousands of them. */
function normalOf(p, q, r) {
  const ux = q[0] - p[0], uy = q[1] - p[1], uz = q[2] - p[2], vx = r[0] - p[0], vy = r[1] - p[1], vz = r[2] - p[2];
  const x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
  const size = Math.sqrt(x * x + y * y + z * z) || 1;
  return [x / size, y / size, z / size];
}

class Hull {
  constructor(all, size) {
    this.points = all;
    this.near = size * 1e-9;
    this.across = new Map(); // from a side, corner to corner, to its face
    this.faces = new Set();
  }

  key(i, j) {
    return i * this.points.length + j;
  }

  addFace(i, j, k) {
    const [p, q, r] = [this.points[i], this.points[j], this.points[k]], normal = normalOf(p, q, r);
    const face = { v: [i, j, k], normal, offset: inner(normal, p), outside: [], top: 0, peak: 0 };
    this.across.set(this.key(i, j), face).set(this.key(j, k), face).set(this.key(k, i), face);
    this.faces.add(face);
    return face;
  }

  /** Gives each point to a face that it is outside of. */
  share(indices, faces) {
    for (const i of indices) {
      for (const face of faces) {
        const height = inner(face.normal, this.points[i]) - face.offset;
        if (height <= this.near) continue;
        face.outside.push(i);
        if (height > face.top) [face.top, face.peak] = [height, i];
        break;
      }
    }
  }

  /** The faces that a point sees, starting from one of them, and the edges that separate them from the rest. */
  seenFrom(i, start) {
    const seen = new Set([start]), horizon = [];
    for (const face of seen) {
      for (let side = 0; side < 3; side++) {
        const u = face.v[side], w = face.v[(side + 1) % 3], next = this.across.get(this.key(w, u));
        if (seen.has(next)) continue;
        if (inner(next.normal, this.points[i]) - next.offset > this.near) seen.add(next);
        else horizon.push([u, w, next]);
      }
    }
    return { seen, horizon: horizon.filter(([, , next]) => !seen.has(next)) };
  }

  join(i, start) {
    const { seen, horizon } = this.seenFrom(i, start), left = [];
    for (const face of seen) {
      for (const j of face.outside) if (j !== i) left.push(j);
      this.faces.delete(face);
    }
    this.share(left, horizon.map(([u, w]) => this.addFace(u, w, i)));
  }
}

/** As {points, faces: [{v, normal}], edges: [{v, faces}]}; each edge once, with its two faces. */
export function convexHull(given) {
  const size = sizeOf(given), points = thinned(given, size), corners = simplexOf(points, size);
  const hull = new Hull(points, size);
  const [a, b, c, d] = corners.map((p) => points.indexOf(p));
  const first = [[a, b, c], [a, c, d], [a, d, b], [b, d, c]].map((v) => hull.addFace(...v));
  hull.share(points.keys(), first);
  for (const face of hull.faces) if (face.outside.length) hull.join(face.peak, face);
  const faces = [...hull.faces], edges = [];
  for (const face of faces)
    for (const [i, u] of face.v.entries()) {
      const w = face.v[(i + 1) % 3], other = hull.across.get(hull.key(w, u));
      if (u < w && other) edges.push({ v: [u, w], faces: [face, other] });
    }
  return { points, faces, edges };
}

/** The outline of projected points, counter-clockwise: A. Andrew's monotone chain. As indices. */
export function rim(flat) {
  const order = [...flat.keys()].sort((i, j) => flat[i][0] - flat[j][0] || flat[i][1] - flat[j][1]);
  const half = (list) => {
    const chain = [];
    for (const i of list) {
      while (chain.length > 1) {
        const [p, q, r] = [flat[chain.at(-2)], flat[chain.at(-1)], flat[i]];
        if ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) > 0) break;
        chain.pop();
      }
      chain.push(i);
    }
    return chain.slice(0, -1);
  };
  return order.length < 3 ? order : [...half(order), ...half(order.reverse())];
}
