// bench/engines.mjs - who touches whom: Hail and engines, each set up as it is fastest. open(scene) returns a function
// that plays a frame and returns how many pairs touch; each pair was handed over to JavaScript, with both bodies.
import { load } from "../build/package/src/index.js";
import { DT, Motion } from "./scenes.mjs";

const BULLETS = 1;
const TARGETS = 2;

/** Hail: two layers and a rule. */
export const hail =
  (build) =>
  async ({ bodies, targets }) => {
    const { World } = await load({ build });
    const world = new World();
    const first = world.layer(0);
    const { radius, count, ...columns } = bodies;
    first.spawn({ ...columns, shape: world.circle(radius) }, count);
    if (targets) {
      const { halfWidth, halfHeight, count: many, ...others } = targets;
      world.layer(1).spawn({ ...others, shape: world.box(halfWidth, halfHeight) }, many);
    }
    world.rule({ a: first, b: targets ? world.layer(1) : first, mode: "pairs" });
    let sum = 0;
    return () => {
      const contacts = world.step(DT);
      const words = contacts.words("u32");
      for (let at = 0; at < words.length; at += contacts.stride) sum += words[at] ^ words[at + 2];
      return contacts.length + 0 * sum;
    };
  };

const groups = (own, other) => ((own << 16) | other) >>> 0;

/** Rapier: sensors that it moves itself; the pairs are asked for at each target, or at each body of a swarm. */
export const rapier =
  (modules) =>
  async ({ bodies, targets }) => {
    const RAPIER = await modules.rapier();
    const world = new RAPIER.World({ x: 0, y: 0 });
    world.timestep = DT;
    const add = ({ count, x, y, vx, vy }, shapeOf, own, other) =>
      Array.from({ length: count }, (_, i) => {
        const body = world.createRigidBody(
          RAPIER.RigidBodyDesc.dynamic().setTranslation(x[i], y[i]).setLinvel(vx[i], vy[i]).setCanSleep(false),
        );
        return world.createCollider(shapeOf().setSensor(true).setCollisionGroups(groups(own, other)), body);
      });
    const first = add(bodies, () => RAPIER.ColliderDesc.ball(bodies.radius), BULLETS, targets ? TARGETS : BULLETS);
    const second =
      targets &&
      add(targets, () => RAPIER.ColliderDesc.cuboid(targets.halfWidth, targets.halfHeight), TARGETS, BULLETS);
    let pairs = 0;
    let sum = 0;
    const found = (other) => {
      pairs++;
      sum += other.handle;
    };
    return () => {
      world.step();
      pairs = 0;
      for (const collider of second ?? first) world.intersectionPairsWith(collider, found);
      return (second ? pairs : pairs / 2) + 0 * sum;
    };
  };

/** matter-js: its detector, without its engine. Circles are polygons there. */
export const matter =
  (modules) =>
  async ({ bodies, targets }) => {
    const { Bodies, Body, Detector } = await modules.matter();
    const filter = (category, mask) => ({ collisionFilter: { category, mask, group: 0 } });
    const { x, y, count, radius } = bodies;
    const made = Array.from({ length: count }, (_, i) =>
      Bodies.circle(x[i], y[i], radius, filter(BULLETS, targets ? TARGETS : BULLETS)),
    );
    const boxes = Array.from({ length: targets?.count ?? 0 }, (_, i) =>
      Bodies.rectangle(
        targets.x[i],
        targets.y[i],
        2 * targets.halfWidth,
        2 * targets.halfHeight,
        filter(TARGETS, BULLETS),
      ),
    );
    const detector = Detector.create({ bodies: [...made, ...boxes] });
    const motions = [
      [made, bodies],
      [boxes, targets],
    ].map(([list, { vx, vy } = {}]) => list.map((body, i) => [body, { x: vx[i] * DT, y: vy[i] * DT }]));
    return () => {
      for (const [body, by] of motions.flat()) Body.translate(body, by);
      return Detector.collisions(detector).length;
    };
  };

