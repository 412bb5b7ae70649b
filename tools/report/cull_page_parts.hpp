// The fixed parts of the page about culling: style and script.
#pragma once

namespace lockstep::tools {

inline constexpr const char* cull_style = R"css(
.plan { display: block; width: 100%; height: auto; max-height: 85vh; background: var(--panel);
  border: 1px solid var(--line); border-radius: .4rem; }
.plan path { vector-effect: non-scaling-stroke; stroke-width: .8; fill-opacity: .16; stroke-opacity: .75; }
.plan .v { fill: var(--visible); stroke: var(--visible); fill-opacity: .28; }
.plan .p { fill: var(--planes); stroke: var(--planes); fill-opacity: .45; stroke-width: 1.4; }
.plan .c { fill: var(--culled); stroke: var(--culled); fill-opacity: .08; stroke-opacity: .5; }
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
