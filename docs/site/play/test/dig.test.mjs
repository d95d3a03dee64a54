// test/dig.test.mjs - the map that is dug: its state is the native library's, and it rewinds, the picture with it.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { closeAll, withPage } from "./browser.mjs";
import { nativeDigAt, shoot, shownFrame } from "./steps.mjs";

after(closeAll);

test("both builds dig what the native library digs", { timeout: 300000 }, () =>
  withPage(
    async (page) => {
      await page.evaluate(() => play.setLanes("both"));
      for (const frame of [60, 240]) {
        const found = await page.evaluate((end) => {
          play.setPaused(true);
          const { session } = play;
          while (session.frame < end) session.step({ auto: true });
          const { scene, mark } = session;
          return { frame: mark.frame, sparks: scene.sparks.count, contacts: scene.tally.contacts, mark };
        }, frame);
        const { mark, ...plain } = found;
        assert.deepEqual({ ...plain, hash: mark.mine }, nativeDigAt(frame));
        assert.equal(mark.native, mark.mine);
        assert.equal(mark.other, mark.mine);
        assert.ok(mark.equal);
      }
      await page.evaluate(() => play.setPaused(false));
      await shownFrame(page, 246);
      await shoot(page, "dig");
    },
    { hash: "#scene=dig" },
  ),
);

/** In the page: plays with the tool led here and there, goes back again and again, and tells what was not as it was. */
const rewindAll = () => {
  play.setPaused(true);
  const { session } = play;
  const [hashes, pictures, wrong] = [[], [], []];
  const picture = () => {
    const words = new Uint32Array(session.ground.image.pixels.buffer);
    let sum = 0;
    for (let i = 0; i < words.length; i++) sum = (Math.imul(sum, 31) + words[i]) | 0;
    return sum;
  };
  let bytes = 0;
  const measure = () => {
    bytes = Math.max(bytes, session.rewind.bytes);
  };
  const fly = (end, input) => {
    for (; session.frame < end; measure()) {
      session.step(input, () => 0);
      hashes[session.frame] = session.scene.hash();
      pictures[session.frame] = picture();
    }
  };
  const backTo = (frame) => {
    session.startRewind();
    for (let tries = 0; session.rewind.shown > frame && tries < 1000; tries++) {
      const look = session.goBack(1);
      measure();
      if (picture() !== pictures[look.frame]) wrong.push(`the picture of frame ${look.frame}`);
    }
    session.stopRewind();
    if (session.frame !== frame) wrong.push(`frame ${session.frame}, not ${frame}`);
    if (session.scene.hash() !== hashes[frame]) wrong.push(`the hash of frame ${frame}`);
  };
  return { session, fly, backTo, wrong, most: () => bytes };
};

test("rewinding fills what was dug, and gives each frame's state back", { timeout: 300000 }, () =>
  withPage(
    async (page) => {
      const [wrong, hash] = await page.evaluate(`(async () => {
        const { session, fly, backTo, wrong } = (${rewindAll})();
        fly(130, { auto: true });
        const hash = session.scene.hash();
        backTo(110);
        fly(140, { auto: false, x: 8, y: 6 });
        backTo(70);
        fly(90, { auto: false, x: -8, y: 2 });
        backTo(80);
        backTo(50);
        await play.setLanes("off");
        fly(130, { auto: true });
        return [wrong, [hash, session.scene.hash()]];
      })()`);
      assert.deepEqual(wrong, []);
      assert.equal(hash[0], hash[1], "the flight that was undone left a trace");
    },
    { hash: "#scene=dig&count=20000&seed=5&lanes=on" },
  ),
);

test("the key rewinds, while it is held", { timeout: 300000 }, () =>
  withPage(
    async (page) => {
      await shownFrame(page, 90);
      await page.keyboard.down("r");
      await page.waitForFunction(() => play.held && play.shownFrame < 60, null, { timeout: 120000 });
      assert.equal(await page.isVisible("#rewind"), true);
      await shoot(page, "dig-rewinding");
      await page.keyboard.up("r");
      assert.ok(await page.evaluate(() => play.session.frame < 60));
    },
    { hash: "#scene=dig&count=20000&lanes=on" },
  ),
);

test("a million sparks rewind within 150 MB", { timeout: 300000 }, () =>
  withPage(
    async (page) => {
      const [wrong, bytes, frames, sparks] = await page.evaluate(`(() => {
        const { session, fly, backTo, wrong, most } = (${rewindAll})();
        fly(130, { auto: true });
        const [frames, sparks] = [session.frame - session.rewind.first, session.scene.sparks.count];
        backTo(session.rewind.first);
        return [wrong, most(), frames, sparks];
      })()`);
      console.log(`${(bytes / 1e6).toFixed(0)} MB for ${frames} frames of ${sparks} sparks`);
      assert.deepEqual(wrong, []);
      assert.ok(sparks > 850000, `${sparks} sparks`);
      assert.ok(frames >= 20, `${frames} frames`);
      assert.ok(bytes <= 150e6, `${bytes} bytes`);
    },
    { hash: "#scene=dig&count=1000000&lanes=on" },
  ),
);
