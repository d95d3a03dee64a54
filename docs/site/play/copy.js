// copy.js - the scene as it is now, as a program in C or JavaScript that steps it for a second, and prints how many
// contacts there were and the world's hash. Both print the same.
import * as field from "./field.js";

const MOST = 400; // bullets that are copied

/** The fewest digits that give the same float. */
function digits(value) {
  for (let count = 1; count < 9; count++) {
    const text = String(Number(value.toPrecision(count)));
    if (Math.fround(Number(text)) === value) return text;
  }
  return String(value);
}

const inC = (value) => {
  const text = digits(value);
  return `${/[.e]/.test(text) ? text : `${text}.0`}f`;
};

/** Lines of numbers, indented. */
function wrapped(numbers, write, indent) {
  const lines = [""];
  for (const number of numbers) {
    const text = `${write(number)}, `;
    if (lines.at(-1).length + text.length > 100) lines.push("");
    lines[lines.length - 1] += text;
  }
  return lines.map((line) => indent + line.trimEnd()).join("\n");
}

/** What the programs hold: columns of all bodies. */
function takeColumns(scene) {
  const { bullets, ships, rocks } = scene;
  const take = (columns, names, count) =>
    Object.fromEntries(names.map((name) => [name, Array.from(columns[name].subarray(0, count))]));
  const count = Math.min(bullets.count, MOST);
  const rock = take(rocks.columns, ["x", "y", "vx", "vy"], rocks.count);
  rock.hull = Array.from(rocks.columns.shape, (shape) => scene.hullOf.get(shape));
  return {
    count,
    all: bullets.count,
    bullet: take(bullets.columns, ["x", "y", "vx", "vy"], count),
    ship: take(ships.columns, ["x", "y"], 1),
    rock,
  };
}

const note = ({ count, all }) =>
  `${count}${count < all ? ` of the ${all}` : ""} bullets, ${field.ROCK_COUNT} rocks and a ship`;

export function copyJavaScript(scene) {
  const found = takeColumns(scene);
  const { bullet, ship, rock } = found;
  const lists = (columns, names) =>
    names.map((name) => `  ${name}: [\n${wrapped(columns[name], digits, "    ")}\n  ],`).join("\n");
  return `// A scene of Hail's page: ${note(found)}. npm install hail2d, then: node scene.mjs
import { load } from "hail2d";

const bullet = {
${lists(bullet, ["x", "y", "vx", "vy"])}
};
const rock = {
${lists(rock, ["x", "y", "vx", "vy"])}
};
const rockHulls = [${rock.hull.join(", ")}];
const hulls = [
${field.HULLS.map((points) => `  [${points.join(", ")}],`).join("\n")}
];

const { World } = await load();
const world = new World({ maxX: ${field.WIDTH}, maxY: ${field.HEIGHT}, maxBodies: ${field.MOST_BODIES} });
const bullets = world.layer(0, { bounds: "kill" });
const ships = world.layer(1);
const rocks = world.layer(2, { columns: ["rotation"], bounds: "wrap" });
world.rule({ a: bullets, b: ships, mode: "earliest", graze: ${field.GRAZE}, grazeOnce: true });
world.rule({ a: bullets, b: rocks, mode: "earliest" });

bullets.spawn({ ...bullet, shape: world.circle(${field.BULLET_RADIUS}) }, ${found.count});
ships.spawn({ x: ${digits(ship.x[0])}, y: ${digits(ship.y[0])}, shape: world.circle(${field.SHIP_RADIUS}) });
const shapes = hulls.map((points) => world.polygon(points));
rocks.spawn({ ...rock, shape: rockHulls.map((hull) => shapes[hull]) }, ${field.ROCK_COUNT});

let contacts = 0;
for (let frame = 0; frame < 60; frame++) {
  for (const c of world.step(1 / 60)) {
    contacts++;
    if (c.layerB === 2) world.despawn(c.a); // a bullet ends at a rock
  }
}
console.log(\`\${contacts} contacts, hash \${world.hash().toString(16).padStart(16, "0")}\`);
world.dispose();
`;
}

const inCHulls = () =>
  field.HULLS.map((points) => {
    const of = (first) => points.filter((_, i) => i % 2 === first).join(", ");
    return `    {${points.length / 2}, {${of(0)}}, {${of(1)}}},`;
  }).join("\n");

