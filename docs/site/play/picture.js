// picture.js - what is drawn beside bullets and sparks, as polygons: { points, fill, line, width }.
import { HULLS, SHIP_RADIUS, SHIP_SPEED, SIGHT_RADIUS } from "./field.js";
import * as ink from "./ink.js";

const RING = Array.from({ length: 29 }, (_, i) => [Math.cos((i / 28) * 2 * Math.PI), Math.sin((i / 28) * 2 * Math.PI)]);
const FLASH_FRAMES = 12;
const EMBER_FRAMES = 5;
const EMBER_INK = 10; // amber

const ring = (x, y, radius) => RING.flatMap(([cos, sin]) => [x + radius * cos, y + radius * sin]);

function hull({ x, y, cos, sin }, number) {
  const points = HULLS[number % HULLS.length];
  const turned = [];
  for (let i = 0; i < points.length; i += 2)
    turned.push(x + points[i] * cos - points[i + 1] * sin, y + points[i] * sin + points[i + 1] * cos);
  return [...turned, turned[0], turned[1]];
}

/** Under the bullets. */
export function* ground({ rocks = [], emitters = [] }) {
  for (const [i, rock] of rocks.entries())
    yield { points: hull(rock, rock.hull), fill: ink.ROCK, alpha: 0.95, line: ink.ROCK_EDGE, width: 3, number: i };
  for (const [x, y, number, frame] of emitters) {
    const size = frame < 0 ? 8 : 13;
    const points = [x, y - size, x + size, y, x, y + size, x - size, y, x, y - size];
    yield {
      points,
      fill: ink.INKS[number % ink.INKS.length],
      alpha: frame < 0 ? 0.25 : 0.6,
      line: ink.EMITTER,
      width: 1,
    };
  }
}

const SHIP_SIZE = 1.7;

function* ship({ x, y, vx, shield = 0 }) {
  const lean = Math.min(Math.max(vx / SHIP_SPEED, -1), 1) * 5;
  const corners = [lean * 0.3, -20, 15 - lean * 0.6, 14, 0, 7, -15 - lean * 0.6, 14];
  const points = corners.map((each, i) => (i % 2 ? y : x) + SHIP_SIZE * each);
  const [nose, left] = [points.slice(0, 2), points.slice(4, 8)];
  yield {
    points: ring(x, y, SIGHT_RADIUS),
    fill: ink.SIGHT,
    alpha: 0.05 + 0.2 * shield,
    line: ink.SIGHT,
    width: 2 + 3 * shield,
    lineAlpha: 0.35 + 0.6 * shield,
  };
  yield { points: [...points.slice(0, 6), ...nose], fill: ink.SHIP, alpha: 1 };
  yield { points: [...nose, ...left, ...nose], fill: ink.SHIP, alpha: 1 };
  yield { points: [...points, ...nose], line: ink.SHIP_EDGE, width: 3 };
  yield { points: ring(x, y, SHIP_RADIUS), fill: ink.SHIP_EDGE, alpha: 1 };
}

/** How old a flash is in the frame shown; NaN if it is not to be seen. */
const ageOf = (look, { frame }) =>
  frame <= look.frame && look.frame - frame < FLASH_FRAMES ? look.frame - frame : NaN;

/** Where bullets ended at rocks, as points. */
export function embers(look, flashes) {
  const seen = flashes.filter((each) => !each.hurt && ageOf(look, each) < EMBER_FRAMES);
  const column = (name) => Float32Array.from(seen, (each) => each[name]);
  return {
    count: seen.length,
    x: column("x"),
    y: column("y"),
    ink: new Uint8Array(seen.length).fill(EMBER_INK),
    stride: 1,
  };
}

/** Over the bullets. flashes: where something was hit, and in which frame. */
export function* sky(look, flashes) {
  for (const flash of flashes) {
    const age = ageOf(look, flash);
    if (!flash.hurt || Number.isNaN(age)) continue;
    const lineAlpha = 1 - age / FLASH_FRAMES;
    yield { points: ring(flash.x, flash.y, 20 + 6 * age), line: ink.HURT, width: 4, lineAlpha };
  }
  if (look.ship) yield* ship(look.ship);
  if (look.tool)
    yield { points: ring(look.tool.x, look.tool.y, look.tool.radius), line: ink.EMITTER, width: 2, lineAlpha: 0.9 };
}
