/* bench/tiles/plain_walkers.c - `plain` of walkers: one after the other, and only what lies near. It answers the same
 * questions with the same fields as Hail, and checks nothing. */
#include "walkers.h"

#include "plain_walk.h"
#include "scenes.h"
#include "wrap.h"

#include <math.h>
#include <stdlib.h>

enum { ROWS = 4096, TOUCHED = 64 };

static const float apart = 1.0f / 64.0f; /* px: how far a swept body stops from the surface, as in Hail */

struct plain_walkers {
    const walker_scene *scene;
    plain_cells cells;
    float side;
    float *x, *y, *vx, *vy; /* of worlds, one block */
    cells_near near;
    plain_convex placed[WALKER_SHAPES];       /* shapes that are not turned, once for all */
    float reach[WALKER_SHAPES][WALKER_PARTS]; /* px: of any point of a part from the mover's position */
    walker_answer *rows;                      /* a window of contacts, or an answer each */
    size_t count, kept;
    bool keep;
    hail_slide *slides;
};

static void destroy(void *self) {
    struct plain_walkers *w = self;
    if (!w)
        return;
    plain_cells_destroy(&w->cells);
    free(w->x);
    free(w->rows);
    free(w->slides);
    free(w);
}

static void copy_set(struct plain_walkers *w, size_t column) {
    const walker_scene *scene = w->scene;
    w->y = w->x + column;
    w->vx = w->x + 2 * column;
    w->vy = w->x + 3 * column;
    for (size_t i = 0; i < scene->count; i++) {
        w->x[i] = scene->set[0].x[i];
        w->y[i] = scene->set[0].y[i];
        w->vx[i] = scene->set[0].dx[i] / SCENE_DT;
        w->vy[i] = scene->set[0].dy[i] / SCENE_DT;
    }
}

static float reach_of(const hail_convex_info *info) {
    float most = 0.0f;
    for (uint32_t i = 0; i < info->vertices; i++)
        most = fmaxf(most, info->x[i] * info->x[i] + info->y[i] * info->y[i]);
    return sqrtf(most) + info->rounding;
}

static void *create(const walker_scene *scene, const char *variant) {
    (void)variant;
    struct plain_walkers *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    size_t column = (scene->count + 31) / 16 * 16;
    w->scene = scene;
    w->side = tile_scene_side(scene->tiles);
    w->x = aligned_alloc(64, 4 * column * sizeof *w->x);
    w->rows = malloc((scene->count * 16 + ROWS) * sizeof *w->rows);
    w->slides = malloc(scene->count * sizeof *w->slides);
    if (!plain_cells_create(scene->tiles, false, &w->cells) || !w->x || !w->rows || !w->slides) {
        destroy(w);
        return NULL;
    }
    w->near.cells = &w->cells;
    w->near.spans = scene->kind->question == ASK_WALKERS_OVERLAP || scene->kind->question == ASK_WALKERS_MANIFOLD;
    for (uint32_t k = 0; k < scene->shapes; k++) {
        plain_convex_place(&scene->shape[k].part[0], 1.0f, 0.0f, 1.0f, &w->placed[k]);
        for (uint32_t part = 0; part < scene->shape[k].parts; part++)
            w->reach[k][part] = reach_of(&scene->shape[k].part[part]);
    }
    copy_set(w, column);
    return w;
}

/* A part of a mover's shape. room: for one that is turned. */
static const plain_convex *part_of(const struct plain_walkers *w, size_t set, size_t mover, uint32_t part,
                                   plain_convex *room) {
    const walker_scene *scene = w->scene;
    const uint32_t shape = scene->shape_of[mover];
    if (!scene->turned && part == 0)
        return &w->placed[shape];
    plain_convex_place(&scene->shape[shape].part[part], scene->set[set].cos[mover], scene->set[set].sin[mover], 1.0f,
                       room);
    return room;
}

/* Lists what is near a part on its way by (dx, dy), before it is turned. False: nothing is. *x, *y become px from the
 * corner of `near`. */
