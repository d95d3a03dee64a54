// test/pairs.test.mjs - pairs without a world, on both builds.
import assert from "node:assert/strict";
import test from "node:test";
import { box, capsule, circle, polygon } from "../src/index.js";
import { builds } from "./builds.mjs";

const each = (name, run) => {
  for (const hail of builds) test(`${name} (${hail.build})`, () => run(hail));
};

const dot = circle(2);
const plate = box(4, 1);

each("pairs touch, collide and are apart", ({ pairs }) => {
  const a = { shape: dot, x: [0, 0, 0], y: 0 };
  const b = { shape: [dot, plate, plate], x: [3, 5.5, 7], y: 0 };
  assert.deepEqual(pairs.touch(a, b), Uint8Array.of(1, 1, 0));
  const contacts = pairs.collide(a, b);
  assert.equal(contacts.length, 3);
  assert.deepEqual(
    contacts
      .toArray()
      .map((c) => [c.count, c.slotA, c.slotB])
      .slice(0, 2),
    [
      [1, 0, 0],
      [1, 1, 1],
    ],
  );
  assert.deepEqual([contacts.at(0).depth, contacts.at(0).normalX, contacts.at(2).count], [1, 1, 0]);
  assert.deepEqual(
    pairs
      .distance(a, b)
      .toArray()
      .map((gap) => gap.distance),
    [-1, -0.5, 1],
  );
});

each("a number stands for all, an index chooses elements", ({ pairs }) => {
  const many = { shape: dot, x: Float32Array.from({ length: 100 }, (_, i) => i), y: 0 };
  const touching = pairs.touch(many, { shape: dot, x: 50, y: 0 });
  assert.deepEqual(touching.filter((each) => each).length, 9);
  const indexA = [49, 99, 50];
  const indexB = [0, 0, 1];
  const two = { shape: [plate, dot], x: [50, 200], y: 0 };
  assert.deepEqual(pairs.touch(many, two, { indexA, indexB }), Uint8Array.of(1, 0, 0));
  assert.deepEqual(pairs.collide(many, two, { indexA, indexB }).at(0).slotA, 49);
  assert.equal(pairs.touch({ shape: dot, x: [], y: [] }, { shape: dot, x: 0, y: 0 }).length, 0);
});

each("sweeps say when, predictions how to get out", ({ pairs }) => {
  const mover = { shape: dot, x: 0, y: 0, dx: [100, 0], dy: [0, 100] };
  const hits = pairs.sweep(mover, { shape: plate, x: 54, y: 0 }).toArray();
  assert.deepEqual(
    hits.map((hit) => [hit.count, hit.count && hit.t.toFixed(5)]),
    [
      [1, "0.48000"],
      [0, 0],
    ],
  );
  const square = polygon([-2, -2, 2, -2, 2, 2, -2, 2]);
  const [out] = pairs.predict({ shape: square, x: 0, y: 0, dx: 1, dy: 0 }, { shape: square, x: 4.5, y: 0 }).toArray();
  assert.deepEqual([out.intersect, out.willIntersect, out.mtvX, out.overlap], [0, 1, -0.5, 0.5]);
});

each("wrong pairs are errors, and answers say when they are gone", (hail) => {
  const { pairs, World } = hail;
  const world = new World();
  const at = { x: 0, y: 0 };
  const good = { ...at, shape: dot };
  const shape = world.circle(1);
  assert.throws(() => pairs.touch({ ...at, shape }, good), /descriptions of shapes/);
  assert.throws(() => pairs.touch({ ...good, x: NaN }, good), { status: "HAIL_NOT_FINITE" });
  assert.throws(() => pairs.touch(good, good, { indexC: [1] }), /no option 'indexC'/);
  assert.throws(() => pairs.touch(good, good, { indexA: [0], indexB: [1] }), { status: "HAIL_BAD_ARGUMENT" });
  assert.throws(() => pairs.touch({ ...good, colour: 1 }, good), /no column 'colour'/);
  assert.throws(() => pairs.touch({ ...good, shape: circle(-1) }, good), { status: "HAIL_OUT_OF_RANGE" });
  assert.throws(() => pairs.predict(good, good), { status: "HAIL_UNSUPPORTED_PAIR" });
  const contacts = pairs.collide(good, good);
  pairs.distance(good, good);
  assert.throws(() => contacts.at(0), /answers are gone/);
  world.dispose();
});

each("a world's contacts are those of its pairs", (hail) => {
  const world = new hail.World();
  const layer = world.layer(0);
  const shapes = [circle(5), box(4, 3, 1), capsule(-4, 0, 4, 1, 2), polygon([6, 0, -3, 5, -3, -5])];
  const x = Float32Array.from({ length: 60 }, (_, i) => (i * 37) % 80);
  const y = Float32Array.from({ length: 60 }, (_, i) => (i * 61) % 50);
  const shape = Array.from(x, (_, i) => shapes[i % 4]);
  const made = new Map(shapes.map((each) => [each, world.shape(each)]));
  layer.spawn({ x, y, shape: shape.map((each) => made.get(each)) });
  world.rule({ a: layer });
  const wanted = world.step(0).toArray();
  const [indexA, indexB] = [wanted.map((c) => c.slotA), wanted.map((c) => c.slotB)];
  const side = { shape, x, y };
  const found = hail.pairs.collide(side, side, { indexA, indexB }).toArray();
  assert.ok(wanted.length > 50);
  for (const [i, c] of found.entries())
    assert.deepEqual(
      [c.slotA, c.slotB, c.count, c.depth, c.normalX, c.x],
      [indexA[i], indexB[i], wanted[i].count, wanted[i].depth, wanted[i].normalX, wanted[i].x],
    );
  world.dispose();
});
