// Pairs to begin with.
import { of } from "./space_shapes.mjs";

export const presets = [
  { title: "A box and a hull", step: 4, view: [0.5, 0.4, 0, 0, 0, 3.4], pair: {
    a: of("obb", [-0.9, 0.2, 0.3, 0.2, 0.1, 0.3, 0.927, 1.4, 0.9, 0.7]),
    b: of("hull_at", [1, -0.3, -0.2, 0, 0, 0, 1, 0, 1.5, 0.1, -0.3, 0.5, 1.4, 0.2, -1.2, 0.9, -0.4, -1.3, -0.8, 0.3,
      0.2, -1.5, -0.2, 0.1, 0.2, 1.3, 0.3, -0.3, -1.2]) } },
  { title: "A frustum against a box, as culling has it", step: 3, view: [1.05, 0.42, 0.1, 2.3, 0, 3.3], pair: {
    // At the origin, looking along y, up is z: 50 degrees wide, 16 to 10, near 0.6, far 4.5.
    a: of("frustumvp01", [2.1445, 0, 0, 0, 0, 0, 3.431, 0, 0, 1.1538, 0, -0.6923, 0, 1, 0, 0]),
    b: of("aabb", [1, 2.3, -0.5, 1.9, 3.1, 0.4]) } },
  { title: "Edge against edge", step: 5, view: [0.6, 0.35, 0, 0, 0, 3], pair: {
    a: of("obb", [0, 0, -0.95, 0, 0.3826834, 0, 0.9238795, 0.8, 1.6, 0.8]),
    b: of("obb", [0, 0, 1.25, 0.3826834, 0, 0, 0.9238795, 1.6, 0.8, 0.8]) } },
  { title: "A cone in a cylinder", step: 5, view: [0.5, 0.3, 0, 0, 0, 3], pair: {
    a: of("cone", [0.2, 0.3, -0.6, -0.3, -0.2, 2.2, 0.9]),
    b: of("cylinder", [-0.2, -0.4, -1.6, 0.2, 0.3, 0.6, 1.3]) } },
  { title: "Two round ones, close to each other", step: 6, view: [0.4, 0.3, 0, 0, 0, 3.2], pair: {
    a: of("ellipsoid", [-1.2, 0, 0.2, 0.3, 0.2, 0.1, 0.927, 1.7, 1.1, 0.6]),
    b: of("capsule", [0.5, -0.9, -0.9, 1.4, 0.8, 1, 0.6]) } },
];