/** detect-collisions: an RBush of bodies, asked at each target, or for all pairs. */
export const detectCollisions =
  (modules) =>
  async ({ bodies, targets }) => {
    const { System } = await modules.detectCollisions();
    const system = new System();
    const moved = new Motion(bodies);
    const circles = Array.from({ length: bodies.count }, (_, i) =>
      system.createCircle({ x: bodies.x[i], y: bodies.y[i] }, bodies.radius),
    );
    const others = targets && new Motion(targets);
    const solo = new System();
    const boxes = Array.from({ length: targets?.count ?? 0 }, (_, i) =>
      solo.createBox(
        { x: targets.x[i] - targets.halfWidth, y: targets.y[i] - targets.halfHeight },
        2 * targets.halfWidth,
        2 * targets.halfHeight,
      ),
    );
    let pairs = 0;
    let sum = 0;
    const found = ({ a, b }) => {
      pairs++;
      sum += a.r ^ b.r;
      return false;
    };
    return () => {
      pairs = 0;
      moved.step();
      circles.forEach((each, i) => each.setPosition(moved.x[i], moved.y[i]));
      if (!targets) {
        system.checkAll(found);
        return pairs / 2 + 0 * sum;
      }
      others.step();
      boxes.forEach((each, i) => each.setPosition(others.x[i] - targets.halfWidth, others.y[i] - targets.halfHeight));
      for (const each of boxes) system.checkOne(each, found);
      return pairs + 0 * sum;
    };
  };

/** sat has no broadphase: with flatbush, built each frame. */
export const sat =
  (modules) =>
  async ({ bodies, targets }) => {
    const SAT = await modules.sat();
    const Flatbush = await modules.flatbush();
    const moved = new Motion(bodies);
    const others = targets && new Motion(targets);
    const { radius: r, count } = bodies;
    const circles = Array.from({ length: count }, () => new SAT.Circle(new SAT.Vector(), r));
    const boxes = Array.from({ length: targets?.count ?? 0 }, () => {
      const { halfWidth: w, halfHeight: h } = targets;
      return new SAT.Polygon(
        new SAT.Vector(),
        [
          [-w, -h],
          [w, -h],
          [w, h],
          [-w, h],
        ].map(([x, y]) => new SAT.Vector(x, y)),
      );
    });
    return () => {
      let pairs = 0;
      moved.step();
      const index = new Flatbush(count, 16, Float32Array);
      for (let i = 0; i < count; i++) {
        const [x, y] = [moved.x[i], moved.y[i]];
        Object.assign(circles[i].pos, { x, y });
        index.add(x - r, y - r, x + r, y + r);
      }
      index.finish();
      if (!targets) {
        for (let i = 0; i < count; i++) {
          const [x, y] = [moved.x[i], moved.y[i]];
          for (const k of index.search(x - r, y - r, x + r, y + r))
            if (k > i && SAT.testCircleCircle(circles[i], circles[k])) pairs++;
        }
        return pairs;
      }
      others.step();
      const { halfWidth: w, halfHeight: h } = targets;
      boxes.forEach((each, t) => {
        const [x, y] = [others.x[t], others.y[t]];
        Object.assign(each.pos, { x, y });
        for (const i of index.search(x - w, y - h, x + w, y + h)) if (SAT.testPolygonCircle(each, circles[i])) pairs++;
      });
      return pairs;
    };
  };

const SCALE = 1 / 32; // metres a pixel: Box2D wants bodies of about a metre

/** Box2D 2.4: sensors that it moves itself, and its list of contacts. */
export const box2d =
  (modules) =>
  async ({ bodies, targets }) => {
    const B = await modules.box2d();
    const world = new B.b2World(new B.b2Vec2(0, 0));
    world.SetAllowSleeping(false);
    const circleShape = new B.b2CircleShape();
    circleShape.set_m_radius(bodies.radius * SCALE);
    const boxShape = new B.b2PolygonShape();
    if (targets) boxShape.SetAsBox(targets.halfWidth * SCALE, targets.halfHeight * SCALE);
    const add = ({ count, x, y, vx, vy }, shape, category, mask) => {
      const fixture = new B.b2FixtureDef();
      fixture.set_shape(shape);
      fixture.set_isSensor(true);
      fixture.set_density(1);
      fixture.get_filter().set_categoryBits(category);
      fixture.get_filter().set_maskBits(mask);
      for (let i = 0; i < count; i++) {
        const body = new B.b2BodyDef();
        body.set_type(B.b2_dynamicBody);
        body.set_position(new B.b2Vec2(x[i] * SCALE, y[i] * SCALE));
        body.set_linearVelocity(new B.b2Vec2(vx[i] * SCALE, vy[i] * SCALE));
        world.CreateBody(body).CreateFixture(fixture);
      }
    };
    add(bodies, circleShape, BULLETS, targets ? TARGETS : BULLETS);
    if (targets) add(targets, boxShape, TARGETS, BULLETS);
    let sum = 0;
    return () => {
      world.Step(DT, 1, 1);
      let pairs = 0;
      for (let c = world.GetContactList(); B.getPointer(c) !== 0; c = c.GetNext())
        if (c.IsTouching()) {
          pairs++;
          sum += B.getPointer(c.GetFixtureA()) ^ B.getPointer(c.GetFixtureB());
        }
      return pairs + 0 * sum;
    };
  };
