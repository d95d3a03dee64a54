// test/play.test.mjs - the page in Chromium: it plays, and finds what the native library found; it goes back in time,
// repeats flights, and runs without SIMD.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { closeAll, withPage } from "./browser.mjs";
import { nativeAt, plain, shoot, shownFrame, stepTo } from "./steps.mjs";

const SMALL = { width: 320, height: 180 }; // what is drawn in software takes its time

after(closeAll);

test(
  "it loads, plays 300 frames by itself, and finds what the native library found, on both builds",
  { timeout: 300000 },
  () =>
    withPage(
      async (page, requests) => {
        const first = await page.evaluate(() => {
          const at = performance.getEntriesByName("first frame")[0].startTime;
          const arrived = performance
            .getEntriesByType("resource")
            .map((each) => each.responseEnd)
            .filter((end) => end <= at);
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
        await page.setViewportSize({ width: 1280, height: 720 });
        await page.evaluate(() => play.setPaused(false));
        await shownFrame(page, 603);
        await shoot(page, "barrage");
        const text = await page.textContent("#controls");
        assert.match(text, new RegExp(nativeAt(600).hash));
      },
      { options: { viewport: SMALL } },
    ),
);

/** CPU time of the page's scripts, in ms: steps, what they are made of, and filling the GPU's buffers. */
async function scriptTime(tools) {
  const { metrics } = await tools.send("Performance.getMetrics");
  return 1000 * metrics.find(({ name }) => name === "ScriptDuration").value;
}

test(
  "a frame of 50,000 bullets, steps and buffers, takes less CPU time than a 60th of a second",
  { timeout: 300000 },
  () =>
    withPage(
      async (page) => {
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
        console.log(
          `${(ms / ticks).toFixed(2)} ms of CPU time a frame, ${steps} steps in ${ticks} frames, ${count} bullets`,
        );
        assert.ok(count > 49000);
        assert.ok(ms / ticks < 1000 / 60, `${ms / ticks} ms`);
      },
      { hash: "#lanes=on", options: { viewport: SMALL } },
    ),
);

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
      frame: play.session.frame,
      usual: play.session.usual,
      bytes: play.session.rewind.bytes,
    }));
    assert.ok(frame < 260 && frame > 100, `frame ${frame}`);
    assert.ok(usual);
    assert.ok(bytes < 150e6, `${bytes} bytes`);
    assert.deepEqual(plain(await stepTo(page, 420)), nativeAt(420));
  }),
);

test("keys and looks stay below 150 MB, at the most bullets", { timeout: 300000 }, () =>
  withPage(
    async (page) => {
      const [most, spread, count] = await page.evaluate(() => {
        play.setPaused(true);
        let bytes = 0;
        const { session } = play;
        const measure = () => {
          bytes = Math.max(bytes, session.rewind.bytes);
        };
        for (; session.frame < 1000; measure()) session.step({ auto: true, count: 100000 });
        const there = [session.frame - session.rewind.first, session.scene.bullets.count];
        session.startRewind();
        for (let i = 0; i < 90; i++, measure()) session.goBack(1);
        session.stopRewind();
        return [bytes, ...there];
      });
      console.log(`${(most / 1e6).toFixed(0)} MB for ${spread} frames of ${count} bullets`);
      assert.ok(most <= 150e6, `${most} bytes`);
      assert.ok(count > 90000);
      assert.ok(spread >= 120, `only ${spread} frames back`);
    },
    { hash: "#seed=3&count=100000" },
  ),
);

test("a link repeats a flight, to the same hash", { timeout: 300000 }, async () => {
  let link;
  let wanted;
  const hashAt = (page) => stepTo(page, 400).then(({ hash }) => hash);
  await withPage(
    async (page) => {
      await page.mouse.move(100, 100);
      await page.mouse.down();
      await shownFrame(page, 90);
      await page.mouse.move(500, 200, { steps: 5 });
      await shownFrame(page, 150);
      await page.mouse.up();
      assert.ok(await page.evaluate(() => play.session.flights > 50));
      wanted = await hashAt(page);
      link = await page.evaluate(() => play.copyLink().then(() => play.copied));
    },
    { hash: "#seed=7&count=20000" },
  );
  assert.match(link, /#scene=barrage&seed=7&count=20000&flight=/);
  await withPage(
    async (page) => {
      await shownFrame(page, 100);
      assert.equal(await hashAt(page), wanted);
      assert.ok(await page.evaluate(() => play.session.flights > 50));
    },
    { hash: link.slice(link.indexOf("#")) },
  );
});

test("without SIMD it loads the other build alone, and finds the same", { timeout: 300000 }, () =>
  withPage(
    async (page, requests) => {
      await shownFrame(page, 60);
      assert.deepEqual(plain(await stepTo(page, 300)), nativeAt(300));
      await page.evaluate(() => play.setLanes("on"));
      assert.match(await page.textContent("#said"), /no SIMD/);
      const modules = requests.filter((path) => path.endsWith(".wasm"));
      assert.deepEqual(modules, ["hail2d/dist/hail-plain.wasm"]);
    },
    { flags: "--no-enable-ssse3 --no-enable-sse4-1" },
  ),
);

test("lanes are switched in flight: the state goes over", { timeout: 300000 }, () =>
  withPage(
    async (page) => {
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
    },
    { hash: "#seed=2&count=10000&lanes=on" },
  ),
);

test("rewinding into a flight, again and again, gives each frame's state back", { timeout: 300000 }, () =>
  withPage(
    async (page) => {
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
      assert.deepEqual(wrong, [
        [150, true],
        [100, true],
        [130, true],
        [70, true],
      ]);
    },
    { hash: "#seed=4&count=20000&lanes=on" },
  ),
);
