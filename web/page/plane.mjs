// The page "GJK in the plane".
import { dragging } from "./dragging.mjs";
import { Window } from "./drawing.mjs";
import { handles } from "./handles.mjs";
import { packedModule } from "./instance.mjs";
import { Library } from "./library.mjs";
import { PairPage } from "./pair_page.mjs";
import { differencePicture, pairPicture } from "./picture.mjs";
import { regionTable } from "./regions.mjs";
import { of, planeShapes, turned } from "./shapes.mjs";
import { picturesAltText, regionRows, stepText, stepTitle } from "./words.mjs";

const element = (id) => document.getElementById(id);
const start = {
  a: of("ellipse2d", [-1.1, 0.4, 0.5, 1.9, 0.9]),
  b: of("polygon2d_at", [1.2, -0.5, 0.2, 1.5, 0.1, 0.5, 1.3, -1.1, 1, -1.4, -0.6, 0.1, -1.2]),
  step: 2, touching: "overlap", view: [0, 0, 4], theme: null,
};

const directions = Array.from({ length: 720 }, (_, i) => 2 * Math.PI * (i + 0.5) / 720)
  .flatMap((angle) => [Math.cos(angle), Math.sin(angle)]);

class PlanePage extends PairPage {
  constructor(library) {
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
    const { state, answer, outline } = this;
    this.window = new Window(state.view);
    element("pair-drawing").innerHTML = pairPicture(this.window, outline, step, answer);
    element("difference-drawing").innerHTML = differencePicture(aroundOrigin(outline.difference), outline, step);
    element("difference").setAttribute("aria-label", picturesAltText(step));
    this.drag.place(this.window, state, outline);
  }

  words(step) {
    return { title: stepTitle(step), text: stepText(step), rows: regionRows(regionTable(step)) };
  }

  largest() {
    return Math.max(...[...this.outline.a, ...this.outline.b].flat().map(Math.abs));
  }

  fitted() {
    const all = [...this.outline.a, ...this.outline.b], range = (i) => all.map((p) => p[i]);
    const [left, right] = [Math.min(...range(0)), Math.max(...range(0))];
    const [low, high] = [Math.min(...range(1)), Math.max(...range(1))];
    return [(left + right) / 2, (low + high) / 2, 0.65 * Math.max(right - left, high - low, 1e-30)];
  }
}

/** The origin in the middle, and all of A - B in it; in jumps, so that a drag does not make it breathe. */
function aroundOrigin(points) {
  const most = Math.max(...points.flat().map(Math.abs), 1e-30);
  return new Window([0, 0, 1.25 ** Math.ceil(Math.log(most * 1.12) / Math.log(1.25))]);
}

window.page = new PlanePage(new Library(await packedModule(element("wasm").textContent), 2));
