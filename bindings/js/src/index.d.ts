// src/index.d.ts - the types of hail2d. Units: pixels, seconds, radians; y points down.
/// <reference lib="esnext.disposable" />

/** A body, until it is freed: an exact number. 0 is no body. */
export type Handle = number;
/** One number for all, or an array with one for each. */
export type Values = number | ArrayLike<number>;
export type UserValues = Values | ArrayLike<bigint> | bigint;
export type Points = ArrayLike<number> | ReadonlyArray<readonly [number, number]>;

export type Status =
  | "HAIL_BAD_ARGUMENT" | "HAIL_NOT_FINITE" | "HAIL_OUT_OF_RANGE" | "HAIL_TOO_FEW_VERTICES" | "HAIL_TOO_MANY_VERTICES"
  | "HAIL_DEGENERATE" | "HAIL_CONCAVE" | "HAIL_TOO_LARGE" | "HAIL_UNKNOWN_SHAPE" | "HAIL_STALE_HANDLE" | "HAIL_NO_COLUMN"
  | "HAIL_UNSUPPORTED_PAIR" | "HAIL_FULL" | "HAIL_NO_MEMORY" | "HAIL_BUSY" | "HAIL_UNKNOWN_VARIANT" | "HAIL_CROSSING"
  | "HAIL_UNCLOSED" | "HAIL_IN_USE" | "HAIL_NOT_PREPARED";

/** A call that Hail refused. `message` is Hail's sentence; the world is as before. */
export class HailError extends Error {
  readonly status: Status;
  readonly code: number;
  /** The argument, such as "columns->x", and its first bad element. */
  readonly field?: string;
  readonly element?: number;
  /** The number that was refused, and what it may be. */
  readonly value?: number;
  readonly min?: number;
  readonly max?: number;
}

// ---- Shapes

export interface Circle { type: "circle"; radius: number }
export interface Box { type: "box"; halfWidth: number; halfHeight: number; rounding?: number }
export interface Capsule { type: "capsule"; x1: number; y1: number; x2: number; y2: number; radius: number }
export interface Polygon { type: "polygon"; points: Points; rounding?: number }
export type Convex = Circle | Box | Capsule | Polygon;
export interface Compound { type: "compound"; parts: Convex[] }
export interface ConcaveOptions { rounding?: number; maxVertices?: number; repair?: boolean }
export interface Concave extends ConcaveOptions { type: "concave"; loops: Points | ReadonlyArray<Points> }

export function circle(radius: number): Circle;
export function box(halfWidth: number, halfHeight: number, rounding?: number): Box;
export function capsule(x1: number, y1: number, x2: number, y2: number, radius: number): Capsule;
/** 3 to 8 vertices: [x, y, x, y, ...] or [[x, y], ...]. */
export function polygon(points: Points, rounding?: number): Polygon;
export function compound(parts: Convex[]): Compound;
/** One loop of points or several, with holes; split into convex parts. */
export function concave(loops: Points | ReadonlyArray<Points>, options?: ConcaveOptions): Concave;

/** A shape of a world. */
export interface Shape {
  readonly id: number;
  readonly tag: number;
  readonly world: World;
  /** Every body that has this shape has the new one from the next step on. */
  replace(description: Convex | Compound): void;
  /** Removes the shape, if no body has it. */
  destroy(): void;
}

// ---- What is found

/** A struct of Hail's, read where it lies. Loops move one such object from struct to struct; copy() keeps one. */
export type Entry<T> = Readonly<T> & { copy(): T; readonly index: number };

export interface List<T> extends Iterable<Entry<T>> {
  readonly length: number;
  /** Number i, copied; negative: from the end. */
  at(i: number): T | undefined;
  toArray(): T[];
  /** The structs as they lie in memory, without a copy: `stride` words each. */
  words(type: "u8"): Uint8Array;
  words(type: "u32"): Uint32Array;
  words(type?: "f32"): Float32Array;
  readonly stride: number;
}

