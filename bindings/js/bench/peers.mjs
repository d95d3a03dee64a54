// bench/peers.mjs - times Hail and other packages in one run: node peers.mjs FOLDER, in which run.sh has installed them.
//
// The contenders take turns, three times. Of each turn 100 frames are counted: so many contacts they had in all, which
// must be equal, or the row says what differs. Then it plays on until what runs often has been translated anew: engines
// do that little by little. Then 90 frames are timed; what is told is the least CPU time of the three turns.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as engines from "./engines.mjs";
import * as indexes from "./indexes.mjs";
import { barrage } from "./barrage.mjs";
import * as scenes from "./scenes.mjs";

const COUNTED = 100; // frames
const WARM = 900; // and at most
const WARM_SECONDS = 2;
const TIMED = 90;
const TURNS = 3;

const folder = path.resolve(process.argv[2]);
const require = createRequire(path.join(folder, "package.json"));
const imported = async (name) => import(pathToFileURL(require.resolve(name)));
const versionOf = (name) => JSON.parse(readFileSync(path.join(folder, "node_modules", name, "package.json"))).version;

const modules = {
  async rapier() {
    const module = require("@dimforge/rapier2d-simd-compat");
    await module.init({});
    return module;
  },
  matter: async () => require("matter-js"),
  detectCollisions: async () => require("detect-collisions"),
  sat: async () => require("sat"),
  flatbush: async () => (await imported("flatbush")).default,
  rbush: async () => (await imported("rbush")).default,
  kdbush: async () => (await imported("kdbush")).default,
  box2d: async () => {
    const dist = path.join(folder, "node_modules/box2d-wasm/dist/umd");
    return require(path.join(dist, "Box2D.simd.js"))({ wasmBinary: readFileSync(path.join(dist, "Box2D.simd.wasm")) });
  },
};

const hails = (make) => ({ hail2d: make("simd"), "hail2d without SIMD": make("plain") });
const peers = {
  "rapier2d-simd-compat": engines.rapier(modules),
  "box2d-wasm": engines.box2d(modules),
  "matter-js": engines.matter(modules),
  "detect-collisions": engines.detectCollisions(modules),
  "sat + flatbush": engines.sat(modules),
};
const table = [
  ["10,000 bullets against 500 targets", scenes.bullets, { ...hails(engines.hail), ...peers }],
  ["a swarm of 5,000 circles", scenes.swarm, { ...hails(engines.hail), ...peers }],
  [
    "10,000 moving boxes, 1,000 searches",
    scenes.boxes,
    {
      ...hails(indexes.hailBoxes),
      "hail2d, boxes given by their sides": indexes.hailSides("simd"),
      flatbush: indexes.flatbushBoxes(modules),
      rbush: indexes.rbushBoxes(modules),
    },
  ],
  [
    "10,000 moving circles, 1,000 searches",
    scenes.circles,
    {
      ...hails(indexes.hailCircles),
      flatbush: indexes.flatbushCircles(modules),
    },
  ],
  [
    "10,000 moving points, 1,000 times the nearest",
    scenes.points,
    {
      ...hails(indexes.hailNearest),
      flatbush: indexes.flatbushNearest(modules),
      kdbush: indexes.kdbushNearest(modules),
    },
  ],
  ["barrage: 10,000 bullets against 500 polygons, manifolds", undefined, hails(barrage)],
];

/** A turn: CPU ms a frame, and what was found. */
async function turn(open, scene) {
  const frame = await open(scene);
  let found = 0;
  for (let i = 0; i < COUNTED; i++) found += frame();
  const begun = process.cpuUsage();
  for (let i = COUNTED; i < WARM && process.cpuUsage(begun).user < WARM_SECONDS * 1e6; i++) frame();
  globalThis.gc?.();
  const before = process.cpuUsage();
  for (let i = 0; i < TIMED; i++) frame();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000 / TIMED, found };
}

async function compare([title, scene, contenders]) {
  const best = {};
  for (let i = 0; i < TURNS; i++)
    for (const [name, open] of Object.entries(contenders)) {
      const { ms, found } = await turn(open, scene);
      best[name] = { ms: Math.min(ms, best[name]?.ms ?? Infinity), found };
    }
  const { ms: own, found: wanted } = best.hail2d;
  console.log(`\n| ${title} | ms a frame | of hail2d's | found |\n|---|---:|---:|---:|`);
  for (const [name, { ms, found }] of Object.entries(best)) {
    const differs = found === wanted ? "" : ` (${(100 * (found / wanted - 1)).toFixed(2)} %)`;
    console.log(`| ${name} | ${ms.toFixed(2)} | ${(ms / own).toFixed(1)} | ${found}${differs} |`);
  }
}

const names = [
  "@dimforge/rapier2d-simd-compat",
  "box2d-wasm",
  "matter-js",
  "detect-collisions",
  "sat",
  "flatbush",
  "rbush",
  "kdbush",
];
console.log(`${new Date().toISOString().slice(0, 10)}, node ${process.version}, ${os.cpus()[0].model}`);
console.log(names.map((name) => `${name} ${versionOf(name)}`).join(", "));
for (const each of table) if (!process.argv[3] || each[0].includes(process.argv[3])) await compare(each);
process.exit(0); // box2d-wasm leaves something open
