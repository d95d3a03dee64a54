// test/world.test.mjs - worlds, layers, contacts, events, bodies: how they behave, on both builds.
import assert from "node:assert/strict";
import test from "node:test";
import { HailError, constants, generationOf, slotOf } from "../src/index.js";
import { builds } from "./builds.mjs";

const each = (name, run) => {
  for (const hail of builds) test(`${name} (${hail.build})`, () => run(hail));
};

/** Three dots in a row, of which the first two touch. */
function dots({ World }, options = { columns: ["user"] }) {
  const world = new World();
  const layer = world.layer(0, options);
  const shape = world.circle(4);
  const handles = layer.spawn({ x: [0, 6, 50], y: 0, vx: 1, shape, user: [7, 8, 9] });
  world.rule({ a: layer, mode: "manifold", events: true });
  return { world, layer, shape, handles };
}

each("a step gives contacts by one object that is filled anew", (hail) => {
  const { world, handles } = dots(hail);
  const contacts = world.step(0);
  assert.equal(contacts.length, 1);
  const seen = new Set();
  for (const c of contacts) {
    seen.add(c);
    assert.deepEqual([c.a, c.b, c.kind, c.count, c.depth, c.x, c.y], [handles[0], handles[1], 1, 1, 2, 3, 0]);
    assert.deepEqual([c.normalX, c.normalY, c.userA, c.userB, c.slotA], [1, 0, 7, 8, slotOf(handles[0])]);
  }
  for (const c of contacts) assert.equal(seen.has(c), false, "each loop has an object of its own");
  assert.equal(contacts.at(0).depth, 2);
  assert.equal(contacts.at(-1).b, handles[1]);
  assert.equal(contacts.at(1), undefined);
  assert.deepEqual(world.contactUsers(), { a: Float64Array.of(7), b: Float64Array.of(8) });
  assert.equal(contacts.words().length, contacts.stride);
  world.dispose();
});

each("contacts are gone after the next step, and say so", (hail) => {
  const { world } = dots(hail);
  const contacts = world.step(0);
  world.step(0);
  assert.throws(() => contacts.length, /gone: the world has stepped/);
  assert.throws(() => [...contacts], /gone/);
  assert.throws(() => contacts.at(0), /gone/);
  assert.throws(() => {
    for (const c of world.contacts) world.step(c.t);
  }, /gone/);
  world.dispose();
});

each("user values are those of when the step found the contact", (hail) => {
  const { world, handles } = dots(hail);
  const found = [];
  for (const c of world.step(0)) {
    world.despawn(handles);
    found.push(c.userA, c.userB, world.alive(c.a));
  }
  assert.deepEqual(found, [7, 8, false]);
  world.dispose();
});

each("many contacts are all there", (hail) => {
  const { World } = hail;
  const world = new World();
  const layer = world.layer(3);
  layer.spawn({ x: 0, y: 0, shape: world.circle(1) }, 400);
  world.rule({ a: layer, mode: "pairs" });
  assert.equal(world.step(1).length, (400 * 399) / 2);
  assert.equal(world.stats.contacts, (400 * 399) / 2);
  world.dispose();
});

each("columns are renewed when the layer or the memory changes", (hail) => {
  const { world, layer, shape } = dots(hail);
  const { columns } = layer;
  assert.equal(columns.x, columns.x, "an array is made once");
  columns.vx[1] = 600;
  world.step(1 / 60);
  assert.deepEqual([...columns.x].sort((a, b) => a - b).map(Math.round), [0, 16, 50]);
  const before = columns.x;
  layer.spawn({ x: 1, y: 1, shape }, 300000);
  hail.memory.grow(1);
  assert.equal(before.length, 0, "what was taken before is empty");
  assert.equal(columns.x.length, 300003);
  assert.equal(columns.user.length, 300003);
  assert.equal(columns.life, undefined);
  assert.deepEqual([layer.count, layer.active, world.count], [300003, 300003, 300003]);
  hail.memory.grow(1);
  assert.equal(columns.y.length, 300003);
  world.dispose();
});

each("spawn takes numbers, arrays, views of columns, and gives handles", (hail) => {
  const { world, layer, shape } = dots(hail);
  const one = layer.spawn({ x: 5, y: 5, shape });
  assert.equal(typeof one, "number");
  assert.equal(world.alive(one), true);
  const { x, y } = layer.columns;
  const copies = layer.spawn({ x, y, shape: [shape, shape, shape, shape] });
  assert.deepEqual([...layer.columns.x], [0, 6, 50, 5, 0, 6, 50, 5]);
  assert.equal(copies.length, 4);
  assert.deepEqual([...layer.handles].slice(4), [...copies]);
  assert.equal(layer.spawn({ x: [], y: [], shape }).length, 0);
  assert.throws(() => layer.spawn({ x: [1, 2], y: [1], shape }), /y has 1 elements, 2 are needed/);
  assert.throws(() => layer.spawn({ x: 1, y: 1, colour: 3, shape }), /no column 'colour'/);
  assert.equal(layer.count, 8);
  world.dispose();
});

