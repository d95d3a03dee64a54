/* tests/queries/query_oracle.h - what queries must find, worked out by asking about every body, tile and wall by
 * itself: convex parts by hail_batch_..., tiles by hail_tilemap_march, hail_tiles_..., sprites pixel by pixel in double
 * precision or, swept, by a step of a world that holds nothing else. Written from hail/query.h alone. */
#ifndef HAIL_TESTS_QUERY_ORACLE_H
#define HAIL_TESTS_QUERY_ORACLE_H

#include "query_view.h"

/* Something that must be found. Of a match only what hail_query_match has is set. */
typedef struct must {
    hail_query_hit hit;
    bool maybe;         /* so near that rounding decides: it may be missing */
    bool inside_either; /* it starts a rounding error apart */
    bool loose;         /* numbers may differ by rounding */
} must;

/* What one query must find, in order. */
typedef struct musts {
    must *list;
    size_t count, room;
    /* Hits of other parts at the same t or distance: any may be reported. */
    must *other;
    size_t others, other_room;
} musts;

void musts_clear(musts *m);
void musts_free(musts *m);

/* A shape that asks. */
typedef struct asker {
    const view *v;
    const hail_query_filter *filter; /* may be NULL */
    size_t query;
    seen at;
    bool ray; /* or a point: asker_point */
    pieces of;
} asker;

void asker_free(asker *a);

/* The shape is one of the set, or convex if that is not NULL. */
void asker_shape(asker *a, const hail_shape *shape, const hail_convex *convex, const seen *pose);
void asker_point(asker *a, float x, float y, float dx, float dy);

/* Each writes all that its query must find. */
void must_at_point(asker *a, float x, float y, musts *to);
void must_in_box(asker *a, const float box[4], musts *to); /* min x, min y, max x, max y */
void must_in_shape(asker *a, musts *to);
void must_on_ray(asker *a, float x, float y, float dx, float dy, musts *to);
void must_see(asker *a, float x, float y, float to_x, float to_y, musts *to); /* what is between */
void must_on_cast(asker *a, musts *to);
void must_be_near(asker *a, float x, float y, float radius, hail_distance_to measure, musts *to);

/* ---- Parts of it ------------------------------------------------------------------------------------------------- */

bool filter_lets(const hail_query_filter *filter, size_t query, const seen *body);
uint32_t filter_finds(const hail_query_filter *filter);
bool filter_lets_wall(const hail_query_filter *filter, uint32_t kinds);
must must_of(const seen *body);
must must_of_tile(uint32_t cell, uint32_t kind);
must must_of_wall(uint32_t wall, uint32_t kind);
void musts_add(musts *m, const must *one);
void musts_add_other(musts *m, const must *one);

/* Every piece of b against one piece of the asker: contacts[i] is of piece i. */
void asker_collide(const asker *a, uint32_t piece, const pieces *b, bool swept, hail_contact *contacts);

/* Whether a piece of the asker and one of the bodies only touch at the start (docs/arithmetic.md, "Casts"). */
bool asker_passes(const asker *a, uint32_t piece, uint32_t of_body, const hail_contact *contact);

/* Whether they touch, where one of the two is a sprite: 1, 0, or -1 if rounding decides. *part: the body's first. */
int asker_touches_sprite(const asker *a, const seen *body, uint32_t *part);

/* Its first hits with every sprite (a sprite's with every body), by a step; contacts[i] is of body i. */
void asker_sweeps_sprites(const asker *a, hail_contact *contacts);

/* What a sprite that asks hits of the tiles or the walls, by a step. False: nothing. */
bool asker_sweeps_map(const asker *a, bool tiles, hail_contact *hit);

/* Adds the cells and walls that the shape overlaps. */
void must_add_tiles(const asker *a, musts *to);
void must_add_walls(const asker *a, musts *to);

/* Adds the one tile and the one wall that a moving shape hits first. */
void must_add_march(const asker *a, musts *to);
void must_add_swept_tiles(const asker *a, musts *to);
void must_add_swept_walls(const asker *a, musts *to);

#endif
