// The page "Lockstep": searches share registers, in a schedule that the reader cuts into stages.
import { packedModule } from "./instance.mjs";
import { lanesAddress, lanesState, readPart } from "./lanes_address.mjs";
import { CostView, grouped, percent, searchingText } from "./lanes_costs.mjs";
import { LanesLibrary } from "./lanes_library.mjs";
import { laneTile, timeline } from "./lanes_picture.mjs";
import { costOf, lanes, momentOf, scheduleOf, settingOf, settings } from "./schedule.mjs";
import { mixes, nearness, pairLines } from "./workload.mjs";

const element = (id) => document.getElementById(id);
const start = { seed: 7, mix: "ellipses", near: "graze", pairs: 512, stages: "end", price: 0.5, time: 3, theme: null };
const workload = ["seed", "mix", "near", "pairs"];

const isDark = () => document.documentElement.classList.contains("dark");

class LockstepPage {
  constructor(library) {
    this.library = library;
    this.state = { ...start };
    this.wire();
    this.readAddress();
  }

  change(news) {
    const next = { ...this.state, ...news };
    if (!this.lines || workload.some((name) => next[name] !== this.state[name])) this.search(next);
    this.state = next;
    this.registers = this.schedules.get(next.stages);
    this.state.time = Math.min(next.time, Math.max(this.costs.get(next.stages).steps - 1, 0));
    this.show();
  }

  /** The library's steps of all pairs, and the costs of every setting for sharing lanes. */
  search(state) {
    this.lines = pairLines(state);
    this.found = this.library.search(this.lines);
    this.pictured = new Map();
    const of = (make) => new Map(settings.map((setting) => [setting.name, make(setting)]));
    this.schedules = of((setting) => scheduleOf(this.found.counts, setting));
    this.costs = of(({ name }) => costOf(this.schedules.get(name), this.found.counts));
  }

  picturedQuery(i) {
    if (!this.pictured.has(i)) this.pictured.set(i, this.library.query(i));
    return this.pictured.get(i);
  }

  say(sentence) {
    element("notice").textContent = sentence;
    element("notice").hidden = sentence === "";
  }

  show() {
    const { state } = this;
    this.moment = momentOf(this.registers, this.found.counts, state.time);
    this.showControls();
    this.showTimeline();
    this.showLanes();
    this.view.show(this.costs, state);
    element("searching").textContent = searchingText(this.found, state.pairs);
    const dark = state.theme ? state.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.classList.toggle("dark", dark);
    clearTimeout(this.later); // not with every move of a slider: browsers refuse that
    this.later = setTimeout(() => history.replaceState(null, "", lanesAddress(this.state)), 150);
  }

  showControls() {
    const { state } = this, cost = this.costs.get(state.stages);
    element("stages").value = settings.findIndex(({ name }) => name === state.stages);
    element("setting").textContent = element("stages").ariaValueText = settingOf(state.stages).title;
    element("time").max = Math.max(cost.steps - 1, 0);
    element("time").value = state.time;
    for (const name of workload) element(name).value = state[name];
    element("price").value = state.price;
    element("price-of").textContent = `${state.price} ${state.price === 1 ? "step" : "steps"}`;
    element("back").disabled = state.time === 0;
    element("forward").disabled = state.time >= cost.steps - 1;
  }

  showTimeline() {
    const longest = Math.max(...[...this.costs.values()].map(({ steps }) => steps), 1);
    const { steps, work, idle } = this.costs.get(this.state.stages);
    element("timeline").setAttribute("viewBox", `0 0 ${longest} ${lanes}`);
    element("timeline").innerHTML = timeline(this.registers, this.found, this.state.time);
    element("timeline").setAttribute("aria-label",
      `${steps} steps of registers; lanes are at work in ${percent(work, work + idle)} of their steps`);
  }

  showLanes() {
    const { moment } = this;
    if (!moment) {
      element("moment").textContent = "No query has to search";
      for (const id of ["lanes", "mask"]) element(id).textContent = "";
      element("lines").value = "";
      return;
    }
    const { register, step } = moment;
    element("moment").textContent = `Register ${moment.number + 1} of ${this.registers.length}, step ${step + 1}`;
    const tiles = moment.lanes.map((held) => held && { ...held, left: this.found.left[held.query],
      pictured: this.picturedQuery(held.query), link: this.linkTo(held.query, step) });
    element("lanes").innerHTML = tiles.map((held, lane) => laneTile(lane, held, step)).join("");
    const bits = moment.lanes.map((held) => (held?.active ? "<b>1</b>" : "<i>0</i>")).join(" ");
    element("mask").innerHTML = `active = ${bits} &nbsp; tile ${register.tile + 1}, stage ${register.stage + 1}`;
    element("lines").value = moment.lanes.filter(Boolean).map(({ query }) => this.lines[query]).join("\n");
  }

