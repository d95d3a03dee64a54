// src/many.js - many worlds that step in one call, and share the memory that steps work in.
import { checkNumber } from "./calls.js";
import * as layout from "./layout.js";

/** The memory that steps work in, made when it is first needed. */
function scratchOf(engine) {
  if (engine.scratch) return engine.scratch;
  engine.check(engine.calls.hail_scratch_create(engine.context, engine.out));
  engine.scratch = engine.made();
  return engine.scratch;
}

/** Advances worlds by dt seconds; each then has its contacts. */
export function stepMany(engine, worlds, dt) {
  checkNumber(dt, "dt");
  for (const world of worlds)
    if (world?._engine !== engine) throw new TypeError("only worlds of the same load() step together");
  for (const world of worlds) world._live();
  const scratch = scratchOf(engine);
  const arena = engine.begin();
  const count = worlds.length;
  const contacts = arena.array(
    "u32",
    worlds.map((world) => world._contacts),
    count,
    "worlds",
  );
  const users = arena.array(
    "u8",
    worlds.map((world) => world._withUsers.size > 0),
    count,
    "worlds",
  );
  const steps = arena.take(Math.max(count, 1) * layout.worldStep.size);
  for (const world of worlds) world._stepping();
  engine.check(engine.calls.hail_js_step_many(contacts, users, steps, count, dt, scratch));
}
