// test/memory.test.mjs - memory stays flat, and a memory that cannot grow is an exception.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../src/index.js";

function once({ World, TileSet, TileMap }) {
  const world = new World({ maxX: 100, maxY: 100 });
  const set = new TileSet(8);
  const map = new TileMap(set, { columns: 4, rows: 4 });
  const layer = world.layer(0, { columns: ["user"] });
  layer.spawn({ x: [1, 2, 3], y: 4, shape: world.circle(2), user: 1 });
  world.tiles = map;
  world.rule({ a: layer, events: true });
  let count = 0;
  for (const c of world.step(1 / 60)) count += c.userA;
  world.rays({ x: 0, y: 0, dx: 1, dy: 1 });
  map.march({ x: 0, y: 0, dx: 1, dy: 1 });
  for (const made of [world, map, set]) made.dispose();
  return count;
}

test("10,000 worlds made and disposed keep memory flat", async () => {
  const hail = await load();
  for (let i = 0; i < 100; i++) assert.equal(once(hail), 3);
  const before = hail.memory.buffer.byteLength;
  for (let i = 0; i < 10000; i++) once(hail);
  assert.equal(hail.memory.buffer.byteLength, before);
});

test("memory that cannot grow is an exception, and the world goes on", async () => {
  const hail = await load({ build: "simd" });
  const world = new hail.World();
  const layer = world.layer(0);
  const shape = world.circle(4);
  layer.spawn({ x: [0, 6], y: 0, shape });
  world.rule({ a: layer });
  assert.equal(world.step(0).length, 1);
  const pages = hail.memory.buffer.byteLength / 65536;
  assert.throws(() => hail.memory.grow(32769 - pages), RangeError, "addresses stay below 2^31");
  hail.memory.grow(32768 - pages); // nobody else gets any
  assert.throws(() => layer.spawn({ x: 0, y: 0, shape }, 1000000), { name: "HailError", status: "HAIL_NO_MEMORY" });
  assert.throws(() => layer.reserve(1000000), { name: "HailError", status: "HAIL_NO_MEMORY" });
  assert.equal(layer.count, 2);
  assert.equal(world.step(0).length, 1);
  assert.deepEqual([...layer.columns.x], [0, 6]);
  world.dispose();
});
