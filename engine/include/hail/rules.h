/* hail/rules.h - what collides with what: rules between layers, and between layers and tiles or walls.
 *
 *     hail_rule_set(world, SHIPS, SHIPS, HAIL_MANIFOLD);
 *     const hail_rule shots = {.mode = HAIL_SWEPT, .layer_a = BULLETS, .layer_b = SHIPS, .events = true};
 *     hail_rule_configure(world, &shots);
 *     hail_world_set_tiles(world, map);
 *     hail_status status = hail_rule_set_tiles(world, BULLETS, &(hail_tile_rule){.mode = HAIL_SWEPT, .stop = true});
 *
 * These calls may also answer HAIL_BAD_ARGUMENT (such as a layer of HAIL_MAX_LAYERS or more), HAIL_OUT_OF_RANGE (a
 * number in a rule), HAIL_NO_MEMORY and, inside the callback, HAIL_BUSY. A call that fails
 * changes nothing, and describes what it refused in the hail_error of the world's context. */
#ifndef HAIL_RULES_H
#define HAIL_RULES_H

#include "sectors.h"
#include "tilemap.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Rules ------------------------------------------------------------------------------------------------------- */

typedef enum hail_mode {
    HAIL_IGNORE = 0, /* the default of every pair of layers */
    HAIL_PAIRS,      /* touching pairs, without normal or points: sensors */
    HAIL_MANIFOLD,   /* normal, points, depths */
    HAIL_SWEPT,      /* all that bodies touch on their paths in this step: nothing tunnels, at any speed */
    HAIL_EARLIEST    /* swept, and of each body of layer_a only its earliest hit */
} hail_mode;

/* Sets the rule for a pair of layers, which may be the same one. A contact's a is the body of layer_a. A pair of layers
 * has one rule: setting it again, in either order, replaces mode and order. A layer without rules costs only its
 * motion.
 *
 * Swept rules look at the whole step. Each body moves in a straight line, without rotating, and at t = 1 is where it is
 * now. At t = 0 it is there minus its displacement: v * dt or, in a caller-moved layer, its HAIL_DISPLACEMENT columns
 * (without them it is at rest). hail_batch_sweep says what a hit is.
 * - A body that wrapped comes in from beyond the edge; what it passed on the side that it left is ignored.
 * - A teleport is not a motion.
 * - Bodies with a coordinate or displacement beyond HAIL_MAX_BOUND do not collide in swept rules.
 *
 * HAIL_EARLIEST keeps each body's contact of the smallest t, over all HAIL_EARLIEST rules whose layer_a is its layer;
 * ties go to the first in the order of contacts. (Of two bodies of one layer, a is the one with the lower slot.) If
 * that layer has the column HAIL_PIERCE, it keeps as many hits as the body's `pierce` says: those of the smallest t,
 * over all these rules together.
 * - Each takes one off. At 0 the body is spent: it hits nothing more, and is freed at the end of the step
 *   (HAIL_REMOVED_SPENT). A body whose `pierce` is 0 before the step hits nothing, and stays.
 * - A pair of bodies is one hit, even if several parts of a compound touch: its earliest contact.
 * - Tiles have at most one hit of a body in a step, and so have walls: the first on its path.
 * - A pair that is still touched does not count again: without a cooldown, the rule has HAIL_UNTIL_APART.
 *
 * The rule has no other options: those that hail_rule_configure gave it are gone. */
HAIL_API hail_status hail_rule_set(hail_world *world, uint32_t layer_a, uint32_t layer_b, hail_mode mode);

/* In which order a rule's contacts are delivered. */
typedef enum hail_order {
    HAIL_ORDERED = 0, /* as hail_contacts_fn says, the same on every machine */
    /* The same contacts, each with the same bits and the same a and b, much as they are found. Their order, and how
     * they are split into windows, may differ by variant, cell size, version and the memory that the step works in
     * (hail_reserve, hail/scratch.h, hail_step_many). Faster, and takes no memory for pairs and contacts, however many
     * there are. For sparks, sensors, sums of damage. The rules come one after the other all the same, and
     * kept_contacts keeps the first ones that are delivered. A rule that also asks for HAIL_EARLIEST, events,
     * max_contacts, a cooldown or grazes is ordered: these need it. */
    HAIL_UNORDERED
} hail_order;

/* Values of `cooldown` that are no number of steps. */
#define HAIL_ONCE        UINT32_MAX       /* a pair is reported once while both bodies live */
#define HAIL_UNTIL_APART (UINT32_MAX - 1) /* a pair is reported again after a step in which it did not touch */

