// test/state.test.mjs - states that are saved, restored, hashed and compared, on both builds.
import assert from "node:assert/strict";
import test from "node:test";
import { HailError, MAX_BODIES, circle, polygon } from "../src/index.js";
import { builds } from "./builds.mjs";

const each = (name, run) => {
  for (const hail of builds) test(`${name} (${hail.build})`, () => run(hail));
};

/** A crowd that collides, dies of age and wraps. */
function crowd({ World }, options = {}) {
  const world = new World({ maxX: 300, maxY: 300, ...options });
  const layer = world.layer(0, { columns: ["user", "life"], bounds: "wrap" });
  const shapes = [world.circle(4), world.box(5, 3)];
  const column = (of) => Float32Array.from({ length: 200 }, (_, i) => of(i));
  world.rule({ a: layer, events: true });
  layer.spawn({
    x: column((i) => (i * 37) % 300),
    y: column((i) => (i * 91) % 300),
    vx: column((i) => ((i * 13) % 200) - 100),
    vy: column((i) => ((i * 29) % 200) - 100),
    life: column((i) => 0.2 + (i % 50) / 20),
    user: Array.from({ length: 200 }, (_, i) => i),
    shape: Array.from({ length: 200 }, (_, i) => shapes[i % 2]),
  });
  return { world, layer, shapes };
}

/** Steps on, and tells all that was found. */
function go(world, steps) {
  const found = [];
  for (let i = 0; i < steps; i++)
    found.push(Buffer.from(world.step(1 / 60).words("u8")).toString("latin1"), world.begins.toArray(), world.hash());
  return found;
}

each("a restored world goes on as it did", (hail) => {
  const { world } = crowd(hail);
  go(world, 10);
  for (const options of [{}, { trusted: true }]) {
    const image = world.save(options);
    const before = world.hash();
    const once = go(world, 20);
    assert.ok(
      once.some((each) => Array.isArray(each) && each.length),
      "events begin",
    );
    assert.notEqual(world.hash(), before);
    world.restore(image, options);
    assert.equal(world.hash(), before);
    assert.deepEqual(go(world, 20), once);
    world.restore(image, options);
  }
  world.dispose();
});

test("an image of one build is restored by the other", () => {
  const [a, b] = builds.map((hail) => crowd(hail).world);
  go(a, 15);
  b.restore(a.save());
  assert.equal(a.hash(), b.hash());
  assert.deepEqual(a.save(), b.save());
  assert.deepEqual(go(a, 5), go(b, 5));
  for (const world of [a, b]) world.dispose();
});

each("an image with shapes makes them in an empty world, and brings them back", (hail) => {
  const { world, shapes } = crowd(hail);
  shapes[0].replace(polygon([0, -6, 6, 6, -6, 6], 1));
  go(world, 10);
  const image = world.save({ shapes: true });
  const other = new hail.World({ maxX: 300, maxY: 300 });
  assert.throws(() => other.restore(image), HailError, "without shapes");
  other.restore(image, { shapes: true });
  assert.deepEqual(
    other.save({ shapes: true }).subarray(48),
    world.save({ shapes: true }).subarray(48),
    "but for the head",
  );
  other.shapeOf(1).replace(circle(2));
  assert.throws(() => other.restore(world.save()), HailError);
  other.restore(image, { shapes: true, trusted: false });
  assert.throws(() => other.restore(world.save(), { shapes: true }), /no shapes/);
  assert.throws(() => other.shapeOf(9), HailError);
  assert.deepEqual(go(other, 10), go(world, 10));
  for (const each of [world, other]) each.dispose();
});

each("a buffer is used again while it has room", (hail) => {
  const { world, layer, shapes } = crowd(hail);
  const exact = world.save();
  const first = world.save({ into: new Uint8Array(0) });
  assert.ok(first.length > exact.length, "a quarter to spare");
  layer.spawn({ x: 1, y: 1, life: 9, shape: shapes[0] });
  const before = world.hash();
  assert.equal(world.save({ into: first }), first);
  layer.spawn({ x: 1, y: 1, life: 9, shape: shapes[0] }, 1000);
  const larger = world.save({ into: first });
  assert.notEqual(larger, first);
  world.restore(first);
  assert.equal(world.hash(), before);
  assert.equal(layer.count, 201);
  world.restore(larger);
  assert.equal(layer.count, 1201);
  world.dispose();
});

