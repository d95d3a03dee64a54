// test/ask.test.mjs - questions to worlds and tile maps, shapes, on both builds.
import assert from "node:assert/strict";
import test from "node:test";
import { box, capsule, circle, constants, polygon } from "../src/index.js";
import { builds } from "./builds.mjs";

const each = (name, run) => {
  for (const hail of builds) test(`${name} (${hail.build})`, () => run(hail));
};

function row({ World }) {
  const world = new World();
  const layer = world.layer(2, { columns: ["user", "group"] });
  const handles = layer.spawn({ x: [0, 100, 200], y: 0, shape: world.circle(10), user: [1, 2, 3], group: [4, 5, 6] });
  return { world, layer, handles };
}

each("points, boxes and shapes find what they overlap", (hail) => {
  const { world, layer, handles } = row(hail);
  const points = world.points({ x: [5, 50, 205], y: 0 });
  assert.deepEqual([...points.counts], [1, 0, 1]);
  assert.deepEqual([points.first(0).body, points.first(1), points.first(2).user], [handles[0], undefined, 3]);
  assert.throws(() => points.words() && world.points({ x: 0, y: 0 }) && points.first(0), /these answers are gone/);
  const boxes = world.boxes({ minX: -500, minY: -1, maxX: 500, maxY: 1 }, { capacity: 2, layers: layer });
  assert.deepEqual([boxes.counts[0], boxes.toArray().map((m) => m.user)], [3, [1, 2]]);
  const shapes = world.overlaps({ shape: [circle(95), box(1, 1)], x: [0, 200], y: 0 }, { group: 4 });
  assert.deepEqual(
    shapes.toArray().map((m) => [m.query, m.user]),
    [
      [0, 2],
      [1, 3],
    ],
  );
  const own = world.overlaps({ shape: world.circle(95), x: 100, y: 0 }, { except: handles[1] });
  assert.deepEqual(
    own.toArray().map((m) => m.user),
    [1, 3],
  );
  world.dispose();
});

each("answers count what was found, not what there is room for", (hail) => {
  const { world } = row(hail);
  const none = world.points({ x: 50, y: 0 });
  assert.deepEqual([none.length, none.at(0), none.at(-1), none.first()], [0, undefined, undefined, undefined]);
  const some = world.points({ x: [5, 50, 205], y: 0 });
  assert.equal(some.length, 2);
  const told = [0, 1, -1, -2].map((i) => [some.at(i).query, some.at(i).user]);
  assert.deepEqual(told, [
    [0, 1],
    [2, 3],
    [2, 3],
    [0, 1],
  ]);
  assert.deepEqual([some.at(2), some.at(-3), some.words().length], [undefined, undefined, 3 * 16 * some.stride]);
  const cut = world.boxes({ minX: -500, minY: -1, maxX: 500, maxY: 1 }, { capacity: 2 });
  assert.deepEqual([cut.counts[0], cut.length, cut.at(1).user, cut.at(2)], [3, 2, 2, undefined]);
  assert.throws(() => some.length, /these answers are gone/);
  assert.throws(() => some.at(9), /these answers are gone/);
  const counted = world.points({ x: 5, y: 0 }, { capacity: 0 });
  assert.deepEqual([counted.counts[0], counted.length, counted.first()], [1, 0, undefined]);
  world.dispose();
});

each("rays, casts, nearest bodies and sight", (hail) => {
  const { world, layer, handles } = row(hail);
  const hits = world.rays({ x: -50, y: 0, toX: 400, toY: 0 }, { capacity: 8 });
  assert.deepEqual([...hits.of(0)].length, 3);
  const wanted = Array.from(handles, (handle, i) => [handle, 40 + 100 * i, -1]);
  assert.deepEqual(
    hits.toArray().map((h) => [h.body, Math.round(h.distance), h.normalX]),
    wanted,
  );
  assert.equal(world.rays({ x: 0, y: 50, dx: 1, dy: 0 }).first(), undefined);
  assert.equal(world.casts({ shape: polygon([5, 0, -5, 5, -5, -5]), x: 50, y: 0, dx: 100, dy: 0 }).first().user, 2);
  const near = world.nearest({ x: [90, 190], y: 0 }, { capacity: 2, distanceTo: "centre" });
  const told = near.toArray().map((h) => [h.query, h.user, Math.round(h.distance)]);
  assert.deepEqual(told, [
    [0, 2, 10],
    [0, 1, 90],
    [1, 3, 10],
    [1, 2, 90],
  ]);
  assert.deepEqual([...world.nearest({ x: 50, y: 0 }, { radius: [39] }).counts], [0]);
  assert.deepEqual([...world.sight({ x: [50, -50], y: 0, toX: [60, 50], toY: 0 })], [1, 0]);
  layer.columns.x[0] = 1000;
  layer.changed();
  assert.deepEqual([...world.sight({ x: -50, y: 0, toX: 50, toY: 0 })], [1]);
  world.dispose();
});