export interface Contact {
  a: Handle;
  b: Handle;
  /** constants.CONTACT_BODY, _TILE, _WALL or _GRAZE */
  kind: number;
  /** How many points. */
  count: number;
  layerA: number;
  layerB: number;
  featureA: number;
  featureB: number;
  partA: number;
  partB: number;
  /** Swept: when they touch, as a fraction of the step. */
  t: number;
  /** Unit vector from a to b. */
  normalX: number;
  normalY: number;
  x: number;
  x2: number;
  y: number;
  y2: number;
  /** px that the surfaces overlap. */
  depth: number;
  depth2: number;
  slotA: number;
  slotB: number;
  /** The user values of both bodies when the step found the contact. */
  userA: number;
  userB: number;
}

export interface Contacts extends List<Contact> {
  users(): { a: Float64Array; b: Float64Array };
}

export interface PairEvent {
  a: Handle;
  b: Handle;
  userA: number;
  userB: number;
  kind: number;
  layerA: number;
  layerB: number;
  featureB: number;
  contact: Contact | null;
}

/** reason: constants.REMOVED_BOUNDS, _LIFE, _DESPAWN, _SPENT, or-ed together. */
export interface Removal { handle: Handle; user: number; layer: number; reason: number }

export interface StepStats {
  step: number; moved: number; killed: number; expired: number; despawned: number; spent: number; quarantined: number;
  pairs: number; contacts: number; unkept: number; windows: number; begins: number; stays: number; ends: number;
  cutContacts: number; cutEvents: number; droppedPairs: number; forgotten: number; passes: number; idleRules: number;
  allocations: number;
}

export interface Match { body: Handle; user: number; part: number; kind: number; layer: number }
export interface Hit extends Match {
  feature: number; inside: number; t: number; distance: number; x: number; y: number; normalX: number; normalY: number;
}

/** What questions found, up to `capacity` results each; `length` counts them all. In `words` each question has room for
 * `capacity`; the kind of those that there are not is 0. Gone when the world is asked again. */
export interface Answers<T> extends List<T & { query: number }> {
  readonly queries: number;
  readonly capacity: number;
  /** How many each question found in all. */
  readonly counts: Uint32Array;
  /** How many results of question i there are. */
  found(i: number): number;
  of(i: number): Iterable<Entry<T>>;
  /** The first result of a question, copied. */
  first(i?: number): T | undefined;
}

// ---- Worlds

export interface WorldOptions {
  minX?: number; minY?: number; maxX?: number; maxY?: number;
  cell?: number; maxBodies?: number; window?: number; pairBudget?: number; keptContacts?: number; maxTouching?: number;
  maxRemembered?: number;
}

export type ColumnName = "rotation" | "scale" | "group" | "user" | "life" | "displacement" | "mask" | "pierce";
export interface LayerOptions {
  columns?: ColumnName[] | number;
  bounds?: "open" | "kill" | "wrap" | number;
  callerMoved?: boolean; isStatic?: boolean; borrowed?: number; generations?: boolean;
}

export interface SpawnColumns {
  x: Values; y: Values; vx?: Values; vy?: Values; shape: Shape | Shape[]; angle?: Values; scale?: Values; group?: Values;
  category?: Values; mask?: Values; user?: UserValues; life?: Values; pierce?: Values;
}

/** Typed arrays over Hail's memory, as they are now; those that the layer does not have are undefined. */
export interface Columns {
  readonly x: Float32Array; readonly y: Float32Array; readonly vx: Float32Array; readonly vy: Float32Array;
  readonly cos?: Float32Array; readonly sin?: Float32Array; readonly scale?: Float32Array; readonly life?: Float32Array;
  readonly dx?: Float32Array; readonly dy?: Float32Array; readonly group?: Uint32Array; readonly category?: Uint32Array;
  readonly mask?: Uint32Array; readonly pierce?: Uint32Array; readonly user?: BigUint64Array; readonly shape: Uint32Array;
}

export interface BorrowedColumns {
  shape: Shape | Shape[]; x: Values; y: Values; cos?: Values; sin?: Values; scale?: Values; dx?: Values; dy?: Values;
  group?: Values; category?: Values; mask?: Values; user?: UserValues; generation?: Values;
}