/** What the program in C does with its numbers. */
const PLAYS = `static hail_handle ended[MOST];
static size_t ended_count, contact_count;

static void must(hail_status status) {
    if (status == HAIL_OK)
        return;
    fprintf(stderr, "%s\\n", hail_status_text(status));
    exit(EXIT_FAILURE);
}

static void on_contacts(const hail_contact *contacts, size_t count, void *user) {
    (void)user;
    contact_count += count;
    for (size_t i = 0; i < count; i++)
        if (contacts[i].layer_b == ROCKS && ended_count < MOST)
            ended[ended_count++] = contacts[i].a; /* a bullet ends at a rock */
}

static void make_rules(hail_world *world) {
    must(hail_layer_configure(world, BULLETS, &(hail_layer_options){.bounds = HAIL_KILL}));
    must(hail_layer_configure(world, SHIPS, &(hail_layer_options){.bounds = HAIL_OPEN}));
    must(hail_layer_configure(world, ROCKS, &(hail_layer_options){.columns = HAIL_ROTATION, .bounds = HAIL_WRAP}));
    must(hail_rule_configure(world, &(hail_rule){.mode = HAIL_EARLIEST, .layer_a = BULLETS, .layer_b = SHIPS,
                                                 .graze = ${field.GRAZE}, .graze_once = 1}));
    must(hail_rule_configure(world, &(hail_rule){.mode = HAIL_EARLIEST, .layer_a = BULLETS, .layer_b = ROCKS}));
}

static void make_bodies(hail_world *world) {
    hail_shapeset *shapes = hail_world_shapes(world);
    hail_shape dot, ship, rock[${field.HULLS.length}], rock_shapes[ROCK_COUNT];
    must(hail_shape_circle(shapes, ${field.BULLET_RADIUS}, &dot));
    const hail_spawn_columns bullets = {.x = bullet_x, .y = bullet_y, .vx = bullet_vx, .vy = bullet_vy};
    must(hail_spawn(world, BULLETS, &dot, &bullets, COUNT, NULL));
    must(hail_shape_circle(shapes, ${field.SHIP_RADIUS}, &ship));
    must(hail_spawn(world, SHIPS, &ship, &(hail_spawn_columns){.x = &ship_x, .y = &ship_y}, 1, NULL));
    for (size_t i = 0; i < ${field.HULLS.length}; i++)
        must(hail_shape_polygon(shapes, hulls[i].x, hulls[i].y, hulls[i].count, 0, &rock[i]));
    for (size_t i = 0; i < ROCK_COUNT; i++)
        rock_shapes[i] = rock[rock_hull[i]];
    const hail_spawn_columns rocks = {.x = rock_x, .y = rock_y, .vx = rock_vx, .vy = rock_vy, .shape = rock_shapes};
    must(hail_spawn(world, ROCKS, NULL, &rocks, ROCK_COUNT, NULL));
}

int main(void) {
    hail_world *world;
    uint64_t hash;
    const hail_world_options options = {
        .max_x = ${field.WIDTH}, .max_y = ${field.HEIGHT}, .max_bodies = ${field.MOST_BODIES}};
    must(hail_world_create(&options, &world));
    make_rules(world);
    make_bodies(world);
    for (int frame = 0; frame < 60; frame++) {
        must(hail_step(world, 1.0f / 60.0f, on_contacts, NULL));
        for (size_t i = 0; i < ended_count; i++) /* one by one: a bullet may have left the field as well */
            if (hail_alive(world, &ended[i]))
                must(hail_despawn(world, &ended[i], 1));
        ended_count = 0;
    }
    must(hail_world_hash(world, &hash));
    printf("%zu contacts, hash %016" PRIx64 "\\n", contact_count, hash);
    return hail_world_destroy(world) == HAIL_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
`;

export function copyC(scene) {
  const found = takeColumns(scene);
  const { bullet, ship, rock } = found;
  const arrays = (kind, columns) =>
    Object.keys(columns)
      .map((name) => `static const float ${kind}_${name}[] = {\n${wrapped(columns[name], inC, "    ")}\n};`)
      .join("\n");
  const { hull, ...rockColumns } = rock;
  return `/* A scene of Hail's page: ${note(found)}. cc scene.c $(pkg-config --cflags --libs hail) */
#include <hail/hail.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { BULLETS, SHIPS, ROCKS, COUNT = ${found.count}, ROCK_COUNT = ${field.ROCK_COUNT}, MOST = 4096 };

${arrays("bullet", bullet)}
${arrays("rock", rockColumns)}
static const float ship_x = ${inC(ship.x[0])}, ship_y = ${inC(ship.y[0])};
static const int rock_hull[] = {${hull.join(", ")}};
static const struct {
    size_t count;
    float x[8], y[8];
} hulls[] = {
${inCHulls()}
};

${PLAYS}`;
}
