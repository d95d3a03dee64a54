// light.js - draws with WebGL 2, by twgl: points that glow, whose columns go to the GPU as they lie in Hail's memory.
import { INKS, NIGHT } from "./ink.js";
import { embers, ground, sky } from "./picture.js";

const VIEW = `
uniform vec2 origin, scale; // the field's place at the screen's left top; clip units in a px of the field
vec4 placed(vec2 at) { return vec4((at - origin) * scale + vec2(-1.0, 1.0), 0.0, 1.0); }`;

const POINTS = [
  `#version 300 es
in float x, y, vx, vy, ink;
uniform float ahead, size;
uniform vec3 inks[16];
out vec3 color;
${VIEW}
void main() {
  gl_Position = placed(vec2(x, y) + ahead * vec2(vx, vy));
  gl_PointSize = size;
  color = inks[int(ink) & 15];
}`,
  // A disc with a white core and a glow that fades: as hail-view draws it.
  `#version 300 es
precision highp float;
in vec3 color;
uniform float size, radius, glow;
out vec4 pixel;
float part(float value) { return clamp(value, 0.0, 1.0); }
void main() {
  float away = length(gl_PointCoord - 0.5) * size;
  float fade = part(1.0 - (away - radius) / glow);
  float amount = max(part(radius + 0.5 - away), 0.45 * fade * fade);
  pixel = vec4(mix(color, vec3(1.0), 0.75 * part(radius * 0.45 + 0.35 - away)) * amount, 1.0);
}`,
];

const SHAPES = [
  `#version 300 es
in vec2 position;
in vec4 color;
out vec4 shade;
${VIEW}
void main() {
  gl_Position = placed(position);
  shade = vec4(color.rgb * color.a, color.a);
}`,
  `#version 300 es
precision highp float;
in vec4 shade;
out vec4 pixel;
void main() { pixel = shade; }`,
];

const IMAGE = [
  `#version 300 es
in vec2 position;
uniform vec2 extent;
out vec2 at;
${VIEW}
void main() {
  at = position;
  gl_Position = placed(position * extent);
}`,
  `#version 300 es
precision highp float;
in vec2 at;
uniform sampler2D image;
out vec4 pixel;
void main() { pixel = texture(image, at); pixel.rgb *= pixel.a; }`,
];

/** Triangles of polygons, with colours: 2 and 4 numbers a corner, in arrays that are used again. */
class Mesh {
  constructor() {
    this.position = new Float32Array(1 << 14);
    this.color = new Float32Array(1 << 15);
    this.count = 0;
  }

  corner(x, y, [r, g, b], alpha) {
    const { count } = this;
    if (2 * count === this.position.length) this.grow();
    this.position[2 * count] = x;
    this.position[2 * count + 1] = y;
    const at = 4 * count;
    this.color[at] = r;
    this.color[at + 1] = g;
    this.color[at + 2] = b;
    this.color[at + 3] = alpha;
    this.count++;
  }

  grow() {
    for (const name of ["position", "color"]) {
      const larger = new Float32Array(2 * this[name].length);
      larger.set(this[name]);
      this[name] = larger;
    }
  }

  fill(points, color, alpha) {
    for (let i = 2; i + 3 < points.length; i += 2) {
      this.corner(points[0], points[1], color, alpha);
      this.corner(points[i], points[i + 1], color, alpha);
      this.corner(points[i + 2], points[i + 3], color, alpha);
    }
  }

  /** A line, as a quad for each part. */
  line(points, color, alpha, width) {
    for (let i = 0; i + 3 < points.length; i += 2) {
      const [x1, y1, x2, y2] = [points[i], points[i + 1], points[i + 2], points[i + 3]];
      const scale = width / 2 / (Math.hypot(x2 - x1, y2 - y1) || 1);
      const [dx, dy] = [(y2 - y1) * scale, (x1 - x2) * scale];
      this.corner(x1 + dx, y1 + dy, color, alpha);
      this.corner(x2 + dx, y2 + dy, color, alpha);
      this.corner(x1 - dx, y1 - dy, color, alpha);
      this.corner(x1 - dx, y1 - dy, color, alpha);
      this.corner(x2 + dx, y2 + dy, color, alpha);
      this.corner(x2 - dx, y2 - dy, color, alpha);
    }
  }

  add({ points, fill, alpha = 1, line, width = 1, lineAlpha = 1 }) {
    if (fill) this.fill(points, fill, alpha);
    if (!line) return;
    this.line(points, line, 0.18 * lineAlpha, width + 5);
    this.line(points, line, lineAlpha, width);
  }
}

