// The distance of two shapes, as a picture.
import { fixed } from "./drawing.mjs";

/** From overlap to gap, logarithmic, not to scale. The band is the range of `touching`. */
export function gauge({ lower, upper }, band) {
  const width = 600, far = 24; // powers of two from the band to the end
  const at = (d) => {
    const powers = Math.sign(d) * Math.log2(1 + Math.abs(d) / band);
    return width / 2 * (1 + Math.min(Math.max(powers / far, -1), 1));
  };
  const bar = (kind, from, to, y, height) =>
    `<rect class="${kind}" x="${fixed(from)}" width="${fixed(to - from)}" y="${y}" height="${height}"/>`;
  const p = at(lower), q = at(upper), middle = (p + q) / 2, half = Math.max(q - p, 5) / 2; // wide enough to be seen
  return bar("deep", 0, at(-band), 20, 10) + bar("far", at(band), width, 20, 10) +
    bar("close", at(-band), at(band), 14, 22) +
    bar("interval", middle - half, middle + half, 10, 30);
}
