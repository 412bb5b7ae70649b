// Flying the camera: by keys, by held buttons, by dragging, by two fingers or the wheel.
import { Eye } from "./cameras.mjs";

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const farAway = 6; // pixels after which a tap becomes a drag

/** Right, up and forward, and the turns of the look: to the left and up. */
const ways = {
  KeyA: { move: [-1, 0, 0] }, KeyD: { move: [1, 0, 0] }, KeyW: { move: [0, 0, 1] }, KeyS: { move: [0, 0, -1] },
  KeyE: { move: [0, 1, 0] }, KeyQ: { move: [0, -1, 0] },
  ArrowLeft: { turn: [1, 0] }, ArrowRight: { turn: [-1, 0] }, ArrowUp: { turn: [0, 1] }, ArrowDown: { turn: [0, -1] },
};

/** `page` has state(), fly(camera) and tap(x, y), in pixels of the canvas. */
export function flying(canvas, buttons, page) {
  const held = new Map(), fingers = new Map();
  let last = 0, start = null;

  function by(right, up, forward, left, above) {
    const state = page.state(), eye = new Eye(state), [x, y, z] = eye.moved(state.at, [right, 0, forward]);
    page.fly({ at: [x, y, z + up], look: [state.look[0] + left, state.look[1] + above] });
  }
  /** For a time in seconds. */
  function go(time) {
    const speed = page.state().far * 0.22 * time, sum = [0, 0, 0, 0, 0];
    for (const { move = [0, 0, 0], turn = [0, 0], scale } of held.values())
      [...move.map((x) => x * speed), ...turn.map((x) => x * 0.9 * time)].forEach((x, i) => { sum[i] += x * scale; });
    by(...sum);
  }
  function frame(now) {
    if (held.size === 0) return;
    go(Math.min((now - last) / 1000, 0.1));
    last = now;
    requestAnimationFrame(frame);
  }
  /** A step at once, so that a short press has an effect; then continuously, unless reduced motion is preferred. */
  function hold(name, fine) {
    const starts = held.size === 0;
    held.set(name, { ...ways[name], scale: fine ? 0.15 : 1 });
    go(still() ? 0.15 : 1 / 60);
    if (still()) held.clear();
    else if (starts) {
      last = performance.now();
      requestAnimationFrame(frame);
    }
  }

  addEventListener("keydown", (event) => {
    const { target, code } = event, atCamera = target === canvas;
    if (!ways[code] || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!atCamera && (target.matches?.("textarea, select, input") || code.startsWith("Arrow"))) return;
    event.preventDefault();
    if (!held.has(code)) hold(code, event.shiftKey);
  });
  addEventListener("keyup", ({ code }) => held.delete(code));
  addEventListener("blur", () => held.clear());
  for (const button of buttons) {
    const { way } = button.dataset;
    button.addEventListener("pointerdown", (event) => {
      button.setPointerCapture(event.pointerId);
      hold(way);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
      button.addEventListener(end, () => held.delete(way));
    button.addEventListener("click", (event) => {
      if (event.detail > 0) return; // by a pointer; else by a key
      hold(way);
      held.delete(way);
    });
    button.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  const place = (event) => [event.clientX, event.clientY];
  const pair = () => {
    const [p, q] = [...fingers.values()];
    return { middle: [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2], spread: Math.hypot(p[0] - q[0], p[1] - q[1]) };
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, place(event));
    start = fingers.size === 1 ? place(event) : null;
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId), now = place(event);
    if (!before) return;
    if (start && Math.hypot(now[0] - start[0], now[1] - start[1]) < farAway) return;
    start = null;
    const box = canvas.getBoundingClientRect(), two = fingers.size === 2 ? pair() : null;
    fingers.set(event.pointerId, now);
    if (two) {
      const { middle, spread } = pair(), unit = page.state().far / box.width;
      const [right, down] = [0, 1].map((i) => (middle[i] - two.middle[i]) * unit * 0.5);
      by(-right, down, (spread - two.spread) * unit, 0, 0);
    } else {
      const angle = (page.state().fov * Math.PI) / 180 / box.height;
      by(0, 0, 0, (now[0] - before[0]) * angle, (now[1] - before[1]) * angle);
    }
  });
  canvas.addEventListener("pointerup", (event) => {
    const box = canvas.getBoundingClientRect();
    if (start) page.tap(event.clientX - box.left, event.clientY - box.top);
    start = null;
  });
  for (const end of ["pointerup", "pointercancel"])
    canvas.addEventListener(end, (event) => fingers.delete(event.pointerId));
  canvas.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && document.activeElement !== canvas) return; // the page scrolls
    event.preventDefault();
    by(0, 0, -event.deltaY * 0.0008 * page.state().far, 0, 0);
  }, { passive: false });
}
