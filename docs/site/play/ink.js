// ink.js - the page's colours: those of hail-view.

const rgb = (hex) => [((hex >> 16) & 255) / 255, ((hex >> 8) & 255) / 255, (hex & 255) / 255];

/** Of bullets, by pattern; and of sparks, by burst. */
export const INKS = [
  0xff4d8d, 0x4db8ff, 0xffa63d, 0x8f7bff, 0x4dffd2, 0xff6fd0, 0x5c8cff, 0xff7a4d, 0xc86bff, 0x4de1ff, 0xffd24d,
  0xff5c6c, 0x7dff9b, 0xe07bff, 0x6fa8ff, 0xff9d5c,
].map(rgb);

export const NIGHT = rgb(0x080b14);
export const ROCK = rgb(0x1d2740);
export const ROCK_EDGE = rgb(0x7f93c4);
export const EMITTER = rgb(0xffe9b0);
export const SHIP = rgb(0x2a6aa8);
export const SHIP_EDGE = rgb(0xd8f0ff);
export const SIGHT = rgb(0x73bfff);
export const HURT = rgb(0xff4d6d);

export const css = ([r, g, b], alpha = 1) =>
  `rgba(${Math.round(r * 255)}, ${Math.round(g * 255)}, ${Math.round(b * 255)}, ${alpha})`;
