// The state of the page about culling in the address: #seed=7&objects=800&at=x+y+z&look=yaw+pitch&...
import { fromAddress, oneOf } from "./address.mjs";
import { limits, settled } from "./cameras.mjs";
import { leastObjects, mostObjects, mostSeed } from "./town.mjs";

const plus = (numbers) => numbers.join("+");

export const start = { seed: 10, objects: 800, at: [16, -46, 11], look: [1.95, -0.25], fov: 50, far: 70,
  method: "planes", grid: [1, 1, 1], slice: 0, tile: null, outside: [0.55, 0.8, 78], theme: null };

export const gridText = ([columns, rows, slices]) =>
  (slices === 1 ? [columns, rows] : [columns, rows, slices]).join("x");

/** Leaves out values of the empty address, except for the seed and the camera. */
export function toCullingAddress(state) {
  const parts = [`seed=${state.seed}`, `objects=${state.objects}`, `at=${plus(state.at)}`, `look=${plus(state.look)}`];
  for (const name of ["fov", "far", "method", "slice", "theme"])
    if (state[name] !== start[name]) parts.push(`${name}=${state[name]}`);
  if (gridText(state.grid) !== gridText(start.grid)) parts.push(`grid=${gridText(state.grid)}`);
  if (state.tile) parts.push(`tile=${plus(state.tile)}`);
  if (plus(state.outside) !== plus(start.outside)) parts.push(`outside=${plus(state.outside)}`);
  return "#" + parts.join("&");
}

function whole(least, most, what) {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most)
      throw new Error(`'${text}' is not a ${what} (a whole number from ${least} to ${most})`);
    return number;
  };
}

function numbers(count, what, [least, most]) {
  return (text) => {
    const found = text.split(" ").map(Number);
    if (found.length !== count || text === "" || !found.every((x) => x >= least && x <= most))
      throw new Error(`'${text}' is not a ${what} (${count} number${count > 1 ? "s" : ""} from ${least} to ${most})`);
    return found;
  };
}

const one = (reader) => (text) => reader(text)[0];

const readers = {
  seed: whole(0, mostSeed, "seed"),
  objects: whole(leastObjects, mostObjects, "number of objects"),
  at: numbers(3, "place", limits.at),
  look: numbers(2, "look: yaw and pitch", [-7, 7]),
  fov: one(numbers(1, "field of view in degrees", limits.fov)),
  far: one(numbers(1, "depth", limits.far)),
  method: oneOf("planes", "exact"),
  grid(text) {
    const found = text.split("x").map(Number);
    if (!/^\d{1,2}x\d{1,2}(x\d{1,2})?$/.test(text) || found.some((x) => x < 1 || x > 32))
      throw new Error(`'${text}' is not a grid (12x8 tiles, or 12x8x6 clusters; up to 32 of each)`);
    return [...found, 1].slice(0, 3);
  },
  slice: whole(0, 32, "slice"),
  tile(text) {
    const found = text.split(" ");
    if (found.length !== 2 || !found.every((x) => /^\d{1,2}$/.test(x)))
      throw new Error(`'${text}' is not a tile (column and row)`);
    return found.map(Number);
  },
  outside(text) {
    const found = numbers(3, "view from outside", [-1000, 1000])(text);
    if (!(found[2] >= 5))
      throw new Error(`'${text}' is not a view from outside (yaw, pitch and at least 5 of half a width)`);
    return found;
  },
  theme: oneOf("dark", "light"),
};

export function fromCullingAddress(hash) {
  const { state, problems } = fromAddress({}, hash, readers), whole = { ...start, ...state };
  const [columns, rows, slices] = whole.grid, [x, y] = whole.tile ?? [0, 0];
  if (x >= columns || y >= rows || (whole.tile && columns * rows * slices === 1)) {
    problems.push(`The address has a bad “tile”: ${x} ${y} lies outside of the grid.`);
    whole.tile = null;
  }
  if (whole.slice > (slices > 1 ? slices : 0)) {
    problems.push(`The address has a bad “slice”: there are ${slices}.`);
    whole.slice = 0;
  }
  return { state: { ...whole, ...settled(whole) }, problems };
}
