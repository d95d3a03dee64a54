// test/moving.test.mjs - the index of things that move, against brute force, on both builds.
import assert from "node:assert/strict";
import test from "node:test";
import { builds } from "./builds.mjs";

const each = (name, run) => {
  for (const hail of builds) test(`${name} (${hail.build})`, () => run(hail));
};

function random(seed = 1) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return ((state >>> 8) % (below * 16)) / 16; // sixteenths: exact, also at half
  };
}

const COUNT = 400;
const sorted = (list) => Array.from(list).sort((a, b) => a - b);

/** Boxes, circles and points of all sizes, as they are now. */
class Model {
  constructor(hail) {
    this.index = new hail.MovingIndex();
    this.next = random();
    this.items = Array.from({ length: COUNT }, () => this.item());
    this.put(this.items.keys());
  }

  item() {
    const kind = ["box", "circle", "point"][Math.floor(this.next(3))];
    return { kind, x: this.next(500), y: this.next(500), w: this.next(20), h: this.next(20) };
  }

  put(ids) {
    const lists = Object.groupBy?.(ids, (id) => this.items[id].kind) ?? group(ids, (id) => this.items[id].kind);
    const column = (id, of) => id.map((each) => of(this.items[each]));
    const { box: b = [], circle: c = [], point: p = [] } = lists;
    this.index.boxes({
      id: b,
      minX: column(b, (i) => i.x - i.w),
      minY: column(b, (i) => i.y - i.h),
      maxX: column(b, (i) => i.x + i.w),
      maxY: column(b, (i) => i.y + i.h),
    });
    this.index.circles({ id: c, x: column(c, (i) => i.x), y: column(c, (i) => i.y), radius: column(c, (i) => i.w) });
    this.index.points({ id: p, x: column(p, (i) => i.x), y: column(p, (i) => i.y) });
  }

  /** All that a box touches. */
  within(minX, minY, maxX, maxY) {
    const far = (value, low, high) => Math.max(low - value, value - high, 0);
    return this.all((i) => {
      if (i.kind === "box") return i.x - i.w <= maxX && i.x + i.w >= minX && i.y - i.h <= maxY && i.y + i.h >= minY;
      const reach = i.kind === "circle" ? i.w : 0;
      return Math.hypot(far(i.x, minX, maxX), far(i.y, minY, maxY)) <= reach;
    });
  }

  /** px from a point to an item's surface; negative inside. */
  distance(i, x, y) {
    const [dx, dy] = [Math.abs(i.x - x), Math.abs(i.y - y)];
    if (i.kind !== "box") return Math.hypot(dx, dy) - (i.kind === "circle" ? i.w : 0);
    const [outX, outY] = [dx - i.w, dy - i.h];
    return outX > 0 && outY > 0 ? Math.hypot(outX, outY) : Math.max(outX, outY);
  }

  all(test) {
    return this.items.flatMap((item, id) => (item && test(item) ? [id] : []));
  }

  check() {
    const boxes = Array.from({ length: 40 }, () => [this.next(500), this.next(500), this.next(100), this.next(100)]);
    const column = (of) => boxes.map(of);
    const found = this.index.search({
      minX: column(([x]) => x),
      minY: column(([, y]) => y),
      maxX: column(([x, , w]) => x + w),
      maxY: column(([, y, , h]) => y + h),
    });
    const at = this.index.at({ x: column(([x]) => x), y: column(([, y]) => y) });
    const near = this.index.nearest({ x: column(([x]) => x), y: column(([, y]) => y) }, { count: 5 });
    for (const [i, [x, y, w, h]] of boxes.entries()) {
      assert.deepEqual(sorted(found.of(i)), this.within(x, y, x + w, y + h));
      assert.deepEqual(sorted(at.of(i)), this.within(x, y, x, y));
      const distances = this.items.flatMap((item) => (item ? [this.distance(item, x, y)] : [])).sort((a, b) => a - b);
      const five = near.distances.subarray(near.start[i], near.start[i + 1]);
      assert.equal(five.length, 5);
      for (const [k, id] of near.of(i).entries()) {
        assert.ok(Math.abs(five[k] - distances[k]) < 1e-3, `${five[k]} is not ${distances[k]}`);
        assert.ok(Math.abs(this.distance(this.items[id], x, y) - five[k]) < 1e-3);
      }
    }
    return found.ids.length;
  }

