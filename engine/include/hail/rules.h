/* hail/rules.h - what collides with what: rules between two layers, and between a layer and tiles or walls.
 *
 *     hail_rule_set(world, SHIPS, SHIPS, HAIL_MANIFOLD);
 *     const hail_rule shots = {.mode = HAIL_SWEPT, .layer_a = BULLETS, .layer_b = SHIPS, .events = true};
 *     hail_rule_configure(world, &shots);
 *     hail_world_set_tilemap(world, map);
 *     const hail_rule ground = {.mode = HAIL_SWEPT, .layer_a = BULLETS, .layer_b = HAIL_TILES, .stop = true};
 *     hail_status status = hail_rule_configure(world, &ground);
 *
 * These calls may also return HAIL_BAD_ARGUMENT, HAIL_OUT_OF_RANGE or HAIL_NOT_FINITE (a number in a rule),
 * HAIL_NO_MEMORY and, inside the callback, HAIL_BUSY. A call that fails changes nothing, and describes what it refused
 * in the hail_error of the world's context. */
#ifndef HAIL_RULES_H
#define HAIL_RULES_H

#include "sectors.h"
#include "tilemap.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Types ------------------------------------------------------------------------------------------------------- */

/* What a rule's layer_b may be besides a layer, and what stands for tiles and walls where contacts, events, matches and
 * hits name a layer. */
enum {
    HAIL_TILES = HAIL_MAX_LAYERS, /* 64: the tiles of the world's tile map */
    HAIL_WALLS                    /* 65: the walls of the world's map of sectors */
};

/* What a rule looks for. The details stand at hail_rule_configure. */
typedef enum hail_mode {
    HAIL_IGNORE = 0, /* nothing: there is no rule. The default of every pair of layers */
    HAIL_PAIRS,      /* what touches where the bodies are now, without normal or points: sensors */
    HAIL_MANIFOLD,   /* the same with normal, points, depths */
    HAIL_SWEPT,      /* what bodies hit on their paths in this step: nothing tunnels, at any speed */
    HAIL_EARLIEST    /* swept, and of each body of layer_a only its earliest hit */
} hail_mode;

/* In which order a rule's contacts are delivered. */
typedef enum hail_order {
    HAIL_ORDERED = 0, /* as hail_contacts_fn says, the same on every machine */
    /* In any order. The contacts are the same bits as HAIL_ORDERED delivers, with the same a and b. Faster, and takes
     * no memory for pairs and contacts, however many there are: for sparks, sensors, sums of damage.
     * - The order of contacts, and how they are split into windows, may differ by variant, cell size, version and the
     *   memory that the step works in (hail_reserve, hail/scratch.h, hail_step_many).
     * - The rules still come one after the other.
     * - kept_contacts keeps the contacts that are delivered first.
     * - Refused with what needs the order: HAIL_EARLIEST, events, max_contacts, a cooldown above 1, graze, stop. */
    HAIL_UNORDERED
} hail_order;

/* Values of `cooldown` that are no number of steps. */
#define HAIL_ONCE        UINT32_MAX       /* a pair is reported once while both bodies live */
#define HAIL_UNTIL_APART (UINT32_MAX - 1) /* a pair is reported again after a step in which it did not touch */

/* A rule: which bodies collide with what, and how. An option that is 0 is off; one whose comment gives no number is
 * true or false. An option that is set where it means nothing is refused (HAIL_BAD_ARGUMENT) and named in the
 * hail_error, as is any option of a HAIL_IGNORE rule. */