export class Light {
  /** null where there is no WebGL 2. */
  static make(canvas, twgl) {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: false, powerPreference: "high-performance" });
    return gl && new Light(canvas, gl, twgl);
  }

  constructor(canvas, gl, twgl) {
    Object.assign(this, { canvas, gl, twgl, name: "WebGL" });
    this.points = twgl.createProgramInfo(gl, POINTS);
    this.shapes = twgl.createProgramInfo(gl, SHAPES);
    this.image = twgl.createProgramInfo(gl, IMAGE);
    const none = { numComponents: 1, data: new Float32Array(1) };
    this.pointBuffers = twgl.createBufferInfoFromArrays(gl, {
      x: none,
      y: none,
      vx: none,
      vy: none,
      ink: { numComponents: 1, data: new Uint8Array(8), normalize: false },
    });
    this.meshBuffers = twgl.createBufferInfoFromArrays(gl, {
      position: { numComponents: 2, data: new Float32Array(2) },
      color: { numComponents: 4, data: new Float32Array(4) },
    });
    this.square = twgl.createBufferInfoFromArrays(gl, {
      position: { numComponents: 2, data: [0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 1] },
    });
    this.inks = INKS.flat();
    this.mesh = new Mesh();
  }

  use(program, uniforms) {
    this.gl.useProgram(program.program);
    this.twgl.setUniforms(program, { ...this.view, ...uniforms });
  }

  /** The columns go into the buffers as they are. */
  fillPoints({ x, y, vx, vy, ink, stride }) {
    const { attribs } = this.pointBuffers;
    for (const [name, column] of Object.entries({ x, y, vx: vx ?? x, vy: vy ?? y, ink }))
      this.twgl.setAttribInfoBufferFromArray(this.gl, attribs[name], column);
    attribs.ink.stride = stride;
  }

  drawPoints(points, { ahead, zoom, radius, glow }) {
    const { gl, twgl } = this;
    this.fillPoints(points);
    const size = 2 * (radius + glow) * zoom + 1;
    const uniforms = { ahead: points.vx ? ahead : 0, inks: this.inks, size, radius: radius * zoom, glow: glow * zoom };
    this.use(this.points, uniforms);
    twgl.setBuffersAndAttributes(gl, this.points, this.pointBuffers);
    gl.blendEquation(gl.MAX);
    gl.drawArrays(gl.POINTS, 0, points.count);
    gl.blendEquation(gl.FUNC_ADD);
  }

  drawShapes(list) {
    const { gl, twgl } = this;
    const { mesh } = this;
    mesh.count = 0;
    for (const each of list) mesh.add(each);
    const { position, color } = this.meshBuffers.attribs;
    twgl.setAttribInfoBufferFromArray(gl, position, mesh.position.subarray(0, 2 * mesh.count));
    twgl.setAttribInfoBufferFromArray(gl, color, mesh.color.subarray(0, 4 * mesh.count));
    this.use(this.shapes, {});
    twgl.setBuffersAndAttributes(gl, this.shapes, this.meshBuffers);
    gl.drawArrays(gl.TRIANGLES, 0, mesh.count);
  }

  /** The map's pixels: rows that changed are sent again. */
  drawImage(image) {
    const { gl, twgl } = this;
    const {
      pixels,
      width,
      height,
      changed: [first, end],
    } = image;
    const [type, format] = [gl.UNSIGNED_BYTE, gl.RGBA];
    if (this.texture?.image !== image) {
      const texture = twgl.createTexture(gl, {
        src: pixels,
        width,
        height,
        min: gl.NEAREST,
        mag: gl.NEAREST,
        auto: false,
      });
      this.texture = { image, texture };
    } else if (first < end) {
      gl.bindTexture(gl.TEXTURE_2D, this.texture.texture);
      const rows = pixels.subarray(4 * width * first, 4 * width * end);
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, first, width, end - first, format, type, rows);
    }
    image.changed = [0, 0];
    this.use(this.image, { extent: [width, height], image: this.texture.texture });
    twgl.setBuffersAndAttributes(gl, this.image, this.square);
    twgl.drawBufferInfo(gl, this.square);
  }

  draw(look, camera, { ahead = 0, flashes = [] } = {}) {
    const { gl, canvas } = this;
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(...NIGHT, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const { zoom, x, y } = camera;
    this.view = { origin: [x, y], scale: [(2 * zoom) / canvas.width, (-2 * zoom) / canvas.height] };
    if (look.image) this.drawImage(look.image);
    this.drawShapes(ground(look));
    this.drawPoints(look.points, { ahead, zoom, radius: look.radius ?? 4, glow: look.glow ?? 4.5 });
    this.drawPoints(embers(look, flashes), { ahead: 0, zoom, radius: 3, glow: 12 });
    this.drawShapes(sky(look, flashes));
  }
}