each("bodies change by handle", (hail) => {
  const { world, layer, handles } = dots(hail);
  world.layer(1, { columns: ["user"] });
  world.write(handles, { x: [100, 200, 300], user: 5 });
  world.setLayer(handles[2], 1);
  world.setEnabled(handles[1], false);
  world.setShape(handles[0], world.box(3, 3));
  const { x, user, layer: layers } = world.read(handles);
  assert.deepEqual(
    [[...x], [...user], [...layers]],
    [
      [100, 200, 300],
      [5n, 5n, 5n],
      [0, 0, 1],
    ],
  );
  assert.deepEqual([layer.count, layer.active, world.layer(1).count], [2, 1, 1]);
  world.despawn(handles[0]);
  assert.equal(world.alive(handles[0]), false);
  assert.throws(() => world.despawn(handles, { strict: true }), { status: "HAIL_STALE_HANDLE" });
  assert.throws(() => world.write(handles, { x: 0 }, { strict: true }), { status: "HAIL_STALE_HANDLE", element: 0 });
  assert.equal(world.write(handles, { x: 0 }), 1);
  assert.deepEqual([world.despawn(handles), world.despawn(handles), world.count], [1, 3, 0]);
  world.dispose();
});

each("events begin, stay and end; removals say why", (hail) => {
  const { world, layer, handles } = dots(hail, { columns: ["user", "life"] });
  world.step(0);
  assert.deepEqual(
    world.begins.toArray().map((e) => [e.a, e.b, e.userB, e.contact.depth]),
    [[handles[0], handles[1], 8, 2]],
  );
  const begins = world.begins;
  world.step(0);
  assert.throws(() => begins.length, /these events are gone/);
  assert.deepEqual([world.begins.length, world.stays.length, world.ends.length], [0, 1, 0]);
  world.write(handles[0], { life: 0.5 });
  world.step(1);
  assert.deepEqual(world.removals.toArray(), [
    { handle: handles[0], user: 7, layer: 0, reason: constants.REMOVED_LIFE },
  ]);
  world.step(0);
  assert.deepEqual(
    world.ends.toArray().map((e) => e.contact),
    [null],
  );
  assert.equal(layer.count, 2);
  world.dispose();
});

each("many worlds step at once, each as by itself", (hail) => {
  const [together, alone] = [0, 1].map(() => Array.from({ length: 5 }, () => dots(hail).world));
  together.forEach((world, i) => world.layer(0).spawn({ x: 3 * i, y: 1, shape: world.circle(2), user: i }));
  alone.forEach((world, i) => world.layer(0).spawn({ x: 3 * i, y: 1, shape: world.circle(2), user: i }));
  for (let frame = 0; frame < 3; frame++) {
    hail.stepMany(together, 1 / 60);
    together.forEach((world, i) => {
      assert.deepEqual(world.contacts.toArray(), alone[i].step(1 / 60).toArray());
      assert.deepEqual(world.begins.toArray(), alone[i].begins.toArray());
      assert.equal(world.hash(), alone[i].hash());
    });
  }
  hail.stepMany([], 1);
  const [first] = together;
  assert.throws(() => hail.stepMany([first, first], 1 / 60), { status: "HAIL_BAD_ARGUMENT" });
  assert.throws(() => hail.stepMany(together, NaN), { status: "HAIL_NOT_FINITE" });
  const stranger = dots(builds.find((each) => each !== hail)).world;
  assert.throws(() => hail.stepMany([first, stranger], 1 / 60), /only worlds of the same load/);
  for (const world of [...together, ...alone, stranger]) world.dispose();
  assert.throws(() => hail.stepMany([first], 1 / 60), /this world was disposed/);
});

each("errors are exceptions with Hail's sentence", (hail) => {
  const { World } = hail;
  const wrong = { status: "HAIL_OUT_OF_RANGE", code: 3, field: "options->cell", value: -2, name: "HailError" };
  assert.throws(() => new World({ cell: -2 }), {
    ...wrong,
    message: "options->cell is -2: it must be from 0 to 1e+09",
  });
  const { world, layer, shape } = dots(hail);
  assert.throws(() => world.step(NaN), { status: "HAIL_NOT_FINITE" });
  assert.throws(
    () => layer.spawn({ x: [1, NaN], y: 0, shape }),
    (error) => {
      assert.ok(error instanceof HailError);
      assert.equal(error.message, "columns->x[1] is not a finite number");
      return error.element === 1;
    },
  );
  assert.throws(() => world.circle(-1), { status: "HAIL_OUT_OF_RANGE" });
  assert.throws(() => world.polygon([0, 0, 1, 1]), { status: "HAIL_TOO_FEW_VERTICES" });
  assert.throws(() => world.compound([{ type: "box", halfWidth: -1, halfHeight: 1 }]), HailError);
  assert.throws(() => world.rule({ a: layer, mode: "earlyest" }), /the mode 'earlyest' is unknown: ignore, pairs/);
  assert.throws(() => world.rule({ a: layer, modes: 1 }), /rules have no option 'modes'/);
  assert.throws(() => new World({ context: 5 }), /no option 'context'/);
  assert.throws(() => world.layer(64, {}), HailError);
  assert.equal(world.step(0).length, 1, "the world is as before");
  world.dispose();
});