export interface Layer {
  readonly number: number;
  readonly world: World;
  readonly columns: Columns;
  readonly handles: Float64Array;
  readonly count: number;
  /** Columns hold the active bodies, then the disabled ones, then those in quarantine. */
  readonly active: number;
  readonly disabled: number;
  readonly quarantined: number;
  configure(options: LayerOptions): Layer;
  spawn(columns: SpawnColumns & { x: number; y: number; shape: Shape }): Handle;
  spawn(columns: SpawnColumns, count?: number): Float64Array;
  /** Reads the bodies of a borrowed layer from arrays: all that it has from now on. Returns the slot of the first. */
  borrow(columns: BorrowedColumns, count?: number): number;
  reserve(bodies: number, pairs?: number): void;
  /** Tells queries that x, y or scale were written through columns. */
  changed(): void;
}

export interface Rule {
  a: Layer | number;
  /** Default: a itself. */
  b?: Layer | number | "tiles" | "walls";
  /** Default: "manifold". */
  mode?: "ignore" | "pairs" | "manifold" | "swept" | "earliest" | number;
  order?: "ordered" | "unordered" | number;
  cooldown?: number | "once" | "until apart";
  events?: boolean; maxContacts?: number; maxEvents?: number; graze?: number; grazeOnce?: boolean; kinds?: number;
  stop?: boolean; centreOnly?: boolean; wholeTiles?: boolean; smooth?: number;
}

export interface Filter {
  layers?: Layer | number | ReadonlyArray<Layer | number> | bigint;
  find?: "bodies" | "tiles" | "walls" | ReadonlyArray<"bodies" | "tiles" | "walls"> | number;
  tileKinds?: number; wallKinds?: number; wholeTiles?: boolean; group?: number; category?: number; mask?: number;
  except?: Handle; order?: "ordered" | "unordered" | number;
}
/** capacity: results a question; default 16 of points, boxes and shapes, 1 of others. */
export interface Ask extends Filter { capacity?: number }
export type Rays = { x: Values; y: Values } & ({ dx: Values; dy: Values } | { toX: Values; toY: Values });
export interface Places<S = Shape | Convex> {
  shape: S | S[]; x: Values; y: Values; cos?: Values; sin?: Values; scale?: Values;
}
export interface Moving<S = Shape | Convex> extends Places<S> { dx?: Values; dy?: Values }

export interface Owned {
  readonly disposed: boolean;
  /** Frees its memory; every later use throws. */
  dispose(): void;
  [Symbol.dispose](): void;
}

export interface BodyWrites {
  x?: Values; y?: Values; vx?: Values; vy?: Values; angle?: Values; scale?: Values; life?: Values; pierce?: Values;
  user?: UserValues;
}
export interface BodyValues {
  x: Float32Array; y: Float32Array; vx: Float32Array; vy: Float32Array; layer: Uint32Array; index: Uint32Array;
  user: BigUint64Array;
}
export type Handles = Handle | ArrayLike<Handle>;

