// The library's answers for a scene and a camera: for the whole view, and for the parts that it is subdivided into.
import { Eye, partingPlane, planesOf } from "./cameras.mjs";
import { listed } from "./culling_library.mjs";
import { cameraText, sceneTable, viewsText } from "./scene_file.mjs";
import { groundOf, town } from "./town.mjs";

const sum = (list) => list.reduce((total, x) => total + x, 0);
function bits(word) {
  let count = 0;
  for (let left = word; left; left &= left - 1) count++;
  return count;
}
const entriesOf = (masks) => sum(masks.map((mask) => mask.reduce((total, word) => total + bits(word), 0)));
const flags = (mask, count) => Array.from({ length: count }, (_, i) => mask[i >> 5] >>> (i & 31) & 1);

export class CullingAnswers {
  constructor(library) {
    this.library = library;
  }

  /** Takes the parts of `state` that the answers depend on: seed, objects, the camera, grid, method and slice. */
  ask(state) {
    const made = `${state.seed} ${state.objects}`;
    if (made !== this.made) {
      Object.assign(this, { made, objects: town(state.seed, state.objects), ground: groundOf(state.objects) });
      this.library.takeScene(this.objects);
    }
    this.state = state;
    this.matrix = new Eye(state).matrix();
    this.askWhole();
    this.askGrid();
  }

  /** By object: whether the planes keep it, whether it is visible, and the plane that it is farthest outside of. */
  askWhole() {
    const { library, objects } = this, planes = planesOf(this.matrix);
    library.cut(this.matrix, [1, 1, 1]);
    const [kept, seen] = [false, true].map((exact) => flags(library.masks(exact, 1)[0], objects.length));
    this.answer = { kept, seen, side: objects.map((object) => partingPlane(planes, object)) };
    this.corners = library.corners(0);
  }

  /** Masks of the parts by both methods; in `heat` the number of objects in each tile by the chosen method. */
  askGrid() {
    const { library, state: { grid, method, slice } } = this, [columns, rows, slices] = grid, size = columns * rows;
    this.masks = null;
    if (size * slices === 1) return;
    const parts = library.cut(this.matrix, grid);
    this.masks = { planes: library.masks(false, parts), exact: library.masks(true, parts) };
    this.entries = { planes: entriesOf(this.masks.planes), exact: entriesOf(this.masks.exact) };
    const tiles = Array.from({ length: size }, (_, i) => [i % columns, Math.floor(i / columns)]);
    const counts = tiles.map((tile) => this.objectsOf(tile, method).length);
    this.heat = { counts, most: Math.max(...counts), columns, rows, slice };
  }

  /** The parts of a tile: one, or those of all depths if no slice is chosen. */
  partsOf([x, y]) {
    const { grid: [columns, rows, slices], slice } = this.state, at = (z) => (z * rows + y) * columns + x;
    return slice ? [at(slice - 1)] : Array.from({ length: slices }, (_, z) => at(z));
  }

  objectsOf(tile, method) {
    const masks = this.partsOf(tile).map((part) => this.masks[method][part]);
    return listed(masks[0].map((word, i) => masks.reduce((all, mask) => all | mask[i], word)), this.objects.length);
  }

  /** The objects in a tile, those among them that planes keep in vain, and its corners; all empty without a tile. */
  chosenIn(tile) {
    if (!tile) return { chosen: null, needless: new Set(), part: null };
    const [kept, seen] = ["planes", "exact"].map((method) => new Set(this.objectsOf(tile, method)));
    const parts = this.partsOf(tile);
    const [first, last] = [parts[0], parts.at(-1)].map((part) => this.library.corners(part));
    return { chosen: this.state.method === "exact" ? seen : kept, part: [...first.slice(0, 4), ...last.slice(4)],
      needless: new Set([...kept].filter((i) => !seen.has(i))) };
  }

  counts() {
    const { kept, seen, side } = this.answer, bySide = Array(6).fill(0);
    for (const [i, k] of side.entries()) if (!kept[i]) bySide[k]++;
    return { planes: sum(kept), exact: sum(seen), total: kept.length, bySide };
  }

  fileName() {
    return `town-${this.state.seed}-${this.state.objects}.csv`;
  }

  /** The table to save, and the command that culls it. */
  table() {
    return sceneTable(this.objects);
  }

  command() {
    const views = viewsText(this.state.grid), camera = cameraText(this.matrix);
    return `lockstep cull ${this.fileName()} --views ${views} --camera "${camera}"`;
  }
}
