// A page about one pair: the display of its state, and the actions that change it. The worlds, plane.mjs and space.mjs,
// add the pictures and the words.
import { fromAddress, toAddress } from "./address.mjs";
import { figure, proofText, verdictText } from "./figures.mjs";
import { gauge } from "./gauge.mjs";
import { pairLine, readFile, readLine } from "./pairs.mjs";

const element = (id) => document.getElementById(id);
const isDark = () => document.documentElement.classList.contains("dark");

export class PairPage {
  /**
   * A world has: `world`, its shapes; `start`, the state of an empty address; `viewNames`; and the methods look(),
   * which prepares the drawing of a new pair, draw(step), words(step), fitted(), which is a view of all, and largest().
   */
  constructor(library, parts) {
    Object.assign(this, parts, { library, state: { ...parts.start }, found: [] });
    this.wire();
  }

  /** Applies a change of the state if the library can answer it; else shows why not. */
  change(news, { keepStep = false } = {}) {
    const next = { ...this.state, ...news };
    try {
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
    for (const name of ["a", "b"]) {
      const wrong = this.world.problem(pair[name]);
      if (wrong) throw new Error(`${name.toUpperCase()}: ${wrong}`);
    }
    const line = pairLine(this.world, "page", pair);
    if (line === this.line) return;
    const asked = this.library.ask(line), looked = this.look(line, pair);
    Object.assign(this, asked, looked, { line });
  }

  say(sentence) {
    element("notice").textContent = sentence;
    element("notice").hidden = sentence === "";
  }

  step() {
    return this.steps[Math.min(this.state.step, this.steps.length - 1)];
  }

  show() {
    const { state } = this, dim = matchMedia("(prefers-color-scheme: dark)").matches;
    const dark = state.theme ? state.theme === "dark" : dim;
    document.documentElement.classList.toggle("dark", dark);
    this.draw(this.step());
    this.showStep(this.step());
    this.showAnswer();
    element("line").value = this.line;
    for (const name of ["a", "b"]) element(`kind-${name}`).value = state[name].kind;
    element("touching").value = state.touching;
    // Not with every move of a drag: browsers refuse that.
    clearTimeout(this.later);
    this.later = setTimeout(() => history.replaceState(null, "", toAddress(this, this.state)), 150);
  }

  showStep(step) {
    const last = this.steps.length - 1, { title, text, rows } = this.words(step);
    element("step").max = last;
    element("step").value = step.number;
    element("first").disabled = element("back").disabled = step.number === 0;
    element("last").disabled = element("forward").disabled = step.number === last;
    element("step-title").textContent = `Step ${step.number} of ${last}: ${title}`;
    element("step-text").innerHTML = text;
    element("regions").innerHTML = rows;
  }

  showAnswer() {
    const { answer, state } = this, words = verdictText(answer, state.touching === "overlap");
    const band = 2 ** -20 * this.largest();
    element("verdict").className = answer.verdict;
    element("verdict").innerHTML = `<b>${words.word}</b><span>${words.answer} (${words.why})</span>`;
    element("gauge").innerHTML = gauge(answer, band);
    element("distance-name").textContent = words.name;
    element("distance").innerHTML = words.range;
    element("proof").innerHTML = proofText(this.trace);
    element("band").innerHTML = `± ${figure(band)}`;
  }

  readAddress() {
    const { state, problems } = fromAddress(this, location.hash);
    const shown = this.change({ ...this.start, ...state }, { keepStep: true });
    if (!shown) this.change(this.start);
    if (shown && (state.a || state.b) && !state.view) this.fit();
    if (problems.length) this.say(`${problems.join(" ")} The page goes on without it.`);
  }

  goTo(step) {
    this.change({ step: Math.min(Math.max(step, 0), this.steps.length - 1) });
  }

  fit() {
    this.change({ view: this.fitted() });
  }

  /** Moves A along the normal by the distance of the two, which is contact within rounding. */
  bringToContact() {
    const { answer: { normal, lower, upper }, state, world } = this, way = -(lower + upper) / 2;
    if (this.change({ a: world.moved(state.a, normal.map((x) => x * way)) }, { keepStep: true })) this.say("");
  }

  takeKind(name, kind) {
    this.say("");
    this.change({ [name]: this.world.sample(kind, this.world.middle(this.state[name])) }, { keepStep: true });
  }

  async readDropped(file) {
    if (file) this.takeFile(await file.text(), file.name);
  }

  takeFile(text, name) {
    const { pairs, problems } = readFile(this.world, text), first = problems[0] ?? "there is no pair in it";
    if (pairs.length === 0) return this.say(`${name}: ${first}. The picture is as it was.`);
    this.found = pairs;
    element("pairs").hidden = false;
    element("pairs").replaceChildren(...pairs.map(({ id }, i) => new Option(id, i)));
    const shown = this.takePair(0);
    if (shown && problems.length) this.say(`${name}: ${problems.length} of its lines cannot be shown; ${first}.`);
  }

  takePair(i) {
    this.say("");
    const { a, b } = this.found[i], shown = this.change({ a, b, step: 1e6 }, { keepStep: true });
    if (shown) this.fit();
    return shown;
  }

  takeLine(text) {
    if (text.trim().includes("\n")) return this.takeFile(text, "what was pasted");
    try {
      const { a, b } = readLine(this.world, text);
      this.say("");
      if (this.change({ a, b }, { keepStep: true })) this.fit();
    } catch (error) {
      this.say(`${error.message}. The picture is as it was.`);
    }
  }

  wire() {
    const on = (id, event, run) => element(id).addEventListener(event, run);
    const { kindNames, kindTitle } = this.world;
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
    this.wireWindow();
  }

  wireWindow() {
    addEventListener("hashchange", () => { this.say(""); this.readAddress(); });
    addEventListener("dragover", (e) => e.preventDefault());
    addEventListener("drop", (e) => {
      e.preventDefault();
      this.readDropped(e.dataTransfer.files[0]);
    });
    addEventListener("paste", (e) => {
      if (!e.target.matches?.("textarea")) this.takeFile(e.clipboardData.getData("text"), "what was pasted");
    });
    addEventListener("keydown", (e) => {
      if (e.target.matches("textarea, select, input")) return;
      if (e.key === "<" || e.key === ",") this.goTo(this.state.step - 1);
      if (e.key === ">" || e.key === ".") this.goTo(this.state.step + 1);
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.show());
  }
}
