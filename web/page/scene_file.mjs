// The scene as a table for `lockstep cull`, and the command for the same camera.
import { short } from "./numbers.mjs";

const columns = "shape,x,y,z,radius,hx,hy,hz,qx,qy,qz,qw";

export function sceneTable(objects) {
  const line = ({ center, half, rotation, radius }) =>
    half ? ["box", ...center.map(short), "", ...[...half, ...rotation].map(short)]
      : ["sphere", ...center.map(short), short(radius), "", "", "", "", "", "", ""];
  return [columns, ...objects.map((object) => line(object).join(",")), ""].join("\n");
}

export const cameraText = (matrix) => matrix.map(short).join(" ");

export function viewsText([columns, rows, slices]) {
  if (columns * rows * slices === 1) return "cameras";
  return slices === 1 ? `tiles:${columns}x${rows}` : `clusters:${columns}x${rows}x${slices}`;
}
