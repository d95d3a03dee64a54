/* bench/tiles/plain_movers.c - `plain` of movers: one after the other, and only what lies near. It answers the same
 * questions with the same fields as Hail; it knows one shape of each kind, no rotation, no scale, and checks nothing.
 */
#include "movers.h"

#include "plain_ground.h"
#include "plain_slide.h"
#include "scenes.h"
#include "wrap.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 4096, NEAR = 64 };

struct plain_movers {
    const mover_scene *scene;
    plain_ground ground;
    float side;
    float *x, *y, *vx, *vy; /* of worlds, one block */
    ground_place place;
    mover_answer *rows; /* a window of contacts, or an answer each */
    size_t count, kept; /* kept: the answers of the last run, if they are all to be kept */
    bool keep;
    plain_slide_result *slides;
};

static void destroy(void *self) {
    struct plain_movers *m = self;
    if (!m)
        return;
    plain_ground_destroy(&m->ground);
    free(m->x);
    free(m->rows);
    free(m->slides);
    free(m);
}

static void copy_set(struct plain_movers *m, size_t column) {
    const mover_scene *scene = m->scene;
    m->y = m->x + column;
    m->vx = m->x + 2 * column;
    m->vy = m->x + 3 * column;
    for (size_t i = 0; i < scene->count; i++) {
        m->x[i] = scene->set[0].x[i];
        m->y[i] = scene->set[0].y[i];
        m->vx[i] = scene->set[0].dx[i] / SCENE_DT;
        m->vy[i] = scene->set[0].dy[i] / SCENE_DT;
    }
}

static void *create(const mover_scene *scene, const char *variant) {
    (void)variant;
    struct plain_movers *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    size_t column = (scene->count + 31) / 16 * 16, rows = scene->count * 4 + ROWS;
    m->scene = scene;
    m->side = (float)(scene->tiles->columns * TILE_SIDE);
    m->x = aligned_alloc(64, 4 * column * sizeof *m->x);
    m->rows = malloc(rows * sizeof *m->rows);
    m->slides = malloc(scene->count * sizeof *m->slides);
    if (!plain_ground_create(scene->tiles, &m->ground) || !m->x || !m->rows || !m->slides) {
        destroy(m);
        return NULL;
    }
    copy_set(m, column);
    return m;
}

static inline plain_shape shape_of(const mover_scene *scene, size_t i) {
    return i < scene->circles ? (plain_shape){0.0f, 0.0f, MOVER_RADIUS}
                              : (plain_shape){MOVER_HALF_WIDTH, MOVER_HALF_HEIGHT, 0.0f};
}

/* Lists what is near a shape on its way by (dx, dy). False: nothing is. *from_x, *from_y: the shape, from the place's
 * corner. */
static inline bool look(struct plain_movers *m, const plain_shape *shape, float x, float y, float dx, float dy,
                        float *from_x, float *from_y) {
    int corner_x = ground_floor(x), corner_y = ground_floor(y);
    float reach_x = shape->half_x + shape->radius, reach_y = shape->half_y + shape->radius;
    *from_x = x - (float)corner_x;
    *from_y = y - (float)corner_y;
    float box[4] = {*from_x - reach_x + (dx < 0.0f ? dx : 0.0f), *from_y - reach_y + (dy < 0.0f ? dy : 0.0f),
                    *from_x + reach_x + (dx > 0.0f ? dx : 0.0f), *from_y + reach_y + (dy > 0.0f ? dy : 0.0f)};
    plain_ground_look(&m->ground, corner_x, corner_y, box, &m->place);
    return m->place.count > 0;
}

static mover_answer answer_of(const ground_touch *touch, size_t mover, const ground_place *place) {
    return (mover_answer){.mover = (uint32_t)mover,
                          .cell = touch->cell,
                          .count = touch->count,
                          .t = touch->t,
                          .depth = touch->depth,
                          .normal_x = -touch->normal_x,
                          .normal_y = -touch->normal_y,
                          .x = touch->x[0] + (float)place->corner_x,
                          .y = touch->y[0] + (float)place->corner_y};
}

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static void move_all(struct plain_movers *m) {
    for (size_t i = 0; i < m->scene->count; i++) {
        m->x[i] = wrap(m->x[i] + m->vx[i] * SCENE_DT, m->side);
        m->y[i] = wrap(m->y[i] + m->vy[i] * SCENE_DT, m->side);
    }
}

/* Contacts go to a window that is used again, unless they are to be kept. */
static size_t touch_all(struct plain_movers *m, const float *x, const float *y) {
    size_t found = 0, at = 0;
    for (size_t i = 0; i < m->scene->count; i++) {
        plain_shape shape = shape_of(m->scene, i);
        float from_x, from_y;
        ground_touch near[NEAR];
        if (!look(m, &shape, x[i], y[i], 0.0f, 0.0f, &from_x, &from_y))
            continue;
        size_t touched = plain_ground_touch(&m->place, &shape, from_x, from_y, near, NEAR);
        if (!m->keep && at + touched > ROWS)
            at = 0;
        for (size_t k = 0; k < touched; k++)
            m->rows[at++] = answer_of(&near[k], i, &m->place);
        found += touched;
    }
    m->kept = at;
    return found;
}

