// The fixed parts of the page about a history: style and script.
#pragma once

namespace lockstep::tools::perf {

inline constexpr const char* history_style = R"css(
.bar input { flex: 1 1 12rem; min-width: 0; font: inherit; color: inherit; background: var(--panel);
  border: 1px solid var(--line); border-radius: .4rem; padding: .45rem .7rem; }
.bar label { display: flex; gap: .4rem; align-items: center; }
.bar label input { flex: none; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: .7rem; }
.card { background: var(--panel); border: 1px solid var(--line); border-radius: .4rem;
  padding: .6rem .8rem; min-width: 0; }
.card[hidden] { display: none; }
.card h3 { font-size: .95rem; margin: 0 0 .2rem; overflow-wrap: anywhere; }
.card p, li { font-size: .9rem; overflow-wrap: anywhere; }
.now { display: flex; flex-wrap: wrap; gap: .1rem .7rem; align-items: baseline; font-variant-numeric: tabular-nums; }
.now b { font-size: 1.2rem; }
.slower, .wrong { color: var(--planes); } .faster { color: var(--visible); }
.spark { display: block; width: 100%; height: 4.5rem; margin: .4rem 0 .1rem; overflow: visible; }
.spark path, .spark line { fill: none; vector-effect: non-scaling-stroke; }
.spark .figures-line { stroke: var(--culled); stroke-width: 1.2; stroke-linejoin: round; }
.spark .level { stroke: var(--ink); stroke-width: 2; }
.spark line { stroke-width: 1.6; stroke-dasharray: 3 3; stroke: currentColor; }
.ends { display: flex; justify-content: space-between; gap: 1rem; font-size: .8rem; color: var(--soft); }
.ends span { white-space: nowrap; } .ends span:nth-child(2) { white-space: normal; text-align: center; }
ul { margin: .3rem 0; padding-left: 1.2rem; }
h2 { overflow-wrap: anywhere; }
)css";

inline constexpr const char* history_script = R"js(
(function () {
  "use strict";
  var find = document.getElementById("find"), changed = document.getElementById("changed");
  var cards = Array.prototype.slice.call(document.querySelectorAll(".card"));
  function show() {
    var words = find.value.toLowerCase().split(/\s+/);
    cards.forEach(function (card) {
      var name = card.querySelector("h3").textContent.toLowerCase();
      var named = words.every(function (word) { return name.indexOf(word) >= 0; });
      card.hidden = !named || (changed.checked && !card.hasAttribute("data-changed"));
    });
  }
  find.addEventListener("input", show);
  changed.addEventListener("change", show);
  show();
})();
)js";

}  // namespace lockstep::tools::perf