  /** The same pair in the other page, which lies beside this one. */
  linkTo(query, step) {
    const [, a, b] = this.lines[query].split("|").map((text) => text.trim().replaceAll(" ", "+"));
    return `plane.html#a=${a}&amp;b=${b}&amp;step=${step}`;
  }

  readAddress() {
    const { state, problems } = lanesState(location.hash);
    this.change({ ...start, ...state });
    this.say(problems.length ? `${problems.join(" ")} The page goes on without it.` : "");
  }

  goTo(time) {
    this.change({ time: Math.min(Math.max(time, 0), this.costs.get(this.state.stages).steps - 1) });
  }

  setStages(i) {
    this.change({ stages: settings[Math.min(Math.max(i, 0), settings.length - 1)].name });
  }

  /** Applies a part of the state that was typed or chosen; shows what is wrong with it. */
  take(name, text) {
    try {
      this.change({ [name]: readPart(name, text), time: 0 });
      this.say("");
    } catch (error) {
      this.say(`The ${name}: ${error.message}. The picture is as it was.`);
      this.showControls();
    }
  }

  play(on) {
    clearInterval(this.playing);
    this.playing = on ? setInterval(() => this.tick(), 450) : null;
    element("play").textContent = on ? "❚❚" : "▶";
    element("play").ariaLabel = on ? "pause" : "play";
  }

  tick() {
    const last = this.costs.get(this.state.stages).steps - 1;
    if (this.state.time >= last) return this.play(false);
    this.goTo(this.state.time + 1);
  }

  /** The column of the timeline under the pointer. */
  point(event) {
    const box = element("timeline").getBoundingClientRect(), { width } = element("timeline").viewBox.baseVal;
    this.goTo(Math.floor((event.clientX - box.left) / box.width * width));
  }

  wire() {
    const on = (id, event, run) => element(id).addEventListener(event, run);
    const options = (titles) => Object.entries(titles).map(([name, { title }]) => new Option(title, name));
    element("mix").replaceChildren(...options(mixes));
    element("near").replaceChildren(...options(nearness));
    element("pairs").replaceChildren(...[16, 64, 256, 512, 1024, 2048, 4096].map((n) => new Option(grouped(n), n)));
    element("stages").max = settings.length - 1;
    this.view = new CostView(document, (i) => this.setStages(i));
    for (const name of workload) on(name, "change", (e) => this.take(name, e.target.value));
    on("stages", "input", (e) => this.setStages(Number(e.target.value)));
    on("price", "input", (e) => this.change({ price: Number(e.target.value) }));
    on("time", "input", (e) => this.goTo(Number(e.target.value)));
    on("back", "click", () => this.goTo(this.state.time - 1));
    on("forward", "click", () => this.goTo(this.state.time + 1));
    on("play", "click", () => this.play(!this.playing));
    on("another", "click", () => this.take("seed", String((this.state.seed + 1) % 2 ** 32)));
    on("theme", "click", () => this.change({ theme: isDark() ? "light" : "dark" }));
    on("timeline", "pointerdown", (e) => { element("timeline").setPointerCapture(e.pointerId); this.point(e); });
    on("timeline", "pointermove", (e) => { if (e.buttons) this.point(e); });
    addEventListener("hashchange", () => this.readAddress());
    addEventListener("keydown", (e) => this.key(e));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.show());
  }

  key(event) {
    if (event.target.matches("textarea, select, input[type=number]")) return;
    const { time, stages } = this.state, i = settings.findIndex(({ name }) => name === stages);
    const does = { "<": () => this.goTo(time - 1), ",": () => this.goTo(time - 1), ">": () => this.goTo(time + 1),
      ".": () => this.goTo(time + 1), "[": () => this.setStages(i - 1), "]": () => this.setStages(i + 1),
      p: () => this.play(!this.playing) }[event.key];
    does?.();
  }
}

window.page = new LockstepPage(new LanesLibrary(await packedModule(element("wasm").textContent)));
