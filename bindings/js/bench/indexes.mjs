// bench/indexes.mjs - what is where, among things that move: Hail's index, and indexes that are built anew each frame.
// open(scene) returns a function that plays a frame and returns how much was found.
import { load } from "../build/package/src/index.js";
import { Motion } from "./scenes.mjs";

/** The sides of boxes, from their centres. */
const sidesOf = ({ x, y, halfWidth: w, halfHeight: h }) => ({
  minX: x.map((each, i) => each - (w.length ? w[i] : w)),
  minY: y.map((each, i) => each - (h.length ? h[i] : h)),
  maxX: x.map((each, i) => each + (w.length ? w[i] : w)),
  maxY: y.map((each, i) => each + (h.length ? h[i] : h)),
});

/** Hail: boxes are moved; all searches are one call. */
export const hailBoxes = (build) => async (scene) => {
  const { MovingIndex } = await load({ build });
  const index = new MovingIndex();
  const moved = new Motion(scene);
  const searches = sidesOf(scene.searches);
  index.boxes(sidesOf(scene));
  let sum = 0;
  return () => {
    moved.step();
    index.move(moved);
    const { ids } = index.search(searches, { order: "unordered" });
    for (const id of ids) sum += id;
    return ids.length + 0 * sum;
  };
};

/** Likewise, but the boxes are given by their sides each frame, as the other indexes get them. */
export const hailSides = (build) => async (scene) => {
  const { MovingIndex } = await load({ build });
  const index = new MovingIndex();
  const moved = new Motion(scene);
  const searches = sidesOf(scene.searches);
  const { minX, minY, maxX, maxY } = sidesOf(scene);
  const { count, halfWidth: w, halfHeight: h } = scene;
  let sum = 0;
  return () => {
    moved.step();
    for (let i = 0; i < count; i++) {
      minX[i] = moved.x[i] - w[i];
      minY[i] = moved.y[i] - h[i];
      maxX[i] = moved.x[i] + w[i];
      maxY[i] = moved.y[i] + h[i];
    }
    index.boxes({ minX, minY, maxX, maxY });
    const { ids } = index.search(searches, { order: "unordered" });
    for (const id of ids) sum += id;
    return ids.length + 0 * sum;
  };
};

export const flatbushBoxes = (modules) => async (scene) => {
  const Flatbush = await modules.flatbush();
  const moved = new Motion(scene);
  const { halfWidth: w, halfHeight: h, searches: s } = scene;
  let sum = 0;
  return () => {
    moved.step();
    const index = new Flatbush(scene.count, 16, Float32Array);
    for (let i = 0; i < scene.count; i++)
      index.add(moved.x[i] - w[i], moved.y[i] - h[i], moved.x[i] + w[i], moved.y[i] + h[i]);
    index.finish();
    let found = 0;
    for (let i = 0; i < s.count; i++) {
      const ids = index.search(
        s.x[i] - s.halfWidth,
        s.y[i] - s.halfHeight,
        s.x[i] + s.halfWidth,
        s.y[i] + s.halfHeight,
      );
      for (const id of ids) sum += id;
      found += ids.length;
    }
    return found + 0 * sum;
  };
};

export const rbushBoxes = (modules) => async (scene) => {
  const RBush = await modules.rbush();
  const moved = new Motion(scene);
  const { halfWidth: w, halfHeight: h, searches: s } = scene;
  const items = Array.from({ length: scene.count }, (_, id) => ({ minX: 0, minY: 0, maxX: 0, maxY: 0, id }));
  let sum = 0;
  return () => {
    moved.step();
    items.forEach((item, i) => {
      item.minX = moved.x[i] - w[i];
      item.minY = moved.y[i] - h[i];
      item.maxX = moved.x[i] + w[i];
      item.maxY = moved.y[i] + h[i];
    });
    const index = new RBush().load(items);
    let found = 0;
    for (let i = 0; i < s.count; i++) {
      const box = {
        minX: s.x[i] - s.halfWidth,
        minY: s.y[i] - s.halfHeight,
        maxX: s.x[i] + s.halfWidth,
        maxY: s.y[i] + s.halfHeight,
      };
      const list = index.search(box);
      for (const item of list) sum += item.id;
      found += list.length;
    }
    return found + 0 * sum;
  };
};

