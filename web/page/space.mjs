// The page "GJK in space".
import { dragging } from "./dragging.mjs";
import { packedModule } from "./instance.mjs";
import { Library } from "./library.mjs";
import { orbiting } from "./orbiting.mjs";
import { PairPage } from "./pair_page.mjs";
import { pairLine } from "./pairs.mjs";
import { presets } from "./presets.mjs";
import { rimOf } from "./solid_drawing.mjs";
import { solids } from "./solid.mjs";
import { handlesInSpace } from "./space_handles.mjs";
import { differencePicture3, farFirst, pairPicture3 } from "./space_picture.mjs";
import { regionByRules, regionRows3 } from "./space_regions.mjs";
import { spaceShapes, turnedInSpace } from "./space_shapes.mjs";
import { altText3, regionButtons, stepText3, stepTitle3 } from "./space_words.mjs";
import { away, inner, norm, rotationAbout, sub } from "./vectors.mjs";
import { View } from "./view.mjs";

const element = (id) => document.getElementById(id);
const [{ pair: firstPair, step: firstStep, view: firstView }] = presets;
const start = { ...firstPair, step: firstStep, touching: "overlap", view: firstView, theme: null, region: null };

class SpacePage extends PairPage {
  constructor(library) {
    super(library, { world: spaceShapes, start, viewNames: ["yaw", "pitch", "x", "y", "z", "half width"] });
    this.drag = dragging(element("pair"), element("handles"), {
      world: spaceShapes, turned: (shape, angle) => turnedInSpace(shape, rotationAbout(this.window.toward, angle)),
      moreKeys: { PageUp: [0, 0, -1], PageDown: [0, 0, 1] }, state: () => this.state, window: () => this.window,
      handles: (shape, name) => handlesInSpace(shape, this.window, this.rims[name]),
      change: (news) => { this.say(""); this.change(news, { keepStep: true }); },
    });
    for (const id of ["pair", "difference"])
      orbiting(element(id), { view: () => this.state.view, turn: (view) => this.change({ view }) });
    element("regions").addEventListener("click", (event) => this.lookAt(event.target.closest("[data-region]")));
    element("preset").replaceChildren(new Option("a pair of your own", ""),
      ...presets.map(({ title }, i) => new Option(title, i)));
    this.lines = presets.map(({ pair }) => pairLine(spaceShapes, "page", pair));
    element("preset").addEventListener("change", (event) => this.takePreset(presets[event.target.value]));
    this.readAddress();
  }

  look(line, pair) {
    return { meshes: solids((directions) => this.library.support(line, directions), pair) };
  }

  /** The region in the picture: the one that was pressed, if the step has it, or the one that held O. */
  region(step) {
    const rows = regionRows3(step);
    return (rows.find(({ name }) => name === this.state.region) ?? rows.find(({ state }) => state === "held"))?.name;
  }

  draw(step) {
    const { state, answer, meshes } = this, view = this.window = new View(state.view);
    const around = new View([...state.view.slice(0, 2), ...aroundOrigin(meshes.difference.points)]);
    this.rims = { a: rimOf(view, meshes.a), b: rimOf(view, meshes.b) };
    element("pair-drawing").innerHTML = pairPicture3(view, meshes, step, answer);
    element("difference-drawing").innerHTML = differencePicture3(around, meshes.difference, step, this.region(step));
    element("difference").setAttribute("aria-label", `${altText3(step)} Arrow keys turn the scene.`);
    this.drag.place(view, state, this.rims, farFirst(view, meshes, answer));
    const preset = this.lines.indexOf(this.line);
    element("preset").value = preset < 0 ? "" : preset;
  }

  words(step) {
    const rows = regionButtons(regionRows3(step), this.region(step));
    return { title: stepTitle3(step), text: stepText3(step), rows };
  }

  /** Presses the row of a region; it keeps the focus. */
  lookAt(button) {
    if (!button) return;
    const { region } = button.dataset;
    this.change({ region: region === this.state.region ? null : region });
    element("regions").querySelector(`[data-region="${region}"]`)?.focus();
  }

  takePreset(preset) {
    if (!preset) return;
    this.say("");
    this.change({ ...preset.pair, view: preset.view, step: preset.step, region: null }, { keepStep: true });
  }

  /** Whether the rules as shown choose the region that the search kept. */
  rulesAgree() {
    return this.steps.every((step) => step.end === "gave up" || regionByRules(step) === step.region);
  }

  largest() {
    return Math.max(...[...this.meshes.a.points, ...this.meshes.b.points].flat().map(Math.abs));
  }

  fitted() {
    const view = new View(this.state.view), all = [...this.meshes.a.points, ...this.meshes.b.points];
    let target = [0, 0, 0], half = 1e-30;
    for (const axis of [view.right, view.up, view.toward]) {
      const places = all.map((p) => inner(axis, p)), [least, most] = [Math.min(...places), Math.max(...places)];
      target = away(target, axis, (least + most) / 2);
      if (axis !== view.toward) half = Math.max(half, 0.68 * (most - least));
    }
    return [...this.state.view.slice(0, 2), ...target, half];
  }
}

/** All of A - B and the origin, from any direction; in jumps, so that it does not change with every drag. */
function aroundOrigin(points) {
  const wider = (i) => ([least, most], p) => [Math.min(least, p[i]), Math.max(most, p[i])];
  const ends = [0, 1, 2].map((i) => points.reduce(wider(i), [0, 0]));
  const middle = ends.map(([least, most]) => (least + most) / 2);
  const most = Math.max(norm(middle), ...points.map((p) => norm(sub(p, middle))), 1e-30);
  const half = 1.2 ** Math.ceil(Math.log(most * 1.08) / Math.log(1.2)), step = half / 8;
  return [...middle.map((x) => step * Math.round(x / step)), half];
}

window.page = new SpacePage(new Library(await packedModule(element("wasm").textContent), 3));
