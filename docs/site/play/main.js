// main.js - loads Hail and a scene, and plays it.
import { hasSimd, load } from "./hail2d/src/index.js";
import { makeAddress, readAddress } from "./address.js";
import { Camera } from "./camera.js";
import { copyC, copyJavaScript } from "./copy.js";
import { Hud, fromSlider } from "./hud.js";
import { Input } from "./input.js";
import { Paint } from "./paint.js";
import { SCENES } from "./scenes.js";
import { Session, Times } from "./session.js";

const MOST_STEPS = 4; // a frame of the screen
const HUD_EVERY = 8; // frames of the screen
const canvas = document.getElementById("field");
const now = () => performance.now();

/** The two builds, each as a file of its own. */
const wasm = (build) => new URL(`./hail2d/dist/hail-${build}.wasm`, import.meta.url);

async function makeRenderer(wanted) {
  if (wanted !== "canvas") {
    try {
      const [{ Light }, twgl] = await Promise.all([import("./light.js"), import("./vendor/twgl.js")]);
      const light = Light.make(canvas, twgl);
      if (light) return light;
    } catch (error) {
      console.info(`Drawing without WebGL: ${error.message}`);
    }
  }
  return new Paint(canvas);
}

class Play {
  constructor(address) {
    Object.assign(this, {
      address,
      speed: address.speed,
      paused: false,
      held: false,
      builds: {},
      ticks: 0,
      owed: 0,
      heldFor: 0,
    });
    this.cpu = new Times(); // ms of a frame of the screen: steps, and filling the buffers
    this.best = address.lanes === "off" || !hasSimd() ? "plain" : "simd";
    this.count = address.count;
  }

  async build(name) {
    this.builds[name] ??= await load({ wasm: wasm(name) });
    return this.builds[name];
  }

  async open() {
    const [renderer, scene] = await Promise.all([
      makeRenderer(this.address.draw),
      SCENES[this.address.scene].load(),
      this.build(this.best),
    ]);
    this.renderer = renderer;
    this.kind = scene;
    this.camera = new Camera(SCENES[this.address.scene].field);
    this.input = new Input(canvas, (event) => this.place(event));
    this.hud = new Hud(SCENES, this.controls());
    this.begin(this.address.flight);
    addEventListener("keydown", (event) => this.key(event, true));
    addEventListener("keyup", (event) => this.key(event, false));
    addEventListener("blur", () => this.setHeld(false));
    addEventListener("hashchange", () => location.reload());
    this.loadOther();
  }

  /** Once the first frame is there, both builds play, unless the address or the browser wants one. */
  async loadOther() {
    await new Promise((done) => setTimeout(done, 500));
    if (hasSimd() && [null, "both"].includes(this.address.lanes)) this.setLanes("both");
  }

  begin(flight = []) {
    this.held = false;
    this.session?.dispose();
    const settings = { seed: this.address.seed, count: this.count };
    const make = (build) => this.kind.make(this.builds[build], settings);
    const [build, both] = [this.session?.build ?? this.best, this.session?.both ?? false];
    this.session = new Session({ make, build, settings, native: this.kind.native, flight });
    this.session.use(build, both);
    this.owed = 1;
    this.showControls();
  }

  showControls() {
    const { session } = this;
    const lanes = session.both ? "both" : session.build === "simd" ? "on" : "off";
    this.hud.set({
      scene: this.address.scene,
      count: this.count,
      speed: this.speed,
      lanes,
      paused: this.paused,
    });
  }

  // ---- What controls and keys do

  controls() {
    return {
      scene: (name) =>
        (location.hash = makeAddress("", { ...this.address, scene: name, count: SCENES[name].usual, speed: 1 }, [])),
      lanes: (which) => this.setLanes(which),
      count: (t) => this.setCount(fromSlider(t, SCENES[this.address.scene].least, SCENES[this.address.scene].most)),
      speed: (speed) => this.setSpeed(speed),
      pause: () => this.setPaused(!this.paused),
      again: () => this.begin(),
      seed: () => this.newSeed(),
      rewind: (held) => this.setHeld(held),
      copyC: () => this.copy(copyC(this.session.scene), "The scene is copied as C."),
      copyJavaScript: () => this.copy(copyJavaScript(this.session.scene), "The scene is copied as JavaScript."),
      copyLink: () => this.copyLink(),
    };
  }

  async setLanes(which) {
    if (which !== "off" && !hasSimd()) return this.hud.say("This browser has no SIMD in WebAssembly.");
    await Promise.all(
      (which === "both" ? ["simd", "plain"] : [which === "on" ? "simd" : "plain"]).map((name) => this.build(name)),
    );
    if (this.session.rewind.active) this.setHeld(false);
    this.session.use(which === "both" ? this.session.build : which === "on" ? "simd" : "plain", which === "both");
    this.showControls();
  }

  setCount(count) {
    this.count = count;
    this.showControls();
  }

  setSpeed(speed) {
    this.speed = Math.abs(speed - 1) < 0.04 ? 1 : speed;
    this.showControls();
  }