  dispose() {
    this.index.dispose();
  }
}

function group(values, keyOf) {
  const groups = {};
  for (const value of values) (groups[keyOf(value)] ??= []).push(value);
  return groups;
}

each("everything is found, while all moves, changes and goes", (hail) => {
  const model = new Model(hail);
  assert.equal(model.index.length, COUNT);
  let found = 0;
  for (let frame = 0; frame < 30; frame++) {
    found += model.check();
    for (const item of model.items)
      if (item) Object.assign(item, { x: item.x + model.next(4) - 2, y: item.y + model.next(4) - 2 });
    const living = model.all(() => true);
    if (frame % 2) model.put(living);
    else
      model.index.move({
        id: living,
        x: living.map((id) => model.items[id].x),
        y: living.map((id) => model.items[id].y),
      });
    const [gone, changed] = [Math.floor(model.next(COUNT)), Math.floor(model.next(COUNT))];
    if (model.items[gone]) {
      model.index.remove(gone);
      model.items[gone] = undefined;
    }
    model.items[changed] = model.item();
    model.put([changed]);
    assert.equal(model.index.length, model.all(() => true).length);
    assert.equal(model.index.has(gone), model.items[gone] !== undefined);
  }
  assert.ok(found > 5000, `${found} found`);
  model.dispose();
});

each("without ids they are 0, 1, 2, ...; one question takes numbers", (hail) => {
  const index = new hail.MovingIndex();
  const x = Float32Array.from({ length: 1000 }, (_, i) => 10 * i);
  index.boxes({ minX: x, minY: 0, maxX: x.map((each) => each + 4), maxY: 4 });
  assert.deepEqual([...index.search({ minX: 95, minY: 0, maxX: 124, maxY: 9 }).ids], [10, 11, 12]);
  index.move({ x: x.map((each) => each + 1002), y: 2 });
  assert.deepEqual([...index.search({ minX: 1095, minY: 0, maxX: 1124, maxY: 9 }).ids], [10, 11, 12]);
  index.boxes({ minX: x.map((each) => each + 0.1), minY: 0, maxX: x.map((each) => each + 4.1), maxY: 4 });
  assert.deepEqual(
    [...index.search({ minX: 95, minY: 0, maxX: 124, maxY: 9 }, { order: "unordered" }).ids],
    [10, 11, 12],
  );
  assert.equal(index._shapes.size, 1, "rounding makes no new sizes");
  const { ids, distances } = index.nearest({ x: 27, y: -3 }, { count: 3, radius: 10 });
  assert.deepEqual([[...ids], distances.length], [[2, 3], 2]);
  const ray = index.rays({ x: 5, y: 2, dx: 100, dy: 0 }, { count: 2 });
  assert.deepEqual([[...ray.ids], ray.distances[0].toFixed(2)], [[1, 2], "5.10"]);
  index.dispose();
});

each("however much a question finds, all is there", (hail) => {
  const index = new hail.MovingIndex();
  index.circles({ x: Float32Array.from({ length: 5000 }, (_, i) => i), y: 0, radius: 0.25 });
  const found = index.search({ minX: [0, 100, -9, 0], minY: -1, maxX: [4999, 199, -5, 4999], maxY: 1 });
  assert.deepEqual([...found.start], [0, 5000, 5100, 5100, 10100]);
  assert.deepEqual(
    [...found.of(1)],
    Array.from({ length: 100 }, (_, i) => 100 + i),
  );
  assert.deepEqual(sorted(found.of(3)), [...Array(5000).keys()]);
  const none = index.search({ minX: [], minY: [], maxX: [], maxY: [] });
  assert.deepEqual([none.ids.length, none.start.length], [0, 1]);
  index.dispose();
});

