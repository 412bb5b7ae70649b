// float32 numbers as text, the same as in the program.

/** The shortest decimal that is read back as this float32. */
export function short(x) {
  for (let digits = 1; digits < 9; digits++) {
    const text = String(Number(x.toPrecision(digits)));
    if (Math.fround(Number(text)) === x) return text;
  }
  return String(Number(x.toPrecision(9)));
}

const pattern = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

export function toFloat(word) {
  if (!pattern.test(word)) throw new Error(`'${word}' is not a finite number`);
  return Math.fround(Number(word));
}
