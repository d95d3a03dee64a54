// src/layout.js - constants; structs as they lie in memory: field: [offset, type, how many]; the numbers that calls get:
// parameter: [position, type].
// Made from bindings/hail-api.json by generate.py.
export const version = "0.2.0";
export const constants = Object.freeze({
  MAX_WORKERS: 64,
  OK: 0,
  BAD_ARGUMENT: 1,
  NOT_FINITE: 2,
  OUT_OF_RANGE: 3,
  TOO_FEW_VERTICES: 4,
  TOO_MANY_VERTICES: 5,
  DEGENERATE: 6,
  CONCAVE: 7,
  TOO_LARGE: 8,
  UNKNOWN_SHAPE: 9,
  STALE_HANDLE: 10,
  NO_COLUMN: 11,
  UNSUPPORTED_PAIR: 12,
  FULL: 13,
  NO_MEMORY: 14,
  BUSY: 15,
  UNKNOWN_VARIANT: 16,
  CROSSING: 17,
  UNCLOSED: 18,
  IN_USE: 19,
  NOT_PREPARED: 20,
  STATUS_COUNT: 21,
  TRUSTED: 1,
  ANY_MAPS: 2,
  SHAPES: 4,
  CONTACT_BODY: 1,
  CONTACT_TILE: 2,
  CONTACT_WALL: 3,
  CONTACT_GRAZE: 4,
  FEATURE_VERTEX: 8,
  MAX_VERTICES: 8,
  MAX_SHAPES: 1048576,
  CONVEX_WORDS: 128,
  MAX_TILE: 64,
  MAX_TILES: 1048576,
  MAX_SMOOTH: 8,
  MAX_KINDS: 32,
  MAX_PREPARED: 4,
  MAX_MAP_SIDE: 4000000,
  MAX_MAP_CELLS: 1073741824,
  BOTH_WAYS: 0,
  ONE_WAY_LEFT: 1,
  ONE_WAY_TOP: 2,
  ONE_WAY_RIGHT: 3,
  ONE_WAY_BOTTOM: 4,
  TILE_EMPTY: 0,
  TILE_PARTIAL: 1,
  TILE_FULL: 2,
  MAX_SPRITE: 8192,
  MAX_SPRITES: 1048576,
  BOX_IMAGE: 0,
  BOX_OPAQUE: 1,
  MAX_PARTS: 4096,
  MAX_LAYERS: 64,
  MAX_PAIR_BUDGET: 16777216,
  MAX_BODIES: 67108864,
  MAX_KEPT_CONTACTS: 16777216,
  MAX_TOUCHING: 16777216,
  MAX_REMEMBERED: 16777216,
  ROTATION: 1,
  SCALE: 2,
  GROUP: 4,
  USER: 8,
  LIFE: 16,
  DISPLACEMENT: 32,
  MASK: 64,
  PIERCE: 128,
  ALL_COLUMNS: 255,
  OPEN: 0,
  KILL: 1,
  WRAP: 2,
  BY_CROSSINGS: 0,
  BY_QUADRANTS: 1,
  BY_WINDING: 2,
  BY_EDGES: 3,
  FAULT_NO_VERTEX: 1,
  FAULT_NO_SECTOR: 2,
  FAULT_NOT_FINITE: 3,
  FAULT_TOO_FAR: 4,
  FAULT_TOO_LONG: 5,
  FAULT_ZERO_LENGTH: 6,
  FAULT_DANGLING: 7,
  FAULT_UNCLOSED: 8,
  FAULT_CROSSING: 9,
  FAULT_OVERLAP: 10,
  FAULT_MISPLACED: 11,
  MOVE_MET: 1,
  MOVE_PUSHED: 2,
  MOVE_SQUEEZED: 4,
  MOVE_ENTERED: 8,
  MOVE_LEFT: 16,
  MOVE_LOST: 32,
  DEPENETRATE_WALLS: 24,
  TILES: 64,
  WALLS: 65,
  IGNORE: 0,
  PAIRS: 1,
  MANIFOLD: 2,
  SWEPT: 3,
  EARLIEST: 4,
  ORDERED: 0,
  UNORDERED: 1,
  FIND_BODIES: 1,
  FIND_TILES: 2,
  FIND_WALLS: 4,
  TO_SURFACE: 0,
  TO_CENTRE: 1,
  STAGE_VALIDATE: 0,
  STAGE_MOVE: 1,
  STAGE_BIN: 2,
  STAGE_PAIRS: 3,
  STAGE_NARROW: 4,
  STAGE_ORDER: 5,
  STAGE_CONTACTS: 6,
  STAGE_TILES: 7,
  STAGE_WALLS: 8,
  STAGE_REMOVALS: 9,
  STAGE_COUNT: 10,
  REMOVED_BOUNDS: 1,
  REMOVED_LIFE: 2,
  REMOVED_DESPAWN: 4,
  REMOVED_SPENT: 8,
  ON_TASKS: 1,
  DRAWN_BODY: 0,
  DRAWN_DISABLED: 1,
  DRAWN_QUARANTINED: 2,
  DRAWN_PICKED: 3,
  DRAWN_BOX: 4,
  DRAWN_VELOCITY: 5,
  DRAWN_HANDLE: 6,
  DRAWN_BOUNDS: 7,
  DRAWN_GRID: 8,
  DRAWN_CONTACT: 9,
  DRAWN_GRAZE: 10,
  DRAWN_NORMAL: 11,
  DRAWN_TILE: 12,
  DRAWN_CELL: 13,
  DRAWN_WALL: 14,
  DRAWN_PORTAL: 15,
  DRAWN_RAY: 16,
  DRAWN_HIT: 17,
  DRAWN_COUNT: 18,
  DRAW_BATCH: 256,
  DRAW_SHAPES: 1,
  DRAW_BOXES: 2,
  DRAW_VELOCITIES: 4,
  DRAW_HANDLES: 8,
  DRAW_BOUNDS: 16,
  DRAW_GRID: 32,
  DRAW_CONTACTS: 64,
  DRAW_NORMALS: 128,
  DRAW_TILES: 256,
  DRAW_CELLS: 512,
  DRAW_WALLS: 1024,
  DRAW_ALL: 2047,
  WALK_PIXELS: 0,
  WALK_BRESENHAM: 1,
  ON_FLOOR: 1,
  ON_WALL: 2,
  ON_CEILING: 4,
  STEPPED: 8,
  STUCK: 16,
  SNAPPED: 32,
  STANDS: 64,
  SLIDE_CONTACTS: 4,
  STATE_EQUAL: 0,
  STATE_OPTIONS: 1,
  STATE_STEP: 2,
  STATE_LAYER: 3,
  STATE_RULE: 4,
  STATE_SLOT: 5,
  STATE_BODY: 6,
  STATE_TOUCHING: 7,
  STATE_REMEMBERED: 8,
  STATE_PART_COUNT: 9,
  VERSION_MAJOR: 0,
  VERSION_MINOR: 2,
  VERSION_PATCH: 0,
  ABI: 1,
  MAX_BOUND: 1000000000.0,
  TINY: 1e-18,
  MAX_REACH: 1000000.0,
  MAX_SCALE: 1000.0,
  ONE_WAY_SLACK: 0.015625,
  FLIP_X: 2147483648,
  FLIP_Y: 1073741824,
  FLIP_DIAGONAL: 536870912,
  TILE_NUMBER: 16777215,
  NOWHERE: 3e+38,
  MAX_ANGLE: 1000000.0,
  FOREVER: 3e+38,
  NO_LAYER: 4294967295,
  NO_EDGE: 4294967295,
  NO_SECTOR: 4294967295,
  NO_WALL: 4294967295,
  NO_VERTEX: 4294967295,
  MAX_WALLS: 1048576,
  ONCE: 4294967295,
  UNTIL_APART: 4294967294,
  MAX_LINE: 1048576.0,
  NO_SLOT: 4294967295,
});
export const statuses = [
  "HAIL_OK",
  "HAIL_BAD_ARGUMENT",
  "HAIL_NOT_FINITE",
  "HAIL_OUT_OF_RANGE",
  "HAIL_TOO_FEW_VERTICES",
  "HAIL_TOO_MANY_VERTICES",
  "HAIL_DEGENERATE",
  "HAIL_CONCAVE",
  "HAIL_TOO_LARGE",
  "HAIL_UNKNOWN_SHAPE",
  "HAIL_STALE_HANDLE",
  "HAIL_NO_COLUMN",
  "HAIL_UNSUPPORTED_PAIR",
  "HAIL_FULL",
  "HAIL_NO_MEMORY",
  "HAIL_BUSY",
  "HAIL_UNKNOWN_VARIANT",
  "HAIL_CROSSING",
  "HAIL_UNCLOSED",
  "HAIL_IN_USE",
  "HAIL_NOT_PREPARED",
];
export const error = {
  size: 56,
  fields: { status: [0, "u32"], field: [8, "pointer"], element: [16, "u64"], value: [24, "f64"], min: [32, "f64"], max: [40, "f64"], problem: [48, "pointer"] },
};
export const contact = {
  size: 64,
  fields: { a: [0, "handle"], b: [8, "handle"], kind: [16, "u8"], count: [17, "u8"], layerA: [18, "u8"], layerB: [19, "u8"], featureA: [20, "u8"], featureB: [21, "u8"], partA: [22, "u16"], partB: [24, "u32"], t: [28, "f32"], normalX: [32, "f32"], normalY: [36, "f32"], x: [40, "f32", 2], y: [48, "f32", 2], depth: [56, "f32", 2] },
};
export const event = {
  size: 48,
  fields: { a: [0, "handle"], b: [8, "handle"], userA: [16, "u64"], userB: [24, "u64"], kind: [32, "u8"], layerA: [33, "u8"], layerB: [34, "u8"], featureB: [35, "u8"], contact: [40, "pointer"] },
};
export const removal = {
  size: 24,
  fields: { handle: [0, "handle"], user: [8, "u64"], layer: [16, "u8"], reason: [17, "u8"] },
};
export const stepStats = {
  size: 256,
  fields: { variant: [0, "pointer"], step: [8, "u64"], moved: [16, "u64"], killed: [24, "u64"], expired: [32, "u64"], despawned: [40, "u64"], spent: [48, "u64"], quarantined: [56, "u64"], pairs: [64, "u64"], contacts: [72, "u64"], unkept: [80, "u64"], windows: [88, "u64"], begins: [96, "u64"], stays: [104, "u64"], ends: [112, "u64"], cutContacts: [120, "u64"], cutEvents: [128, "u64"], droppedPairs: [136, "u64"], forgotten: [144, "u64"], passes: [152, "u64"], idleRules: [160, "u64"], allocations: [168, "u64"], ns: [176, "u64", 10] },
};
export const worldOptions = {
  size: 60,
  fields: { context: [0, "pointer"], shapes: [4, "pointer"], scratch: [8, "pointer"], minX: [12, "f32"], minY: [16, "f32"], maxX: [20, "f32"], maxY: [24, "f32"], cell: [28, "f32"], maxBodies: [32, "u32"], window: [36, "u32"], pairBudget: [40, "u32"], keptContacts: [44, "u32"], maxTouching: [48, "u32"], maxRemembered: [52, "u32"], timed: [56, "u32"] },
};
export const layerOptions = {
  size: 24,
  fields: { columns: [0, "u32"], bounds: [4, "u32"], callerMoved: [8, "u32"], isStatic: [12, "u32"], borrowed: [16, "u32"], generations: [20, "u32"] },
};
export const spawnColumns = {
  size: 52,
  fields: { x: [0, "f32*"], y: [4, "f32*"], vx: [8, "f32*"], vy: [12, "f32*"], shape: [16, "shape*"], angle: [20, "f32*"], scale: [24, "f32*"], group: [28, "u32*"], category: [32, "u32*"], mask: [36, "u32*"], user: [40, "u64*"], life: [44, "f32*"], pierce: [48, "u32*"] },
};
export const borrowedColumns = {
  size: 104,
  fields: { x: [0, "borrowedFloats"], y: [8, "borrowedFloats"], shape: [16, "borrowedShapes"], cos: [24, "borrowedFloats"], sin: [32, "borrowedFloats"], scale: [40, "borrowedFloats"], dx: [48, "borrowedFloats"], dy: [56, "borrowedFloats"], group: [64, "borrowedWords"], category: [72, "borrowedWords"], mask: [80, "borrowedWords"], user: [88, "borrowedUsers"], generation: [96, "borrowedWords"] },
};
export const columns = {
  size: 84,
  fields: { count: [0, "u32"], active: [4, "u32"], disabled: [8, "u32"], quarantined: [12, "u32"], x: [16, "f32*"], y: [20, "f32*"], vx: [24, "f32*"], vy: [28, "f32*"], cos: [32, "f32*"], sin: [36, "f32*"], scale: [40, "f32*"], life: [44, "f32*"], dx: [48, "f32*"], dy: [52, "f32*"], group: [56, "u32*"], category: [60, "u32*"], mask: [64, "u32*"], pierce: [68, "u32*"], user: [72, "u64*"], shape: [76, "u32*"], handle: [80, "handle*"] },
};
export const handles = {
  size: 12,
  fields: { handles: [0, "handle*"], stride: [4, "u32"], count: [8, "u32"] },
};
export const bodyValues = {
  size: 28,
  fields: { user: [0, "u64*"], x: [4, "f32*"], y: [8, "f32*"], vx: [12, "f32*"], vy: [16, "f32*"], layer: [20, "u32*"], index: [24, "u32*"] },
};
export const bodyWrites = {
  size: 36,
  fields: { x: [0, "f32*"], y: [4, "f32*"], vx: [8, "f32*"], vy: [12, "f32*"], angle: [16, "f32*"], scale: [20, "f32*"], life: [24, "f32*"], pierce: [28, "u32*"], user: [32, "u64*"] },
};
export const location = {
  size: 16,
  fields: { layer: [0, "u32"], index: [4, "u32"], enabled: [8, "u32"], quarantined: [12, "u32"] },
};
export const rule = {
  size: 60,
  fields: { mode: [0, "u32"], layerA: [4, "u32"], layerB: [8, "u32"], order: [12, "u32"], events: [16, "u32"], maxContacts: [20, "u32"], maxEvents: [24, "u32"], cooldown: [28, "u32"], graze: [32, "f32"], grazeOnce: [36, "u32"], kinds: [40, "u32"], stop: [44, "u32"], centreOnly: [48, "u32"], wholeTiles: [52, "u32"], smooth: [56, "u32"] },
};
export const memory = {
  size: 8,
  fields: { state: [0, "u32"], scratch: [4, "u32"] },
};
export const convex = {
  size: 512,
  fields: { words: [0, "f32", 128] },
};
export const convexInfo = {
  size: 76,
  fields: { vertices: [0, "u32"], rounding: [4, "f32"], radius: [8, "f32"], x: [12, "f32", 8], y: [44, "f32", 8] },
};
export const loops = {
  size: 16,
  fields: { x: [0, "f32*"], y: [4, "f32*"], start: [8, "u32*"], count: [12, "u32"] },
};
export const decomposeOptions = {
  size: 12,
  fields: { context: [0, "pointer"], maxVertices: [4, "u32"], repair: [8, "u32"] },
};
export const points = {
  size: 16,
  fields: { context: [0, "pointer"], x: [4, "f32*"], y: [8, "f32*"], count: [12, "u32"] },
};
export const rays = {
  size: 32,
  fields: { context: [0, "pointer"], x: [4, "f32*"], y: [8, "f32*"], dx: [12, "f32*"], dy: [16, "f32*"], toX: [20, "f32*"], toY: [24, "f32*"], count: [28, "u32"] },
};
export const boxes = {
  size: 24,
  fields: { context: [0, "pointer"], minX: [4, "f32*"], minY: [8, "f32*"], maxX: [12, "f32*"], maxY: [16, "f32*"], count: [20, "u32"] },
};
export const shapes = {
  size: 52,
  fields: { context: [0, "pointer"], convexes: [4, "pointer"], shapes: [8, "shape*"], shapeCount: [12, "u32"], x: [16, "f32*"], y: [20, "f32*"], cos: [24, "f32*"], sin: [28, "f32*"], scale: [32, "f32*"], dx: [36, "f32*"], dy: [40, "f32*"], shape: [44, "u32*"], count: [48, "u32"] },
};
export const queryFilter = {
  size: 72,
  fields: { layers: [0, "u64"], find: [8, "u32"], tileKinds: [12, "u32"], wallKinds: [16, "u32"], wholeTiles: [20, "u32"], group: [24, "u32"], category: [28, "u32"], mask: [32, "u32"], except: [36, "handle"], order: [44, "u32"], eachLayers: [48, "u64*"], eachGroup: [52, "u32*"], eachCategory: [56, "u32*"], eachMask: [60, "u32*"], eachExcept: [64, "handle*"] },
};
export const queryMatch = {
  size: 24,
  fields: { body: [0, "handle"], user: [8, "u64"], part: [16, "u32"], kind: [20, "u8"], layer: [21, "u8"] },
};
export const queryHit = {
  size: 48,
  fields: { body: [0, "handle"], user: [8, "u64"], part: [16, "u32"], kind: [20, "u8"], layer: [21, "u8"], feature: [22, "u8"], inside: [23, "u8"], t: [24, "f32"], distance: [28, "f32"], x: [32, "f32"], y: [36, "f32"], normalX: [40, "f32"], normalY: [44, "f32"] },
};
export const nearestOptions = {
  size: 12,
  fields: { radius: [0, "f32"], eachRadius: [4, "f32*"], distanceTo: [8, "u32"] },
};
export const tilemapOptions = {
  size: 28,
  fields: { context: [0, "pointer"], columns: [4, "u32"], rows: [8, "u32"], x: [12, "f32"], y: [16, "f32"], outsideSolid: [20, "u32"], outsideKind: [24, "u32"] },
};
export const tilemapSize = {
  size: 32,
  fields: { columns: [0, "u32"], rows: [4, "u32"], tileWidth: [8, "u32"], tileHeight: [12, "u32"], x: [16, "f32"], y: [20, "f32"], ownMasks: [24, "u32"], bytes: [28, "u32"] },
};
export const tilemapRays = {
  size: 52,
  fields: { map: [0, "pointer"], rays: [4, "rays"], length: [36, "f32*"], kinds: [40, "u32"], walk: [44, "u32"], smooth: [48, "u32"] },
};
export const rayAnswers = {
  size: 32,
  fields: { hits: [0, "pointer"], distance: [4, "f32*"], hit: [8, "u8*"], pixelX: [12, "i32*"], pixelY: [16, "i32*"], cell: [20, "u32*"], normalX: [24, "f32*"], normalY: [28, "f32*"] },
};
export const rayHit = {
  size: 48,
  fields: { x: [0, "f32"], y: [4, "f32"], distance: [8, "f32"], normalX: [12, "f32"], normalY: [16, "f32"], pixelX: [20, "i32"], pixelY: [24, "i32"], column: [28, "i32"], row: [32, "i32"], cell: [36, "u32"], tile: [40, "u32"], hit: [44, "u8"], startedInside: [45, "u8"], kind: [46, "u8"], outside: [47, "u8"] },
};
export const tilemapMovers = {
  size: 68,
  fields: { map: [0, "pointer"], shapes: [4, "shapes"], kinds: [56, "u32"], wholeTiles: [60, "u32"], through: [64, "u8*"] },
};
export const slideOptions = {
  size: 28,
  fields: { upX: [0, "f32"], upY: [4, "f32"], floorCosine: [8, "f32"], stepHeight: [12, "f32"], skin: [16, "f32"], snap: [20, "f32"], bounces: [24, "u32"] },
};
export const slide = {
  size: 64,
  fields: { dx: [0, "f32"], dy: [4, "f32"], flags: [8, "u32"], count: [12, "u32"], normalX: [16, "f32", 4], normalY: [32, "f32", 4], cell: [48, "u32", 4] },
};
export const image = {
  size: 32,
  fields: { rgba: [0, "u8*"], bits: [4, "u64*"], pitch: [8, "u32"], width: [12, "u32"], height: [16, "u32"], threshold: [20, "u8"], originX: [24, "f32"], originY: [28, "f32"] },
};
export const spriteInfo = {
  size: 52,
  fields: { width: [0, "u32"], height: [4, "u32"], originX: [8, "f32"], originY: [12, "f32"], opaque: [16, "u32"], left: [20, "u32"], top: [24, "u32"], right: [28, "u32"], bottom: [32, "u32"], centreX: [36, "f32"], centreY: [40, "f32"], radius: [44, "f32"], hull: [48, "u32"] },
};
export const sectorData = {
  size: 24,
  fields: { x: [0, "f32*"], y: [4, "f32*"], vertexCount: [8, "u32"], walls: [12, "pointer"], wallCount: [16, "u32"], sectorCount: [20, "u32"] },
};
export const sectorsOptions = {
  size: 28,
  fields: { context: [0, "pointer"], minX: [4, "f32"], minY: [8, "f32"], maxX: [12, "f32"], maxY: [16, "f32"], cell: [20, "f32"], tolerant: [24, "u32"] },
};
export const wall = {
  size: 20,
  fields: { a: [0, "u32"], b: [4, "u32"], right: [8, "u32"], left: [12, "u32"], kind: [16, "u8"], solid: [17, "u8"] },
};
export const sectorsEdit = {
  size: 28,
  fields: { vertex: [0, "u32*"], x: [4, "f32*"], y: [8, "f32*"], vertexCount: [12, "u32"], wall: [16, "u32*"], to: [20, "pointer"], wallCount: [24, "u32"] },
};
export const sectorMovers = {
  size: 44,
  fields: { context: [0, "pointer"], map: [4, "pointer"], x: [8, "f32*"], y: [12, "f32*"], dx: [16, "f32*"], dy: [20, "f32*"], radius: [24, "f32*"], sector: [28, "u32*"], count: [32, "u32"], radiusOfAll: [36, "f32"], kinds: [40, "u32"] },
};
export const sectorMove = {
  size: 32,
  fields: { x: [0, "f32"], y: [4, "f32"], normalX: [8, "f32"], normalY: [12, "f32"], wall: [16, "u32"], sector: [20, "u32"], entered: [24, "u32"], flags: [28, "u32"] },
};
export const sectorMoveOptions = {
  size: 8,
  fields: { stop: [0, "u32"], bounces: [4, "u32"] },
};
export const wallFilter = {
  size: 12,
  fields: { portals: [0, "u32"], kinds: [4, "u32"], reach: [8, "f32"] },
};
export const nearestPoint = {
  size: 16,
  fields: { x: [0, "f32"], y: [4, "f32"], squared: [8, "f32"], edge: [12, "u32"] },
};
export const difference = {
  size: 48,
  fields: { what: [0, "u32"], layer: [4, "u32"], layerB: [8, "u32"], slot: [12, "u32"], slotB: [16, "u32"], isFloat: [20, "u32"], field: [24, "pointer"], valueA: [32, "u64"], valueB: [40, "u64"] },
};
export const batch = {
  size: 116,
  fields: { a: [0, "shapes"], b: [52, "shapes"], indexA: [104, "u32*"], indexB: [108, "u32*"], count: [112, "u32"] },
};
export const gap = {
  size: 32,
  fields: { distance: [0, "f32"], ax: [4, "f32"], ay: [8, "f32"], bx: [12, "f32"], by: [16, "f32"], normalX: [20, "f32"], normalY: [24, "f32"], featureA: [28, "u8"], featureB: [29, "u8"] },
};
export const prediction = {
  size: 32,
  fields: { mtvX: [0, "f32"], mtvY: [4, "f32"], slideX: [8, "f32"], slideY: [12, "f32"], axisX: [16, "f32"], axisY: [20, "f32"], overlap: [24, "f32"], intersect: [28, "u8"], willIntersect: [29, "u8"], feature: [30, "u8"], ofB: [31, "u8"] },
};
export const crossing = {
  size: 16,
  fields: { mover: [0, "u32"], wall: [4, "u32"], from: [8, "u32"], to: [12, "u32"] },
};
export const crossings = {
  size: 12,
  fields: { list: [0, "pointer"], capacity: [4, "u32"], count: [8, "u32"] },
};
export const worldStep = {
  size: 20,
  fields: { world: [0, "pointer"], onContacts: [4, "pointer"], user: [8, "pointer"], status: [12, "u32"] },
};
export const parameters = {
  hail_status_text: { status: [0, "u32"] },
  hail_error_text: { size: [2, "u32"] },
  hail_convex_box: { halfWidth: [0, "f32"], halfHeight: [1, "f32"], rounding: [2, "f32"] },
  hail_tileset_create: { width: [1, "u32"], height: [2, "u32"] },
  hail_tileset_add_rgba: { pitch: [2, "u32"], threshold: [3, "u8"], kind: [4, "u32"] },
  hail_tileset_add_bits: { kind: [2, "u32"] },
  hail_tileset_set_one_way: { kinds: [1, "u32"], side: [2, "u32"] },
  hail_tilemap_set: { column: [1, "u32"], row: [2, "u32"], columns: [3, "u32"], rows: [4, "u32"], pitch: [6, "u32"] },
  hail_tilemap_fill: { column: [1, "u32"], row: [2, "u32"], columns: [3, "u32"], rows: [4, "u32"], tile: [5, "u32"] },
  hail_tilemap_paint: { x: [1, "u32"], y: [2, "u32"], width: [3, "u32"], height: [4, "u32"], solid: [5, "bool"], kind: [6, "u32"] },
  hail_tilemap_paint_disc: { x: [1, "f32"], y: [2, "f32"], radius: [3, "f32"], solid: [4, "bool"], kind: [5, "u32"] },
  hail_tilemap_solid: { kinds: [2, "u32"] },
  hail_tilemap_save: { flags: [1, "u32"], size: [3, "u32"] },
  hail_tilemap_restore: { flags: [1, "u32"], size: [3, "u32"] },
  hail_spriteset_add_stretched: { sprite: [1, "u32"], scaleX: [2, "f32"], scaleY: [3, "f32"] },
  hail_spriteset_describe: { sprite: [1, "u32"] },
  hail_shape_circle: { radius: [1, "f32"] },
  hail_shape_capsule: { x1: [1, "f32"], y1: [2, "f32"], x2: [3, "f32"], y2: [4, "f32"], radius: [5, "f32"] },
  hail_shape_box: { halfWidth: [1, "f32"], halfHeight: [2, "f32"], rounding: [3, "f32"] },
  hail_shape_polygon: { count: [3, "u32"], rounding: [4, "f32"] },
  hail_shape_compound: { count: [2, "u32"] },
  hail_shape_concave: { rounding: [3, "f32"] },
  hail_shape_sprite: { sprite: [2, "u32"] },
  hail_shape_replace_compound: { count: [3, "u32"] },
  hail_shape_of_id: { id: [1, "u32"] },
  hail_layer_configure: { layer: [1, "u32"] },
  hail_layer_describe: { layer: [1, "u32"] },
  hail_reserve: { layer: [1, "u32"], bodies: [2, "u32"], pairs: [3, "u32"] },
  hail_spawn: { layer: [1, "u32"], count: [4, "u32"] },
  hail_despawn: { count: [2, "u32"] },
  hail_set_shape: { count: [2, "u32"] },
  hail_set_layer: { count: [2, "u32"], layer: [3, "u32"] },
  hail_set_enabled: { count: [2, "u32"], enabled: [3, "bool"] },
  hail_layer_columns: { layer: [1, "u32"] },
  hail_layer_borrow: { layer: [1, "u32"], count: [4, "u32"] },
  hail_sectors_set_solid: { count: [2, "u32"], solid: [3, "bool"] },
  hail_sectors_save: { flags: [1, "u32"], size: [3, "u32"] },
  hail_sectors_restore: { flags: [1, "u32"], size: [3, "u32"] },
  hail_layer_changed: { layer: [1, "u32"] },
  hail_query_points: { capacity: [3, "u32"] },
  hail_query_shapes: { capacity: [3, "u32"] },
  hail_query_boxes: { capacity: [3, "u32"] },
  hail_query_rays: { capacity: [3, "u32"] },
  hail_query_casts: { capacity: [3, "u32"] },
  hail_query_nearest: { capacity: [4, "u32"] },
  hail_reflect: { count: [2, "u32"], restitution: [3, "f32"], friction: [4, "f32"] },
  hail_difference_text: { size: [2, "u32"] },
  hail_world_save_size: { flags: [1, "u32"] },
  hail_world_save: { flags: [1, "u32"], size: [3, "u32"] },
  hail_world_restore: { flags: [1, "u32"], size: [3, "u32"] },
};
