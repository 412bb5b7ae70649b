// Draws the figures of docs/gjk.md anew: node docs/pictures/draw.mjs LOCKSTEP [FOLDER]
//
// Steps, distances and counts are those that LOCKSTEP, the program, tells of the pairs beside this file. Where web/page
// has the drawing of something, it is that.
import { mkdirSync, writeFileSync } from "node:fs";
import { many } from "./lanes.mjs";
import { measures } from "./measures.mjs";
import { searches } from "./searches.mjs";
import { beside } from "./world.mjs";

const folder = process.argv[3] ?? beside(".");
mkdirSync(folder, { recursive: true });
for (const [name, draw] of Object.entries({ ...searches, ...measures, ...many }))
  writeFileSync(`${folder}/${name}.svg`, draw());
