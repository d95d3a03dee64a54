// test/maps.test.mjs - sprites, and maps of sectors, on both builds.
import assert from "node:assert/strict";
import test from "node:test";
import { constants } from "../src/index.js";
import { builds } from "./builds.mjs";

const each = (name, run) => {
  for (const hail of builds) test(`${name} (${hail.build})`, () => run(hail));
};

each("sprites collide by their pixels", ({ World, SpriteSet }) => {
  const set = new SpriteSet();
  const ring = set.addRows(["####", "#..#", "#..#", "####"]);
  const wide = set.addRows(["#".repeat(70)]);
  const image = { width: 2, height: 1, data: Uint8Array.of(0, 0, 0, 255, 0, 0, 0, 0) };
  assert.deepEqual([ring, wide, set.addImage(image), set.addStretched(ring, 2, -1)], [0, 1, 2, 3]);
  assert.deepEqual(
    [0, 1, 2, 3].map((sprite) => set.describe(sprite).opaque),
    [12, 70, 1, 24],
  );
  const world = new World();
  const layer = world.layer(0);
  layer.spawn({ x: 0, y: 0, shape: world.sprite(set, ring) });
  layer.spawn({ x: 2, y: 2, shape: world.circle(0.5) });
  world.rule({ a: layer });
  assert.equal(world.step(0).length, 0, "the dot is in the hole");
  layer.columns.x[1] = 3;
  assert.equal(world.step(0).length, 1);
  assert.throws(() => world.sprite(set, 9), { status: "HAIL_OUT_OF_RANGE" });
  assert.throws(() => set.dispose(), /in use/);
  world.dispose();
  set.dispose();
  assert.throws(() => set.addRows(["#"]), /this sprite set was disposed/);
});

/** Two rooms of 100 px beside each other; wall 6 is the door between them. */
const rooms = () => ({
  x: [0, 100, 200, 200, 100, 0],
  y: [0, 0, 0, 100, 100, 100],
  walls: [
    { a: 0, b: 1, right: 0 },
    { a: 1, b: 2, right: 1 },
    { a: 2, b: 3, right: 1 },
    { a: 3, b: 4, right: 1 },
    { a: 4, b: 5, right: 0 },
    { a: 5, b: 0, right: 0 },
    { a: 1, b: 4, right: 0, left: 1 },
  ],
  sectors: 2,
});

each("crossings of sectors are told, however many", ({ SectorMap }) => {
  const map = new SectorMap(rooms());
  const moves = map.move({ x: [50, 150, 50], y: [50, 50, 20], dx: [100, -100, 10], dy: 0, radius: 10 });
  assert.deepEqual(
    moves.toArray().map((move) => move.sector),
    [1, 0, 0],
  );
  const crossings = [
    { mover: 0, wall: 6, from: 0, to: 1 },
    { mover: 1, wall: 6, from: 1, to: 0 },
  ];
  assert.deepEqual(moves.crossings.toArray(), crossings);
  const all = map.move({ x: Array(500).fill(50), y: 50, dx: 100, dy: 0 });
  assert.deepEqual([all.crossings.length, all.crossings.at(-1).mover, all.at(499).x], [500, 499, 150]);
  assert.equal(map.move({ x: 50, y: 50, dx: 1, dy: 0 }).crossings.length, 0);
  assert.throws(() => all.crossings.length, /answers are gone/);
  const [out] = map.depenetrate({ x: 5, y: 50, radius: 10 }).toArray();
  assert.deepEqual([out.x.toFixed(2), out.y, out.flags & constants.MOVE_PUSHED], ["10.00", 50, constants.MOVE_PUSHED]);
  map.dispose();
});

each("sectors are found, crossed and closed", ({ World, SectorMap }) => {
  const map = new SectorMap(rooms());
  assert.deepEqual([...map.find({ x: [50, 150, 250], y: 50 })], [0, 1, constants.NO_SECTOR]);
  assert.deepEqual(map.nearest({ x: 50, y: 10 }).toArray(), [{ x: 50, y: 0, squared: 100, edge: 0 }]);
  const walk = () => map.move({ x: 50, y: 50, dx: 100, dy: 0, radius: 10 }).at(0);
  assert.deepEqual([walk().x, walk().sector], [150, 1]);
  map.setSolid(6, true);
  assert.ok(Math.abs(walk().x - 90) < 0.01 && walk().sector === 0 && walk().wall === 6);
  map.change({ vertex: [1, 4], x: [120, 120], y: [0, 100] });
  assert.ok(Math.abs(walk().x - 110) < 0.01);
  assert.throws(() => map.change({ vertex: [0], x: [NaN], y: [0] }), { status: "HAIL_NOT_FINITE" });
  assert.throws(() => new SectorMap({ ...rooms(), sectors: 1 }), { status: "HAIL_OUT_OF_RANGE" });
  const world = new World();
  world.walls = map;
  const layer = world.layer(0);
  layer.spawn({ x: 50, y: 50, vx: 600, shape: world.circle(10) });
  world.rule({ a: layer, b: "walls", mode: "swept", stop: true });
  const [contact] = world.step(0.1).toArray();
  assert.deepEqual([contact.kind, contact.partB], [constants.CONTACT_WALL, 6]);
  assert.throws(() => map.dispose(), /in use/);
  world.walls = null;
  map.dispose();
  world.dispose();
});
