// test/golden.test.mjs - golden scenes, played through the package: their hashes are those of the native library.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { builds } from "./builds.mjs";
import { Golden } from "./golden.mjs";

const file = process.env.HAIL_GOLDEN; // bindings/golden.json
const known = file ? JSON.parse(readFileSync(file, "utf8")).scenes : [];

const convexes = (g, count) => Array.from({ length: count }, (_, i) => g.scene.shape(g.convex(i)));

/** Circles that scale, age, leave and wrap. */
function swarm(g) {
  const world = g.world();
  const first = world.layer(0, { columns: ["scale", "life"], bounds: "kill" });
  const second = world.layer(1, { columns: ["user"], bounds: "wrap" });
  world.rule({ a: first });
  world.rule({ a: second, b: first, mode: "pairs" });
  const dots = Array.from({ length: 4 }, (_, i) => world.circle(2 + 2.5 * i));
  g.spawn(second, ["user"], dots.slice(0, 2), 150, 120);
  return () => {
    if (first.count < 250) g.spawn(first, ["scale", "life"], dots, 250 - first.count, 300);
    g.step();
  };
}

/** Events, limits, contacts that are kept: the first 64 of each step. */
function events(g) {
  const world = g.world({ keptContacts: 64, maxTouching: 60, window: 16 });
  const [first, second] = [0, 1].map((l) => world.layer(l, { columns: ["user", "rotation"], bounds: "wrap" }));
  world.rule({ a: first, b: second, events: true, maxContacts: 40 });
  world.rule({ a: first, mode: "pairs", events: true, maxEvents: 20 });
  const shapes = convexes(g, 16);
  g.spawn(first, ["user", "rotation"], shapes, 60, 200);
  g.spawn(second, ["user", "rotation"], shapes, 60, 60);
  return () => {
    g.step();
    for (const list of [world.begins, world.stays, world.ends]) mixEvents(g, list);
    for (const c of world.contacts.toArray().slice(0, 64)) g.mixContact(c);
    const { cutContacts, cutEvents, droppedPairs } = world.stats;
    g.mix(cutContacts + 1000 * cutEvents + 1000000 * droppedPairs);
  };
}

function mixEvents(g, list) {
  g.mix(list.length);
  for (const event of list) {
    g.mixHandle(event.a);
    g.mixHandle(event.b);
    g.mixUsers(event.userA, event.userB);
    g.mix(event.kind | (event.layerA << 8) | (event.layerB << 16));
    if (event.contact) g.mixContact(event.contact);
  }
}

const ASKED = 48;
const ROOM = 3;

/** Every question, about bodies of every shape and tiles, with filters. */
function queries(g) {
  const world = g.world();
  const { map } = g.land();
  world.tiles = map;
  const set = g.sprites();
  const shapes = convexes(g, 8);
  for (const i of [0, 1]) shapes.push(world.sprite(set, i));
  for (const i of [10, 11]) shapes.push(world.compound([g.convex(i), g.convex(i + 4)]));
  const has = [
    ["rotation", "scale"],
    ["rotation", "scale"],
    ["user", "group", "mask"],
  ];
  has.forEach((columns, l) => {
    const layer = world.layer(l, { columns, bounds: "wrap" });
    g.spawn(layer, columns, l === 1 ? shapes : shapes.slice(0, 8), 50, 150);
  });
  return (frame) => {
    const asked = places(g, shapes);
    const filter = {
      capacity: ROOM,
      find: frame % 2 ? ["bodies", "tiles"] : "bodies",
      layers: frame % 5 ? undefined : [1, 2],
      group: frame % 3 ? 0 : 2,
      mask: frame % 7 ? 0 : 3,
    };
    g.step();
    askAll(g, world, asked, filter);
  };
}

function places(g, shapes) {
  const rows = Array.from({ length: ASKED }, () => {
    const [x, y, dx, dy] = [g.range(0, 640), g.range(0, 480), g.range(-300, 300), g.range(-300, 300)];
    return { x, y, dx, dy, maxX: Math.fround(x + g.range(0, 60)), maxY: Math.fround(y + g.range(0, 60)) };
  });
  const column = (name) => rows.map((row) => row[name]);
  return {
    at: { x: column("x"), y: column("y") },
    along: { dx: column("dx"), dy: column("dy") },
    far: { maxX: column("maxX"), maxY: column("maxY") },
    shape: rows.map((_, i) => shapes[i % 12]),
  };
}

function askAll(g, world, { at, along, far, shape }, { capacity, ...filter }) {
  const asked = { capacity, ...filter };
  mixMatches(g, world.points(at, asked));
  mixMatches(g, world.overlaps({ ...at, shape }, asked));
  mixMatches(g, world.boxes({ minX: at.x, minY: at.y, ...far }, asked));
  mixHits(g, world.rays({ ...at, ...along }, asked));
  mixHits(g, world.casts({ ...at, ...along, shape }, asked));
  g.mix(...world.sight({ ...at, toX: far.maxX, toY: far.maxY }, filter));
  mixHits(g, world.nearest(at, { ...asked, find: 0, radius: 200 }));
}

const mixAnswers = (mix) => (g, answers) => {
  for (let i = 0; i < ASKED; i++) {
    g.mix(answers.counts[i]);
    for (const each of answers.of(i)) mix(g, each);
  }
};

function mixPart(g, { part, user }) {
  const wide = BigInt(user);
  g.mix(part ^ Number(wide & 0xffffffffn) ^ Number(wide >> 32n));
}

const mixMatches = mixAnswers((g, match) => {
  g.mixHandle(match.body);
  g.mix(match.kind | (match.layer << 8));
  mixPart(g, match);
});

const mixHits = mixAnswers((g, hit) => {
  g.mixHandle(hit.body);
  g.mix(hit.kind | (hit.layer << 8) | (hit.feature << 16) | (hit.inside << 24));
  mixPart(g, hit);
  g.mixFloats(hit.t, hit.distance, hit.x, hit.y, hit.normalX, hit.normalY);
});

for (const open of [swarm, events, queries])
  for (const hail of builds)
    test(`golden scene '${open.name}' (${hail.build})`, { skip: !file && "HAIL_GOLDEN is not set" }, () => {
      const g = new Golden(hail);
      const play = open(g);
      const { hashes } = known.find((scene) => scene.name === open.name);
      for (let frame = 1; frame <= 100; frame++) {
        play(frame);
        if (!(frame in hashes)) continue;
        g.mixState();
        assert.equal(`0x${g.hash.toString(16).padStart(16, "0")}`, hashes[frame], `after ${frame} steps`);
      }
      g.scene.dispose();
    });
