// paint.js - draws on a plain canvas, where there is no WebGL 2: a small picture for each colour, put at each point.
import { INKS, NIGHT, css } from "./ink.js";
import { embers, ground, sky } from "./picture.js";

function makeDot(color, radius, glow) {
  const size = Math.ceil(2 * (radius + glow)) + 1;
  const dot = new OffscreenCanvas(size, size);
  const context = dot.getContext("2d");
  const middle = size / 2;
  const shade = context.createRadialGradient(middle, middle, 0, middle, middle, radius + glow);
  const edge = radius / (radius + glow);
  shade.addColorStop(0, "#fff");
  shade.addColorStop(edge * 0.55, css(color.map((part) => part * 0.3 + 0.7)));
  shade.addColorStop(edge, css(color));
  shade.addColorStop(Math.min(edge + 0.05, 1), css(color, 0.4));
  shade.addColorStop(1, css(color, 0));
  context.fillStyle = shade;
  context.fillRect(0, 0, size, size);
  return dot;
}

export class Paint {
  constructor(canvas) {
    Object.assign(this, { canvas, name: "canvas", made: new Map() });
    this.context = canvas.getContext("2d", { alpha: false });
  }

  dots(radius, glow, zoom) {
    const wanted = `${radius} ${glow} ${zoom}`;
    if (!this.made.has(wanted)) {
      if (this.made.size > 8) this.made.clear();
      this.made.set(
        wanted,
        INKS.map((color) => makeDot(color, radius * zoom, glow * zoom)),
      );
    }
    return this.made.get(wanted);
  }

  drawPoints({ count, x, y, vx, vy, ink, stride }, { camera, ahead, radius, glow }) {
    const { context } = this;
    const { zoom } = camera;
    const dots = this.dots(radius, glow, zoom);
    const half = dots[0].width / 2;
    context.globalCompositeOperation = "lighten";
    for (let i = 0; i < count; i++) {
      const px = x[i] + (vx ? vx[i] * ahead : 0);
      const py = y[i] + (vy ? vy[i] * ahead : 0);
      context.drawImage(dots[ink[i * stride] & 15], (px - camera.x) * zoom - half, (py - camera.y) * zoom - half);
    }
    context.globalCompositeOperation = "source-over";
  }

  drawShapes(list, { zoom, x, y }) {
    const { context } = this;
    context.setTransform(zoom, 0, 0, zoom, -x * zoom, -y * zoom);
    for (const { points, fill, alpha = 1, line, width = 1, lineAlpha = 1 } of list) {
      context.beginPath();
      for (let i = 0; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
      context.fillStyle = fill ? css(fill, alpha) : "transparent";
      if (fill) context.fill();
      Object.assign(context, { strokeStyle: line ? css(line, lineAlpha) : "transparent", lineWidth: width });
      if (line) context.stroke();
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  drawImage(image, { zoom, x, y }) {
    const {
      pixels,
      width,
      height,
      changed: [first, end],
    } = image;
    this.image ??= new OffscreenCanvas(width, height);
    if (first < end) {
      const rows = new Uint8ClampedArray(pixels.buffer, 4 * width * first, 4 * width * (end - first));
      this.image.getContext("2d").putImageData(new ImageData(rows, width, end - first), 0, first);
    }
    image.changed = [0, 0];
    this.context.imageSmoothingEnabled = false;
    this.context.drawImage(this.image, -x * zoom, -y * zoom, width * zoom, height * zoom);
  }

  draw(look, camera, { ahead = 0, flashes = [] } = {}) {
    this.context.fillStyle = css(NIGHT);
    this.context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    if (look.image) this.drawImage(look.image, camera);
    this.drawShapes(ground(look), camera);
    this.drawPoints(look.points, { camera, ahead, radius: look.radius ?? 4, glow: look.glow ?? 4.5 });
    this.drawPoints(embers(look, flashes), { camera, ahead: 0, radius: 3, glow: 12 });
    this.drawShapes(sky(look, flashes), camera);
  }
}
