// Pairs of the plane by a seed, as lines of a pair file.

/** Numbers in [0, 1), the same for the same seed everywhere: a Weyl sequence, hashed. */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let x = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32;
  };
}

const between = (random, low, high) => low + (high - low) * random();
const text = (numbers) => numbers.map((x) => x.toFixed(3)).join(" ");
const dot = (p, q) => p[0] * q[0] + p[1] * q[1];
const onCircle = (radius, angle) => [radius * Math.cos(angle), radius * Math.sin(angle)];
const furthest = (points) => (v) => Math.max(...points.map((p) => dot(p, v)));

// Shapes about the origin: the words for one at a place, and its approximate extent along a unit vector.

function ellipse(random) {
  const angle = between(random, 0, Math.PI), radii = [between(random, 0.3, 1.5), between(random, 0.3, 1.5)];
  const axes = [onCircle(radii[0], angle), onCircle(radii[1], angle + Math.PI / 2)];
  return { at: (place) => `ellipse2d ${text([...place, angle, ...radii])}`,
    reach: (v) => Math.hypot(dot(axes[0], v), dot(axes[1], v)) };
}

function polygon(random) {
  const count = 5 + Math.floor(random() * 8), radius = between(random, 0.6, 1.4);
  const points = Array.from({ length: count }, (_, i) => onCircle(radius, 2 * Math.PI * (i + 0.6 * random()) / count));
  return { at: (place) => `polygon2d_at ${text([...place, 0])} ${count} ${text(points.flat())}`,
    reach: furthest(points) };
}

function box(random) {
  const angle = between(random, 0, Math.PI), half = [between(random, 0.3, 1.3), between(random, 0.3, 1.3)];
  const axes = [onCircle(half[0], angle), onCircle(half[1], angle + Math.PI / 2)];
  return { at: (place) => `box2d ${text([...place, angle, ...half])}`,
    reach: (v) => Math.abs(dot(axes[0], v)) + Math.abs(dot(axes[1], v)) };
}

function slice(random) {
  const angle = between(random, 0, 2 * Math.PI), half = between(random, 0.2, 1.5), radius = between(random, 0.8, 2);
  const arc = Array.from({ length: 9 }, (_, i) => onCircle(radius, angle + half * (i / 4 - 1)));
  return { at: (place) => `slice2d ${text([...place, angle, half, radius])}`, reach: furthest([[0, 0], ...arc]) };
}

/** One combination of kinds each, because the library sorts a list by kinds before it fills lanes. */
export const mixes = {
  ellipses: { title: "ellipses", of: [ellipse, ellipse] },
  polygons: { title: "polygons", of: [polygon, polygon] },
  both: { title: "ellipses and polygons", of: [ellipse, polygon] },
  boxes: { title: "boxes", of: [box, box] },
  slices: { title: "slices and polygons", of: [slice, polygon] },
};

/** The distance between the middles of two shapes that reach as far as `reach` towards each other. */
export const nearness = {
  any: { title: "anywhere", distance: (random) => between(random, 0, 4) },
  near: { title: "near each other", distance: (random) => between(random, 1.2, 2.2) },
  graze: { title: "grazing", distance: (random, reach) => reach - between(random, 0, 0.3) },
};

export function pairLines({ seed, mix, near, pairs }) {
  const random = randomNumbers(seed), [first, second] = mixes[mix].of;
  return Array.from({ length: pairs }, (_, i) => {
    const a = first(random), b = second(random), way = onCircle(1, between(random, 0, 2 * Math.PI));
    const far = nearness[near].distance(random, a.reach(way) + b.reach(way.map((x) => -x)));
    return `q${i} | ${a.at([0, 0])} | ${b.at(way.map((x) => far * x))}`;
  });
}