export interface World extends Owned {
  layer(number: number, options?: LayerOptions): Layer;
  shape(description: Convex | Compound | Concave): Shape;
  /** The shape with this `id`. */
  shapeOf(id: number): Shape;
  /** Each of these adds a shape: make one for all bodies that have it, not one for each. */
  circle(radius: number): Shape;
  box(halfWidth: number, halfHeight: number, rounding?: number): Shape;
  capsule(x1: number, y1: number, x2: number, y2: number, radius: number): Shape;
  polygon(points: Points, rounding?: number): Shape;
  compound(parts: Convex[]): Shape;
  concave(loops: Points | ReadonlyArray<Points>, options?: ConcaveOptions): Shape;
  rule(rule: Rule): void;
  /** A sprite's opaque pixels as a shape. */
  sprite(set: SpriteSet, number: number): Shape;
  tiles: TileMap | null;
  walls: SectorMap | null;
  /** Moves the bodies, and returns all contacts, until the next step. */
  step(dt: number): Contacts;
  readonly contacts: Contacts;
  readonly begins: List<PairEvent>;
  readonly stays: List<PairEvent>;
  readonly ends: List<PairEvent>;
  readonly removals: List<Removal>;
  readonly stats: StepStats;
  /** Saves the state to bytes: to `into` if it has room, which then may be longer than the image, else to a new array.
   * Trusted images are faster and only for this process: they are restored without a look at what is in them. With
   * `shapes` the image holds the shapes, too; not those of sprites. */
  save(options?: { trusted?: boolean; shapes?: boolean; into?: Uint8Array }): Uint8Array;
  /** Makes the state that of an image: of this world at another time, or of another world with the same shapes. With
   * `shapes` the world gets those of the image, with their numbers: `shapeOf`. Its maps have to be as they were then:
   * restore them first, or say `anyMaps`. */
  restore(image: Uint8Array, options?: { trusted?: boolean; shapes?: boolean; anyMaps?: boolean }): void;
  /** 64 bits: equal states have equal hashes, in every browser and natively. */
  hash(): bigint;
  /** The first difference to another world's state, as a sentence; null if they are equal. */
  diff(other: World): string | null;
  reflect(contacts: Contacts, options?: { restitution?: number; friction?: number }): void;
  contactUsers(contacts?: Contacts): { a: Float64Array; b: Float64Array };
  /** Returns how many handles named no living body: these are skipped or, if strict, an error. */
  despawn(handles: Handles, options?: { strict?: boolean }): number;
  setShape(handles: Handles, shape: Shape): void;
  setLayer(handles: Handles, layer: Layer | number): void;
  setEnabled(handles: Handles, enabled: boolean): void;
  alive(handle: Handle): boolean;
  read(handles: Handles): BodyValues;
  /** Returns how many handles named no living body: these are skipped or, if strict, an error. */
  write(handles: Handles, columns: BodyWrites, options?: { strict?: boolean }): number;
  readonly count: number;
  readonly memory: { state: number; scratch: number };
  points(points: { x: Values; y: Values }, options?: Ask): Answers<Match>;
  boxes(boxes: { minX: Values; minY: Values; maxX: Values; maxY: Values }, options?: Ask): Answers<Match>;
  overlaps(shapes: Places, options?: Ask): Answers<Match>;
  rays(rays: Rays, options?: Ask): Answers<Hit>;
  casts(shapes: Moving, options?: Ask): Answers<Hit>;
  nearest(points: { x: Values; y: Values }, options?: Ask & { radius?: Values; distanceTo?: "surface" | "centre" }): Answers<Hit>;
  /** 1 where the two ends of a ray see each other. */
  sight(rays: Rays, filter?: Filter): Uint8Array;
}

// ---- Tiles

export interface TileSet extends Owned {
  readonly width: number;
  readonly height: number;
  addImage(rgba: ArrayLike<number>, options?: { pitch?: number; threshold?: number; kind?: number }): number;
  /** Rows: texts in which '#' is solid, or numbers whose bit x is pixel x. */
  addRows(rows: Iterable<string | number | bigint>, options?: { kind?: number }): number;
  addFull(options?: { kind?: number }): number;
  oneWay(kinds: number, side?: "both" | "left" | "top" | "right" | "bottom"): void;
}

export interface MapOptions {
  columns: number; rows: number; x?: number; y?: number; outsideSolid?: boolean; outsideKind?: number;
}
export interface RayHit {
  x: number; y: number; distance: number; normalX: number; normalY: number; pixelX: number; pixelY: number; column: number;
  row: number; cell: number; tile: number; hit: number; startedInside: number; kind: number; outside: number;
}
/** flags: constants.ON_FLOOR, STANDS, ... */
export interface Slide {
  dx: number; dy: number; flags: number; count: number;
  normalX: number; normalX2: number; normalX3: number; normalX4: number;
  normalY: number; normalY2: number; normalY3: number; normalY4: number;
  cell: number; cell2: number; cell3: number; cell4: number;
}
export interface SlideOptions {
  upX?: number; upY?: number; floorCosine?: number; stepHeight?: number; skin?: number; snap?: number; bounces?: number;
}

export interface TileMap extends Owned {
  set(column: number, row: number, columns: number, rows: number, tiles: ArrayLike<number>): void;
  fill(column: number, row: number, columns: number, rows: number, tile: number): void;
  paint(x: number, y: number, width: number, height: number, solid: boolean, kind?: number): void;
  paintDisc(x: number, y: number, radius: number, solid: boolean, kind?: number): void;
  readonly size: {
    columns: number; rows: number; tileWidth: number; tileHeight: number; x: number; y: number; ownMasks: number; bytes: number;
  };
  solid(points: { x: Values; y: Values }, options?: { kinds?: number }): Uint8Array;
  march(
    rays: Rays & { length?: Values },
    options?: { kinds?: number; walk?: "pixels" | "bresenham"; smooth?: number },
  ): List<RayHit>;
  slide(
    movers: Moving<Convex> & { through?: Values },
    options?: SlideOptions & { kinds?: number; wholeTiles?: boolean },
  ): List<Slide>;
  sweep(movers: Moving<Convex> & { through?: Values }, options?: { kinds?: number; wholeTiles?: boolean }): Contacts;
  /** As a world's: the map's state as bytes, back to it, and its hash, which takes no time. */
  save(options?: { trusted?: boolean; into?: Uint8Array }): Uint8Array;
  restore(image: Uint8Array, options?: { trusted?: boolean }): void;
  hash(): bigint;
}

