// The page's calls of the culling module (../wasm/culling.cpp).
import { Instance } from "./instance.mjs";

const numbersOfObject = 11;

/** Bits of a mask, as a list of the numbers of its objects. */
export function listed(mask, count) {
  const list = [];
  for (let i = 0; i < count; i++) if (mask[i >> 5] >>> (i & 31) & 1) list.push(i);
  return list;
}

export class CullingLibrary {
  constructor(module) {
    this.instance = new Instance(module);
  }

  takeScene(objects) {
    this.objects = objects;
    const at = this.instance.call("culling_objects", objects.length);
    const out = new Float32Array(this.instance.buffer, at, objects.length * numbersOfObject);
    for (const [i, { center, half, rotation, radius }] of objects.entries()) {
      const numbers = half ? [1, ...center, ...half, ...rotation] : [0, ...center, radius, 0, 0, 0, 0, 0, 1];
      out.set(numbers, i * numbersOfObject);
    }
    this.instance.call("culling_scene");
  }

  /** `parts`: columns, rows and slices of the view of a matrix. After an exception the instance has no scene. */
  cut(matrix, parts) {
    try {
      new Float32Array(this.instance.buffer, this.instance.call("culling_matrix"), 16).set(matrix);
      return this.instance.call("culling_cut", ...parts);
    } catch (error) {
      this.takeScene(this.objects);
      throw error;
    }
  }

  /** The objects that the parts keep, a mask each: words of 32 bits. */
  masks(exact, count) {
    return this.masksAt(this.instance.call("culling_masks", exact), count);
  }

  /** The objects that a part alone keeps. */
  alone(exact, part) {
    return this.masksAt(this.instance.call("culling_alone", exact, part), 1)[0];
  }

  masksAt(at, count) {
    const words = 2 * Math.ceil(this.objects.length / 64);
    const all = new Uint32Array(this.instance.buffer, at, count * words).slice();
    return Array.from({ length: count }, (_, i) => all.subarray(i * words, (i + 1) * words));
  }

  corners(part) {
    const at = this.instance.call("culling_corners", part), n = new Float32Array(this.instance.buffer, at, 24);
    return Array.from({ length: 8 }, (_, i) => Array.from(n.subarray(3 * i, 3 * i + 3)));
  }
}
