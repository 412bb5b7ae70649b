// The fixed parts of the page about culling: style and script.
#pragma once

namespace lockstep::tools {

inline constexpr const char* cull_style = R"css(
.plan { display: block; width: min(100%, calc(80vh * var(--ratio))); height: auto; margin: 0 auto;
  background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; }
.plan path { vector-effect: non-scaling-stroke; stroke-width: .8; stroke-opacity: .75; }
.plan .v { fill: var(--visible); stroke: var(--visible); fill-opacity: calc(.28 * var(--thin)); }
.plan .p { fill: var(--planes); stroke: var(--planes); fill-opacity: calc(.45 * var(--thin)); stroke-width: 1.4; }
.plan .c { fill: var(--culled); stroke: var(--culled); fill-opacity: calc(.12 * var(--thin));
  stroke-opacity: calc(.15 + .35 * var(--thin)); }
.plan .large path { fill: none; stroke-width: 1.2; stroke-opacity: var(--faint); }
.plan .large .p { stroke-opacity: .9; }
.plan .t { fill: var(--eye); fill-opacity: 0; stroke: var(--eye); stroke-width: .5; stroke-opacity: .5; }
.plan.no-t .t { display: none; }
.front { width: min(100%, calc(45vh * var(--ratio))); }
.front rect { fill: var(--eye); fill-opacity: 0; stroke: var(--line); vector-effect: non-scaling-stroke; }
.plan .frustum { fill: var(--eye); fill-opacity: .06; stroke: var(--eye); stroke-width: 2; stroke-opacity: 1;
  pointer-events: none; }
.plan.no-v .v, .plan.no-p .p, .plan.no-c .c { display: none; }
)css";

inline constexpr const char* cull_script = R"js(
(function () {
  "use strict";
  var data = JSON.parse(document.getElementById("data").textContent);
  var chooser = document.getElementById("camera");
  var plan = document.getElementById("plan");
  var objects = document.querySelectorAll("#objects path");
  var parts = document.querySelectorAll("#parts path"), cells = document.querySelectorAll("#front rect");
  var frustum = document.getElementById("frustum");
  function put(id, value) { document.getElementById(id).textContent = value; }
  function fill(paths, counts) {
    var most = 0;
    for (var i = 0; i < paths.length; i++) most = Math.max(most, counts[i]);
    for (i = 0; i < paths.length; i++) {
      paths[i].style.fillOpacity = most ? .85 * Math.sqrt(counts[i] / most) : 0;
      paths[i].firstElementChild.textContent = counts[i] + " objects";
    }
    return most;
  }
  function show(index) {
    var camera = data.cameras[index];
    for (var i = 0; i < objects.length; i++) objects[i].setAttribute("class", camera.states[i]);
    frustum.setAttribute("d", camera.frustum);
    for (i = 0; i < parts.length; i++) parts[i].setAttribute("d", camera.outlines[i]);
    if (parts.length) fill(parts, camera.above);
    if (cells.length) put("front-most", fill(cells, camera.front));
    put("visible", camera.visible); put("planes", camera.planes); put("culled", camera.culled);
    put("time", camera.ns.toFixed(2) + " ns");
    chooser.selectedIndex = index;
  }
  function step(by) {
    var count = data.cameras.length;
    show((chooser.selectedIndex + by + count) % count);
  }
  chooser.addEventListener("change", function () { show(chooser.selectedIndex); });
  document.getElementById("previous").addEventListener("click", function () { step(-1); });
  document.getElementById("next").addEventListener("click", function () { step(1); });
  ["v", "p", "c", "t"].forEach(function (state) {
    var key = document.getElementById("key-" + state);
    if (key) key.addEventListener("change", function () { plan.classList.toggle("no-" + state, !key.checked); });
  });
  zoomable(plan, function (view) {
    var part = [view.x * data.width, view.y * data.height, data.width / view.scale, data.height / view.scale];
    plan.setAttribute("viewBox", part.join(" "));
  });
  show(chooser.selectedIndex);
})();
)js";

}  // namespace lockstep::tools
