// The page: what is seen of the state, and what changes it.
import { fromAddress, toAddress } from "./address.mjs";
import { dragging } from "./dragging.mjs";
import { Window } from "./drawing.mjs";
import { packedModule } from "./instance.mjs";
import { Library } from "./library.mjs";
import { pairLine, readFile, readLine } from "./pairs.mjs";
import { differencePicture, gauge, pairPicture } from "./picture.mjs";
import { regionTable } from "./regions.mjs";
import { kindNames, kindTitle, middle, moved, of, problem, sample } from "./shapes.mjs";
import { figure, picturesAltText, regionRows, stepText, stepTitle, verdictText } from "./words.mjs";

const element = (id) => document.getElementById(id);
const start = {
  a: of("ellipse2d", [-1.1, 0.4, 0.5, 1.9, 0.9]),
  b: of("polygon2d_at", [1.2, -0.5, 0.2, 1.5, 0.1, 0.5, 1.3, -1.1, 1, -1.4, -0.6, 0.1, -1.2]),
  step: 2, touching: "overlap", view: [0, 0, 4], theme: null,
};

class Page {
  constructor(library) {
    this.library = library;
    this.state = { ...start };
    this.found = [];
    this.wire();
    this.readAddress();
  }

  /** Takes over what is new of the state, if the library can answer it; else says why not. */
  change(news, { keepStep = false } = {}) {
    const next = { ...this.state, ...news };
    try {
      for (const name of ["a", "b"]) {
        const wrong = problem(next[name]);
        if (wrong) throw new Error(`${name.toUpperCase()}: ${wrong}`);
      }
      this.ask(next);
    } catch (error) {
      this.say(`${error.message}. The picture is as it was.`);
      return false;
    }
    const last = this.steps.length - 1;
    this.state = { ...next, step: keepStep ? Math.min(next.step, last) : next.step };
    this.show();
    return true;
  }

  ask(pair) {
    const { library } = this;
    const answer = library.answer(pair), steps = library.steps(pair), outline = library.outline(pair);
    Object.assign(this, { answer, steps, outline });
  }

  say(sentence) {
    element("notice").textContent = sentence;
    element("notice").hidden = sentence === "";
  }

  show() {
    const { state, steps, answer, outline } = this;
    const step = steps[Math.min(state.step, steps.length - 1)];
    this.window = new Window(state.view);
    element("pair-drawing").innerHTML = pairPicture(this.window, outline, step, answer);
    element("difference-drawing").innerHTML = differencePicture(aroundOrigin(outline.difference), outline, step);
    element("difference").setAttribute("aria-label", picturesAltText(step));
    this.showStep(step);
    this.showAnswer();
    this.drag.place(this.window, state, outline);
    element("line").value = pairLine("page", state);
    for (const name of ["a", "b"]) element(`kind-${name}`).value = state[name].kind;
    element("touching").value = state.touching;
    const dark = state.theme ? state.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.classList.toggle("dark", dark);
    // Not with every move of a drag: browsers refuse that.
    clearTimeout(this.later);
    this.later = setTimeout(() => history.replaceState(null, "", toAddress(this.state)), 150);
  }

  showStep(step) {
    const last = this.steps.length - 1;
    element("step").max = last;
    element("step").value = step.number;
    element("first").disabled = element("back").disabled = step.number === 0;
    element("last").disabled = element("forward").disabled = step.number === last;
    element("step-title").textContent = `Step ${step.number} of ${last}: ${stepTitle(step)}`;
    element("step-text").innerHTML = stepText(step);
    element("regions").innerHTML = regionRows(regionTable(step));
  }

  showAnswer() {
    const { answer, outline, state } = this, words = verdictText(answer, state.touching === "overlap");
    const band = 2 ** -20 * Math.max(...[...outline.a, ...outline.b].flat().map(Math.abs));
    element("verdict").className = answer.verdict;
    element("verdict").innerHTML = `<b>${words.word}</b><span>${words.answer} (${words.why})</span>`;
    element("gauge").innerHTML = gauge(answer, band);
    element("distance-name").textContent = words.name;
    element("distance").innerHTML = words.range;
    element("band").innerHTML = `± ${figure(band)}`;
  }

  readAddress() {
    const { state, problems } = fromAddress(location.hash);
    const shown = this.change({ ...start, ...state }, { keepStep: true });
    if (!shown) this.change(start);
    if (shown && (state.a || state.b) && !state.view) this.fit();
    if (problems.length) this.say(`${problems.join(" ")} The page goes on without it.`);
  }

