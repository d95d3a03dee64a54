// field.js - what all parts of the barrage know: sizes, layers, shapes.

export const WIDTH = 1920; // px
export const HEIGHT = 1080;
export const FULL = 8; // the ship's fastest speed, in units of its input
export const BULLETS = 0; // layers
export const SHIPS = 1;
export const ROCKS = 2;
export const SIGHTS = 3;
export const BULLET_RADIUS = 4; // px
export const SHIP_RADIUS = 5;
export const SIGHT_RADIUS = 90;
export const GRAZE = 14;
export const MOST_BULLETS = 200000;
export const MOST_BODIES = 262144;
export const MOST_EMITTERS = 256;
export const ROCK_COUNT = 24;

export const HULLS = [
  [44, 2, 31, 31, 4, 42, -27, 33, -44, 0, -33, -29, 0, -40, 29, -31],
  [52, 0, 26, 32, -26, 30, -50, 0, -28, -30, 24, -34],
  [40, 0, 25, 31, -9, 39, -36, 17, -38, -17, -9, -37, 25, -31],
  [6, 46, 44, 12, 26, -36, -28, -32, -42, 14],
];
