// The state in the address of "Lockstep": #seed=7&mix=ellipses&near=graze&pairs=512&stages=end&price=0.5&time=12
import { settingOf, settings } from "./schedule.mjs";
import { mixes, nearness } from "./workload.mjs";

const most = { pairs: 4096, price: 4, seed: 2 ** 32 - 1, time: 999999 };

function whole(text, from, to) {
  if (!/^\d{1,10}$/.test(text) || Number(text) < from || Number(text) > to)
    throw new Error(`'${text}' is not a whole number from ${from} to ${to}`);
  return Number(text);
}

function oneOf(text, names) {
  if (!names.includes(text)) throw new Error(`'${text}' is not one of ${names.join(", ")}`);
  return text;
}

const readers = {
  seed: (text) => whole(text, 0, most.seed),
  mix: (text) => oneOf(text, Object.keys(mixes)),
  near: (text) => oneOf(text, Object.keys(nearness)),
  pairs: (text) => whole(text, 16, most.pairs),
  stages: (text) => settingOf(oneOf(text, settings.map(({ name }) => name))).name,
  price(text) {
    if (!/^\d(\.\d{1,3})?$/.test(text) || Number(text) > most.price)
      throw new Error(`'${text}' is not a number from 0 to ${most.price}`);
    return Number(text);
  },
  time: (text) => whole(text, 0, most.time),
  theme: (text) => oneOf(text, ["dark", "light"]),
};

export function lanesAddress(state) {
  const parts = Object.keys(readers).filter((name) => state[name] !== null).map((name) => `${name}=${state[name]}`);
  return "#" + parts.join("&");
}

/** One part of the address; throws an Error that describes an invalid one. */
export function readPart(name, text) {
  if (!Object.hasOwn(readers, name)) throw new Error("is nothing that this page knows");
  return readers[name](text);
}

/** The state of the address, and a sentence for each part that is invalid. */
export function lanesState(hash) {
  const state = {}, problems = [];
  for (const part of hash.replace(/^#/, "").split("&").filter(Boolean)) {
    const [name, text = ""] = part.split("=");
    try {
      state[name] = readPart(name, decodeURIComponent(text).trim());
    } catch (error) {
      problems.push(`The address has a bad “${name}”: ${error.message}.`);
    }
  }
  return { state, problems };
}