  setPaused(paused) {
    this.paused = paused;
    this.showControls();
  }

  newSeed() {
    this.address.seed = 1 + Math.floor(Math.random() * 999999);
    this.begin();
    this.hud.say(`Seed ${this.address.seed}.`);
  }

  setHeld(held) {
    if (held === this.held) return;
    this.held = held;
    this.heldFor = 0;
    if (held) this.session.startRewind();
    else {
      this.session.stopRewind();
      this.count = this.session.scene.target;
      this.input.rest(); // what was flown is undone
    }
    this.owed = 0;
    this.showControls();
  }

  async copy(text, said) {
    this.copied = text;
    try {
      await navigator.clipboard.writeText(text);
      this.hud.say(said);
    } catch {
      this.hud.say("The browser does not let this page copy.");
    }
  }

  async copyLink() {
    const { session } = this;
    const flown = session.flights || session.changed ? session.inputs.slice(0, session.frame) : [];
    const settings = { ...this.address, count: session.settings.count, speed: Math.round(this.speed * 100) / 100 };
    await this.copy(
      makeAddress(location.href, settings, flown),
      flown.length ? "A link to this flight is copied." : "A link is copied.",
    );
  }

  key(event, down) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.code === "KeyR") return this.setHeld(down);
    if (!down || event.repeat) return;
    const lanes = { both: "on", on: "off", off: "both" };
    const keys = {
      Space: () => this.setPaused(!this.paused),
      KeyN: () => this.newSeed(),
      Enter: () => this.begin(),
      KeyL: () => this.setLanes(lanes[this.session.both ? "both" : this.session.build === "simd" ? "on" : "off"]),
      KeyH: () => document.body.classList.toggle("bare"),
    };
    const isControl = event.target.matches?.("button, input") && (event.code === "Space" || event.code === "Enter");
    if (!keys[event.code] || isControl) return;
    event.preventDefault();
    keys[event.code]();
  }

  // ---- Frames

  place(event) {
    const box = canvas.getBoundingClientRect();
    return this.camera.at(
      ((event.clientX - box.left) * canvas.width) / box.width,
      ((event.clientY - box.top) * canvas.height) / box.height,
    );
  }

  resize() {
    const density = Math.min(devicePixelRatio || 1, 2);
    const [width, height] = [Math.round(canvas.clientWidth * density), Math.round(canvas.clientHeight * density)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  }

  stepOnce() {
    const wish = this.input.wish({ x: this.session.scene.shipX, y: this.session.scene.shipY });
    const planned = wish.auto && this.session.flight.length > this.session.frame;
    this.session.step({ ...wish, count: planned ? undefined : this.count }, now);
    if (planned) this.count = this.session.scene.target;
  }

  /** The steps that are due. */
  advance(seconds) {
    if (this.paused) return;
    this.owed += Math.min(seconds, 0.1) * 60 * this.speed;
    for (let i = 0; i < MOST_STEPS && this.owed >= 1; i++, this.owed--) this.stepOnce();
    if (this.owed >= 1) this.owed %= 1;
  }

  look() {
    if (!this.held) return this.session.look();
    this.heldFor++;
    const rate = this.heldFor < 60 ? 1 : this.heldFor < 180 ? 2 : 3;
    return this.session.goBack(rate);
  }

  frame(time) {
    const seconds = (time - (this.last ?? time)) / 1000;
    this.last = time;
    this.resize();
    const start = now();
    if (!this.held) this.advance(seconds);
    const look = this.look();
    const at = look.ship ?? look.tool;
    this.camera.follow(canvas.width, canvas.height, at.x, at.y);
    this.renderer.draw(look, this.camera, { ahead: this.held ? 0 : this.owed / 60, flashes: this.session.flashes });
    this.cpu.add(now() - start);
    if (this.shownFrame === undefined) performance.mark("first frame");
    this.shownFrame = look.frame;
    if (this.ticks++ % HUD_EVERY === 0) this.showFigures(look);
  }

  showFigures(look) {
    const { session, hud } = this;
    const { rewind } = session;
    const drawn = this.renderer.name === "WebGL" ? "" : " · plain canvas";
    hud.figures([
      this.held ? `back to frame ${look.frame}` : this.kind.figures(session.scene, look.points.count),
      `frame ${look.frame} · seed ${session.settings.seed} · ${this.cpu.mean.toFixed(1)} ms a frame${drawn}`,
    ]);
    hud.times(session.times);
    if (!rewind.active) hud.hashes(session.mark, { native: session.usual, other: session.other });
    hud.past({ first: rewind.first, shown: look.frame, last: Math.max(session.inputs.length, 1) }, this.held);
  }

  run() {
    const tick = (time) => {
      this.frame(time);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }
}

try {
  const play = new Play(readAddress(location.hash, SCENES));
  await play.open();
  play.run();
  globalThis.play = play; // for tests, and for the browser's console
} catch (error) {
  document.getElementById("line1").textContent = `The page cannot run here: ${error.message}`;
  throw error;
}
