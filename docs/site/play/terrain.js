// terrain.js - a map of pixels, hills with caves, and a picture of it that follows when it is dug.

const TILE = 16; // px
const HILLS = 14;
const CAVES = 16; // each a row of rooms
const ROOMS = 16;

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
    this.image = { width, height, pixels: new Uint8Array(width * height * 4), changed: [0, height] };
    this.paint(0, 0, width, height);
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

  dig(x, y, radius) {
    this.map.paintDisc(x, y, radius, false);
    const [left, top] = [Math.max(Math.floor(x - radius) - 3, 0), Math.max(Math.floor(y - radius) - 3, 0)];
    const [right, bottom] = [
      Math.min(Math.ceil(x + radius) + 4, this.width),
      Math.min(Math.ceil(y + radius) + 4, this.height),
    ];
    this.paint(left, top, right - left, bottom - top);
  }

  /** The picture of a rectangle: solid pixels, lighter where they face what is open. */
  paint(left, top, width, height) {
    const count = width * height;
    const [x, y] = [new Float32Array(count), new Float32Array(count)];
    for (let i = 0; i < count; i++) [x[i], y[i]] = [left + (i % width) + 0.5, top + Math.floor(i / width) + 0.5];
    const solid = this.map.solid({ x, y });
    for (let i = 0; i < count; i++) this.pixel(left + (i % width), top + Math.floor(i / width), solid, i, width);
    const [first, end] = this.image.changed;
    this.image.changed = first < end ? [Math.min(first, top), Math.max(end, top + height)] : [top, top + height];
  }

  pixel(x, y, solid, i, width) {
    const { pixels } = this.image;
    const at = 4 * (y * this.width + x);
    if (!solid[i]) {
      pixels[at + 3] = 0;
      return;
    }
    const inner = i % width > 1 && i % width < width - 2;
    const open = inner && !(solid[i - 2] && solid[i + 2] && (solid[i - 2 * width] ?? 1) && (solid[i + 2 * width] ?? 1));
    const grain = ((x * 374761393 + y * 668265263) >>> 13) % 7;
    const layer = Math.sin((y + 14 * Math.sin(x / 130)) / 11) * 4 + Math.sin((y + 30 * Math.sin(x / 310)) / 47) * 6;
    const [light, dim] = [open ? 70 : 0, 1 - 0.5 * (y / this.height)];
    pixels[at] = Math.max((44 + grain + layer) * dim + light * 0.7, 0);
    pixels[at + 1] = Math.max((48 + grain + layer) * dim + light, 0);
    pixels[at + 2] = Math.max((82 + grain + 1.5 * layer) * dim + light * 1.3, 0);
    pixels[at + 3] = 255;
  }

  dispose() {
    this.map.dispose();
    this.set.dispose();
  }
}
