// The two pictures: the camera's view, and the camera and its view from outside.
import { aspect, Eye, sides } from "./cameras.mjs";
import { Afar, drawGround, drawObjects, Lens, polygon, trace } from "./painting.mjs";
import { away } from "./vectors.mjs";
import { View } from "./view.mjs";

export const frameShare = 0.8; // of the camera's picture: the margin around it shows what the camera does not see

/** Colours of the style that pictures use. */
export const pageColours = ["panel", "ink", "line", "grid", "held", "a", "b", "lit", "shade", "heat", "a-line",
  ...sides.map((side) => `side-${side}`)];
const seenColours = ["seen-0", "seen-1", "seen-2", "seen-3"];

/** The frame in a canvas of this width and height. */
export function frameOf([width, height]) {
  const h = Math.min(height, width / aspect) * frameShare, w = h * aspect;
  return { left: (width - w) / 2, top: (height - h) / 2, width: w, height: h };
}

/** Colours derived from others. */
export function addColours(palette) {
  const { colour } = palette;
  for (const [i, name] of seenColours.entries()) colour[name] = palette.mixed("held", "b", i * 0.16);
  for (const name of sides) colour[`out-${name}`] = palette.mixed("panel", `side-${name}`, 0.36);
  for (const name of [...seenColours, "a", ...sides.map((side) => `out-${side}`)])
    colour[`${name}-dim`] = palette.mixed("panel", name, 0.28);
}

/** The colour of an object, by the answers for the view, or for the chosen tile. */
function colourOf({ answer, objects, chosen, needless }, i) {
  const seen = seenColours[Math.floor(objects[i].tint * 4)];
  if (chosen?.has(i)) return needless.has(i) ? "a" : seen;
  const name = answer.seen[i] ? seen : answer.kept[i] ? "a" : `out-${sides[answer.side[i]]}`;
  return chosen ? `${name}-dim` : name;
}

function lineOf({ answer, chosen, needless, palette: { colour } }, i) {
  if (chosen) return chosen.has(i) ? colour[needless.has(i) ? "a-line" : "ink"] : null;
  return answer.kept[i] && !answer.seen[i] ? colour["a-line"] : null;
}

function heatOf({ palette: { colour } }, context, frame, { counts, most, columns, rows, tile }) {
  const w = frame.width / columns, h = frame.height / rows;
  context.font = `600 ${Math.min(13, h * 0.5)}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const count = counts[y * columns + x], left = frame.left + x * w, top = frame.top + (rows - 1 - y) * h;
      context.globalAlpha = most ? 0.72 * (count / most) : 0;
      context.fillStyle = colour.heat;
      context.fillRect(left, top, w, h);
      context.globalAlpha = 0.3;
      context.strokeStyle = colour.ink;
      context.lineWidth = 0.5;
      context.strokeRect(left, top, w, h);
      context.globalAlpha = 1;
      if (w < 20 || h < 13 || count === 0) continue;
      context.fillStyle = colour.ink;
      context.fillText(count, left + w / 2, top + h / 2);
    }
  if (!tile) return;
  context.strokeStyle = colour.ink;
  context.lineWidth = 2.5;
  context.strokeRect(frame.left + tile[0] * w, frame.top + (rows - 1 - tile[1]) * h, w, h);
}

/** `page`: the members of CullingAnswers, the objects of the chosen tile, state, heat and palette. */
export function drawCamera(context, size, page) {
  const { palette, state, answer, objects } = page, { colour } = palette, frame = frameOf(size), [width, height] = size;
  const eye = new Eye(state), lens = new Lens(eye, [width / 2, height / 2], frame.height / 2);
  const sky = context.createLinearGradient(0, 0, 0, height);
  for (const [at, part] of [[0, 0.16], [1, 0.02]]) sky.addColorStop(at, palette.mixed("panel", "b", part));
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  drawGround(context, lens, state.at, 64, 8, colour.line);
  const lost = (i) => answer.kept[i] && !answer.seen[i];
  const style = (i) => ({ colour: colourOf(page, i), line: lineOf(page, i) });
  const isBeside = (i) => answer.seen[i] || lost(i) || answer.side[i] < 4; // not behind the eye or beyond the far side
  drawObjects(context, lens, palette, objects, (i) => (isBeside(i) ? style(i) : null));
  const beside = new Path2D();
  beside.rect(0, 0, width, height);
  beside.rect(frame.left, frame.top, frame.width, frame.height);
  context.save();
  context.clip(beside, "evenodd");
  context.globalAlpha = 0.62;
  context.fillStyle = colour.panel;
  context.fillRect(0, 0, width, height);
  context.globalAlpha = 1;
  drawObjects(context, lens, palette, objects, (i) => (lost(i) ? style(i) : null));
  context.restore();
  if (page.heat) heatOf(page, context, frame, page.heat);
  context.strokeStyle = colour.ink;
  context.lineWidth = 1.5;
  context.strokeRect(frame.left, frame.top, frame.width, frame.height);
}

const facesOfVolume = [[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];

function drawVolume(context, eye, corners, fill, stroke, width, alpha) {
  for (const face of facesOfVolume) {
    context.globalAlpha = alpha;
    polygon(context, eye, face.map((i) => corners[i]), { fill });
    context.globalAlpha = 1;
    polygon(context, eye, face.map((i) => corners[i]), { stroke, width });
  }
}

/** Numbers of a View: the picture from outside turns about the middle of the camera's view. */
export function outsideView(state) {
  const [yaw, pitch, half] = state.outside, [x, y, z] = away(state.at, new Eye(state).forward, state.far * 0.48);
  return [yaw, pitch, x, y, z, half];
}

export function drawOutside(context, [width, height], page) {
  const { palette, state, objects, corners, part } = page, { colour } = palette;
  const eye = new Afar(new View(outsideView(state)), [width, height]);
  context.fillStyle = colour.panel;
  context.fillRect(0, 0, width, height);
  drawGround(context, eye, [0, 0], page.ground, page.ground / 10, colour.grid);
  drawVolume(context, eye, corners, colour.heat, colour.line, 1, 0.04);
  drawObjects(context, eye, palette, objects, (i) => ({ colour: colourOf(page, i), line: lineOf(page, i) }));
  drawVolume(context, eye, corners, colour.heat, colour.ink, 1.3, 0.035);
  if (part) drawVolume(context, eye, part, colour.heat, colour.heat, 2, 0.16);
  const [place] = eye.places([state.at]);
  context.fillStyle = colour.ink;
  trace(context, [[-5, 0], [0, -5], [5, 0], [0, 5]].map(([x, y]) => [place[0] + x, place[1] + y]));
  context.fill();
}
