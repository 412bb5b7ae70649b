// Pictures that zoom and pan: by wheel, keys, fingers and buttons.
#pragma once

namespace lockstep::tools {

inline constexpr const char* zoom_style = R"css(
.picture { position: relative; }
.picture > :first-child { touch-action: pan-x pan-y; }
.picture > :first-child.zoomed { touch-action: none; cursor: grab; }
.picture > :first-child:focus-visible { outline: 2px solid var(--eye); }
.zoom { position: absolute; top: .5rem; right: .5rem; display: flex; gap: .3rem; }
.zoom button { min-width: 2.4rem; padding: .3rem .5rem; opacity: .85; }
)css";

/// zoomable(picture, changed): `changed({x, y, scale})` gets the part to show; x and y are its left and top as shares
/// of the picture's width and height, and 1 / scale is its share of each. The picture is the first child of an element
/// whose buttons have the attribute data-zoom.
inline constexpr const char* zoom_script = R"js(
function zoomable(picture, changed) {
  "use strict";
  var view = { x: 0, y: 0, scale: 1 }, most = 64, pointers = {};
  function clamp(value, low, high) { return Math.min(Math.max(value, low), high); }
  function put(x, y, scale) {
    view.scale = clamp(scale, 1, most);
    view.x = clamp(x, 0, 1 - 1 / view.scale);
    view.y = clamp(y, 0, 1 - 1 / view.scale);
    picture.classList.toggle("zoomed", view.scale > 1);
    changed(view);
  }
  function place(event) {
    var box = picture.getBoundingClientRect();
    return { x: (event.clientX - box.left) / Math.max(box.width, 1),
             y: (event.clientY - box.top) / Math.max(box.height, 1) };
  }
  function zoom(factor, at) {
    var scale = clamp(view.scale * factor, 1, most);
    put(view.x + at.x * (1 / view.scale - 1 / scale), view.y + at.y * (1 / view.scale - 1 / scale), scale);
  }
  function move(x, y) { put(view.x + x / view.scale, view.y + y / view.scale, view.scale); }
  function held() { return Object.keys(pointers).map(function (id) { return pointers[id]; }); }
  var middle = { x: .5, y: .5 };
  var actions = {
    "in": function () { zoom(1.6, middle); }, "out": function () { zoom(1 / 1.6, middle); },
    "all": function () { put(0, 0, 1); }
  };
  var keys = {
    "+": actions["in"], "=": actions["in"], "-": actions["out"], "0": actions["all"], "Home": actions["all"],
    "ArrowLeft": function () { move(-.1, 0); }, "ArrowRight": function () { move(.1, 0); },
    "ArrowUp": function () { move(0, -.1); }, "ArrowDown": function () { move(0, .1); }
  };
  picture.setAttribute("tabindex", "0");
  picture.addEventListener("keydown", function (event) {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  picture.addEventListener("wheel", function (event) {
    var asked = document.activeElement === picture || event.ctrlKey || event.metaKey;
    if (view.scale === 1 && (!asked || event.deltaY > 0)) return;
    event.preventDefault();
    zoom(Math.exp(-clamp(event.deltaY, -200, 200) / 300), place(event));
  }, { passive: false });
  picture.addEventListener("dblclick", function (event) { zoom(2, place(event)); });
  picture.addEventListener("pointerdown", function (event) {
    pointers[event.pointerId] = place(event);
    picture.setPointerCapture(event.pointerId);
  });
  picture.addEventListener("pointermove", function (event) {
    var last = pointers[event.pointerId], now = place(event), all = held();
    if (!last) return;
    if (all.length === 2) {
      var other = all[0] === last ? all[1] : all[0];
      var before = Math.hypot(last.x - other.x, last.y - other.y), after = Math.hypot(now.x - other.x, now.y - other.y);
      zoom(after / Math.max(before, 1e-3), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    }
    move((last.x - now.x) / all.length, (last.y - now.y) / all.length);
    pointers[event.pointerId] = now;
  });
  ["pointerup", "pointercancel", "lostpointercapture"].forEach(function (name) {
    picture.addEventListener(name, function (event) { delete pointers[event.pointerId]; });
  });
  picture.parentNode.querySelectorAll("[data-zoom]").forEach(function (button) {
    button.addEventListener("click", actions[button.getAttribute("data-zoom")]);
  });
}
)js";

}  // namespace lockstep::tools