/* A rule between two layers. Options that are 0 are off. */
typedef struct hail_rule {
    uint32_t mode;             /* a hail_mode */
    uint32_t layer_a, layer_b; /* as for hail_rule_set; hail_rule_get: if there is no rule, as asked for */
    uint32_t events;           /* true: the step reports which pairs begin, stay and end (hail/events.h); default 0 */
    /* Most contacts that the rule delivers in a step; 0 (default): no limit. The first in the order of contacts are
     * delivered; hail_step_stats.cut_contacts counts the others. These happen all the same: they take from `pierce`,
     * count as reported, begin events, and stop bodies. */
    uint32_t max_contacts;
    /* Most events that the rule reports in a step; 0 (default): no limit. Ends go first, then begins, then stays, each
     * in the order of contacts; hail_step_stats.cut_events counts the others. A begin or end that is left out is
     * reported in the next step that has room, if the pair still touches or still does not. */
    uint32_t max_events;
    uint32_t order; /* a hail_order; default HAIL_ORDERED */
    /* A pair that is reported in a step is not reported again until this many steps later, or see HAIL_ONCE and
     * HAIL_UNTIL_APART; default 0: off. With 6, a pair that keeps touching is reported in every sixth step. In swept
     * rules 1 means HAIL_UNTIL_APART: a pair that was reported and still touches is no new hit. A pair is two bodies,
     * as a and b, whatever parts touch; a despawned body's pairs are forgotten. Those of a body that leaves its layer
     * and comes back are not: HAIL_ONCE is once in a life. Pairs that are left out do not keep HAIL_EARLIEST from
     * reporting others. Each rule has a memory of its own; hail_rule_configure says what becomes of it when the rule
     * changes. Grazes have no cooldown but graze_once. */
    uint32_t cooldown;
    /* Px, 0 to HAIL_MAX_BOUND: two bodies that miss each other by up to this have a contact of kind HAIL_CONTACT_GRAZE,
     * if they do not touch in the same step; default 0: off. A HAIL_EARLIEST rule leaves out what a body would graze
     * after the last hit that it may have (not what it grazes at the very t of that hit); a body whose pierce column is
     * 0 hits nothing, and still grazes. A HAIL_PAIRS rule tells only the depth. */
    float graze;
    uint32_t graze_once; /* true: a pair's graze is reported once while both bodies live; default 0 */
} hail_rule;

/* Sets a rule between two layers with all its options. It replaces what hail_rule_set or an earlier call set for the
 * same layers. Mode HAIL_IGNORE: there is no rule.
 *
 * What counts is the rule that the next step has: setting it as it was changes nothing. The pairs that it remembers
 * (cooldown) follow it, also with tiles and walls:
 * - A number of steps counts from the step that reported the pair or, after HAIL_UNTIL_APART, found it last.
 * - With HAIL_ONCE, pairs that are still remembered are never reported again; the others are new.
 * - With HAIL_UNTIL_APART, they count as touching in the last step: they are reported again after the first step, from
 *   now on, in which they do not touch.
 * - A step in which the rule has no cooldown, is not set, or names its layers the other way round forgets them; one
 *   without graze_once forgets grazes.
 * A pierce column that the layer of a HAIL_EARLIEST rule gets or loses changes the rule's cooldown in the same way.
 * hail/events.h says which changes end a pair. */
HAIL_API hail_status hail_rule_configure(hail_world *world, const hail_rule *rule);

/* Gets the rule for a pair of layers, whichever is named first. Its mode is HAIL_IGNORE, and its options are 0, if
 * there is none. */
HAIL_API hail_status hail_rule_get(const hail_world *world, uint32_t layer_a, uint32_t layer_b, hail_rule *rule);

/* ---- Tiles ------------------------------------------------------------------------------------------------------- */

/* Gives the world a tile map to collide with; NULL takes it away. The world keeps a pointer: the map and its set stay
 * the caller's and must live as long as the world has them. The map may be changed between steps. */
HAIL_API hail_status hail_world_set_tiles(hail_world *world, const hail_tilemap *map);

/* How a layer collides with the tile map. Zeros: not at all. Bodies with a coordinate or displacement beyond
 * HAIL_MAX_BOUND do not collide with it. */
