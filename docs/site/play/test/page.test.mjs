// test/page.test.mjs - the page in Chromium: it plays, and finds what the native library found; it goes back in time,
// repeats flights, runs without SIMD and without WebGL, and gives its scene away as programs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { after } from "node:test";
import { closeAll, withPage } from "./browser.mjs";

const { HAIL_PAGE: folder, HAIL_PACKAGE: hail2d, HAIL_COMPILE: compile, HAIL_SHOTS: shots } = process.env;
const native = JSON.parse(readFileSync(join(folder, "native.json"), "utf8"));
const nativeAt = (frame) => native.marks.find((mark) => mark.frame === frame);

after(closeAll);

const shownFrame = (page, least) => page.waitForFunction((frame) => play.shownFrame >= frame, least, { timeout: 120000 });
const shoot = (page, name) => page.screenshot({ path: join(shots, `${name}.png`) });

/** Plays on to a frame without drawing, as fast as it goes, and tells what there is then. Nobody flies. */
const stepTo = (page, frame) =>
  page.evaluate((end) => {
    play.setPaused(true);
    while (play.session.frame < end) play.session.step({ auto: true, count: play.count }, () => performance.now());
    const { scene, mark, frame: reached } = play.session;
    const { contacts, hits, grazes } = scene.tally;
    return { frame: reached, bullets: scene.bullets.count, contacts, hits, grazes, hash: scene.hash(), mark };
  }, frame);

const plain = ({ frame, bullets, contacts, hits, grazes, hash }) => ({ frame, bullets, contacts, hits, grazes, hash });

test("it loads, plays 300 frames by itself, and finds what the native library found, on both builds", { timeout: 300000 }, () =>
  withPage(async (page, requests) => {
    const first = await page.evaluate(() => {
      const at = performance.getEntriesByName("first frame")[0].startTime;
      const arrived = performance.getEntriesByType("resource").map((each) => each.responseEnd).filter((end) => end <= at);
      return at - Math.max(...arrived);
    });
    console.log(`first frame ${first.toFixed(0)} ms after the files arrived`);
    assert.ok(first < 5000);
    await page.evaluate(() => play.setLanes("both"));
    await shownFrame(page, 300);
    const found = await stepTo(page, 600);
    assert.deepEqual(plain(found), nativeAt(600));
    assert.deepEqual([found.mark.native, found.mark.other, found.mark.equal], [found.hash, found.hash, true]);
    assert.equal(await page.evaluate(() => play.renderer.name), "WebGL");
    assert.ok(requests.some((path) => path.endsWith("hail-plain.wasm")));
    await page.evaluate(() => play.setPaused(false));
    await shownFrame(page, 603);
    await shoot(page, "barrage");
    const text = await page.textContent("#controls");
    assert.match(text, new RegExp(nativeAt(600).hash));
  }, { options: { viewport: { width: 1280, height: 720 } } }));

/** CPU time of the page's scripts, in ms: steps, what they are made of, and filling the GPU's buffers. */
async function scriptTime(tools) {
  const { metrics } = await tools.send("Performance.getMetrics");
  return 1000 * metrics.find(({ name }) => name === "ScriptDuration").value;
}

test("a frame of 50,000 bullets, steps and buffers, takes less CPU time than a 60th of a second", { timeout: 300000 }, () =>
  withPage(async (page) => {
    await stepTo(page, 700);
    const tools = await page.context().newCDPSession(page);
    await tools.send("Performance.enable", { timeDomain: "threadTicks" });
    const measure = async (frames) => {
      const from = await page.evaluate(() => [play.session.frame, play.ticks]);
      const before = await scriptTime(tools);
      await shownFrame(page, from[0] + frames);
      const to = await page.evaluate(() => [play.session.frame, play.ticks]);
      return { ms: (await scriptTime(tools)) - before, steps: to[0] - from[0], ticks: to[1] - from[1] };
    };
    await page.evaluate(() => {
      Object.assign(play, { speed: 1 });
      play.advance = () => play.stepOnce(); // one step a frame, however long the drawing takes
      play.setPaused(false);
    });
    await measure(20);
    const { ms, steps, ticks } = await measure(60);
    const count = await page.evaluate(() => play.session.scene.bullets.count);
    console.log(`${(ms / ticks).toFixed(2)} ms of CPU time a frame, ${steps} steps in ${ticks} frames, ${count} bullets`);
    assert.ok(count > 49000);
    assert.ok(ms / ticks < 1000 / 60, `${ms / ticks} ms`);
  }, { hash: "#lanes=on" }));

