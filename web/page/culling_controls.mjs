// The controls of the page about culling: they show its state and change it.
import { flying } from "./flying.mjs";
import { gridText } from "./culling_address.mjs";
import { outsideView } from "./culling_pictures.mjs";
import { gridTitle } from "./culling_words.mjs";
import { orbiting } from "./orbiting.mjs";

const element = (id) => document.getElementById(id);
const on = (id, event, run) => element(id).addEventListener(event, run);
const grids = [[1, 1, 1], [6, 4, 1], [12, 8, 1], [24, 16, 1], [6, 4, 6], [12, 8, 8]];
const amounts = [100, 300, 800, 2000, 4000];
const isTyping = ({ target }) => target.matches?.("textarea, select, input");

/** Chooses a value; an address may have one that is not in the list. */
function select(id, value, text) {
  const box = element(id);
  if (![...box.options].some((option) => option.value === String(value))) box.append(new Option(text, value));
  box.value = value;
}

export function showControls(state) {
  const slices = state.grid[2];
  for (const input of document.querySelectorAll("input[name=method]")) input.checked = input.value === state.method;
  for (const name of ["seed", "fov", "far"]) element(name).value = state[name];
  element("fov-text").textContent = `${state.fov}°`;
  element("far-text").textContent = state.far;
  element("slice-row").hidden = slices === 1;
  Object.assign(element("slice"), { max: slices, value: state.slice });
  element("slice-text").textContent = state.slice ? `${state.slice} of ${slices}` : "all";
  select("grid", gridText(state.grid), gridTitle(state.grid));
  select("objects", state.objects, state.objects);
}

export function wireControls(page) {
  element("grid").replaceChildren(...grids.map((grid) => new Option(gridTitle(grid), gridText(grid))));
  element("objects").replaceChildren(...amounts.map((n) => new Option(n, n)));
  for (const input of document.querySelectorAll("input[name=method]"))
    input.addEventListener("change", () => page.change({ method: input.value }));
  on("grid", "change", (e) => page.takeGrid([...e.target.value.split("x").map(Number), 1].slice(0, 3)));
  on("slice", "input", (e) => page.change({ slice: Number(e.target.value) }));
  on("seed", "change", (e) => page.takeSeed(e.target.value));
  on("objects", "change", (e) => page.change({ objects: Number(e.target.value) }));
  for (const name of ["fov", "far"]) on(name, "input", (e) => page.change({ [name]: Number(e.target.value) }));
  on("home", "click", () => page.goHome());
  on("theme", "click", () => page.change({ theme: page.isDark() ? "light" : "dark" }));
  on("save", "click", () => page.save());
  on("copy", "click", () =>
    navigator.clipboard?.writeText(element("command").value) ?? element("command").select());
}

export function wirePictures(page) {
  const camera = element("camera"), within = (x, least, most) => Math.min(Math.max(x, least), most);
  flying(camera, document.querySelectorAll(".pad button"), { state: () => page.state,
    fly: (news) => page.change(news), tap: (x, y) => page.tap(page.tileAt(x, y)) });
  orbiting(element("outside"), { view: () => outsideView(page.state), turn([yaw, pitch, , , , half]) {
    const view = [yaw, within(pitch, 0.1, 1.57), within(half, 5, 1000)];
    page.change({ outside: view.map((x) => Number(x.toFixed(3))) });
  } });
  camera.addEventListener("pointermove", (e) => {
    if (e.pointerType === "mouse" && e.buttons === 0) page.hover(page.tileAt(e.offsetX, e.offsetY));
  });
  camera.addEventListener("pointerleave", () => page.hover(null));
  const ways = { KeyJ: [-1, 0], KeyL: [1, 0], KeyI: [0, 1], KeyK: [0, -1] };
  addEventListener("keydown", (e) => {
    if (ways[e.code] && !e.ctrlKey && !e.metaKey && !e.altKey && !isTyping(e)) page.moveTile(ways[e.code]);
  });
}