static bool look(struct plain_walkers *w, size_t mover, uint32_t part, float dx, float dy, float *x, float *y) {
    const uint32_t shape = w->scene->shape_of[mover];
    const plain_convex *placed = &w->placed[shape];
    const float r = w->scene->turned ? w->reach[shape][part] : placed->rounding;
    static const float around[SIDES] = {0.0f, 0.0f, 0.0f, 0.0f};
    const float *bounds = w->scene->turned ? around : placed->bounds;
    w->near.corner_x = cells_floor(*x);
    w->near.corner_y = cells_floor(*y);
    *x -= (float)w->near.corner_x;
    *y -= (float)w->near.corner_y;
    const float box[SIDES] = {
        *x + bounds[LEFT] - r + (dx < 0.0f ? dx : 0.0f), *y + bounds[TOP] - r + (dy < 0.0f ? dy : 0.0f),
        *x + bounds[RIGHT] + r + (dx > 0.0f ? dx : 0.0f), *y + bounds[BOTTOM] + r + (dy > 0.0f ? dy : 0.0f)};
    plain_cells_look(&w->near, box);
    return w->near.count > 0;
}

static walker_answer answer_of(const struct plain_walkers *w, const plain_contact *contact, size_t mover,
                               uint32_t part) {
    return (walker_answer){.mover = (uint32_t)mover,
                           .part = part,
                           .cell = contact->cell,
                           .count = contact->count,
                           .t = contact->t,
                           .depth = contact->depth,
                           .normal_x = -contact->nx,
                           .normal_y = -contact->ny,
                           .x = contact->x[0] + (float)w->near.corner_x,
                           .y = contact->y[0] + (float)w->near.corner_y};
}

/* ---- Overlaps and sweeps ----------------------------------------------------------------------------------------- */

/* Contacts go to a window that is used again, unless they are to be kept. */
static size_t touch_all(struct plain_walkers *w, size_t set, const float *x, const float *y) {
    size_t found = 0, at = 0;
    for (size_t i = 0; i < w->scene->count; i++) {
        const uint32_t parts = w->scene->shape[w->scene->shape_of[i]].parts;
        for (uint32_t part = 0; part < parts; part++) {
            plain_convex room;
            plain_contact touched[TOUCHED];
            float from_x = x[i], from_y = y[i];
            if (!look(w, i, part, 0.0f, 0.0f, &from_x, &from_y))
                continue;
            const plain_convex *shape = part_of(w, set, i, part, &room);
            const size_t count = plain_overlap_cells(&w->near, shape, from_x, from_y, touched, TOUCHED);
            if (!w->keep && at + count > ROWS)
                at = 0;
            for (size_t k = 0; k < count; k++)
                w->rows[at++] = answer_of(w, &touched[k], i, part);
            found += count;
        }
    }
    w->kept = at;
    return found;
}

/* The first hit of a mover's parts; ties go to the first. */
static bool first_hit(struct plain_walkers *w, size_t set, size_t mover, float x, float y, float dx, float dy,
                      plain_contact *hit, walker_answer *answer) {
    const uint32_t parts = w->scene->shape[w->scene->shape_of[mover]].parts;
    bool found = false;
    for (uint32_t part = 0; part < parts; part++) {
        plain_convex room;
        plain_contact other;
        plain_motion motion = {x, y, dx, dy, 0.0f, false};
        if (!look(w, mover, part, dx, dy, &motion.x, &motion.y) ||
            !plain_sweep_cells(&w->near, part_of(w, set, mover, part, &room), &motion, &other) ||
            (found && other.t >= hit->t))
            continue;
        *hit = other;
        *answer = answer_of(w, hit, mover, part);
        found = true;
    }
    return found;
}

static size_t sweep_all(struct plain_walkers *w, size_t set) {
    const walker_set *s = &w->scene->set[set];
    size_t hits = 0;
    for (size_t i = 0; i < w->scene->count; i++) {
        plain_contact hit;
        w->rows[i] = (walker_answer){.mover = (uint32_t)i, .cell = UINT32_MAX};
        hits += first_hit(w, set, i, s->x[i], s->y[i], s->dx[i], s->dy[i], &hit, &w->rows[i]);
    }
    w->kept = w->scene->count;
    return hits;
}

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static void move_all(struct plain_walkers *w) {
    for (size_t i = 0; i < w->scene->count; i++) {
        w->x[i] = wrap(w->x[i] + w->vx[i] * SCENE_DT, w->side);
        w->y[i] = wrap(w->y[i] + w->vy[i] * SCENE_DT, w->side);
    }
}

