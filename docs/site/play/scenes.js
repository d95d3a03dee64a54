// scenes.js - what the page can play.
import { DIG_FIELD, Dig } from "./dig.js";
import { HEIGHT, WIDTH } from "./field.js";
import { readTape } from "./tape.js";

async function bytes(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name} did not arrive: ${response.status}`);
  return response.arrayBuffer();
}

const number = new Intl.NumberFormat("en");
const some = (count, what) => `${number.format(count)} ${what}${count === 1 ? "" : "s"}`;

async function loadBarrage() {
  const [{ Barrage }, tape, text] = await Promise.all([
    import("./barrage.js"),
    bytes("barrage.tape"),
    bytes("native.json"),
  ]);
  const patterns = readTape(tape);
  return {
    native: JSON.parse(new TextDecoder().decode(text)),
    make: (hail, settings) => new Barrage(hail, patterns, settings),
    figures: ({ tally }, count) =>
      `${some(count, "bullet")} · ${some(tally.hits, "hit")} · ${some(tally.grazes, "graze")}`,
  };
}

const loadDig = async () => ({
  native: JSON.parse(new TextDecoder().decode(await bytes("native-dig.json"))),
  make: (hail, settings) => new Dig(hail, settings),
  figures: ({ tally }, count) => `${some(count, "spark")} · ${some(tally.contacts, "bounce")} so far`,
});

export const SCENES = {
  barrage: {
    title: "Barrage",
    heading: "real BulletML patterns",
    what: "bullets",
    usual: 50000,
    least: 500,
    most: 100000,
    field: { width: WIDTH, height: HEIGHT },
    hint: "drag or arrow keys: fly · r: rewind · space: pause · l: lanes · n: new seed · h: hide all this",
    load: loadBarrage,
  },
  dig: {
    title: "Dig",
    heading: "sparks on a map that is dug",
    what: "sparks",
    usual: 100000,
    least: 5000,
    most: 1000000,
    field: DIG_FIELD,
    hint: "drag or arrow keys: dig · r: rewind · space: pause · l: lanes · n: new seed · h: hide all this",
    load: loadDig,
  },
};
