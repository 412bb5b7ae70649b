// Turning the scene: by dragging where no shape is, by two fingers or the wheel to zoom, by keys.

/** `page` has view(), numbers of a View, and turn(view). */
export function orbiting(svg, page) {
  const fingers = new Map();
  const change = (news) => page.turn(Object.assign([...page.view()], news));
  function turnBy(right, down) {
    const [yaw, pitch] = page.view(), most = Math.PI / 2;
    change({ 0: (yaw + right) % (2 * Math.PI), 1: Math.min(Math.max(pitch + down, -most), most) });
  }
  const zoom = (by) => change({ 5: Math.min(Math.max(page.view()[5] * by, 1e-12), 1e18) });
  const spread = () => {
    const [p, q] = [...fingers.values()];
    return Math.hypot(p[0] - q[0], p[1] - q[1]) || 1;
  };

  svg.addEventListener("pointerdown", (event) => {
    if (event.target.closest(".body, .grip")) return;
    svg.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  svg.addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) return;
    const before = fingers.size === 2 ? spread() : 0, next = [event.clientX, event.clientY];
    fingers.set(event.pointerId, next);
    if (fingers.size === 2) zoom(before / spread());
    else turnBy((last[0] - next[0]) * 0.008, (next[1] - last[1]) * 0.008);
  });
  for (const end of ["pointerup", "pointercancel"])
    svg.addEventListener(end, (event) => fingers.delete(event.pointerId));
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !svg.matches(":focus-within, :focus")) return; // the page scrolls
    event.preventDefault();
    zoom(2 ** (event.deltaY * 0.002));
  }, { passive: false });
  svg.addEventListener("keydown", (event) => {
    if (event.target !== svg) return;
    const way = { ArrowLeft: [0.1, 0], ArrowRight: [-0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] }[event.key];
    const by = { "+": 1 / 1.1, "=": 1 / 1.1, "-": 1.1 }[event.key];
    if (!way && !by) return;
    event.preventDefault();
    if (way) turnBy(...way);
    else zoom(by);
  });
}
