// points.js - a layer's bodies as points to draw.

const NONE = new Float32Array(0);

/** Views of Hail's memory, gone with the next step. The bodies' user values tell their colours. */
export function pointsOf({ columns: { x = NONE, y = NONE, vx = NONE, vy = NONE, user = NONE } }) {
  const ink = new Uint8Array(user.buffer, user.byteOffset, user.byteLength);
  return { count: x.length, x, y, vx, vy, ink, stride: 8 };
}
