// The page about culling: the display of its state, and the actions that change it.
import { settled } from "./cameras.mjs";
import { fromCullingAddress, start, toCullingAddress } from "./culling_address.mjs";
import { CullingAnswers } from "./culling_answers.mjs";
import { showControls, wireControls, wirePictures } from "./culling_controls.mjs";
import { CullingLibrary } from "./culling_library.mjs";
import { addColours, drawCamera, drawOutside, frameOf, pageColours } from "./culling_pictures.mjs";
import { cameraLabel, gridWords, insideText, legendRows, methodText } from "./culling_words.mjs";
import { packedModule } from "./instance.mjs";
import { Palette } from "./painting.mjs";
import { mostSeed } from "./town.mjs";

const element = (id) => document.getElementById(id);
const proportion = 1.36; // of the pictures: width by height

class CullingPage {
  constructor(library) {
    Object.assign(this, { answers: new CullingAnswers(library), state: { ...start }, hovered: null });
    wireControls(this);
    wirePictures(this);
    addEventListener("hashchange", () => { this.say(""); this.readAddress(); });
    addEventListener("resize", () => this.show());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.show());
  }

  /** Applies a change of the state if the library can answer it; else shows why not. */
  change(news) {
    const before = this.state, next = { ...before, ...news };
    this.state = { ...next, ...settled(next) };
    try {
      this.answers.ask(this.state);
    } catch (error) {
      this.say(`${error.message}. The camera is where it was before.`);
      this.state = before;
      this.answers.ask(before);
    }
    this.show();
  }

  say(sentence) {
    element("notice").textContent = sentence;
    element("notice").hidden = sentence === "";
  }

  isDark() {
    return document.documentElement.classList.contains("dark");
  }

  /** The tile under the pointer, or else the chosen one. */
  tile() {
    return this.answers.masks ? this.hovered ?? this.state.tile : null;
  }

  show() {
    const { theme } = this.state, dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    if (!this.palette || dark !== this.isDark()) {
      document.documentElement.classList.toggle("dark", dark);
      this.palette = new Palette(pageColours, getComputedStyle(document.documentElement));
      addColours(this.palette);
    }
    this.inTile = this.answers.chosenIn(this.tile());
    this.showWords();
    showControls(this.state);
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
    // Not with every frame of a flight: browsers refuse that.
    clearTimeout(this.later);
    this.later = setTimeout(() => history.replaceState(null, "", toCullingAddress(this.state)), 150);
  }

  draw() {
    const { answers } = this, heat = answers.masks ? { ...answers.heat, tile: this.tile() } : null;
    const shown = { ...answers, ...this.inTile, palette: this.palette, state: this.state, heat };
    for (const [id, picture] of [["camera", drawCamera], ["outside", drawOutside]]) {
      const canvas = element(id), width = canvas.clientWidth, height = Math.round(width / proportion);
      const unit = Math.min(devicePixelRatio || 1, 2), [w, h] = [width, height].map((x) => Math.round(x * unit));
      if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
      canvas.style.height = `${height}px`;
      const context = canvas.getContext("2d");
      context.setTransform(unit, 0, 0, unit, 0, 0);
      context.lineJoin = "round";
      picture(context, [width, height], shown);
    }
  }

  showWords() {
    const { answers, inTile, state: { method, grid, slice } } = this, counts = answers.counts();
    const { planes, exact, total } = counts, { bar, legend } = legendRows(counts), tile = this.tile();
    const text = { seen: exact, needless: planes - exact, culled: total - planes,
      "needless-name": method === "planes" ? "drawn for nothing" : "spared by exact" };
    for (const [id, words] of Object.entries(text)) element(id).textContent = words;
    const names = [...inTile.chosen ?? []].map((i) =>
      ({ name: answers.objects[i].name, needless: inTile.needless.has(i) }));
    const markup = { "method-text": methodText(method, counts), bar, legend,
      "grid-text": gridWords(grid, answers.masks && answers.entries),
      inside: answers.masks ? insideText(tile, slice, names) : "" };
    for (const [id, words] of Object.entries(markup)) element(id).innerHTML = words;
    element("camera").setAttribute("aria-label", cameraLabel(counts));
    element("command").value = answers.command();
  }

  readAddress() {
    const { state, problems } = fromCullingAddress(location.hash);
    this.change(state);
    if (problems.length) this.say(`${problems.join(" ")} The page goes on without it.`);
  }

  goHome() {
    this.say("");
    this.change({ at: start.at, look: start.look, outside: start.outside });
  }

  takeGrid(grid) {
    this.hovered = null;
    this.change({ grid, tile: null, slice: 0 });
  }

  takeSeed(text) {
    const good = /^\d{1,6}$/.test(text);
    this.say(good ? "" : `'${text}' is not a seed: a whole number from 0 to ${mostSeed} is one. The scene is as it was.`);
    this.change(good ? { seed: Number(text) } : {});
  }

  /** The tile at a place of the picture, or null. */
  tileAt(x, y) {
    const canvas = element("camera"), frame = frameOf([canvas.clientWidth, canvas.clientHeight]);
    const [columns, rows] = this.state.grid;
    const part = [(x - frame.left) / frame.width, 1 - (y - frame.top) / frame.height];
    const tile = [Math.floor(part[0] * columns), Math.floor(part[1] * rows)];
    return this.answers.masks && part.every((t) => t >= 0 && t < 1) ? tile : null;
  }

  hover(tile) {
    if (String(tile) === String(this.hovered)) return;
    this.hovered = tile;
    this.show();
  }

  moveTile([right, up]) {
    if (!this.answers.masks) return;
    const [columns, rows] = this.state.grid, [x, y] = this.state.tile ?? [columns >> 1, rows >> 1];
    const within = (n, count) => Math.min(Math.max(n, 0), count - 1);
    this.hovered = null;
    this.change({ tile: [within(x + right, columns), within(y + up, rows)] });
  }

  tap(tile) {
    if (!this.answers.masks) return;
    this.hovered = null;
    this.change({ tile: String(tile) === String(this.state.tile) ? null : tile });
  }

  save() {
    const url = URL.createObjectURL(new Blob([this.answers.table()], { type: "text/csv" }));
    Object.assign(document.createElement("a"), { href: url, download: this.answers.fileName() }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }
}

const page = new CullingPage(new CullingLibrary(await packedModule(element("wasm").textContent)));
page.readAddress();
window.page = page;
