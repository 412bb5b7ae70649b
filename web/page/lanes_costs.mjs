// The cost of a setting for sharing lanes, in numbers and beside all others.
import { costBar } from "./lanes_picture.mjs";
import { settings } from "./schedule.mjs";

export const grouped = (n) => n.toLocaleString("en-US");
export const percent = (part, whole) => (whole > 0 ? `${Math.round(100 * part / whole)} %` : "none");

const rows = [["steps of registers", "steps"], ["steps of lanes at work", "work"], ["steps of lanes idle", "idle"],
  ["queries moved together", "moved"]];

export function searchingText({ counts, left }, pairs) {
  const searching = counts.filter((n) => n > 0).length, undecided = left.filter((how) => how === "undecided").length;
  return `Of ${grouped(pairs)} pairs ${grouped(pairs - searching)} are apart by their bounds; ${grouped(searching)}
    have to search. ${grouped(undecided)} of those end near contact and are left to double lanes.`;
}

/** Shows costs in elements of the page; `choose(i)` is called for the clicked setting. */
export class CostView {
  constructor(page, choose) {
    for (const id of ["summary", "costs", "ways"]) this[id] = page.getElementById(id);
    const row = ({ short }) => `<button type="button" aria-pressed="false"><span>${short}</span>
      <svg viewBox="0 0 600 20" preserveAspectRatio="none" aria-hidden="true"></svg><output></output></button>`;
    this.ways.innerHTML = settings.map(row).join("");
    for (const [i, row] of [...this.ways.children].entries()) row.addEventListener("click", () => choose(i));
  }

  /** `costs`: by the name of the setting. */
  show(costs, { stages, price }) {
    const cost = costs.get(stages), end = costs.get("end"), all = cost.work + cost.idle;
    this.summary.innerHTML = `<b>${percent(cost.work, all)} at work</b><span>${percent(cost.idle, all)} of all steps of
      lanes are idle${stages === "end" ? "" : `; to completion it is ${percent(end.idle, end.work + end.idle)}`}</span>`;
    this.costs.innerHTML = rows.map(([title, name]) => `<tr><td>${title}</td>
      <td id="cost-${name}">${grouped(cost[name])}</td><td>${stages === "end" ? "" : `${grouped(end[name])} to completion`}</td></tr>`).join("");
    this.showWays([...costs.values()], price, settings.findIndex(({ name }) => name === stages));
  }

  showWays(costs, price, chosen) {
    const totals = costs.map(({ work, idle, moved }) => work + idle + price * moved);
    const longest = Math.max(...totals, 1), least = Math.min(...totals);
    for (const [i, row] of [...this.ways.children].entries()) {
      row.ariaPressed = String(i === chosen);
      row.classList.toggle("best", totals[i] === least);
      row.querySelector("svg").innerHTML = costBar(costs[i], price, longest);
      row.querySelector("output").textContent = grouped(Math.round(totals[i]));
    }
  }
}