typedef struct hail_rule {
    uint32_t mode;    /* a hail_mode */
    uint32_t layer_a; /* a layer: a of a contact is its body */
    uint32_t layer_b; /* a layer, which may be the same one; or HAIL_TILES, HAIL_WALLS */
    uint32_t order;   /* a hail_order; default HAIL_ORDERED */
    uint32_t events;  /* the step reports which pairs begin, stay and end (hail/events.h) */
    /* The most contacts that the rule delivers in a step; 0: no limit. It delivers the first in the order of contacts;
     * hail_step_stats.cut_contacts counts the others. Contacts that it leaves out still take from `pierce`, count as
     * reported, begin events, and stop bodies. */
    uint32_t max_contacts;
    /* The most events that the rule reports in a step; 0: no limit. Only with `events`. Ends go first, then begins,
     * then stays, each in the order of contacts; hail_step_stats.cut_events counts the others. A begin or end that is
     * left out is reported in the next step that has room, if the pair still touches or still does not. */
    uint32_t max_events;
    /* After how many steps a pair that was reported may be reported again, or HAIL_ONCE or HAIL_UNTIL_APART. 0: off.
     * With 6, a pair that keeps touching is reported in every sixth step; with 1, in every step.
     * - A pair is a and b, whatever parts touch; with tiles it is a body and a cell, with walls a body and a wall.
     * - In a HAIL_EARLIEST rule whose layer_a has the column HAIL_PIERCE, 0 means HAIL_UNTIL_APART.
     * - The pairs of a despawned body are forgotten. Those of a body that leaves its layer and comes back are not:
     *   HAIL_ONCE is once in a life.
     * - In a HAIL_EARLIEST rule, a pair that is left out does not hide the next hit. In a HAIL_SWEPT rule, `stop` also
     *   stops bodies whose hit is left out.
     * - Each rule has its own memory; hail_rule_configure says what happens to it when a rule changes.
     * - Grazes have no cooldown but graze_once. */
    uint32_t cooldown;

    /* ---- Only between layers. */

    /* Px, 0 to HAIL_MAX_BOUND: two bodies that miss each other by up to this have a contact of kind HAIL_CONTACT_GRAZE,
     * if they do not touch in the same step.
     * - A HAIL_PAIRS rule tells only the depth.
     * - In a HAIL_EARLIEST rule, a body grazes nothing after the hit that ends its path: its only one or, with a pierce
     *   column, the last that `pierce` allows. What it grazes at the very t of that hit is reported.
     * - A body whose pierce column is 0 hits nothing, and still grazes. */
    float graze;
    uint32_t graze_once; /* a pair's graze is reported once while both bodies live. Only with `graze` */

    /* ---- Only with tiles and walls. */

    uint32_t kinds; /* HAIL_KIND bits of the tiles or walls that collide; 0: every kind */
    /* At the end of the step, a body that hit something is put back to where it touched. Its velocity stays: see
     * hail_reflect. Only in HAIL_SWEPT and HAIL_EARLIEST.
     * - It is put 1/64 px out of the surface, but for rounding (with centre_only also that far from the pixel's
     *   corners), so that a reflected body starts outside.
     * - Its displacement columns change to match, but not in a caller-moved layer, whose caller writes them.
     * - A body that left the bounds of a HAIL_KILL layer is freed all the same.
     * - Rules between layers see the whole path, even what lies behind the surface.
     * - A HAIL_EARLIEST rule does not stop a body whose hit it leaves out because the body hit another body first.
     * - A body that hits tiles and walls in one step is put where it hit first. */
    uint32_t stop;

    /* ---- Only with tiles. */

    /* Each body's centre is marched as a ray (hail/march.h), instead of sweeping its whole shape: faster, and enough
     * for small bullets: whole circles and boxes cost 3 to 4 times as much, other shapes 5 to 11 times, compounds of 3
     * parts 13, sprites 25. Only in HAIL_SWEPT and HAIL_EARLIEST. A centre that starts inside has no contact if it ends
     * outside; if it ends inside, t is 0 and the normal is along its motion. */
    uint32_t centre_only;
    /* Shapes collide with whole cells instead of solid pixels; circles then cost 7 times as much as their centres. Not
     * with centre_only: centres, and also sprites, always collide with pixels. */
    uint32_t whole_tiles;
    /* Px, 0 to HAIL_MAX_SMOOTH: over how many pixels normals are smoothed, as in hail_tilemap_rays. Only with
     * centre_only. If the motion does not go into the smoothed normal, the contact has the normal of the pixel's side
     * instead. */
    uint32_t smooth;
} hail_rule;

/* ---- Rules ------------------------------------------------------------------------------------------------------- */

/* Sets the rule between two layers, or between a layer and tiles or walls, without options. Short for
 * hail_rule_configure with zeros, so options that the rule had are gone. */
HAIL_API hail_status hail_rule_set(hail_world *world, uint32_t layer_a, uint32_t layer_b, hail_mode mode);

