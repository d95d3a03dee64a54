// test/scene.test.mjs - the same bytes as the native library, on both builds, and while memory grows in every call.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";
import { Engine } from "../src/engine.js";
import { makeHail } from "../src/hail.js";
import { circle, load } from "../src/index.js";
import { builds } from "./builds.mjs";
import { play } from "./scene.mjs";

const native = process.env.HAIL_SCENE; // scene.c, compiled with the native library

function sameBytes(found, wanted, least = 100000) {
  assert.ok(wanted.length > least, `${wanted.length} bytes: the scene finds little`);
  assert.equal(found.length, wanted.length);
  const at = found.findIndex((byte, i) => byte !== wanted[i]);
  assert.equal(at, -1, `byte ${at} differs`);
}

test("both builds find what the native library finds, bit by bit", { skip: !native }, () => {
  const wanted = execFileSync(native, { maxBuffer: 1 << 28 });
  for (const hail of builds) sameBytes(play(hail), wanted);
});

test("both builds find the same", () => sameBytes(play(builds[0]), play(builds[1])));

/** An instance whose memory grows before and after every call (but one): all arrays over it are lost each time. */
function growing(instance, but) {
  const { memory } = instance.exports;
  const grown =
    (call) =>
    (...values) => {
      memory.grow(1);
      const answer = call(...values);
      memory.grow(1);
      return answer;
    };
  const calls = Object.entries(instance.exports).map(([name, each]) => [
    name,
    typeof each === "function" && name !== but ? grown(each) : each,
  ]);
  return { exports: Object.fromEntries(calls) };
}

test("memory may grow in every call", async () => {
  const { default: text } = await import("../dist/hail-simd.js");
  const { instance } = await WebAssembly.instantiate(Buffer.from(text, "base64"));
  const before = instance.exports.memory.buffer.byteLength;
  const found = play(makeHail(new Engine(growing(instance), "growing")), 10);
  assert.ok(instance.exports.memory.buffer.byteLength > before + 2000 * 65536);
  sameBytes(found, play(builds[0], 10), 10000);
});

/** Views of columns are given to every kind of call; what they found. */
function askWithViews({ World, MovingIndex, TileSet, TileMap, pairs }) {
  const world = new World();
  const layer = world.layer(0);
  const shape = world.circle(4);
  const set = new TileSet(8);
  const map = new TileMap(set, { columns: 9, rows: 9 });
  map.fill(0, 5, 9, 1, set.addFull());
  layer.spawn({ x: Float32Array.from({ length: 99 }, (_, i) => 5 * i), y: 30, vy: 300, shape });
  const { columns } = layer;
  const index = new MovingIndex();
  const at = () => ({ x: columns.x, y: columns.y });
  const along = () => ({ dx: columns.vx, dy: columns.vy });
  index.circles({ ...at(), radius: columns.y });
  index.move(at());
  layer.spawn({ ...at(), vx: columns.vx, vy: columns.vy, shape });
  const found = [
    world.points(at()).toArray(),
    world.overlaps({ ...at(), shape: circle(3) }).toArray(),
    world.boxes({ minX: columns.x, minY: columns.y, maxX: columns.x, maxY: columns.y }).toArray(),
    world.rays({ ...at(), ...along() }).toArray(),
    world.casts({ ...at(), ...along(), shape }).toArray(),
    world.nearest(at(), { radius: columns.y }).toArray(),
    [...world.sight({ ...at(), ...along() })],
    map.march({ ...at(), ...along(), length: columns.y }).toArray(),
    [...map.solid(at())],
    map.slide({ ...at(), ...along(), shape: circle(3) }).toArray(),
    map.sweep({ ...at(), ...along(), shape: circle(3) }).toArray(),
    pairs.collide({ ...at(), shape: circle(3) }, { ...at(), shape: circle(3) }).toArray(),
    [...index.nearest(at(), { count: 3 }).ids],
    [...index.at(at()).ids],
    [...index.rays({ ...at(), ...along() }).ids],
  ];
  for (const made of [world, index, map, set]) made.dispose();
  return found;
}

test("views of columns may be given while memory grows", async () => {
  const { default: text } = await import("../dist/hail-simd.js");
  const { instance } = await WebAssembly.instantiate(Buffer.from(text, "base64"));
  const found = askWithViews(makeHail(new Engine(growing(instance, "hail_layer_columns"), "growing")));
  const wanted = askWithViews(builds[0]);
  assert.ok(wanted.every((list) => list.length > 50));
  assert.deepEqual(found, wanted);
});

test("a view that is gone is an error", () => {
  const { World, memory } = builds[0];
  const world = new World();
  const layer = world.layer(0);
  layer.spawn({ x: [1, 2], y: 3, shape: world.circle(4) });
  const { x } = layer.columns;
  memory.grow(1);
  assert.throws(() => world.points({ x, y: x }), /x is gone, as memory has grown/);
  assert.throws(() => layer.spawn({ x, y: 1, shape: world.circle(1) }), /x is gone, as memory has grown/);
  assert.equal(world.points({ x: layer.columns.x, y: 3 }).queries, 2);
  world.dispose();
});

test("a third instance from bytes or a module is like the others", async () => {
  const { default: text } = await import("../dist/hail-plain.js");
  const bytes = Buffer.from(text, "base64");
  sameBytes(play(await load({ wasm: bytes })), play(await load({ wasm: await WebAssembly.compile(bytes) })));
});