// ---- Sprites and sectors

export interface ImageOptions { originX?: number; originY?: number; threshold?: number }
export type RgbaImage = ImageOptions & { width: number; height: number } & (
  { rgba: ArrayLike<number> } | { data: ArrayLike<number> });
export interface SpriteInfo {
  width: number; height: number; originX: number; originY: number; opaque: number; left: number; top: number; right: number;
  bottom: number; centreX: number; centreY: number; radius: number; hull: number;
}

export interface SpriteSet extends Owned {
  /** From an image's alpha: an ImageData will do. Returns the sprite's number. */
  addImage(image: RgbaImage): number;
  addRows(rows: Iterable<string>, options?: ImageOptions & { width?: number }): number;
  addRows(rows: Iterable<number | bigint>, options: ImageOptions & { width: number }): number;
  /** A stretched or, by negative numbers, mirrored copy. */
  addStretched(sprite: number, scaleX: number, scaleY?: number): number;
  describe(sprite: number): SpriteInfo;
}

/** A wall from vertex a to vertex b; a side that is left out has no sector. */
export interface Wall { a: number; b: number; right?: number; left?: number; kind?: number; solid?: boolean }
export interface SectorMapData {
  x: ArrayLike<number>; y: ArrayLike<number>; walls: Wall[]; sectors: number;
  minX?: number; minY?: number; maxX?: number; maxY?: number; cell?: number; tolerant?: boolean;
}
export interface SectorMove {
  x: number; y: number; normalX: number; normalY: number; wall: number; sector: number; entered: number; flags: number;
}
export interface NearestPoint { x: number; y: number; squared: number; edge: number }

/** A mover's centre goes from one sector to another. */
export interface Crossing { mover: number; wall: number; from: number; to: number }

export interface SectorMap extends Owned {
  setSolid(walls: number | ArrayLike<number>, solid: boolean): void;
  change(edit: { vertex?: number[]; x?: number[]; y?: number[]; wall?: number[]; to?: Wall[] }): void;
  /** The sector of each point; constants.NO_SECTOR: none. */
  find(points: { x: Values; y: Values }): Uint32Array;
  nearest(
    points: { x: Values; y: Values },
    filter?: { portals?: boolean; kinds?: number; reach?: number },
  ): List<NearestPoint>;
  move(
    movers: { x: Values; y: Values; dx: Values; dy: Values; radius?: Values; sector?: Values },
    options?: { stop?: boolean; bounces?: number; kinds?: number },
  ): List<SectorMove> & { readonly crossings: List<Crossing> };
  /** Moves discs that are too near to a solid wall to the nearest place where they are not. */
  depenetrate(movers: { x: Values; y: Values; radius?: Values }, options?: { kinds?: number }): List<SectorMove>;
  /** As a world's: the map's state as bytes, back to it, and its hash, which takes no time. */
  save(options?: { trusted?: boolean; into?: Uint8Array }): Uint8Array;
  restore(image: Uint8Array, options?: { trusted?: boolean }): void;
  hash(): bigint;
}

// ---- Pairs without a world

export interface Gap {
  /** px between the surfaces; negative: how deep they overlap. */
  distance: number;
  ax: number; ay: number; bx: number; by: number; normalX: number; normalY: number; featureA: number; featureB: number;
}
export interface Prediction {
  mtvX: number; mtvY: number; slideX: number; slideY: number; axisX: number; axisY: number; overlap: number;
  intersect: number; willIntersect: number; feature: number; ofB: number;
}
/** Pair i is element i of both sides, or these elements. */
export interface PairOptions { indexA?: ArrayLike<number>; indexB?: ArrayLike<number> }