each("maps are set, painted, marched and slid along", ({ World, TileSet, TileMap }) => {
  const set = new TileSet(8);
  const full = set.addFull();
  const half = set.addRows(["", "", "", "", "########", "########", "########", "########"], { kind: 3 });
  const image = new Uint8Array(8 * 8 * 4).fill(255);
  assert.deepEqual([full, half, set.addImage(image)], [1, 2, 3]);
  const map = new TileMap(set, { columns: 10, rows: 10, x: 0, y: 0 });
  map.fill(0, 9, 10, 1, full);
  map.set(4, 8, 2, 1, [half, full | 0]);
  assert.deepEqual([...map.solid({ x: [0, 0, 34, 34], y: [71, 72, 67, 68] })], [0, 1, 0, 1]);
  const hits = map.march({ x: [4, 4], y: [4, 40], dx: [0, 90], dy: [100, 0] });
  assert.deepEqual(
    hits.toArray().map((h) => [h.hit, h.distance]),
    [
      [1, 68],
      [0, 90],
    ],
  );
  const slides = map.slide({ shape: box(2, 2), x: 10, y: 60, dx: 5, dy: 100 }, { skin: 0.5 });
  const [slide] = slides.toArray();
  assert.ok(slide.flags & constants.STANDS && Math.abs(slide.dy - 9.5) < 0.01, `${slide.dy}`);
  assert.throws(() => map.solid({ x: 0, y: 0 }) && map.march({ x: 0, y: 0, dx: 1, dy: 1 }) && slides.length, /gone/);
  const swept = map.sweep({ shape: circle(2), x: 10, y: 60, dx: 0, dy: 20 }).at(0);
  assert.ok(swept.kind === constants.CONTACT_TILE && Math.abs(swept.t - 0.5) < 1e-5);
  map.paint(0, 72, 80, 8, false);
  map.paintDisc(40, 40, 5, true, 2);
  assert.deepEqual([...map.solid({ x: [0, 40], y: [72, 40] })], [0, 1]);
  assert.equal(map.size.columns, 10);
  set.oneWay(1 << 3, "top");
  assert.throws(() => map.fill(0, 0, 11, 1, 1), { status: "HAIL_OUT_OF_RANGE" });
  const world = new World();
  world.tiles = map;
  assert.equal(world.tiles, map);
  const layer = world.layer(0);
  layer.spawn({ x: 40, y: 20, vy: 100, shape: world.circle(1) });
  world.rule({ a: layer, b: "tiles", mode: "swept", stop: true, centreOnly: true });
  const contacts = world.step(1);
  assert.deepEqual([contacts.length, contacts.at(0).kind, contacts.at(0).featureB], [1, constants.CONTACT_TILE, 2]);
  world.reflect(contacts, { restitution: 0.5 });
  assert.equal(layer.columns.vy[0], -50);
  world.tiles = null;
  for (const each of [map, set, world]) each.dispose();
});

each("shapes are replaced and destroyed", ({ World }) => {
  const world = new World();
  const layer = world.layer(0);
  const shape = world.circle(1);
  layer.spawn({ x: [0, 10], y: 0, shape });
  world.rule({ a: layer });
  assert.equal(world.step(0).length, 0);
  shape.replace(capsule(-5, 0, 5, 0, 1));
  assert.equal(world.step(0).length, 1);
  shape.replace({ type: "compound", parts: [box(6, 1), box(1, 6)] });
  assert.equal(world.step(0).length, 1);
  assert.throws(() => shape.destroy(), { status: "HAIL_IN_USE" });
  world.despawn(layer.handles);
  shape.destroy();
  assert.throws(() => layer.spawn({ x: 0, y: 0, shape }), { status: "HAIL_UNKNOWN_SHAPE" });
  const holed = world.concave([
    [0, 0, 30, 0, 30, 30, 0, 30],
    [10, 10, 10, 20, 20, 20, 20, 10],
  ]);
  layer.spawn({ x: 0, y: 0, shape: holed });
  assert.deepEqual([...world.points({ x: [5, 15], y: [5, 15] }).counts], [1, 0]);
  world.dispose();
});
