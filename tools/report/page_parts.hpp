// The fixed parts of the page: style and script.
#pragma once

namespace lockstep::tools {

inline constexpr const char* page_style = R"css(
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #22262b; --soft: #6b7178; --line: #d9d6cf; --panel: #ffffff;
  --visible: #2374ab; --planes: #d9480f; --culled: #9aa0a6; --eye: #b8860b; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171a; --ink: #e7e5e0; --soft: #9aa1a9; --line: #343a40;
  --panel: #1c2024; --visible: #58b0e8; --planes: #ff8a4c; --culled: #666d75; --eye: #f0c64a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 16px/1.45 system-ui, sans-serif; }
h1 { font-size: 1.35rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 1.6rem 0 .5rem; }
p { margin: .3rem 0; }
.soft { color: var(--soft); }
.bar { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: 1rem 0 .6rem; }
.bar select { flex: 1 1 12rem; min-width: 0; }
select, button { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line);
  border-radius: .4rem; padding: .45rem .7rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .5rem; }
.figure { background: var(--panel); border: 1px solid var(--line); border-left: 5px solid var(--soft);
  border-radius: .4rem; padding: .4rem .7rem; }
.figure b { display: block; font-size: 1.3rem; font-variant-numeric: tabular-nums; }
.figure.v { border-left-color: var(--visible); } .figure.p { border-left-color: var(--planes); }
.figure.c { border-left-color: var(--culled); }
.keys { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: .6rem 0; }
.keys label { display: flex; gap: .4rem; align-items: center; padding: .2rem 0; }
.swatch { width: 1rem; height: 1rem; border-radius: .2rem; }
.plan { display: block; width: 100%; height: auto; max-height: 85vh; background: var(--panel);
  border: 1px solid var(--line); border-radius: .4rem; }
.plan path { vector-effect: non-scaling-stroke; stroke-width: .8; fill-opacity: .16; stroke-opacity: .75; }
.plan .v { fill: var(--visible); stroke: var(--visible); fill-opacity: .28; }
.plan .p { fill: var(--planes); stroke: var(--planes); fill-opacity: .45; stroke-width: 1.4; }
.plan .c { fill: var(--culled); stroke: var(--culled); fill-opacity: .08; stroke-opacity: .5; }
.plan .frustum { fill: var(--eye); fill-opacity: .06; stroke: var(--eye); stroke-width: 2; stroke-opacity: 1;
  pointer-events: none; }
.plan.no-v .v, .plan.no-p .p, .plan.no-c .c { display: none; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .3rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
tfoot td { font-weight: 600; }
)css";

inline constexpr const char* page_script = R"js(
(function () {
  "use strict";
  var data = JSON.parse(document.getElementById("data").textContent);
  var chooser = document.getElementById("camera");
  var plan = document.getElementById("plan");
  var objects = document.querySelectorAll("#objects path");
  var frustum = document.getElementById("frustum");
  function put(id, value) { document.getElementById(id).textContent = value; }
  function show(index) {
    var camera = data.cameras[index];
    for (var i = 0; i < objects.length; i++) objects[i].setAttribute("class", camera.states[i]);
    frustum.setAttribute("d", camera.frustum);
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
  ["v", "p", "c"].forEach(function (state) {
    document.getElementById("key-" + state).addEventListener("change", function () {
      plan.classList.toggle("no-" + state, !this.checked);
    });
  });
})();
)js";

}  // namespace lockstep::tools