each("saving and restoring leave memory flat", (hail) => {
  const { world } = crowd(hail);
  const image = world.save({ into: new Uint8Array(1 << 16) });
  world.restore(image);
  const before = hail.memory.buffer.byteLength;
  for (let i = 0; i < 5000; i++) {
    const same = world.save({ into: image, trusted: i % 2 === 0 });
    assert.equal(same, image);
    world.restore(image, { trusted: i % 2 === 0 });
  }
  assert.equal(hail.memory.buffer.byteLength, before);
  world.dispose();
});

each("what the world told before is gone, and says so", (hail) => {
  const { world, layer } = crowd(hail);
  const image = world.save();
  const contacts = world.step(1 / 60);
  const { begins } = world;
  const { x } = layer.columns;
  world.layer(0).configure({ columns: ["life"], bounds: "wrap" });
  assert.equal(layer.columns.user, undefined);
  world.restore(image);
  assert.throws(() => contacts.length, /contacts are gone: the world was restored/);
  assert.throws(() => begins.toArray(), /events are gone: the world was restored/);
  assert.deepEqual([world.contacts.length, world.begins.length, world.stats.step], [0, 0, 0]);
  assert.notEqual(layer.columns.x, x, "columns are taken anew");
  assert.equal(layer.columns.user.length, 200, "the layer has its columns again");
  assert.ok(
    world
      .step(1 / 60)
      .toArray()
      .some((c) => c.userA > 0),
    "contacts tell their bodies' user values",
  );
  assert.ok(world.points({ x: 150, y: 150 }, { capacity: 9 }).length > 0);
  world.dispose();
});

each("corrupt images are refused, and the world goes on", (hail) => {
  const { world } = crowd(hail);
  go(world, 5);
  const image = world.save();
  const before = world.hash();
  const refuse = (bytes, sentence, options) => {
    assert.throws(
      () => world.restore(bytes, options),
      (error) => {
        assert.ok(error instanceof HailError, error.message);
        assert.match(error.message, sentence);
        return true;
      },
    );
    assert.equal(world.hash(), before, "the world is as it was");
  };
  for (let at = 0; at < image.length; at += 41) {
    const wrong = image.slice();
    wrong[at] ^= 1 << at % 8;
    refuse(wrong, /image/);
  }
  for (const length of [0, 1, 127, image.length - 1]) refuse(image.subarray(0, length), /image/);
  refuse(new Uint8Array(0), /image/, { trusted: true });
  refuse(world.save({ trusted: true }), /image/);
  const other = crowd(hail, { maxX: 301 }).world;
  refuse(other.save(), /image is of a world with another max_x/);
  assert.throws(() => world.restore([1, 2, 3]), /an image is a Uint8Array/);
  assert.throws(() => world.restore(), /an image is a Uint8Array/);
  assert.equal(go(world, 3).length, 9);
  for (const each of [world, other]) each.dispose();
});

each("more bodies than handles can name are refused", (hail) => {
  const { world, layer, shapes } = crowd(hail);
  const image = world.save();
  const slots = new DataView(image.buffer);
  assert.equal(slots.getUint32(84, true), 200);
  slots.setUint32(84, MAX_BODIES + 1, true);
  assert.throws(() => world.restore(image), { status: "HAIL_FULL", message: /image has 4194305 slots/ });
  assert.throws(() => layer.spawn({ x: 0, y: 0, shape: shapes[0] }, MAX_BODIES - 199), { status: "HAIL_FULL" });
  assert.equal(layer.count, 200);
  const lent = world.layer(40, { borrowed: 1000, generations: true });
  const [left, full] = [MAX_BODIES - 1200, { status: "HAIL_FULL" }];
  const refuse = () => {
    assert.throws(() => layer.spawn({ x: 0, y: 0, shape: shapes[0] }, left + 1), full);
    assert.throws(() => world.layer(41, { borrowed: left + 1 }), full);
  };
  refuse();
  lent.borrow({ x: 0, y: 0, shape: shapes[0], generation: 1 }, 300);
  refuse();
  assert.throws(() => lent.configure({ borrowed: left + 1001 }), full);
  const both = world.save();
  lent.configure({ borrowed: 0 });
  world.restore(both);
  refuse();
  assert.throws(() => new hail.World({ maxBodies: MAX_BODIES + 1 }), RangeError);
  world.dispose();
});

