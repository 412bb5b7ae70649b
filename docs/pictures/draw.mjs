// Redraws the figures of docs/gjk.md: node docs/pictures/draw.mjs LOCKSTEP [FOLDER]
//
// Steps, distances and counts are those that the program LOCKSTEP prints for the pairs beside this file. The drawing
// code is that of web/page where it exists.
import { mkdirSync, writeFileSync } from "node:fs";
import { many } from "./lanes.mjs";
import { measures } from "./measures.mjs";
import { searches } from "./searches.mjs";
import { beside } from "./world.mjs";

const folder = process.argv[3] ?? beside(".");
mkdirSync(folder, { recursive: true });
for (const [name, draw] of Object.entries({ ...searches, ...measures, ...many }))
  writeFileSync(`${folder}/${name}.svg`, draw());
