// The page "GJK in the plane".
import { packedModule } from "./instance.mjs";
import { Library } from "./library.mjs";
import { differencePicture, pairPicture } from "./picture.mjs";
import { PlanePage } from "./plane_page.mjs";
import { regionTable } from "./regions.mjs";
import { of } from "./shapes.mjs";
import { picturesAltText, regionRows, stepText, stepTitle } from "./words.mjs";

const element = (id) => document.getElementById(id);
const start = {
  a: of("ellipse2d", [-1.1, 0.4, 0.5, 1.9, 0.9]),
  b: of("polygon2d_at", [1.2, -0.5, 0.2, 1.5, 0.1, 0.5, 1.3, -1.1, 1, -1.4, -0.6, 0.1, -1.2]),
  step: 2, touching: "overlap", view: [0, 0, 4], theme: null,
};

class SearchPage extends PlanePage {
  drawStep(step, around) {
    const { answer, outline } = this;
    element("pair-drawing").innerHTML = pairPicture(this.window, outline, step, answer);
    element("difference-drawing").innerHTML = differencePicture(around, outline, step);
    element("difference").setAttribute("aria-label", picturesAltText(step));
  }

  words(step) {
    return { title: stepTitle(step), text: stepText(step), rows: regionRows(regionTable(step)) };
  }
}

window.page = new SearchPage(new Library(await packedModule(element("wasm").textContent), 2), start);
