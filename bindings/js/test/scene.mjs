// test/scene.mjs - bullets, ships of every shape and a map that is dug: all that it finds, as bytes. scene.c plays the
// same natively.
import { box, capsule, circle, slotOf, generationOf } from "../src/index.js";

const SHOTS = 40;
const ASKED = 8;

function random() {
  let seed = 1;
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return (seed >>> 8) % below;
  };
}

/** An array of rows as columns: rows are filled in the order in which C fills them. */
function columns(count, row) {
  const rows = Array.from({ length: count }, row);
  return Object.fromEntries(Object.keys(rows[0]).map((name) => [name, rows.map((each) => each[name])]));
}

function makeWorld({ World, TileSet, TileMap }) {
  const world = new World({ maxX: 640, maxY: 480 });
  const bullets = world.layer(0, { columns: ["user", "life"], bounds: "kill" });
  const ships = world.layer(1, { columns: ["rotation"], bounds: "wrap" });
  const set = new TileSet(16);
  const full = set.addFull();
  const slope = set.addRows(
    Array.from({ length: 16 }, (_, y) => 2 ** (y + 1) - 1),
    { kind: 1 },
  );
  const map = new TileMap(set, { columns: 40, rows: 30 });
  map.fill(0, 26, 40, 4, full);
  map.set(5, 25, 3, 1, [slope, slope, slope]);
  world.tiles = map;
  world.rule({ a: ships, mode: "manifold", events: true });
  world.rule({ a: bullets, b: ships, mode: "earliest" });
  world.rule({ a: bullets, b: "tiles", mode: "earliest", stop: true });
  world.rule({ a: ships, b: "tiles" });
  return { world, bullets, ships, set, map };
}

function makeShips({ world, ships }, next) {
  const shapes = [
    world.box(10, 5, 1.5),
    world.polygon([12, 0, -6, 7, -6, -7]),
    world.capsule(-8, 0, 8, 2, 3.25),
    world.compound([circle(6), box(14, 2)]),
    world.concave([
      [0, -15],
      [5, -5],
      [15, 0],
      [5, 5],
      [0, 15],
      [-5, 5],
      [-15, 0],
      [-5, -5],
    ]),
  ];
  for (let i = 0; i < 100; i++) {
    const [x, y, angle] = [next(640), next(400), next(600) / 64];
    ships.spawn({ x, y, angle, vx: next(200) - 100, vy: next(200) - 100, shape: shapes[i % 5] });
  }
}

function shoot({ bullets }, next, shape) {
  const shots = columns(SHOTS, () => ({
    x: next(640),
    y: next(300),
    vx: next(2000) - 1000,
    vy: next(2000) - 1000,
    life: (next(64) + 1) / 32,
    user: 1 + next(1000),
  }));
  bullets.spawn({ ...shots, shape }, SHOTS);
}

function answer({ world }, contacts, put) {
  for (const c of contacts) {
    if (world.alive(c.a)) put(new BigUint64Array([BigInt(c.userA)]));
    if (c.index % 3 === 0 && c.layerA === 0 && world.alive(c.a)) world.despawn(c.a);
  }
}

function ask({ world, map }, next, put) {
  const { x, y, dx, dy } = columns(ASKED, () => ({
    x: next(640),
    y: next(400),
    dx: next(400) - 200,
    dy: next(400) - 200,
  }));
  const hits = world.rays({ x, y, dx, dy }, { find: ["bodies", "tiles"], capacity: 3 });
  const words = hits.words("u8");
  for (let i = 0; i < ASKED; i++) put(words.subarray(i * 144, i * 144 + hits.found(i) * 48));
  put(world.nearest({ x, y }, { capacity: 3 }).words("u8"));
  put(map.slide({ shape: capsule(0, -8, 0, 8, 6), x, y, dx, dy }).words("u8"));
}

/** The hash, and the image but for its first bytes, which number the set of shapes; the world goes back to it. */
function tellState({ world }, put) {
  put(BigUint64Array.of(world.hash()));
  const image = world.save();
  put(image.subarray(16));
  world.restore(image);
}

const handle = (number) => [slotOf(number), generationOf(number)];

/** Plays the scene. Returns all bytes. */
export function play(hail, frames = 100) {
  const bytes = [];
  const put = (array) => bytes.push(Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString("latin1"));
  const next = random();
  const scene = makeWorld(hail);
  const dot = scene.world.circle(3);
  makeShips(scene, next);
  for (let frame = 1; frame <= frames; frame++) {
    shoot(scene, next, dot);
    const contacts = scene.world.step(1 / 60);
    put(contacts.words("u8"));
    for (const begin of scene.world.begins) put(new Uint32Array([...handle(begin.a), ...handle(begin.b)]));
    answer(scene, contacts, put);
    if (frame % 10 === 0) scene.map.paintDisc(next(640), 440, 20, false);
    ask(scene, next, put);
    if (frame % 5 === 0) tellState(scene, put);
  }
  scene.world.dispose();
  scene.map.dispose();
  scene.set.dispose();
  return Buffer.from(bytes.join(""), "latin1");
}
