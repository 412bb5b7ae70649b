// A figure: panels side by side with captions, legible on light and on dark paper.
import { Window, size } from "../../web/page/drawing.mjs";

const gap = 26, captionHeight = 52;

const light = `--panel: #fffdf8; --ink: #26241f; --soft: #6b665b; --line: #e2dccd; --grid: #f0eadd; --a: #c2552d;
  --b: #2b6ea3; --d: #6b5f8a; --held: #3d8b63; --other: #c9a227; --no: #a39c8d; --close: #d9a441`;
const dark = `--panel: #1c1e23; --ink: #ece7dc; --soft: #a9a497; --line: #34363d; --grid: #26282e; --a: #f08a5d;
  --b: #6fb3e8; --d: #b3a5dc; --held: #6cc495; --other: #e2c257; --no: #8b8780; --close: #e5b75b`;

const style = `svg { ${light}; }
@media (prefers-color-scheme: dark) { svg { ${dark}; } }
text { font: italic 600 26px "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif; fill: var(--ink); }
.caption { font: 25px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: var(--soft); text-anchor: middle; }
.small { font: 21px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: var(--soft); }
.middle { text-anchor: middle; } .end { text-anchor: end; }
.letter { text-anchor: middle; paint-order: stroke; stroke: var(--panel); stroke-width: 6px; stroke-linejoin: round; }
.of-a { fill: var(--a); } .of-b { fill: var(--b); } .of-d { fill: var(--d); } .of-held { fill: var(--held); }
.of-other { fill: var(--other); } .of-soft { fill: var(--soft); }
.sheet { fill: var(--panel); } .frame { fill: none; stroke: var(--line); stroke-width: 2; }
.grid { stroke: var(--grid); }
.shape { stroke-width: 3; stroke-linejoin: round; fill-opacity: .14; }
.a.shape { fill: var(--a); stroke: var(--a); } .b.shape { fill: var(--b); stroke: var(--b); }
.difference { fill: var(--d); stroke: var(--d); fill-opacity: .1; stroke-width: 2.5; }
.core { fill: none; stroke: var(--ink); stroke-width: 3; }
.ball { fill: none; stroke: var(--soft); stroke-width: 1.8; stroke-dasharray: 5 6; }
.band { fill: none; stroke: var(--close); stroke-opacity: .32; stroke-width: 26; stroke-linejoin: round; }
.tangent { stroke: var(--d); stroke-width: 1.8; stroke-dasharray: 2 6; } .a.tangent { stroke: var(--a); }
.b.tangent { stroke: var(--b); }
.arrow { stroke: var(--ink); stroke-width: 2.6; } .a.arrow { stroke: var(--a); } .b.arrow { stroke: var(--b); }
.held.arrow { stroke: var(--held); }
.tip { fill: var(--ink); } .a.tip { fill: var(--a); } .b.tip { fill: var(--b); } .held.tip { fill: var(--held); }
.support, .corner { stroke: var(--panel); stroke-width: 2; fill: var(--ink); } .a.support, .new { fill: var(--a); }
.b.support { fill: var(--b); }
.gap { stroke: var(--ink); stroke-width: 2.4; } .witness { fill: var(--ink); }
.simplex { fill: var(--ink); fill-opacity: .08; stroke: var(--ink); stroke-width: 3; stroke-linejoin: round; }
.past { fill: none; stroke: var(--soft); stroke-width: 1.6; stroke-dasharray: 4 5; }
.origin { fill: var(--panel); stroke: var(--ink); stroke-width: 3; }
.region { stroke: var(--panel); stroke-width: 2; fill: var(--no); fill-opacity: .16; }
.region.held { fill: var(--held); fill-opacity: .3; } .region.other { fill: var(--other); fill-opacity: .26; }
.beyond { fill: var(--held); fill-opacity: .16; } .separating { stroke: var(--held); stroke-width: 3; }
.nearest { stroke: var(--held); stroke-width: 4.5; }
.circle { fill: none; stroke: var(--held); stroke-width: 2; stroke-dasharray: 3 6; }
.outer { fill: none; stroke: var(--a); stroke-width: 2; stroke-dasharray: 3 6; }
.at-work { fill: var(--held); } .waits { fill: var(--no); fill-opacity: .34; }
.rule { stroke: var(--soft); stroke-width: 2; }
.face { stroke: var(--ink); stroke-width: 2.4; stroke-linejoin: round; fill: var(--d); }
.hidden { stroke: var(--ink); stroke-width: 2; stroke-dasharray: 5 6; }`;

const panelHeight = 470; // the middle part of a window's 600

/** A window with all of these points in it, and some room. */
export function around(points, margin = 1.2) {
  const range = (i) => [Math.min(...points.map((p) => p[i])), Math.max(...points.map((p) => p[i]))];
  const [[left, right], [low, high]] = [range(0), range(1)];
  return new Window([(left + right) / 2, (low + high) / 2,
    margin / 2 * Math.max(right - left, (high - low) * size / panelHeight)]);
}

/** Windows of the same scale, each around its points. */
export function alike(...sets) {
  const windows = sets.map((points) => around(points, 1.3)), half = Math.max(...windows.map((w) => w.half));
  return windows.map(({ x, y }) => new Window([x, y, half]));
}

/** `panels`: { picture, caption }, drawn in the pages' windows, `across` of them in a row. */
export function sheet(title, panels, across = panels.length, height = panelHeight) {
  const rows = Math.ceil(panels.length / across), top = (size - height) / 2;
  const whole = [across * (size + gap) - gap, rows * (height + captionHeight + gap) - gap];
  const frame = `x="1" y="${top + 1}" width="${size - 2}" height="${height - 2}" rx="18"`;
  const parts = panels.map(({ picture, caption }, i) => {
    const x = (i % across) * (size + gap), y = Math.floor(i / across) * (height + captionHeight + gap);
    return `<svg x="${x}" y="${y}" width="${size}" height="${height}" viewBox="0 ${top} ${size} ${height}">
<rect class="sheet" ${frame}/><g clip-path="url(#frame)">${picture}</g><rect class="frame" ${frame}/></svg>
<text class="caption" x="${x + size / 2}" y="${y + height + 36}">${caption}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole.join(" ")}" role="img" aria-label="${title}">
<title>${title}</title>
<style>${style}</style>
<clipPath id="frame"><rect ${frame}/></clipPath>
${parts.join("\n")}
</svg>
`;
}

/** An arrow of that many units; its tip is drawn, because some programs do not support markers. */
export function arrow(kind, window, from, v, length) {
  const [x, y] = window.at(from), l = Math.hypot(...v), u = [v[0] / l, -v[1] / l];
  const end = [x + u[0] * length, y + u[1] * length], neck = [end[0] - u[0] * 17, end[1] - u[1] * 17];
  const side = [-u[1] * 7, u[0] * 7];
  const at = (p) => p.map((c) => c.toFixed(1)).join(" ");
  const tip = [end, [neck[0] + side[0], neck[1] + side[1]], [neck[0] - side[0], neck[1] - side[1]]];
  return `<path class="arrow ${kind}" d="M${at([x, y])}L${at(neck)}"/>` +
    `<path class="tip ${kind}" d="M${tip.map(at).join("L")}Z"/>`;
}