export const hailCircles =
  (build) =>
  async ({ x, y, radius, ...scene }) => {
    const { MovingIndex } = await load({ build });
    const index = new MovingIndex();
    const moved = new Motion({ ...scene, x, y });
    const searches = sidesOf(scene.searches);
    index.circles({ x, y, radius });
    let sum = 0;
    return () => {
      moved.step();
      index.move(moved);
      const { ids } = index.search(searches, { order: "unordered" });
      for (const id of ids) sum += id;
      return ids.length + 0 * sum;
    };
  };

/** flatbush has boxes alone: what it finds is tested by this. */
export const flatbushCircles =
  (modules) =>
  async ({ radius: r, ...scene }) => {
    const Flatbush = await modules.flatbush();
    const moved = new Motion(scene);
    const { searches: s } = scene;
    return () => {
      moved.step();
      const { x, y } = moved;
      const index = new Flatbush(scene.count, 16, Float32Array);
      for (let i = 0; i < scene.count; i++) index.add(x[i] - r[i], y[i] - r[i], x[i] + r[i], y[i] + r[i]);
      index.finish();
      let found = 0;
      for (let i = 0; i < s.count; i++) {
        const [left, top] = [s.x[i] - s.halfWidth, s.y[i] - s.halfHeight];
        const [right, bottom] = [s.x[i] + s.halfWidth, s.y[i] + s.halfHeight];
        for (const id of index.search(left, top, right, bottom)) {
          const dx = Math.max(left - x[id], x[id] - right, 0);
          const dy = Math.max(top - y[id], y[id] - bottom, 0);
          if (dx * dx + dy * dy <= r[id] * r[id]) found++;
        }
      }
      return found;
    };
  };

// ---- Nearest: the sum of the distances, in px, is what is compared

export const hailNearest = (build) => async (scene) => {
  const { MovingIndex } = await load({ build });
  const index = new MovingIndex();
  const moved = new Motion(scene);
  index.points(scene);
  const { x, y } = scene.searches;
  return () => {
    moved.step();
    index.move(moved);
    return Math.round(index.nearest({ x, y }).distances.reduce((all, each) => all + each, 0));
  };
};

export const flatbushNearest = (modules) => async (scene) => {
  const Flatbush = await modules.flatbush();
  const moved = new Motion(scene);
  const { searches: s } = scene;
  return () => {
    moved.step();
    const index = new Flatbush(scene.count, 16, Float32Array);
    for (let i = 0; i < scene.count; i++) index.add(moved.x[i], moved.y[i], moved.x[i], moved.y[i]);
    index.finish();
    let sum = 0;
    for (let i = 0; i < s.count; i++) {
      const [id] = index.neighbors(s.x[i], s.y[i], 1);
      sum += Math.hypot(moved.x[id] - s.x[i], moved.y[id] - s.y[i]);
    }
    return Math.round(sum);
  };
};

/** kdbush has no nearest: it searches in a radius that grows until it finds something. */
export const kdbushNearest = (modules) => async (scene) => {
  const KDBush = await modules.kdbush();
  const moved = new Motion(scene);
  const { searches: s } = scene;
  const distanceOf = (id, i) => Math.hypot(moved.x[id] - s.x[i], moved.y[id] - s.y[i]);
  return () => {
    moved.step();
    const index = new KDBush(scene.count, 64, Float32Array);
    for (let i = 0; i < scene.count; i++) index.add(moved.x[i], moved.y[i]);
    index.finish();
    let sum = 0;
    for (let i = 0; i < s.count; i++) {
      let near = [];
      for (let radius = 16; !near.length; radius *= 2) near = index.within(s.x[i], s.y[i], radius);
      sum += near.reduce((least, id) => Math.min(least, distanceOf(id, i)), Infinity);
    }
    return Math.round(sum);
  };
};