typedef struct hail_tile_rule {
    /* A hail_mode. HAIL_PAIRS, HAIL_MANIFOLD: a contact for every cell that a body's shape overlaps where it is now.
     * HAIL_SWEPT: each body's first hit on its path, if it has one. HAIL_EARLIEST: the same, unless a HAIL_EARLIEST
     * rule whose layer_a is this layer has a hit of the same body that is no later. */
    uint32_t mode;
    uint32_t kinds; /* HAIL_KIND bits of the tiles that collide; 0: every kind */
    /* True: the whole shape is swept, as by hail_tiles_sweep: one that starts inside tiles may have no contact.
     * Sprites are swept by their pixels (hail_shape_sprite).
     * Default: its centre is marched as a ray (hail/march.h), which is enough for small bullets: circles and boxes that
     * are swept cost 3 to 4 times as much, other shapes 5 to 11 times, compounds of 3 parts 13, sprites 25. A centre
     * that starts inside has no contact if it ends outside; if it ends inside, t is 0 and the normal is along its
     * motion. */
    uint32_t as_shape;
    /* True: shapes collide with whole cells instead of solid pixels; centres and sprites always with pixels. */
    uint32_t whole_tiles;
    uint32_t smooth; /* px, 0 to HAIL_MAX_SMOOTH: as in hail_rays; only if marched. Where the motion does not go into
                        the smoothed normal, the contact has that of the pixel's side */
    /* True, swept: at the end of the step a body that hit something is put back where it touched, and 1/64 px out of
     * the surface (if marched, also that far from the pixel's corners), so that a reflected body starts outside. Its
     * displacement columns change to match (not in a caller-moved layer: its caller writes them). A body that left the
     * bounds of a HAIL_KILL layer is freed all the same. Default: bodies stay where they went. Rules between layers see
     * the whole path, even what lies behind the surface. HAIL_EARLIEST: a body whose hit is left out, because it hit a
     * body first, is not stopped. */
    uint32_t stop;
    /* As in hail_rule. A body that max_contacts leaves without a contact is stopped all the same. A rule with `stop` is
     * ordered. */
    uint32_t events, max_contacts, max_events, order;
    /* As in hail_rule, for a body and a cell. In a HAIL_SWEPT rule, `stop` also stops bodies whose hit is left out. */
    uint32_t cooldown;
} hail_tile_rule;

/* Sets a layer's rule with tiles. rule NULL: none. Its contacts come after those of all rules whose layer_a is the
 * layer. A step without a map counts the rule in hail_step_stats.idle_rules. */
HAIL_API hail_status hail_rule_set_tiles(hail_world *world, uint32_t layer, const hail_tile_rule *rule);

/* Gets a layer's rule with tiles; all zeros if it has none. */
HAIL_API hail_status hail_rule_get_tiles(const hail_world *world, uint32_t layer, hail_tile_rule *rule);

/* ---- Walls ------------------------------------------------------------------------------------------------------- */

/* Gives the world a map of sectors to collide with; NULL takes it away. The world keeps a pointer: the map stays the
 * caller's and must live as long as the world has it. It may be changed between steps. */
HAIL_API hail_status hail_world_set_sectors(hail_world *world, const hail_sectors *map);

/* How a layer collides with the map's walls that stop (hail_wall_info). Zeros: not at all.
 *
 * A wall is a bare segment that collides from both sides. Contacts are those of hail_batch_collide and hail_batch_sweep
 * with a segment from (0, 0) to b - a, placed at the wall's a. Compounds collide part by part; sprites by their pixels,
 * also swept: where a sprite's motion does not go into the normal of a hit, the contact has the wall's. Bodies with a
 * coordinate or displacement beyond HAIL_MAX_BOUND do not collide with walls. */
typedef struct hail_wall_rule {
    /* A hail_mode. HAIL_PAIRS, HAIL_MANIFOLD: a contact for every wall that a body's shape touches where it is now.
     * HAIL_SWEPT: each body's first hit on its path, if it has one; ties go to the lowest wall. A wall that the body
     * touches at the start, and does not move into, does not count in this step, even if other pixels of a concave
     * sprite come to it later. HAIL_EARLIEST: the same, unless a HAIL_EARLIEST rule whose layer_a is this layer, or the
     * layer's HAIL_EARLIEST rule with tiles, has a hit of the same body that is no later. */
    uint32_t mode;
    uint32_t kinds; /* HAIL_KIND bits of the walls that collide; 0: every kind */
    uint32_t stop;  /* true, swept: as in hail_tile_rule. A body that both rules stop is put where it hit first */
    uint32_t events, max_contacts, max_events, order; /* as in hail_tile_rule */
    uint32_t cooldown;                                /* as in hail_tile_rule, for a body and a wall */
} hail_wall_rule;

/* Sets a layer's rule with walls. rule NULL: none. Its contacts come after those of the layer's rule with tiles. A step
 * without a map counts the rule in hail_step_stats.idle_rules. */
HAIL_API hail_status hail_rule_set_walls(hail_world *world, uint32_t layer, const hail_wall_rule *rule);

/* Gets a layer's rule with walls; all zeros if it has none. */
HAIL_API hail_status hail_rule_get_walls(const hail_world *world, uint32_t layer, hail_wall_rule *rule);

#ifdef __cplusplus
}
#endif

#endif
