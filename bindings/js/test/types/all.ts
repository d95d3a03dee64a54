// test/types/all.ts - every class and call with its types, as tsc must take or refuse them; it also runs.
import {
  HailError, MAX_BODIES, box, capsule, circle, compound, concave, constants, generationOf, hasSimd, load, polygon, slotOf, version,
  type Contact, type Contacts, type Found, type Handle, type Hit, type Layer, type List, type MovingIndex, type World,
} from "hail2d";

const hail = await load({ build: hasSimd() ? "simd" : "plain" });
const text: string = version;
const memory: WebAssembly.Memory = hail.memory;
const { World, TileSet, TileMap, SpriteSet, SectorMap, pairs, stepMany } = hail;

const world: World = new World({ minX: 0, maxX: 640, maxY: 480, keptContacts: 4 });
const layer: Layer = world.layer(0, { columns: ["user", "life", "rotation"], bounds: "kill" });
const one: Handle = layer.spawn({ x: 1, y: 2, shape: world.circle(4) });
const many: Float64Array = layer.spawn({ x: [1, 2], y: new Float32Array(2), user: [1n, 2n], shape: world.shape(box(1, 2)) });
world.rule({ a: layer, mode: "manifold", events: true, cooldown: "until apart" });
world.rule({ a: layer, b: "tiles", mode: "earliest", stop: true });
const contacts: Contacts = world.step(1 / 60);
for (const c of contacts) {
  const kept: Contact = c.copy();
  const depth: number = c.depth + kept.normalX;
  if (c.kind === constants.CONTACT_BODY && depth > 9) world.despawn(c.b, { strict: true });
}
const words: Uint32Array = contacts.words("u32");
const x: Float32Array = layer.columns.x;
const life: Float32Array | undefined = layer.columns.life;
const alive: boolean = world.alive(one) && slotOf(many[0]!) < MAX_BODIES && generationOf(one) > 0;
const hits: Hit | undefined = world.rays({ x: 0, y: 0, toX: 9, toY: 9 }, { find: ["bodies", "tiles"], capacity: 3 }).first();
const counts: Uint32Array = world.points({ x: [1], y: 2 }).counts;
const image: Uint8Array = world.save({ trusted: true, into: new Uint8Array(9) });
world.restore(image, { trusted: true });
const same: boolean = world.hash() === 0n || world.diff(world) === null;
stepMany([world], 0);
const first: number = world.layer(9, { borrowed: 2, generations: true }).borrow({ x: [1, 2], y: 0, shape: world.circle(1), generation: [1, 1] });

const set = new TileSet(16);
set.addRows(Array(16).fill("#".repeat(16)), { kind: 1 });
const map = new TileMap(set, { columns: 2, rows: 2 });
world.tiles = map;
const slides: List<{ dx: number }> = map.slide({ shape: capsule(0, -4, 0, 4, 2), x: 1, y: 1, dx: 1, dy: 0 }, { snap: 2 });
const sprites = new SpriteSet();
const sprite: number = sprites.addRows(["##", "#."]);
world.sprite(sprites, sprite);
const walls = [{ a: 0, b: 1, right: 0 }, { a: 1, b: 2, right: 0 }, { a: 2, b: 0, right: 0 }];
const sectors = new SectorMap({ x: [0, 9, 9], y: [0, 0, 9], walls, sectors: 1 });
const crossings: number = sectors.move({ x: 6, y: 3, dx: 1, dy: 0 }).crossings.length;

const touching: Uint8Array = pairs.touch({ shape: circle(1), x: [0, 1], y: 0 }, { shape: polygon([0, 0, 2, 0, 0, 2]), x: 0, y: 0 });
const gap: number | undefined = pairs.distance({ shape: circle(1), x: 0, y: 0 }, { shape: circle(1), x: 3, y: 0 }).at(0)?.distance;
const index: MovingIndex = new hail.MovingIndex();
index.boxes({ minX: [0, 5], minY: 0, maxX: [1, 6], maxY: 1 });
index.move({ id: [1], x: 2, y: 2 });
const found: Found = index.search({ minX: 0, minY: 0, maxX: 9, maxY: 9 });
const far: Float32Array = index.nearest({ x: 0, y: 0 }, { count: 2 }).distances;
const bodies = world.compound([circle(1), box(1, 1)]);
bodies.replace(compound([circle(2)]));
world.shape(concave([[0, 0], [9, 0], [4, 4], [0, 9]]));

// @ts-expect-error: no such mode
const wrongMode = () => world.rule({ a: layer, mode: "earlyest" });
// @ts-expect-error: y is missing
const wrongSpawn = () => layer.spawn({ x: 1, shape: bodies });
// @ts-expect-error: columns are read only, as arrays; their elements are not
const wrongColumn = () => (layer.columns.x = x);
// @ts-expect-error: pairs take descriptions, not shapes of a world
const wrongPair = () => pairs.touch({ shape: bodies, x: 0, y: 0 }, { shape: circle(1), x: 0, y: 0 });
// @ts-expect-error: an image is bytes
const wrongImage = () => world.restore([1, 2, 3]);

try {
  world.step(NaN);
} catch (error) {
  if (error instanceof HailError) console.log(error.status satisfies string, error.field);
}
console.log([text, memory, words, life, alive, hits, counts, same, slides.length, crossings, touching, gap, found.ids, far].length);
console.log([wrongMode, wrongSpawn, wrongColumn, wrongPair, wrongImage].length);
for (const made of [world, map, set, sprites, sectors, index]) made.dispose();
