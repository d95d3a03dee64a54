// field.js - what all parts of the barrage know: sizes, layers, shapes.

export const WIDTH = 3200; // px
export const HEIGHT = 1800;
export const FULL = 8; // the ship's fastest speed, in units of its input
export const BULLETS = 0; // layers
export const SHIPS = 1;
export const ROCKS = 2;
export const SIGHTS = 3;
export const BULLET_RADIUS = 4; // px
export const SHIP_RADIUS = 5;
export const SHIP_SPEED = 600; // px/s
export const SIGHT_RADIUS = 120;
export const GRAZE = 16;
export const MOST_BODIES = 262144;
export const MOST_EMITTERS = 256;
export const ROCK_COUNT = 32;

export const HULLS = [
  [75, 3, 53, 53, 7, 71, -46, 56, -75, 0, -56, -49, 0, -68, 49, -53],
  [88, 0, 44, 54, -44, 51, -85, 0, -48, -51, 41, -58],
  [68, 0, 42, 53, -15, 66, -61, 29, -65, -29, -15, -63, 42, -53],
  [10, 78, 75, 20, 44, -61, -48, -54, -71, 24],
];
