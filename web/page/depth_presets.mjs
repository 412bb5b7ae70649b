// Pairs to begin with.
import { of } from "./shapes.mjs";

const pentagon = (x, y, angle) => of("polygon2d_at", [x, y, angle, 1.5, 0.1, 0.5, 1.3, -1.1, 1, -1.4, -0.6, 0.1, -1.2]);

export const presets = [
  { title: "A gap", step: 2, view: [0, 0, 4.2], pair: { a: of("ellipse2d", [-2, 0.9, 0.6, 1.9, 0.8]), b: pentagon(1.5, -0.7, 0.25) } },
  { title: "An overlap", step: 4, view: [0, 0, 3.4], pair: {
    a: of("ellipse2d", [-0.7, 0.5, 0.6, 1.9, 1]), b: pentagon(0.6, -0.5, 0.25) } },
  { title: "Two boxes, corner in side", step: 5, view: [0, 0, 3.2], pair: {
    a: of("box2d", [-0.9, 0.2, 0.7, 1.4, 0.9]), b: of("box2d", [1, -0.2, 0.1, 1, 1.7]) } },
  { title: "Nearly in contact", step: 4, view: [0, 0, 3], closer: "yes", pair: {
    a: of("ellipse2d", [-1.2, 0.2, 0.9, 1.6, 0.7]), b: of("capsule2d", [0.59, 1.4, 1.2, -1.6, 0.6]) } },
  { title: "One in the other", step: 12, view: [0, 0, 3], pair: {
    a: of("circle2d", [-0.05, 0.05, 1.1]), b: of("ellipse2d", [0, 0, 0.3, 2.2, 1.9]) } },
  { title: "Crossing, as flat as can be", step: 2, view: [0, 0, 3], pair: {
    a: of("capsule2d", [-2, -0.6, 2, 0.7, 0]), b: of("capsule2d", [-0.7, 1.6, 0.6, -1.4, 0]) } },
];
