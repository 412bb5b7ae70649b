// The page "Distance and depth".
import { chartWidth, closingChart, stepAt } from "./closing_chart.mjs";
import { depthPicture, nearestPicture } from "./depth_picture.mjs";
import { closingSteps } from "./depth_steps.mjs";
import { closingAltText, closingText, closingTitle, intervalDigits, intervalRows, pointWords } from "./depth_words.mjs";
import { figure } from "./figures.mjs";
import { packedModule } from "./instance.mjs";
import { Library } from "./library.mjs";
import { inJumps, PlanePage } from "./plane_page.mjs";
import { presets } from "./depth_presets.mjs";

const element = (id) => document.getElementById(id);
const { pair, step, view } = presets[0];
const start = { ...pair, step, view, touching: "overlap", theme: null, closer: null };

/** The steps are those of the distance. */
class ClosingLibrary extends Library {
  ask(line) {
    const asked = super.ask(line);
    return { ...asked, steps: closingSteps(asked.trace.distance) };
  }
}

class DepthPage extends PlanePage {
  constructor(library) {
    super(library, start);
    element("closer").addEventListener("click", () => this.change({ closer: this.state.closer === "yes" ? "no" : "yes" }));
    element("preset").replaceChildren(new Option("show …", ""), ...presets.map(({ title }, i) => new Option(title, i)));
    element("preset").addEventListener("change", (e) => this.take(presets[e.target.value]));
    this.wireChart(element("chart"));
  }

  take({ pair, step, view, closer = "no" }) {
    this.say("");
    this.change({ ...pair, step, view, closer }, { keepStep: true });
    element("preset").value = "";
  }

  wireChart(chart) {
    const choose = (event) => {
      const box = chart.getBoundingClientRect();
      this.goTo(stepAt((event.clientX - box.left) / box.width * chartWidth, this.steps.length));
    };
    chart.addEventListener("pointerdown", (event) => { chart.setPointerCapture(event.pointerId); choose(event); });
    chart.addEventListener("pointermove", (event) => { if (chart.hasPointerCapture(event.pointerId)) choose(event); });
  }

  /** Of A - B: all of it, or what lies around the circles. */
  around(step) {
    const all = super.around(step);
    if (this.state.closer !== "yes") return all;
    const ends = [step.lower, step.upper, this.answer.lower, this.answer.upper].filter(Number.isFinite);
    const far = Math.max(...ends.map(Math.abs), 0);
    return inJumps(Math.min(Math.max(1.6 * far, all.half / 64), all.half));
  }

  drawStep(step, around) {
    const { answer, outline } = this;
    element("closer").setAttribute("aria-pressed", this.state.closer === "yes");
    element("pair-drawing").innerHTML = nearestPicture(this.window, outline, step, answer);
    element("difference-drawing").innerHTML = depthPicture(around, outline, step, answer);
    element("difference").setAttribute("aria-label", closingAltText(step));
    element("chart").innerHTML = closingChart(this.steps, answer, step.number);
  }

  words(step) {
    return { title: closingTitle(step), text: closingText(step), rows: intervalRows(step) };
  }

  showAnswer() {
    super.showAnswer();
    const { lower, upper, onA, onB, normal } = this.answer;
    element("distance").innerHTML = intervalDigits(lower, upper);
    element("width").innerHTML = figure(upper - lower);
    for (const [id, p] of [["on-a", onA], ["on-b", onB], ["normal", normal]]) element(id).innerHTML = pointWords(p);
  }
}

window.page = new DepthPage(new ClosingLibrary(await packedModule(element("wasm").textContent), 2));