test("what was flown is undone by holding the key to rewind, and then all goes as before", { timeout: 300000 }, () =>
  withPage(async (page) => {
    await stepTo(page, 260);
    await page.evaluate(() => play.setPaused(false));
    await page.keyboard.down("ArrowLeft");
    await shownFrame(page, 340);
    await page.keyboard.up("ArrowLeft");
    assert.ok(await page.evaluate(() => play.session.flights > 20 && !play.session.usual));
    await page.keyboard.down("r");
    await page.waitForFunction(() => play.shownFrame < 200, null, { timeout: 120000 });
    await shoot(page, "rewinding");
    await page.keyboard.up("r");
    const { frame, usual, bytes } = await page.evaluate(() => ({
      frame: play.session.frame, usual: play.session.usual, bytes: play.session.rewind.bytes,
    }));
    assert.ok(frame < 260 && frame > 100, `frame ${frame}`);
    assert.ok(usual);
    assert.ok(bytes < 150e6, `${bytes} bytes`);
    assert.deepEqual(plain(await stepTo(page, 420)), nativeAt(420));
  }));

test("keys and looks stay below 150 MB, at the most bullets", { timeout: 300000 }, () =>
  withPage(async (page) => {
    const [most, spread, count] = await page.evaluate(() => {
      play.setPaused(true);
      let bytes = 0;
      while (play.session.frame < 1300) {
        play.session.step({ auto: true, count: 100000 });
        bytes = Math.max(bytes, play.session.rewind.bytes);
      }
      return [bytes, play.session.frame - play.session.rewind.first, play.session.scene.bullets.count];
    });
    console.log(`${(most / 1e6).toFixed(0)} MB for ${spread} frames of ${count} bullets`);
    assert.ok(most <= 150e6, `${most} bytes`);
    assert.ok(count > 90000);
    assert.ok(spread >= 120, `only ${spread} frames back`);
  }, { hash: "#seed=3&count=100000" }));