  goTo(step) {
    this.change({ step: Math.min(Math.max(step, 0), this.steps.length - 1) });
  }

  fit() {
    const all = [...this.outline.a, ...this.outline.b], range = (i) => all.map((p) => p[i]);
    const [left, right] = [Math.min(...range(0)), Math.max(...range(0))];
    const [low, high] = [Math.min(...range(1)), Math.max(...range(1))];
    const half = 0.65 * Math.max(right - left, high - low, 1e-30);
    this.change({ view: [(left + right) / 2, (low + high) / 2, half] });
  }

  /** Moves A along the normal by what parts the two, which is contact but for rounding. */
  bringToContact() {
    const { answer: { normal, lower, upper }, state } = this, way = -(lower + upper) / 2;
    if (this.change({ a: moved(state.a, normal[0] * way, normal[1] * way) }, { keepStep: true })) this.say("");
  }

  takeKind(name, kind) {
    this.change({ [name]: sample(kind, middle(this.state[name])) }, { keepStep: true });
  }

  async readDropped(file) {
    if (file) this.takeFile(await file.text(), file.name);
  }

  takeFile(text, name) {
    const { pairs, problems } = readFile(text), first = problems[0] ?? "there is no pair in it";
    if (pairs.length === 0) return this.say(`${name}: ${first}. The picture is as it was.`);
    this.found = pairs;
    element("pairs").hidden = false;
    element("pairs").replaceChildren(...pairs.map(({ id }, i) => new Option(id, i)));
    this.takePair(0);
    if (problems.length) this.say(`${name}: ${problems.length} of its lines cannot be shown; ${first}.`);
  }

  takePair(i) {
    this.say("");
    const { a, b } = this.found[i];
    if (this.change({ a, b, step: 1e6 }, { keepStep: true })) this.fit();
  }

  takeLine(text) {
    try {
      const { a, b } = readLine(text);
      this.say("");
      this.change({ a, b }, { keepStep: true });
    } catch (error) {
      this.say(`${error.message}. The picture is as it was.`);
    }
  }

  wire() {
    const on = (id, event, run) => element(id).addEventListener(event, run);
    for (const name of ["a", "b"]) {
      element(`kind-${name}`).replaceChildren(...kindNames.map((kind) => new Option(kindTitle(kind), kind)));
      on(`kind-${name}`, "change", (e) => this.takeKind(name, e.target.value));
    }
    on("first", "click", () => this.goTo(0));
    on("back", "click", () => this.goTo(this.state.step - 1));
    on("forward", "click", () => this.goTo(this.state.step + 1));
    on("last", "click", () => this.goTo(this.steps.length - 1));
    on("step", "input", (e) => this.goTo(Number(e.target.value)));
    on("touching", "change", (e) => this.change({ touching: e.target.value }));
    on("contact", "click", () => this.bringToContact());
    on("fit", "click", () => this.fit());
    on("theme", "click", () => this.change({ theme: isDark() ? "light" : "dark" }));
    on("line", "change", (e) => this.takeLine(e.target.value));
    on("copy", "click", () => navigator.clipboard?.writeText(element("line").value) ?? element("line").select());
    on("pairs", "change", (e) => this.takePair(Number(e.target.value)));
    on("file", "change", (e) => this.readDropped(e.target.files[0]));
    addEventListener("hashchange", () => { this.say(""); this.readAddress(); });
    addEventListener("dragover", (e) => e.preventDefault());
    addEventListener("drop", (e) => {
      e.preventDefault();
      this.readDropped(e.dataTransfer.files[0]);
    });
    addEventListener("keydown", (e) => {
      if (e.target.matches("textarea, select, input")) return;
      if (e.key === "<" || e.key === ",") this.goTo(this.state.step - 1);
      if (e.key === ">" || e.key === ".") this.goTo(this.state.step + 1);
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.show());
    this.drag = dragging(element("pair"), element("handles"), {
      state: () => this.state, window: () => this.window,
      change: (news) => { this.say(""); this.change(news, { keepStep: true }); },
    });
  }
}

const isDark = () => document.documentElement.classList.contains("dark");

/** The origin in the middle, and all of A - B in it; in jumps, so that a drag does not make it breathe. */
function aroundOrigin(points) {
  const most = Math.max(...points.flat().map(Math.abs), 1e-30);
  return new Window([0, 0, 1.25 ** Math.ceil(Math.log(most * 1.12) / Math.log(1.25))]);
}

window.page = new Page(new Library(await packedModule(element("wasm").textContent)));
