// terrain.js - a map of pixels, hills with caves, that is dug. examples/play/dig.c makes the same.

const TILE = 16; // px
const HILLS = 14;
const CAVES = 16; // each a row of rooms
const ROOMS = 16;
const MARGIN = 5; // px around what is dug: what a picture needs to know

export class Terrain {
  constructor({ TileSet, TileMap }, width, height, random) {
    Object.assign(this, { width, height });
    const [columns, rows] = [width / TILE, height / TILE];
    this.set = new TileSet(TILE);
    this.map = new TileMap(this.set, { columns, rows });
    const top = Math.floor(rows * 0.42);
    this.map.fill(0, top, columns, rows - top, this.set.addFull());
    for (let i = 0; i < HILLS; i++) {
      const radius = 60 + 110 * random.chance();
      this.map.paintDisc(width * random.chance(), top * TILE + 40 * random.chance(), radius, true);
    }
    for (let i = 0; i < CAVES; i++) this.makeCave(random);
  }

  makeCave(random) {
    let [x, y] = [this.width * random.chance(), this.height * (0.4 + 0.55 * random.chance())];
    let [dx, dy] = [random.chance() - 0.5, 0.5 * (random.chance() - 0.5)];
    for (let i = 0; i < ROOMS; i++) {
      this.map.paintDisc(x, y, 12 + 22 * random.chance(), false);
      [dx, dy] = [dx + 0.5 * (random.chance() - 0.5), dy + 0.5 * (random.chance() - 0.5)];
      [x, y] = [x + 50 * dx, y + 40 * dy];
    }
  }

  /** Makes a disc open. Returns the rectangle around it, with its solid pixels before and after; null if it was open. */
  dig(x, y, radius) {
    const [left, top] = [Math.max(Math.floor(x - radius) - MARGIN, 0), Math.max(Math.floor(y - radius) - MARGIN, 0)];
    const width = Math.min(Math.ceil(x + radius) + MARGIN + 1, this.width) - left;
    const height = Math.min(Math.ceil(y + radius) + MARGIN + 1, this.height) - top;
    const patch = { left, top, width, height };
    const before = this.solid(patch);
    this.map.paintDisc(x, y, radius, false);
    return before.includes(1) ? { ...patch, before, after: this.solid(patch) } : null;
  }

  /** 1 for each solid pixel of a rectangle, row by row. */
  solid({ left, top, width, height }) {
    const count = width * height;
    const [x, y] = [new Float32Array(count), new Float32Array(count)];
    for (let i = 0; i < count; i++) {
      x[i] = left + (i % width) + 0.5;
      y[i] = top + Math.floor(i / width) + 0.5;
    }
    return this.map.solid({ x, y });
  }

  dispose() {
    this.map.dispose();
    this.set.dispose();
  }
}