/* Sets the rule between two layers, or between a layer and tiles or walls, with all its options.
 *
 * It replaces the rule that was set for the same two, in either order: two layers have one rule. HAIL_IGNORE takes it
 * away. layer_a is a layer; HAIL_TILES and HAIL_WALLS are refused there. A rule with tiles or walls collides in steps
 * that have a map (hail_world_set_tilemap, hail_world_set_sectors); hail_step_stats.idle_rules counts those without. A
 * layer without rules costs only its motion.
 *
 * Contacts come in the order of (layer_a, layer_b): of each layer_a first those with layers, then with tiles, then with
 * walls. Of two bodies of one layer, a is the one with the lower slot.
 *
 * Swept rules look at the whole step. Each body moves in a straight line, without rotating, and at t = 1 is where it is
 * now. At t = 0 it is there minus its displacement: v * dt or, in a caller-moved layer, its HAIL_DISPLACEMENT columns
 * (without them it is at rest). hail_batch_sweep says what a hit is.
 * - A body that wrapped comes in from beyond the edge; what it passed on the side that it left is ignored.
 * - A teleport is not a motion.
 * - Bodies with a coordinate or displacement beyond HAIL_MAX_BOUND do not collide in swept rules, and not at all with
 *   tiles and walls.
 *
 * With tiles, HAIL_PAIRS and HAIL_MANIFOLD find every cell that a body's shape overlaps where it is now. Swept rules
 * find each body's first hit, if it has one, with its whole shape as by hail_tilemap_sweep: a shape that starts inside
 * tiles may have none. Sprites are swept by their pixels (hail_shape_sprite).
 *
 * With walls, only those that stop (hail_wall_info) collide. A wall is a bare segment that collides from both sides.
 * HAIL_PAIRS and HAIL_MANIFOLD find every wall that a body's shape touches where it is now. Swept rules find each
 * body's first hit, if it has one; ties go to the lowest wall.
 * - Contacts are those of hail_batch_collide and hail_batch_sweep with a segment from (0, 0) to b - a, placed at the
 *   wall's a. Compounds collide part by part; sprites by their pixels, also swept: where a sprite's motion does not go
 *   into the normal of a hit, the contact has the wall's.
 * - A wall that the body touches at the start, and does not move into, does not count in this step, even if other
 *   pixels of a concave sprite come to it later.
 *
 * HAIL_EARLIEST keeps each body's contact of the smallest t, over all HAIL_EARLIEST rules whose layer_a is its layer,
 * those with tiles and walls included. Without the column HAIL_PIERCE a hit frees nothing: despawn the body in the
 * callback. Ties go to the first in the order of contacts. If the layer has the column HAIL_PIERCE, it keeps as many
 * hits as the body's `pierce` says: those of the smallest t, over all these rules together.
 * - Each hit takes one off. At 0 the body is spent: it hits nothing more, and is freed at the end of the step
 *   (HAIL_REMOVED_SPENT). A body whose `pierce` is 0 before the step hits nothing, and stays.
 * - A pair of bodies is one hit, even if several parts of a compound touch: its earliest contact.
 * - Tiles have at most one hit of a body in a step, and so have walls: the first on its path.
 * - A pair that is still touched does not count again, unless the rule has a cooldown that says so.
 *
 * When a rule changes, the pairs that it remembers (cooldown) follow it. What counts is the rule that the next step
 * has: setting a rule as it was changes nothing.
 * - A number of steps counts from the step that reported the pair or, after HAIL_UNTIL_APART, found it last.
 * - With HAIL_ONCE, pairs that are still remembered are never reported again; the others are new.
 * - With HAIL_UNTIL_APART, they count as touching in the last step: they are reported again after the first step, from
 *   now on, in which they do not touch.
 * - They are forgotten in a step in which the rule has a cooldown of 0 or 1, is not set, or names its layers the other
 *   way round. Grazes are forgotten in a step without graze_once.
 * - A pierce column that the layer of a HAIL_EARLIEST rule gets or loses changes the rule's cooldown in the same way.
 * - hail/events.h says which changes end a pair. */
HAIL_API hail_status hail_rule_configure(hail_world *world, const hail_rule *rule);

/* Gets the rule between two layers, in either order, or between a layer and tiles or walls, which only layer_b may be
 * (HAIL_BAD_ARGUMENT).
 *
 * Setting what it returns changes nothing. If there is no rule, the mode is HAIL_IGNORE, the layers are as asked for,
 * and the options are 0. */
HAIL_API hail_status hail_rule_get(const hail_world *world, uint32_t layer_a, uint32_t layer_b, hail_rule *rule);

/* ---- Maps -------------------------------------------------------------------------------------------------------- */

/* Gives the world a tile map to collide with; NULL takes it away. The world keeps a pointer: the map and its set stay
 * the caller's and must live as long as the world has them. The map may be changed between steps. */
HAIL_API hail_status hail_world_set_tilemap(hail_world *world, const hail_tilemap *map);

/* Gives the world a map of sectors to collide with; NULL takes it away. The world keeps a pointer: the map stays the
 * caller's and must live as long as the world has it. It may be changed between steps. */
HAIL_API hail_status hail_world_set_sectors(hail_world *world, const hail_sectors *map);

#ifdef __cplusplus
}
#endif

#endif
