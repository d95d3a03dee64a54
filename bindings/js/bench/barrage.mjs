// bench/barrage.mjs - bullets against polygons of 5 to 8 corners that turn, with manifolds: with SIMD and without.
import { load } from "../build/package/src/index.js";
import { bullets, DT } from "./scenes.mjs";

const corners = (count) =>
  Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return [16 * Math.cos(angle), 16 * Math.sin(angle)];
  });

export const barrage = (build) => async () => {
  const { World } = await load({ build });
  const world = new World({ maxX: 1920, maxY: 1080 });
  const dots = world.layer(0, { bounds: "wrap" });
  const hulls = world.layer(1, { columns: ["rotation"], bounds: "wrap" });
  const shapes = [5, 6, 7, 8].map((count) => world.polygon(corners(count)));
  const { count, x, y, vx, vy } = bullets.bodies;
  const { count: many, ...sides } = bullets.targets;
  const columns = { x: sides.x, y: sides.y, vx: sides.vx, vy: sides.vy };
  dots.spawn({ x, y, vx, vy, shape: world.circle(4) }, count);
  const angle = Float32Array.from({ length: many }, (_, i) => i / 10);
  hulls.spawn({ ...columns, angle, shape: Array.from(angle, (_, i) => shapes[i % 4]) }, many);
  world.rule({ a: dots, b: hulls, mode: "manifold" });
  return () => world.step(DT).length;
};
