// test/types/using.ts - `using`, as tsc writes it for browsers that do not have it.
import { load, type World } from "hail2d";

const { World: Made } = await load();
let seen: World | undefined;
{
  using world = new Made();
  world.layer(0).spawn({ x: 1, y: 1, shape: world.circle(1) });
  seen = world;
  console.log(world.count, seen.disposed);
}
console.log(seen.disposed);
try {
  using world = new Made();
  seen = world;
  throw new Error("mine");
} catch (error) {
  console.log((error as Error).message, seen.disposed);
}