each("pairs are all pairs that touch", (hail) => {
  const index = new hail.MovingIndex();
  const next = random(5);
  const [x, y] = [0, 1].map(() => Float32Array.from({ length: 300 }, () => next(200)));
  index.circles({ x, y, radius: 4 });
  for (const dx of [0, 7]) {
    index.move({ x: x.map((each) => each + dx), y });
    const pairs = index.pairs();
    const found = new Set();
    for (let i = 0; i < pairs.length; i += 2) found.add(`${sorted(pairs.subarray(i, i + 2))}`);
    const wanted = [];
    for (let b = 0; b < 300; b++)
      for (let a = 0; a < b; a++) if (Math.hypot(x[a] - x[b], y[a] - y[b]) <= 8) wanted.push(`${a},${b}`);
    assert.equal(found.size, pairs.length / 2);
    assert.deepEqual([...found].sort(), wanted.sort());
    assert.ok(wanted.length > 100);
  }
  assert.equal(index.search({ minX: -50, minY: -50, maxX: 300, maxY: 300 }).ids.length, 300);
  index.dispose();
});

each("what is wrong changes nothing", (hail) => {
  const index = new hail.MovingIndex();
  index.circles({ x: [0, 10], y: 0, radius: 1 });
  const same = () => {
    assert.deepEqual([index.length, ...index.search({ minX: -99, minY: -99, maxX: 99, maxY: 99 }).ids], [2, 0, 1]);
    assert.deepEqual([...index.at({ x: 10.5, y: 0 }).ids], [1]);
  };
  const wrong = [
    [() => index.move({ x: [1, 2, 3], y: 0 }), /there is no item 2/],
    [() => index.move({ id: 7, x: 1, y: 1 }), /there is no item 7/],
    [() => index.remove([0, 9]), /there is no item 9/],
    [() => index.circles({ id: -1, x: 0, y: 0, radius: 1 }), /id -1 is no whole number/],
    [() => index.points({ id: [3, 3], x: 0, y: 0 }), /an id is given twice/],
    [() => index.circles({ id: [2, 1], x: [0, NaN], y: 0, radius: 1 }), { status: "HAIL_NOT_FINITE" }],
    [() => index.circles({ id: [2, 1], x: [NaN, 0], y: 0, radius: 1 }), { status: "HAIL_NOT_FINITE" }],
    [() => index.circles({ id: 1, x: 0, y: 0, radius: -1 }), { status: "HAIL_OUT_OF_RANGE" }],
    [() => index.boxes({ minX: [1, 2], minY: 0, maxX: [3], maxY: 1 }), /maxX must be a number, or an array of 2/],
    [() => index.boxes({ minX: 3, minY: 0, maxX: 1, maxY: 1 }), { status: "HAIL_OUT_OF_RANGE" }],
    [() => index.nearest({ x: 0, y: 0 }, { count: 0 }), /count is 0/],
    [() => index.search({ minX: NaN, minY: 0, maxX: 1, maxY: 1 }), { status: "HAIL_NOT_FINITE" }],
  ];
  for (const [call, error] of wrong) {
    assert.throws(call, error, `${call}`);
    same();
  }
  index.dispose();
  for (const use of [
    () => index.length,
    () => index.pairs(),
    () => index.points({ x: 0, y: 0 }),
    () => index.remove(0),
  ])
    assert.throws(use, /this index was disposed/);
});

each("items that come, go and change keep memory flat", (hail) => {
  const index = new hail.MovingIndex();
  const next = random(3);
  let width = 1;
  const churn = () => {
    for (let i = 0; i < 20; i++) {
      const x = next(100);
      width += 0.001; // never the same
      index.boxes({ id: i, minX: x, minY: 0, maxX: x + width, maxY: 5 });
    }
    index.search({ minX: 0, minY: 0, maxX: 100, maxY: 100 });
    index.pairs();
    index.remove([...Array(20).keys()]);
  };
  for (let i = 0; i < 200; i++) churn();
  const before = hail.memory.buffer.byteLength;
  for (let i = 0; i < 1000; i++) churn();
  assert.deepEqual([hail.memory.buffer.byteLength, index.length], [before, 0]);
  index.dispose();
});
