// A view of space from far away: a parallel projection. z points up.
import { size } from "./drawing.mjs";
import { add, away, cross, inner, sub } from "./vectors.mjs";

export class View {
  /** Turned about the vertical by yaw, looked down on by pitch; half: of the width of the view. */
  constructor([yaw, pitch, x, y, z, half]) {
    Object.assign(this, { target: [x, y, z], half, scale: size / 2 / half });
    this.right = [Math.cos(yaw), Math.sin(yaw), 0];
    this.toward = [Math.cos(pitch) * Math.sin(yaw), -Math.cos(pitch) * Math.cos(yaw), Math.sin(pitch)];
    this.up = cross(this.toward, this.right);
  }
  at(p) {
    const d = sub(p, this.target);
    return [size / 2 + inner(this.right, d) * this.scale, size / 2 - inner(this.up, d) * this.scale];
  }
  depth(p) {
    return inner(this.toward, p);
  }
  /** The point of the plane through the middle, which faces the eye. */
  back([px, py]) {
    return add(this.target, this.way([(px - size / 2) / this.scale, -(py - size / 2) / this.scale]));
  }
  /** The vector right, up and towards the eye. */
  way([x, y, z = 0]) {
    return away(away(away([0, 0, 0], this.right, x), this.up, y), this.toward, z);
  }
}
