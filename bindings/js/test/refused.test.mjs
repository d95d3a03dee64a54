// test/refused.test.mjs - wrong arguments: none is taken for 0, cut off or passed over; each error names the argument.
import assert from "node:assert/strict";
import test from "node:test";
import { HailError, box, circle } from "../src/index.js";
import { builds } from "./builds.mjs";

function makeScene({ World, TileSet, TileMap, SpriteSet, SectorMap, MovingIndex, stepMany }) {
  const world = new World();
  const layer = world.layer(0);
  const set = new TileSet(16);
  const tile = set.addFull();
  const map = new TileMap(set, { columns: 10, rows: 10 });
  const walls = [
    { a: 0, b: 1, right: 0 },
    { a: 1, b: 2, right: 0 },
    { a: 2, b: 0, right: 0 },
  ];
  const rooms = new SectorMap({ x: [0, 9, 0], y: [0, 0, 9], walls, sectors: 1 });
  const shape = world.circle(2);
  const body = layer.spawn({ x: 1, y: 1, shape });
  return {
    World,
    TileSet,
    TileMap,
    SpriteSet,
    MovingIndex,
    stepMany,
    world,
    layer,
    set,
    tile,
    map,
    rooms,
    shape,
    body,
    at: { x: 1, y: 1 },
  };
}

/** Calls that must be refused, and what the error says. */
function wrongMaps({ TileSet, TileMap, SpriteSet, set, tile, map, rooms, at }) {
  const full = Array(16).fill("#".repeat(16));
  return [
    [() => map.fill({ column: 0, row: 0, columns: 2, rows: 2, tile }), "column is [object Object]"],
    [() => map.fill(0, 0, 2, 2), "tile is undefined: it must be a whole number"],
    [() => map.fill(0.5, 0, 2, 2, tile), "column is 0.5"],
    [() => map.set(0, 0, 2, 1, [tile, "rock"]), "tiles[1] is 'rock'"],
    [() => map.set(0, 0, 2, 1, Float32Array.of(tile, 0.5)), "tiles[1] is 0.5"],
    [() => map.paint(0, 0, 2, 2), "solid is undefined: it must be true or false"],
    [() => map.paintDisc(0, 0, null, true), "radius is null: it must be a number"],
    [() => map.solid(at, { kind: 1 }), "no option 'kind'"],
    [() => map.march({ ...at, dx: 1, dy: 0 }, { kinds: "rock" }), "kinds is 'rock'"],
    [() => map.slide({ ...at, dx: 1, dy: 0, shape: { type: "circle" } }), "radius is undefined"],
    [() => new TileMap(set, { columns: "10", rows: 10 }), "columns is '10'"],
    [() => new TileMap(map, { columns: 10, rows: 10 }), "no tile set"],
    [() => new TileSet(), "width is undefined"],
    [() => set.oneWay("top"), "kinds is 'top'"],
    [() => set.oneWay(), "kinds is undefined"],
    [() => set.addRows(full, { kind: "rock" }), "kind is 'rock'"],
    [() => set.addRows(full, { kinds: 3 }), "no option 'kinds'"],
    [() => new SpriteSet().addStretched(), "sprite is undefined"],
    [() => rooms.setSolid(0), "solid is undefined"],
    [() => rooms.depenetrate({ ...at, radius: 1 }, { kind: 1 }), "no option 'kind'"],
  ];
}

function wrongWorlds({ World, stepMany, world, layer, set, map, shape, body, at }) {
  return [
    [() => (world.tiles = set), "no tile map"],
    [() => (world.walls = map), "no sector map"],
    [() => world.sprite(set, 0), "no sprite set"],
    [() => new World({ maxBodies: 10.5 }), "maxBodies is 10.5"],
    [() => new World({ maxX: null }), "maxX is null"],
    [() => world.layer("ships"), "layer is 'ships'"],
    [() => world.rule({ a: 0, graze: "8" }), "graze is '8'"],
    [() => world.step(null), "dt is null"],
    [() => stepMany([world], null), "dt is null"],
    [() => world.circle("5"), "radius is '5'"],
    [() => world.shape({ ...box(2, 2), type: "concave", loops: [0, 0, 9, 0, 0, 9] }), "a concave has no 'halfWidth'"],
    [() => world.shape({ type: "circle", radius: 3, rounding: 2 }), "a circle has no 'rounding': radius"],
    [() => world.compound([{ ...box(2, 2), width: 4 }]), "a box has no 'width'"],
    [() => world.overlaps({ ...at, shape: { ...circle(2), x: 1 } }), "a circle has no 'x'"],
    [() => layer.spawn({ x: [1, null], y: 1, shape }), "x[1] is null"],
    [() => layer.spawn({ ...at, shape }, 1.5), "count is 1.5"],
    [() => layer.reserve(), "bodies is undefined"],
    [() => world.setEnabled(body), "enabled is undefined"],
    [() => world.setLayer(body), "layer is undefined"],
    [() => world.despawn(body, { strickt: true }), "no option 'strickt'"],
    [() => world.write(body, { x: 2 }, { strickt: true }), "no option 'strickt'"],
    [() => world.reflect(world.step(0), { restitutions: 1 }), "no option 'restitutions'"],
    [() => world.save({ shape: true }), "no option 'shape'"],
    [() => world.points(at, { capacity: 1.5 }), "capacity is 1.5"],
    [() => world.points(at, { capacity: "many" }), "capacity is 'many'"],
  ];
}

