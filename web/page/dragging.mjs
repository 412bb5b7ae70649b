// Shapes and their handles: by mouse, by touch, by keyboard.

const names = ["a", "b"];
const make = (kind, attributes) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
};

/**
 * `page` has the state, the window, the world of its shapes, handles(shape, name), turned(shape, angle), change(news)
 * and optionally moreKeys, with directions. Returns place(), which updates all positions.
 */
export function dragging(svg, layer, page) {
  const { minus, plus, moved, scaled, kindTitle } = page.world;
  let drawn = "";
  const shown = { a: [], b: [] };
  const handlesOf = (name) => page.handles(page.state()[name], name);
  const point = (event) => {
    const box = svg.getBoundingClientRect(), units = svg.viewBox.baseVal.width / box.width;
    return page.window().back([(event.clientX - box.left) * units, (event.clientY - box.top) * units]);
  };

  function begin(event, move) {
    event.preventDefault();
    event.target.closest("[tabindex]")?.focus({ preventScroll: true });
    const from = point(event);
    svg.setPointerCapture(event.pointerId);
    const go = (e) => e.pointerId === event.pointerId && move(point(e), from);
    const end = (e) => {
      if (e.pointerId !== event.pointerId) return;
      svg.removeEventListener("pointermove", go);
      for (const name of ["pointerup", "pointercancel"]) svg.removeEventListener(name, end);
    };
    svg.addEventListener("pointermove", go);
    for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, end);
  }

  function beginBody(event, name) {
    const shape = page.state()[name];
    begin(event, (p, from) => page.change({ [name]: moved(shape, minus(p, from)) }));
  }

  function beginHandle(event, name, i) {
    const handle = handlesOf(name)[i];
    begin(event, (p, from) => page.change({ [name]: handle.to(plus(handle.at, minus(p, from))) }));
  }

  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1], ...page.moreKeys };
  function wayOf(event) {
    const window = page.window(), size = window.half * (event.shiftKey ? 0.002 : 0.02);
    return arrows[event.key] && window.way(arrows[event.key].map((x) => x * size));
  }

  function bodyKey(event, name) {
    const shape = page.state()[name], way = wayOf(event), fine = event.shiftKey ? 0.1 : 1;
    const other = { "[": () => page.turned(shape, 0.05 * fine), "]": () => page.turned(shape, -0.05 * fine),
      "+": () => scaled(shape, 1.05), "=": () => scaled(shape, 1.05), "-": () => scaled(shape, 1 / 1.05) }[event.key];
    if (!way && !other) return;
    event.preventDefault();
    page.change({ [name]: way ? moved(shape, way) : other() });
  }

  function handleKey(event, name, i) {
    const way = wayOf(event), handle = handlesOf(name)[i];
    if (!way) return;
    event.preventDefault();
    page.change({ [name]: handle.to(plus(handle.at, way)) });
  }

  function makeBody(name) {
    const body = make("path", { class: `body ${name}`, tabindex: 0, role: "button", id: `body-${name}` });
    body.addEventListener("pointerdown", (e) => beginBody(e, name));
    body.addEventListener("keydown", (e) => bodyKey(e, name));
    return body;
  }

  function makeHandle(name, handle, i) {
    const what = `${name.toUpperCase()}: ${handle.name}`;
    const group = make("g", { tabindex: 0, role: "button", class: "grip", "aria-label": what });
    group.append(make("circle", { class: "hit", r: 22 }),
      make("circle", { class: `handle ${name}${handle.round ? " round" : ""}`, r: handle.round ? 10 : 7 }));
    group.addEventListener("pointerdown", (e) => beginHandle(e, name, i));
    group.addEventListener("keydown", (e) => handleKey(e, name, i));
    return group;
  }

  /** Elements stay the same, and keep the focus, while their number of each sort stays. */
  function rebuild() {
    const sort = names.map((name) => page.state()[name].kind + handlesOf(name).length).join();
    if (sort === drawn) return;
    drawn = sort;
    const bodies = names.map(makeBody);
    for (const name of names) shown[name] = handlesOf(name).map((handle, i) => makeHandle(name, handle, i));
    layer.replaceChildren(...bodies, ...shown.a, ...shown.b);
  }

  const text = (window, p) => window.at(p).map((x) => x.toFixed(1)).join(" ");

  /** `order`: the shape that is farther away, and lies under the other, comes first; it keeps the focus. */
  function place(window, state, outline, order = names) {
    rebuild();
    const [under, over] = order.map((name) => layer.querySelector(`#body-${name}`));
    if (under.nextSibling !== over) under === document.activeElement ? under.after(over) : over.before(under);
    for (const name of names) {
      const body = layer.querySelector(`#body-${name}`);
      body.setAttribute("d", `M${outline[name].map((p) => text(window, p)).join("L")}Z`);
      body.setAttribute("aria-label", `Shape ${name.toUpperCase()}, a ${kindTitle(state[name].kind)}`);
      for (const [i, { at }] of handlesOf(name).entries())
        shown[name][i].setAttribute("transform", `translate(${text(window, at)})`);
    }
  }
  return { place };
}
