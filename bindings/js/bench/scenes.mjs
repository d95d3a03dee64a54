// bench/scenes.mjs - the scenes that all contenders play, as arrays: they are the same for each.

function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

const WIDTH = 1920;
const HEIGHT = 1080;

/** Bodies at random places of a screen, with velocities up to `speed` px/s along each axis. */
function scatter(count, speed, seed, width = WIDTH, height = HEIGHT) {
  const next = random(seed);
  const column = (of) => Float32Array.from({ length: count }, of);
  return {
    count,
    x: column(() => width * next()),
    y: column(() => height * next()),
    vx: column(() => speed * (2 * next() - 1)),
    vy: column(() => speed * (2 * next() - 1)),
  };
}

export const DT = 1 / 60;

/** Circles of 3 px against boxes of 30 by 20 px. */
export const bullets = {
  bodies: { ...scatter(10000, 100, 1), radius: 3 },
  targets: { ...scatter(500, 30, 2), halfWidth: 15, halfHeight: 10 },
};

/** Circles of 4 px, all against all. */
export const swarm = { bodies: { ...scatter(5000, 60, 3), radius: 4 } };

/** Boxes of 4 to 24 px that move; each frame, what is in 1,000 boxes of 80 by 60 px. */
export const boxes = {
  ...scatter(10000, 100, 4),
  ...sizes(10000, 5),
  searches: { ...scatter(1000, 0, 6), halfWidth: 40, halfHeight: 30 },
};

/** The same with circles of 2 to 12 px. */
export const circles = { ...boxes, radius: boxes.halfWidth };

function sizes(count, seed) {
  const next = random(seed);
  const half = () => Float32Array.from({ length: count }, () => 2 + Math.floor(11 * next()));
  return { halfWidth: half(), halfHeight: half() };
}

/** Points that move; each frame, the nearest one to 1,000 others. */
export const points = { ...scatter(10000, 100, 7), searches: scatter(1000, 0, 8) };

/** Where things are after so many frames, as each step adds to it. */
export class Motion {
  constructor({ count, x, y, vx, vy }) {
    Object.assign(this, { count, x: x.slice(), y: y.slice(), vx, vy });
  }

  step() {
    const { count, x, y, vx, vy } = this;
    for (let i = 0; i < count; i++) {
      x[i] += vx[i] * DT;
      y[i] += vy[i] * DT;
    }
  }
}