/** Many pairs in one call: numbers stand for all pairs, arrays have one for each. */
export interface Pairs {
  /** 1 where a pair touches. */
  touch(a: Places<Convex>, b: Places<Convex>, options?: PairOptions): Uint8Array;
  /** A contact for each pair, whose count is 0 if they do not touch; slotA and slotB are elements of the sides. */
  collide(a: Places<Convex>, b: Places<Convex>, options?: PairOptions): Contacts;
  /** When pairs that move along dx, dy first touch. */
  sweep(a: Moving<Convex>, b: Moving<Convex>, options?: PairOptions): Contacts;
  distance(a: Places<Convex>, b: Places<Convex>, options?: PairOptions): List<Gap>;
  /** The separating-axis test of polygons that move. */
  predict(a: Moving<Convex>, b: Moving<Convex>, options?: PairOptions): List<Prediction>;
}

// ---- An index of things that move

export interface Found {
  /** The items that each question found, those of the first question first. */
  readonly ids: Uint32Array;
  /** Question i found those from start[i] up to start[i + 1]. */
  readonly start: Uint32Array;
  of(i: number): Uint32Array;
}
export interface FoundAt extends Found {
  /** How far away each is, in px. */
  readonly distances: Float32Array;
}
type Ids = { id?: Values };

/** Boxes, circles and points that move, by ids: whole numbers from 0 on. Without `id` they are 0, 1, 2, ... */
export interface MovingIndex extends Owned {
  /** How many items there are. */
  readonly length: number;
  has(id: number): boolean;
  /** Adds items; those that there are become such boxes. */
  boxes(boxes: Ids & { minX: Values; minY: Values; maxX: Values; maxY: Values }): void;
  circles(circles: Ids & { x: Values; y: Values; radius: Values }): void;
  points(points: Ids & { x: Values; y: Values }): void;
  /** Moves the centres of items: the fastest way to change many. */
  move(places: Ids & { x: Values; y: Values }): void;
  remove(ids: Values): void;
  /** What boxes overlap or touch. */
  search(
    boxes: { minX: Values; minY: Values; maxX: Values; maxY: Values },
    options?: { order?: "ordered" | "unordered" },
  ): Found;
  /** What is at points. */
  at(points: { x: Values; y: Values }, options?: { order?: "ordered" | "unordered" }): Found;
  /** The nearest items, nearest first: at most `count` (1), none further away than `radius`. */
  nearest(points: { x: Values; y: Values }, options?: { count?: number; radius?: number }): FoundAt;
  /** The first `count` (1) items on rays. */
  rays(rays: Rays, options?: { count?: number }): FoundAt;
  /** All pairs of items that overlap or touch: [a, b, a, b, ...]. */
  pairs(): Uint32Array;
}

// ---- Loading

export interface Hail {
  readonly World: new (options?: WorldOptions) => World;
  readonly TileSet: new (width: number, height?: number) => TileSet;
  readonly TileMap: new (set: TileSet, options: MapOptions) => TileMap;
  readonly SpriteSet: new () => SpriteSet;
  readonly SectorMap: new (data: SectorMapData) => SectorMap;
  readonly MovingIndex: new (options?: WorldOptions) => MovingIndex;
  readonly pairs: Pairs;
  /** Steps many worlds, each once, as World.step would; they share the memory that steps work in. */
  readonly stepMany: (worlds: readonly World[], dt: number) => void;
  readonly build: "simd" | "plain" | "given";
  readonly memory: WebAssembly.Memory;
}

export interface LoadOptions {
  /** Which of the inlined builds; default: the one that runs here. */
  build?: "simd" | "plain";
  /** Instead: a module, its bytes, a response, or an address to fetch. */
  wasm?: WebAssembly.Module | BufferSource | Response | URL | string;
}

/** Loads Hail; without options only once. Every instance has its own memory. */
export function load(options?: LoadOptions): Promise<Hail>;
/** Whether WebAssembly has SIMD here. */
export function hasSimd(): boolean;
/** The slot of a handle: a small number that no two living bodies of a world share. */
export function slotOf(handle: Handle): number;
export function generationOf(handle: Handle): number;
/** The most bodies of a world in JavaScript: 2^22. */
export const MAX_BODIES: number;
export const version: string;
/** Hail's constants, without their HAIL_. */
export const constants: Readonly<Record<string, number>>;
