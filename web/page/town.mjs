// The scene: a town of boxes and spheres, made from a seed and a number of objects, the same everywhere.
import { add, inner, normalized, rotated, times } from "./vectors.mjs";

const cell = 8; // of the ground, with one object on it
const leastObjects = 50, mostObjects = 4000, mostSeed = 999999;

/** T. Ettinger's mulberry32: numbers from 0 to 1. */
function randomOf(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), 1 | state);
    z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A rotation without sines, which differ between browsers. */
const turnedBy = (axis, t) => {
  const size = Math.sqrt(inner(axis, axis) * t * t + 1);
  return [...times(axis, t / size), 1 / size].map(Math.fround);
};

const leaning = (between, most) => [between(-most, most), between(-most, most), 1];

/** Long or wide objects often lie across an edge of a view, where planes keep most objects in vain. */
const kinds = {
  house: (between) => ({ half: [between(1.6, 3), between(1.6, 3), between(1, 3)] }),
  tower: (between) => ({ half: [between(1.4, 2.4), between(1.4, 2.4), between(5, 10)] }),
  wall: (between) => ({ half: [between(8, 20), 0.25, between(0.8, 1.8)], tilt: 2 }),
  beam: (between) => ({ half: [between(12, 26), 0.4, 0.4], tilt: 2, z: between(12, 30), axis: leaning(between, 0.6) }),
  deck: (between) => ({ half: [between(5, 11), between(5, 11), 0.3], tilt: 2, z: between(12, 30),
    axis: leaning(between, 0.1) }),
  tree(between) {
    const radius = between(1, 2.4);
    return { radius, z: radius + between(0, 1) };
  },
  balloon: (between) => ({ radius: between(1.2, 2.8), z: between(10, 28) }),
};
/** The share of objects of each kind and those before it. */
const shares = [["house", 0.37], ["tree", 0.62], ["tower", 0.69], ["wall", 0.81], ["beam", 0.9], ["deck", 0.96],
  ["balloon", 1]];

const pieceSize = 3;

/** Eight points: bit k of the number of one is set if it is high along axis k. */
const cornersOf = (center, axes, half) => Array.from({ length: 8 }, (_, i) =>
  axes.reduce((p, axis, k) => add(p, times(axis, half[k] * (i >> k & 1 ? 1 : -1))), center));

/** Long boxes in pieces, so that what is farther can be drawn first. `ends[k]`: which sides of a piece along axis k are
    sides of the box, the low one and the high one. */
function piecesOf(center, axes, half) {
  const counts = half.map((h) => Math.ceil(h / pieceSize)), size = half.map((h, k) => h / counts[k]), pieces = [];
  for (let i = 0; i < counts[0] * counts[1] * counts[2]; i++) {
    const at = [i % counts[0], Math.floor(i / counts[0]) % counts[1], Math.floor(i / (counts[0] * counts[1]))];
    const middle = axes.reduce((p, axis, k) => add(p, times(axis, (2 * at[k] + 1) * size[k] - half[k])), center);
    pieces.push({ center: middle, corners: cornersOf(middle, axes, size), reach: Math.hypot(...size),
      ends: at.map((x, k) => [x === 0, x === counts[k] - 1]) });
  }
  return pieces;
}

function boxOf(center, half, rotation) {
  const axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => normalized(rotated(rotation, axis)));
  return { center, half, rotation, axes, corners: cornersOf(center, axes, half), pieces: piecesOf(center, axes, half) };
}

const ballOf = (ball) => ({ ...ball, pieces: [{ center: ball.center, reach: ball.radius }] });

/** Boxes have axes and corners, spheres a radius; both have the pieces in which they are drawn. */
export function town(seed, count) {
  const random = randomOf(seed), between = (low, high) => low + (high - low) * random();
  const side = Math.ceil(Math.sqrt(count)), float = (p) => p.map(Math.fround);
  const at = (k) => (k - (side - 1) / 2) * cell;
  const cells = Array.from({ length: side * side }, (_, i) => [at(i % side), at(Math.floor(i / side))]);
  for (let i = cells.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [cells[i], cells[j]] = [cells[j], cells[i]];
  }
  return cells.slice(0, count).map(([x, y], i) => {
    const share = random(), kind = shares.find(([, most]) => share < most)[0], made = kinds[kind](between);
    const place = float([x + between(-1, 1), y + between(-1, 1), made.z ?? made.half[2]]);
    const tint = random(), name = `${kind} ${i}`;
    if (made.radius) return ballOf({ name, tint, center: place, radius: Math.fround(made.radius) });
    const tilt = made.tilt ?? (random() < 0.6 ? 0 : 0.3), turn = turnedBy(made.axis ?? [0, 0, 1], between(-tilt, tilt));
    return { name, tint, ...boxOf(place, float(made.half), turn) };
  });
}

/** How far the ground reaches from the middle. */
export const groundOf = (count) => (Math.ceil(Math.sqrt(count)) / 2) * cell;

export { leastObjects, mostObjects, mostSeed };