/* Stops a body where it hit, and reflects it. */
static void bounce(struct plain_walkers *w, size_t i, float x, float y, float dx, float dy, const plain_contact *hit) {
    const float into = w->vx[i] * hit->nx + w->vy[i] * hit->ny;
    w->x[i] = x + dx * hit->t + hit->nx * apart;
    w->y[i] = y + dy * hit->t + hit->ny * apart;
    if (into < 0.0f) {
        w->vx[i] -= 2.0f * into * hit->nx;
        w->vy[i] -= 2.0f * into * hit->ny;
    }
}

static size_t step_swept(struct plain_walkers *w) {
    size_t hits = 0;
    move_all(w);
    for (size_t i = 0; i < w->scene->count; i++) {
        const float dx = w->vx[i] * SCENE_DT, dy = w->vy[i] * SCENE_DT, x = w->x[i] - dx, y = w->y[i] - dy;
        plain_contact hit;
        walker_answer *row = &w->rows[hits % ROWS];
        if (!first_hit(w, 0, i, x, y, dx, dy, &hit, row))
            continue;
        hits++;
        bounce(w, i, x, y, dx, dy, &hit);
    }
    return hits;
}

/* ---- Slides ------------------------------------------------------------------------------------------------------ */

static size_t one(void *self, size_t set, size_t mover) {
    struct plain_walkers *w = self;
    const walker_set *s = &w->scene->set[set];
    plain_convex room;
    plain_walk(&w->near, part_of(w, set, mover, 0, &room), &w->scene->options, w->scene->through[mover], s->x[mover],
               s->y[mover], s->dx[mover], s->dy[mover], &w->slides[mover]);
    return w->slides[mover].count > 0;
}

static size_t slide_all(struct plain_walkers *w, size_t set) {
    size_t touching = 0;
    for (size_t i = 0; i < w->scene->count; i++)
        touching += one(w, set, i);
    return touching;
}

static size_t run(void *self, size_t set) {
    struct plain_walkers *w = self;
    switch (w->scene->kind->question) {
    case ASK_WALKERS_SLIDE:
        return slide_all(w, set);
    case ASK_WALKERS_SWEEP:
        return sweep_all(w, set);
    case ASK_WALKERS_OVERLAP:
        w->keep = true; /* the call writes them all */
        return touch_all(w, set, w->scene->set[set].x, w->scene->set[set].y);
    case ASK_WALKERS_MANIFOLD:
        move_all(w);
        return touch_all(w, 0, w->x, w->y);
    default:
        return step_swept(w);
    }
}

static walker_answer answer_at(const struct plain_walkers *w, size_t i) {
    const hail_slide *slide = &w->slides[i];
    switch (w->scene->kind->question) {
    case ASK_WALKERS_SWEPT:
        return (walker_answer){.mover = (uint32_t)i, .x = w->x[i], .y = w->y[i]};
    case ASK_WALKERS_SLIDE:
        return (walker_answer){.mover = (uint32_t)i, .count = slide->flags, .x = slide->dx, .y = slide->dy};
    default:
        return w->rows[i];
    }
}

/* A world's contacts of the last step are found again, to keep them all. */
static size_t answers(void *self, walker_answer *out, size_t capacity) {
    struct plain_walkers *w = self;
    const walker_question question = w->scene->kind->question;
    if (question == ASK_WALKERS_MANIFOLD) {
        w->keep = true;
        touch_all(w, 0, w->x, w->y);
        w->keep = false;
    }
    const bool listed = question == ASK_WALKERS_MANIFOLD || question == ASK_WALKERS_OVERLAP;
    const size_t count = listed ? w->kept : w->scene->count;
    for (size_t i = 0; i < count && i < capacity; i++)
        out[i] = answer_at(w, i);
    return count;
}

const walker_contender walker_contender_plain = {
    .name = "plain", .create = create, .run = run, .one = one, .answers = answers, .destroy = destroy};
