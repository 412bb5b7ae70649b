// Numbers and answers, in words.

export function figure(x) {
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const text = size >= 1e5 || size < 1e-3 ? size.toExponential(2).replace("e", "·10^") : size.toPrecision(4);
  return (x < 0 ? "−" : "") + text.replace(/\^\+?(-?\d+)/, (_, n) => `<sup>${n.replace("-", "−")}</sup>`);
}

export function verdictText({ verdict, lower, upper }, touchingOverlaps) {
  const yes = verdict === "overlapping" || (verdict === "touching" && touchingOverlaps);
  const why = verdict === "touching" ? "closer to contact than rounding can tell; your policy decides" : "proven";
  const range = lower === upper ? figure(lower) : `${figure(lower)} … ${figure(upper)}`;
  return { word: verdict, answer: `${yes ? "yes" : "no"}, they ${yes ? "" : "do not "}overlap`, why, range,
    name: upper < 0 ? "penetration depth, as a negative distance" : lower > 0 ? "gap" : "signed distance" };
}

/** The proof of the kernel's verdict: among the numbers that have to exceed a bound, the one that does so by the
   least. */
export function proofText({ kernel, proof }) {
  if (proof === null) return "none: no number exceeds what rounding errors ask for, in float or in double lanes";
  const { stage, lanes, looked_at } = kernel[proof];
  const [least] = looked_at.filter(({ holds, value, asked }) => holds && value !== null && asked !== null)
    .sort((p, q) => p.value - p.asked - (q.value - q.asked));
  const where = `${stage} in ${lanes} lanes`;
  if (!least) return where;
  return `${where}: ${least.name} ${(least.axes ?? []).join(" × ")} ${figure(least.value)} &gt; ${figure(least.asked)}`;
}