function wrongItems({ MovingIndex, World, world, layer, at }) {
  const index = new MovingIndex();
  index.boxes({ minX: [0, 100, 200], minY: 0, maxX: [20, 130, 220], maxY: 30 });
  const area = { minX: 0, minY: 0, maxX: 9, maxY: 9 };
  return [
    [() => index.boxes({ ...area, minX: [null] }), "minX[0] is null"],
    [() => index.boxes({ ...area, depth: 2 }), "no option 'depth'"],
    [() => index.points({ ...at, radius: 2 }), "no option 'radius'"],
    [() => index.points({ ...at, id: ["a"] }), "id[0] is 'a'"],
    [() => index.search(area, { odrer: "unordered" }), "no option 'odrer'"],
    [() => index.at(at, { capacity: 2 }), "no option 'capacity'"],
    [() => index.nearest(at, { capacity: 2 }), "no option 'capacity'"],
    [() => index.nearest(at, { count: 1.5 }), "count is 1.5"],
    [() => index.nearest(at, { radius: "far" }), "radius is 'far'"],
    [() => index.rays({ ...at, dx: 1, dy: 0 }, { capacity: 2 }), "no option 'capacity'"],
    [() => world.rule({ b: 1 }), "the layer is undefined"],
    [() => world.rule({ a: new World().layer(0), b: 1 }), "layer 0 is another world's"],
    [() => world.points(at, { layers: [new World().layer(3)] }), "layer 3 is another world's"],
    [() => layer.spawn({ ...at, shape: circle(3) }), "shape must be a shape of a world"],
  ];
}

/** Calls that Hail itself refuses, with its sentence. */
const told = ({ world, map, at, MovingIndex }) => [
  [() => new MovingIndex().search({ minX: 0, minY: 0, maxX: 9 }), "boxes->max_y is NULL"],
  [() => new MovingIndex().nearest(at, { radius: -3 }), "options->radius is -3"],
  [() => new MovingIndex().at({ x: [...Array(99).keys(), NaN], y: 1 }), "points->x[99] is not a finite number"],
  [() => world.nearest(at, { radius: -1 }), "options->radius is -1"],
  [() => world.points({ x: 1 }), "points->y is NULL"],
  [() => world.boxes({ minX: 0, minY: 0, maxX: -1, maxY: 3 }), "boxes->max_x[0] is -1"],
  [() => world.overlaps({ x: NaN, y: 1, shape: circle(1) }), "shapes->x[0] is not a finite number"],
  [() => world.sight({ ...at, dx: NaN, dy: 1 }), "rays->dx[0] is not a finite number"],
  [() => map.solid({ x: NaN, y: 1 }), "points->x[0] is not a finite number"],
];

for (const hail of builds)
  test(`wrong arguments are refused (${hail.build})`, () => {
    const scene = makeScene(hail);
    const { world } = scene;
    const lists = [
      [wrongMaps(scene), TypeError],
      [wrongWorlds(scene), TypeError],
      [wrongItems(scene), TypeError],
      [told(scene), HailError],
    ];
    for (const [list, Type] of lists)
      for (const [call, text] of list)
        assert.throws(call, (error) => error instanceof Type && error.message.includes(text), `${call}: ${text}`);
    assert.throws(() => world.polygon([0, 0, 9, 0, 9, 9, 4]), /7 numbers/);
    assert.deepEqual([world.count, world.layer(0).active, world.tiles, world.walls], [1, 1, null, null]);
  });

for (const hail of builds)
  test(`bits may be negative, as JavaScript computes them (${hail.build})`, () => {
    const world = new hail.World();
    const layer = world.layer(0, { columns: ["mask"] });
    const shape = world.circle(2);
    layer.spawn({ x: [1, 2], y: 1, category: [1, 1 << 31], mask: [~1, ~0], shape });
    assert.deepEqual([...layer.columns.category, ...layer.columns.mask], [1, 2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1]);
    assert.equal(world.points({ x: 1, y: 1 }, { mask: 1 << 31 }).found(0), 1);
  });