each("a shape that went since is an error that names it", (hail) => {
  const { world, layer, shapes } = crowd(hail);
  const image = world.save();
  world.despawn(layer.handles);
  shapes[1].destroy();
  assert.throws(() => world.restore(image), { status: "HAIL_UNKNOWN_SHAPE", element: shapes[1].id });
  assert.equal(layer.count, 0);
  world.dispose();
});

each("the first difference is told as a sentence", (hail) => {
  const [a, b] = [crowd(hail), crowd(hail)];
  assert.equal(a.world.diff(b.world), null);
  assert.equal(a.world.hash(), b.world.hash());
  b.layer.columns.vx[17] = 1.25;
  assert.equal(a.world.diff(b.world), "body in layer 0, slot 17: vx is -79 in a and 1.25 in b");
  assert.notEqual(a.world.hash(), b.world.hash());
  b.world.restore(a.world.save());
  assert.equal(a.world.diff(b.world), null);
  const [other] = builds.filter((each) => each !== hail);
  const far = crowd(other).world;
  assert.throws(() => a.world.diff(far), /only worlds of the same load\(\)/);
  assert.throws(() => a.world.diff(null), /only worlds of the same load\(\)/);
  b.world.dispose();
  assert.throws(() => a.world.diff(b.world), /this world was disposed/);
  a.world.dispose();
  for (const use of [
    () => a.world.save(),
    () => a.world.restore(new Uint8Array(9)),
    () => a.world.hash(),
    () => a.world.diff(far),
  ])
    assert.throws(use, /this world was disposed/);
  far.dispose();
});

each("maps go back with their world", (hail) => {
  const set = new hail.TileSet(16);
  const tile = set.addFull();
  const map = new hail.TileMap(set, { columns: 20, rows: 20 });
  map.fill(0, 10, 20, 10, tile);
  const { world, layer } = crowd(hail);
  world.tiles = map;
  world.rule({ a: layer, b: "tiles", mode: "swept", stop: true });
  go(world, 5);
  const images = [map.save(), world.save()];
  const hashes = [map.hash(), world.hash()];
  map.paintDisc(160, 200, 30, false);
  const once = go(world, 10);
  assert.notEqual(map.hash(), hashes[0]);
  assert.throws(() => world.restore(images[1]), { status: "HAIL_BAD_ARGUMENT", message: /map/ });
  world.restore(images[1], { anyMaps: true });
  assert.deepEqual(go(world, 10), once);
  map.restore(images[0]);
  world.restore(images[1]);
  assert.deepEqual([map.hash(), world.hash()], hashes);
  assert.deepEqual(map.save({ into: images[0], trusted: true }), images[0]);
  assert.throws(() => map.restore(images[0].slice(0, 40)), { status: "HAIL_BAD_ARGUMENT" });
  assert.equal(map.hash(), hashes[0]);
  world.tiles = null;
  for (const made of [world, map, set]) made.dispose();
  assert.throws(() => map.save(), /disposed/);
});

each("maps of sectors go back", (hail) => {
  const sides = [
    [0, 1, 0],
    [1, 2, 1],
    [2, 3, 1],
    [3, 4, 1],
    [4, 5, 0],
    [5, 0, 0],
  ];
  const walls = [...sides.map(([a, b, right]) => ({ a, b, right })), { a: 1, b: 4, right: 0, left: 1 }]; // the door
  const map = new hail.SectorMap({ x: [0, 100, 200, 200, 100, 0], y: [0, 0, 0, 100, 100, 100], walls, sectors: 2 });
  const image = map.save();
  const before = map.hash();
  map.setSolid(6, true);
  assert.notEqual(map.hash(), before);
  map.restore(image);
  assert.equal(map.hash(), before);
  map.dispose();
});