test("a link repeats a flight, to the same hash", { timeout: 300000 }, async () => {
  let link, wanted;
  const hashAt = (page) => stepTo(page, 400).then(({ hash }) => hash);
  await withPage(async (page) => {
    await page.mouse.move(100, 100);
    await page.mouse.down();
    await shownFrame(page, 90);
    await page.mouse.move(500, 200, { steps: 5 });
    await shownFrame(page, 150);
    await page.mouse.up();
    assert.ok(await page.evaluate(() => play.session.flights > 50));
    wanted = await hashAt(page);
    link = await page.evaluate(() => play.copyLink().then(() => play.copied));
  }, { hash: "#seed=7&count=20000" });
  assert.match(link, /#scene=barrage&seed=7&count=20000&flight=/);
  await withPage(async (page) => {
    await shownFrame(page, 100);
    assert.equal(await hashAt(page), wanted);
    assert.ok(await page.evaluate(() => play.session.flights > 50));
  }, { hash: link.slice(link.indexOf("#")) });
});

test("without SIMD it loads the other build alone, and finds the same", { timeout: 300000 }, () =>
  withPage(async (page, requests) => {
    await shownFrame(page, 60);
    assert.deepEqual(plain(await stepTo(page, 300)), nativeAt(300));
    await page.evaluate(() => play.setLanes("on"));
    assert.match(await page.textContent("#said"), /no SIMD/);
    const modules = requests.filter((path) => path.endsWith(".wasm"));
    assert.deepEqual(modules, ["hail2d/dist/hail-plain.wasm"]);
  }, { flags: "--no-enable-ssse3 --no-enable-sse4-1" }));

test("lanes are switched in flight: the state goes over", { timeout: 300000 }, () =>
  withPage(async (page) => {
    await stepTo(page, 60);
    for (const which of ["off", "both", "on", "off"]) {
      const [before, after, equal] = await page.evaluate(async (lanes) => {
        const { session } = play;
        for (let i = 0; i < 60; i++) session.step({ auto: false, x: 8, y: -5, count: play.count });
        const hash = session.scene.hash();
        await play.setLanes(lanes);
        return [hash, session.scene.hash(), !session.both || session.scenes[session.other].hash() === hash];
      }, which);
      assert.equal(after, before);
      assert.ok(equal);
    }
  }, { hash: "#seed=2&count=10000&lanes=on" }));

test("rewinding into a flight, again and again, gives each frame's state back", { timeout: 300000 }, () =>
  withPage(async (page) => {
    const wrong = await page.evaluate(() => {
      play.setPaused(true);
      const { session } = play;
      const hashes = [];
      const fly = (end, x, y) => {
        while (session.frame < end) {
          session.step({ auto: false, x, y, count: play.count });
          hashes[session.frame] = session.scene.hash();
        }
      };
      const backTo = (frame) => {
        session.startRewind();
        for (let tries = 0; session.rewind.shown > frame && tries < 1000; tries++) session.goBack(1);
        session.stopRewind();
        return [session.frame, session.scene.hash() === hashes[frame]];
      };
      const seen = [];
      fly(200, 8, -8);
      seen.push(backTo(150));
      fly(260, -8, -3);
      seen.push(backTo(100));
      fly(190, 0, -8);
      seen.push(backTo(130), backTo(70));
      return seen;
    });
    assert.deepEqual(wrong, [[150, true], [100, true], [130, true], [70, true]]);
  }, { hash: "#seed=4&count=20000&lanes=on" }));

test("it digs, and both builds find the same", { timeout: 300000 }, () =>
  withPage(async (page) => {
    await page.evaluate(() => play.setLanes("both"));
    const found = await page.evaluate(() => {
      play.setPaused(true);
      while (play.session.frame < 180) play.session.step({ auto: true });
      return { mark: play.session.mark, sparks: play.session.scene.sparks.count, contacts: play.session.scene.tally.contacts };
    });
    assert.equal(found.mark.frame, 180);
    assert.equal(found.mark.other, found.mark.mine);
    assert.ok(found.sparks > 15000 && found.contacts > 1000, JSON.stringify(found));
    await page.evaluate(() => play.setPaused(false));
    await shownFrame(page, 186);
    await shoot(page, "dig");
    assert.equal(await page.isVisible("#rewind"), false);
  }, { hash: "#scene=dig&count=30000", options: { viewport: { width: 1280, height: 720 } } }));

test("without WebGL it draws the same on a plain canvas", { timeout: 300000 }, async () => {
  const lit = {};
  for (const draw of ["", "canvas"])
    await withPage(async (page) => {
      await stepTo(page, 300);
      await page.evaluate(() => { document.body.classList.add("bare"); });
      await page.waitForTimeout(500);
      lit[await page.evaluate(() => play.renderer.name)] = await litPixels(page);
      if (draw) await shoot(page, "canvas");
    }, { hash: draw && `#draw=${draw}` });
  console.log(`lit: ${JSON.stringify(lit)}`);
  assert.ok(lit.WebGL > 0.01 && lit.canvas > 0.01);
  assert.ok(lit.canvas / lit.WebGL > 0.5 && lit.canvas / lit.WebGL < 2);
});

test("on a phone a finger flies the ship, and the controls fold away", { timeout: 300000 }, () =>
  withPage(async (page) => {
    assert.equal(await page.isVisible("#controls"), false);
    const before = await page.evaluate(() => play.session.scene.shipX);
    const touch = await page.context().newCDPSession(page);
    const at = (type, x, y) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
    await at("touchStart", 100, 500);
    for (let i = 1; i <= 10; i++) await at("touchMove", 100 + 15 * i, 500);
    const frame = await page.evaluate(() => play.session.frame);
    await shownFrame(page, frame + 40);
    await at("touchEnd");
    assert.ok(await page.evaluate(() => play.session.scene.shipX) > before + 60);
    await shoot(page, "phone");
    await page.tap("#menu");
    assert.equal(await page.isVisible("#controls"), true);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} px wide`);
    await shoot(page, "phone-controls");
  }, { hash: "#count=20000", options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } }));

/** The first list of this name in a program, as floats. */
const numbersOf = (text, name) => {
  const list = text.match(new RegExp(`\\b${name}(?:\\[\\] =|:) [[{]([^\\]}]*)`))[1];
  return list.split(",").map((each) => each.trim()).filter(Boolean).map((each) => Math.fround(Number.parseFloat(each)));
};

test("the scene as C and as JavaScript: both print the same", { timeout: 300000 }, async () => {
  const texts = {};
  let xs;
  await withPage(async (page) => {
    await stepTo(page, 500);
    xs = await page.evaluate(() => Array.from(play.session.scene.bullets.columns.x.subarray(0, 400)));
    for (const [name, id] of [["c", "copy-c"], ["mjs", "copy-js"]]) {
      await page.evaluate((button) => document.getElementById(button).click(), id);
      await page.waitForFunction(() => play.copied);
      texts[name] = await page.evaluate(() => { const text = play.copied; play.copied = null; return text; });
    }
  });
  assert.deepEqual(numbersOf(texts.mjs, "x"), xs);
  assert.deepEqual(numbersOf(texts.c, "bullet_x"), xs);
  const place = join(shots, "copied");
  mkdirSync(join(place, "node_modules"), { recursive: true });
  symlinkSync(hail2d, join(place, "node_modules", "hail2d"));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(place, `scene.${name}`), text);
  const [compiler, ...flags] = compile.split(" ");
  execFileSync(compiler, ["-Wall", "-Wextra", "-Werror", join(place, "scene.c"), "-o", join(place, "scene"), ...flags]);
  const inC = execFileSync(join(place, "scene"), { encoding: "utf8" });
  const inJavaScript = execFileSync("node", [join(place, "scene.mjs")], { encoding: "utf8" });
  assert.match(inC, /^[1-9]\d* contacts, hash [0-9a-f]{16}\n$/);
  assert.equal(inJavaScript, inC);
});