each("a throw inside the loop leaves the world usable", (hail) => {
  const { world } = dots(hail);
  for (let i = 0; i < 100; i++)
    assert.throws(() => {
      for (const c of world.step(0)) throw new Error(`mine ${c.depth}`);
    }, /mine 2/);
  assert.equal(world.step(0).length, 1);
  world.dispose();
});

each("a borrowed layer reads bodies from arrays", ({ World }) => {
  const world = new World();
  const walls = world.layer(0);
  const units = world.layer(1, { borrowed: 3, generations: true, columns: ["user"] });
  const shape = world.circle(4);
  walls.spawn({ x: 100, y: 0, shape });
  world.rule({ a: units, b: walls, mode: "pairs", events: true });
  const x = Float32Array.of(0, 95, 104);
  const generation = Uint32Array.of(1, 5, 7);
  const read = (count) => units.borrow({ x, y: 0, shape, generation, user: [10, 11, 12] }, count);
  const touching = (first) => Array.from(world.step(0), (c) => [c.slotA - first, generationOf(c.a), c.userA]);
  assert.equal(read(), 0);
  assert.deepEqual(touching(0), [
    [1, 5, 11],
    [2, 7, 12],
  ]);
  generation[1] = 6;
  read(2);
  assert.equal(units.count, 2);
  assert.deepEqual(touching(0), [[1, 6, 11]]);
  assert.deepEqual(
    Array.from(world.ends, (e) => generationOf(e.a)),
    [5, 7],
  );
  x[1] = NaN;
  read(2);
  assert.deepEqual(touching(0), []);
  assert.equal(units.quarantined, 1);
  assert.throws(() => read(4), /x has 3 elements, 4 are needed/);
  assert.throws(
    () => units.borrow({ x: [0, 0, 0, 0], y: 0, shape, generation: 1 }),
    /count is more than the layer borrows/,
  );
  assert.throws(() => units.spawn({ x: 0, y: 0, shape }), /is a borrowed layer/);
  assert.throws(() => walls.borrow({ x: 0, y: 0, shape }), /is not borrowed/);
  world.dispose();
});

each("use after dispose throws", (hail) => {
  const { TileMap, TileSet } = hail;
  const { world, layer, shape, handles } = dots(hail);
  const contacts = world.step(0);
  const hits = world.rays({ x: 0, y: 0, dx: 1, dy: 1 });
  const set = new TileSet(16);
  const map = new TileMap(set, { columns: 2, rows: 2 });
  world.tiles = map;
  assert.throws(() => map.dispose(), /this tile map is in use/);
  assert.throws(() => set.dispose(), /this tile set is in use/);
  world.dispose();
  world.dispose();
  map.dispose();
  set.dispose();
  assert.equal(world.disposed, true);
  const uses = [
    () => world.step(0),
    () => world.layer(0),
    () => world.circle(1),
    () => world.rule({ a: 0 }),
    () => world.despawn(handles),
    () => layer.spawn({ x: 0, y: 0, shape }),
    () => layer.columns.x,
    () => layer.count,
    () => layer.handles,
    () => layer.reserve(1),
    () => shape.destroy(),
    () => contacts.length,
    () => [...contacts],
    () => hits.first(),
    () => world.stats,
    () => world.memory,
    () => world.begins,
    () => world.points({ x: 0, y: 0 }),
    () => world.alive(handles[0]),
    () => (world.tiles = null),
    () => world.read(handles),
    () => world.contacts,
    () => layer.changed(),
  ];
  for (const use of uses) assert.throws(use, /this world was disposed/, `${use}`);
  for (const use of [() => map.fill(0, 0, 1, 1, 0), () => map.size, () => map.slide({ x: 0, y: 0, shape })])
    assert.throws(use, /this tile map was disposed/);
  for (const use of [() => set.addFull(), () => new TileMap(set, { columns: 1, rows: 1 })])
    assert.throws(use, /this tile set was disposed/);
});

test("using disposes of worlds, maps and sets", { skip: !Symbol.dispose }, () => {
  const { World, TileSet } = builds[0];
  for (const made of [new World(), new TileSet(8)]) {
    made[Symbol.dispose](); // what `using` calls at the end of the block
    assert.equal(made.disposed, true);
  }
});
