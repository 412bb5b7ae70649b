// The fixed parts of the page about overlap: style and script.
#pragma once

namespace lockstep::tools {

inline constexpr const char* overlap_style = R"css(
.picture { margin: .6rem 0; }
.plan { display: block; margin: 0 auto; background: var(--panel); border: 1px solid var(--line);
  border-radius: .4rem; max-width: 100%; }
.bar input[type=range] { flex: 1 1 14rem; min-width: 0; accent-color: var(--planes); }
.bar button { min-width: 2.8rem; }
.chart { display: block; width: 100%; height: 6rem; background: var(--panel); border: 1px solid var(--line);
  border-radius: .4rem; cursor: pointer; touch-action: manipulation; }
.chart path { fill: none; stroke-width: 1.6; vector-effect: non-scaling-stroke; stroke-linejoin: round; }
.chart .pairs { stroke: var(--planes); } .chart .density { stroke: var(--visible); }
.chart line { stroke: var(--ink); stroke-width: 1; vector-effect: non-scaling-stroke; }
.ends { display: flex; justify-content: space-between; font-size: .85rem; color: var(--soft); }
)css";

inline constexpr const char* overlap_script = R"js(
(function () {
  "use strict";
  var data = JSON.parse(document.getElementById("data").textContent);
  var frames = data.frames, timer = null, view = { x: 0, y: 0, scale: 1 };
  function element(id) { return document.getElementById(id); }
  var canvas = element("plan"), slider = element("frame"), play = element("play");
  function put(id, text) { if (element(id)) element(id).textContent = text; }
  function color(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); }
  function current() { return frames[Number(slider.value)]; }
  function outline(context, frame, i, scale) {
    var kind = frame.k ? frame.k[i] : 0, half = Math.PI / 2;
    if (kind === 0) {
      context.arc(0, 0, Math.max((typeof frame.r === "number" ? frame.r : frame.r[i]) * scale, 1), 0, 4 * half);
      return;
    }
    var u = Math.max(frame.u[i] * scale, 1), v = Math.max(frame.v[i] * scale, 1), spread = frame.v[i] / 1000;
    context.rotate(frame.a[i] / 1000);
    if (kind === 1) {
      context.arc(u, 0, v, -half, half);
      context.arc(-u, 0, v, half, 3 * half);
    }
    if (kind === 2) context.rect(-u, -v, 2 * u, 2 * v);
    if (kind === 3) context.ellipse(0, 0, u, v, 0, 0, 4 * half);
    if (kind === 4) {
      context.moveTo(0, 0);
      context.arc(0, 0, u, -spread, spread);
    }
    context.closePath();
  }
  function shapes(context, frame, from, to, scale, stroke) {
    for (var i = from; i < to; i++) {
      context.save();
      context.translate(frame.x[i] * scale, frame.y[i] * scale);
      context.beginPath();
      outline(context, frame, i, scale);
      context.restore();
      context.fill();
      if (stroke) context.stroke();
    }
  }
  function draw() {
    var room = canvas.parentNode.clientWidth, tall = Math.max(window.innerHeight * .75, 240);
    var width = Math.max(Math.floor(Math.min(room, tall * data.width / data.height)), 1);
    var height = Math.max(Math.floor(width * data.height / data.width), 1);
    var dense = window.devicePixelRatio || 1, scale = width * dense / data.width;
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
    canvas.width = Math.round(width * dense);
    canvas.height = Math.round(height * dense);
    var context = canvas.getContext("2d"), frame = current();
    context.translate(-view.x * canvas.width * view.scale, -view.y * canvas.height * view.scale);
    scale *= view.scale;
    context.lineWidth = dense;
    context.globalAlpha = .45;
    context.fillStyle = color("--visible");
    shapes(context, frame, frame.o, frame.x.length, scale, false);
    context.globalAlpha = .6;
    context.fillStyle = context.strokeStyle = color("--planes");
    shapes(context, frame, 0, frame.o, scale, true);
  }
  function show() {
    var frame = current(), at = (frame.t - data.first) / Math.max(data.last - data.first, 1e-300) * 1000;
    put("number", frame.t);
    put("when", frame.when);
    put("objects", frame.n);
    put("pairs", frame.p);
    put("overlapping", frame.m);
    put("density", frame.d.toFixed(2));
    ["cursor-pairs", "cursor-density"].forEach(function (id) {
      var line = element(id);
      if (line) { line.setAttribute("x1", at); line.setAttribute("x2", at); }
    });
    draw();
  }
  function go(index) { slider.value = (index + frames.length) % frames.length; show(); }
  function stop() { clearInterval(timer); timer = null; play.textContent = "play"; }
  function start() {
    play.textContent = "stop";
    timer = setInterval(function () { go(Number(slider.value) + 1); }, 100);
  }
  function seek(event) {
    var box = event.currentTarget.getBoundingClientRect();
    var t = data.first + (event.clientX - box.left) / Math.max(box.width, 1) * (data.last - data.first), best = 0;
    frames.forEach(function (frame, i) { if (Math.abs(frame.t - t) < Math.abs(frames[best].t - t)) best = i; });
    stop();
    go(best);
  }
  slider.addEventListener("input", function () { stop(); show(); });
  element("previous").addEventListener("click", function () { stop(); go(Number(slider.value) - 1); });
  element("next").addEventListener("click", function () { stop(); go(Number(slider.value) + 1); });
  element("most").addEventListener("click", function () { stop(); go(data.most); });
  play.addEventListener("click", function () { if (timer) stop(); else start(); });
  document.querySelectorAll(".chart").forEach(function (chart) { chart.addEventListener("click", seek); });
  zoomable(canvas, function (part) { view = part; draw(); });
  window.addEventListener("resize", draw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  go(data.most);
})();
)js";

}  // namespace lockstep::tools
