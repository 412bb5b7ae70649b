// A page about one pair of shapes of the plane: the common part of such pages.
import { dragging } from "./dragging.mjs";
import { Window } from "./drawing.mjs";
import { handles } from "./handles.mjs";
import { PairPage } from "./pair_page.mjs";
import { planeShapes, turned } from "./shapes.mjs";

const element = (id) => document.getElementById(id);
const directions = Array.from({ length: 720 }, (_, i) => 2 * Math.PI * (i + 0.5) / 720)
  .flatMap((angle) => [Math.cos(angle), Math.sin(angle)]);

/** A page has: words(step), and drawStep(step, window of A - B). */
export class PlanePage extends PairPage {
  constructor(library, start) {
    super(library, { world: planeShapes, start, viewNames: ["x", "y", "half width"] });
    this.drag = dragging(element("pair"), element("handles"), {
      world: planeShapes, turned, state: () => this.state, window: () => this.window,
      handles: (shape) => handles(shape, 26 / this.window.scale),
      change: (news) => { this.say(""); this.change(news, { keepStep: true }); },
    });
    this.readAddress();
  }

  look(line) {
    return { outline: this.library.support(line, directions) };
  }

  draw(step) {
    this.window = new Window(this.state.view);
    this.drawStep(step, this.around(step));
    this.drag.place(this.window, this.state, this.outline);
  }

  /** The shown part of A - B: the origin in the middle, and all of it. */
  around() {
    return inJumps(1.12 * Math.max(...this.outline.difference.flat().map(Math.abs), 1e-30));
  }

  largest() {
    return Math.max(...[...this.outline.a, ...this.outline.b].flat().map(Math.abs));
  }

  fitted() {
    const all = [...this.outline.a, ...this.outline.b], range = (i) => all.map((p) => p[i]);
    const [left, right] = [Math.min(...range(0)), Math.max(...range(0))];
    const [low, high] = [Math.min(...range(1)), Math.max(...range(1))];
    const half = 0.65 * Math.max(right - left, high - low) || 1; // for points in one place any view will do
    return [(left + right) / 2, (low + high) / 2, Math.max(half, 1e-7 * this.largest(), 1e-30)];
  }
}

/** A window of that size around the origin, or somewhat larger: in jumps, so that it does not change with every
   drag. */
export const inJumps = (half) => new Window([0, 0, 1.25 ** Math.ceil(Math.log(half) / Math.log(1.25))]);
