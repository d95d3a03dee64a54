// test/builds.mjs - both builds, for tests that run on each.
import { load } from "../src/index.js";

export const builds = [await load({ build: "simd" }), await load({ build: "plain" })];