/* Stops a body where it hit, and reflects it. */
static void bounce(struct plain_movers *m, size_t i, float from_x, float from_y, float dx, float dy,
                   const ground_touch *hit) {
    float into = m->vx[i] * hit->normal_x + m->vy[i] * hit->normal_y;
    m->x[i] = from_x + dx * hit->t + hit->normal_x * MOVER_APART;
    m->y[i] = from_y + dy * hit->t + hit->normal_y * MOVER_APART;
    if (into < 0.0f) {
        m->vx[i] -= 2.0f * into * hit->normal_x;
        m->vy[i] -= 2.0f * into * hit->normal_y;
    }
}

static size_t step_swept(struct plain_movers *m) {
    size_t hits = 0;
    move_all(m);
    for (size_t i = 0; i < m->scene->count; i++) {
        plain_shape shape = shape_of(m->scene, i);
        float dx = m->vx[i] * SCENE_DT, dy = m->vy[i] * SCENE_DT, from_x, from_y;
        float start_x = m->x[i] - dx, start_y = m->y[i] - dy;
        ground_touch hit;
        if (!look(m, &shape, start_x, start_y, dx, dy, &from_x, &from_y) ||
            !plain_ground_sweep(&m->place, &shape, 0.0f, from_x, from_y, dx, dy, &hit))
            continue;
        m->rows[hits++ % ROWS] = answer_of(&hit, i, &m->place);
        bounce(m, i, start_x, start_y, dx, dy, &hit);
    }
    return hits;
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

static size_t sweep_all(struct plain_movers *m, size_t set) {
    const float *x = m->scene->set[set].x, *y = m->scene->set[set].y;
    const float *dx = m->scene->set[set].dx, *dy = m->scene->set[set].dy;
    size_t hits = 0;
    for (size_t i = 0; i < m->scene->count; i++) {
        plain_shape shape = shape_of(m->scene, i);
        float from_x, from_y;
        ground_touch hit;
        m->rows[i] = (mover_answer){.mover = (uint32_t)i, .cell = UINT32_MAX};
        if (!look(m, &shape, x[i], y[i], dx[i], dy[i], &from_x, &from_y) ||
            !plain_ground_sweep(&m->place, &shape, 0.0f, from_x, from_y, dx[i], dy[i], &hit))
            continue;
        m->rows[i] = answer_of(&hit, i, &m->place);
        hits++;
    }
    m->kept = m->scene->count;
    return hits;
}

static size_t slide_all(struct plain_movers *m, size_t set) {
    const float *x = m->scene->set[set].x, *y = m->scene->set[set].y;
    const float *dx = m->scene->set[set].dx, *dy = m->scene->set[set].dy;
    size_t touching = 0;
    for (size_t i = 0; i < m->scene->count; i++) {
        plain_shape shape = shape_of(m->scene, i);
        plain_slide(&m->ground, &shape, x[i], y[i], dx[i], dy[i], &m->place, &m->slides[i]);
        touching += m->slides[i].count > 0;
    }
    return touching;
}

static size_t run(void *self, size_t set) {
    struct plain_movers *m = self;
    switch (m->scene->question) {
    case ASK_MOVERS_MANIFOLD:
        move_all(m);
        return touch_all(m, m->x, m->y);
    case ASK_MOVERS_SWEPT:
        return step_swept(m);
    case ASK_MOVERS_SWEEP:
        return sweep_all(m, set);
    case ASK_MOVERS_OVERLAP:
        m->keep = true; /* the call writes them all */
        return touch_all(m, m->scene->set[set].x, m->scene->set[set].y);
    default:
        return slide_all(m, set);
    }
}

static mover_answer answer_at(const struct plain_movers *m, size_t i) {
    if (m->scene->question == ASK_MOVERS_SWEPT)
        return (mover_answer){.mover = (uint32_t)i, .x = m->x[i], .y = m->y[i]};
    if (!mover_slides(m->scene->question))
        return m->rows[i];
    const plain_slide_result *slide = &m->slides[i];
    return (mover_answer){.mover = (uint32_t)i, .count = slide->flags, .x = slide->dx, .y = slide->dy};
}

/* A world's contacts of the last step are found again, to keep them all. */
static size_t answers(void *self, mover_answer *out, size_t capacity) {
    struct plain_movers *m = self;
    mover_question question = m->scene->question;
    if (question == ASK_MOVERS_MANIFOLD) {
        m->keep = true;
        touch_all(m, m->x, m->y);
        m->keep = false;
    }
    bool listed = question == ASK_MOVERS_MANIFOLD || question == ASK_MOVERS_OVERLAP;
    size_t count = listed ? m->kept : m->scene->count;
    for (size_t i = 0; i < count && i < capacity; i++)
        out[i] = answer_at(m, i);
    return count;
}

const mover_contender mover_contender_plain = {
    .name = "plain", .create = create, .run = run, .answers = answers, .destroy = destroy};
