/* Whole steps of sprites: with other shapes held to every pixel's square in double precision, with one another to
 * hail_sprite_overlaps, with tiles to hail_sprite_tilemap_overlaps; swept, earliest and sensing rules to what the
 * others report; and with every variant, window, pair budget and cell, and from two sets of sprites, which may change
 * nothing.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts_world.h"
#include "sprites/pixel_oracle.h"
#include "shared/random_world.h"
#include "sprites/sprite_inputs.h"

enum { WORLDS = 60, COPIES = 4, DRAWN = SPRITE_DRAWINGS + COPIES };

/* ---- A world of sprites ------------------------------------------------------------------------------------------ */

typedef struct scene {
    uint64_t seed;
    sprite_cast *cast;
    drawing *drawing[DRAWN];
    hail_spriteset *spare; /* the same images, the last one first */
    parts_plan *plan;
    parts_world w; /* the last that was made */
    parts_answer a;
    stream s;
} scene;

static void make_spare(scene *t) {
    uint64_t state = t->seed;
    cr_assert_eq(hail_spriteset_create(NULL, &t->spare), HAIL_OK);
    for (uint32_t k = 0; k < DRAWN; k++) {
        uint32_t sprite;
        cr_assert_eq(drawing_add(t->drawing[DRAWN - 1 - k], &state, t->spare, &sprite), HAIL_OK);
    }
}

/* Every other shape is of the spare set. */
static void mix_sets(scene *t) {
    for (uint32_t k = 0; k < PARTS_SHAPES; k += 2) {
        parts_shape *shape = &t->plan->shape[k];
        if (shape->sprite == PARTS_NO_SPRITE)
            continue;
        shape->sprite = DRAWN - 1 - shape->sprite;
        shape->spare = true;
    }
    t->plan->spare = t->spare;
}

static scene *scene_make(uint64_t seed) {
    scene *t = calloc(1, sizeof *t);
    cr_assert_not_null(t);
    t->seed = seed, t->cast = sprite_cast_make(seed, 20);
    for (uint32_t k = 0; k < COPIES; k++) {
        const float x = k % 2 == 0 ? -1.0f : 1.5f, y = k < 2 ? 0.7f : -1.0f;
        uint32_t copy;
        cr_assert_eq(hail_spriteset_add_stretched(t->cast->set, k, x, y, &copy), HAIL_OK);
    }
    for (uint32_t k = 0; k < DRAWN; k++)
        t->drawing[k] = pixel_drawing(t->cast->set, k);
    make_spare(t);
    t->plan = parts_plan_make(seed, t->cast->set);
    for (int n = 0; n < PARTS_LAYERS; n++)
        for (int i = 0; i < PARTS_EACH; i++)
            if (t->plan->scale[n][i] <= 0.0f) /* of a flat sprite there is little to say */
                t->plan->scale[n][i] = 0.1f;
    return t;
}

static void scene_free(scene *t) {
    for (uint32_t k = 0; k < DRAWN; k++)
        drawing_free(t->drawing[k]);
    hail_spriteset_destroy(t->spare);
    sprite_cast_free(t->cast);
    stream_free(&t->s);
    stream_free(&t->a.must);
    free(t->plan);
    free(t);
}

static void swap_modes(parts_plan *p, hail_mode from, hail_mode to) {
    for (int n = 0; n < PARTS_LAYERS; n++)
        for (int m = 0; m < PARTS_LAYERS; m++)
            if (p->mode[n][m] == from)
                p->mode[n][m] = to;
}

/* One step, its stream in t->s, where everybody was in t->a.side. */
static void run(scene *t, const parts_config *c) {
    t->w = parts_world_make(t->plan, c);
    parts_look(&t->w, t->a.side);
    parts_meet_all(&t->w, &t->a);
    parts_add_earliest(&t->a);
    parts_sort(&t->a.must);
    stream_clear(&t->s);
    cr_assert_eq(hail_step(t->w.world, t->plan->dt, stream_take, &t->s), HAIL_OK, "HAIL_TEST_SEED=%llu isa %s",
                 (unsigned long long)t->seed, c->isa);
    parts_world_free(&t->w);
}

/* One body of a rule, as the oracles want it. */
typedef struct body {
    uint32_t n, i;
    const parts_shape *shape;
    uint32_t which;
    double from_x, from_y, dx, dy; /* px; of a rule that is not swept the displacement is 0 */
} body;

static body body_of(const scene *t, uint32_t n, uint32_t i, bool swept) {
    const parts_side *s = &t->a.side[n];
    body b = {.n = n, .i = i, .which = t->plan->which[n][i]};
    b.shape = &t->plan->shape[b.which];
    b.from_x = (double)(swept ? s->from_x[i] : s->x[i]), b.from_y = (double)(swept ? s->from_y[i] : s->y[i]);
    b.dx = swept ? (double)s->dx[i] : 0.0, b.dy = swept ? (double)s->dy[i] : 0.0;
    return b;
}

static bool is_sprite(const body *b) { return b->shape->sprite != PARTS_NO_SPRITE; }

static pixel_pose pose_at(const scene *t, const body *b, double time) {
    const parts_side *s = &t->a.side[b->n];
    return (pixel_pose){t->drawing[b->shape->sprite], b->from_x + b->dx * time, b->from_y + b->dy * time,
                        (double)s->cos[b->i],         (double)s->sin[b->i],     (double)s->scale[b->i]};
}

static solid solid_at(const scene *t, const body *b, uint32_t part, double time) {
    const parts_side *s = &t->a.side[b->n];
    const float zero = 0.0f;
    const hail_shapes at = {
        .x = &zero, .y = &zero, .cos = &s->cos[b->i], .sin = &s->sin[b->i], .scale = &s->scale[b->i], .count = 1};
    return solid_moved(solid_of(&t->plan->part[b->which][part], &at, 0), b->from_x + b->dx * time,
                       b->from_y + b->dy * time);
}

/* px: what rounding may come to. */
static double band_of(const body *one, const body *other) {
    const double far = fmax(fabs(one->from_x) + fabs(one->dx), fabs(one->from_y) + fabs(one->dy)) + 600.0;
    const double further = fmax(fabs(other->from_x) + fabs(other->dx), fabs(other->from_y) + fabs(other->dy)) + 600.0;
    return 1.0e-4 + 4.0 * ulp_of(fmax(far, further));
}

/* ---- A sprite and another shape ---------------------------------------------------------------------------------- */

/* c: the contact of this part, or NULL. Answers what is wrong. */
static const char *still(const scene *t, const body *sprite, const body *other, uint32_t part, const hail_contact *c,
                         bool first) {
    const pixel_pose pose = pose_at(t, sprite, 0.0);
    const solid shape = solid_at(t, other, part, 0.0);
    const pixel_meeting m = pixel_meet(&pose, &shape, band_of(sprite, other));
    if (c == NULL)
        return m.sure > 0 ? "not told of" : NULL;
    if (m.sure == 0 && m.undecided == 0)
        return "nothing touches";
    return m.undecided == 0 && c->count > 0 ? pixel_differs(&m, c, first) : NULL;
}

/* Before t nothing is deeper inside than rounding comes to; at t something touches. */
static const char *swept(const scene *t, const body *sprite, const body *other, uint32_t part, const hail_contact *c,
                         bool first) {
    enum { LOOKS = 40 };
    const double band = band_of(sprite, other), until = c != NULL ? (double)c->t - 1.0e-4 : 1.0;
    const double near = 4.0 * band + hypot(sprite->dx - other->dx, sprite->dy - other->dy) * 0x1p-22;
    if (c != NULL && !(c->t > 0.0f))
        return still(t, sprite, other, part, c, first);
    for (int k = 0; k <= LOOKS && until >= 0.0; k++) {
        const double time = until * (k / (double)LOOKS);
        const pixel_pose pose = pose_at(t, sprite, time);
        const solid shape = solid_at(t, other, part, time);
        if (pixel_gap(&pose, &shape, near) < -near)
            return c != NULL ? "touches before" : "not told of";
    }
    if (c == NULL)
        return NULL;
    const pixel_pose pose = pose_at(t, sprite, (double)c->t);
    const solid shape = solid_at(t, other, part, (double)c->t);
    if (!(pixel_gap(&pose, &shape, near) <= near))
        return "nothing touches then";
    const double length = hypot((double)c->normal_x, (double)c->normal_y);
    return c->count != 1 || fabs(length - 1.0) > 1.0e-4 || c->depth[0] < 0.0f ? "no point, or no unit normal" : NULL;
}

static size_t touches_seen; /* of two sprites on their ways, whose normal and point were compared */

/* ---- Two sprites ------------------------------------------------------------------------------------------------- */

static hail_sprite_overlap overlap_at(const scene *t, const body *one, const body *other, double time) {
    const pixel_pose pose = pose_at(t, one, time), beside = pose_at(t, other, time);
    double one_x, one_y, other_x, other_y;
    const double reach = pixel_circle(&pose, &one_x, &one_y) + pixel_circle(&beside, &other_x, &other_y) + 1.0;
    if (hypot(one_x - other_x, one_y - other_y) > reach)
        return (hail_sprite_overlap){0};
    const body *b[2] = {one, other};
    float x[2], y[2], cosine[2], sine[2], scale[2];
    for (int k = 0; k < 2; k++) {
        const parts_side *s = &t->a.side[b[k]->n];
        x[k] = (float)(b[k]->from_x + b[k]->dx * time), y[k] = (float)(b[k]->from_y + b[k]->dy * time);
        cosine[k] = s->cos[b[k]->i], sine[k] = s->sin[b[k]->i], scale[k] = s->scale[b[k]->i];
    }
    hail_sprite_pairs pairs = {.count = 1};
    hail_sprite_overlap o;
    hail_sprites *side[2] = {&pairs.a, &pairs.b};
    for (int k = 0; k < 2; k++)
        *side[k] = (hail_sprites){.set = t->cast->set,
                                  .x = &x[k],
                                  .y = &y[k],
                                  .cos = &cosine[k],
                                  .sin = &sine[k],
                                  .scale_x = &scale[k],
                                  .sprite = &b[k]->shape->sprite,
                                  .count = 1};
    cr_assert_eq(hail_sprite_overlaps(&pairs, &o), HAIL_OK);
    return o;
}

/* To the bit; at the start of a sweep, which is rounded on its own, within `off`. */
static const char *same_overlap(const hail_sprite_overlap *o, const hail_contact *c, bool turned, float off) {
    const float sign = turned ? 1.0f : -1.0f;
    static char text[300];
    if (c == NULL || o->count == 0)
        return (c != NULL) == (o->count != 0) ? NULL : c == NULL ? "not told of" : "nothing touches";
    const bool same = fabsf(c->x[0] - o->x) <= off && fabsf(c->y[0] - o->y) <= off &&
                      fabsf(c->normal_x - sign * o->push_x) <= off && fabsf(c->normal_y - sign * o->push_y) <= off &&
                      fabsf(c->depth[0] - o->depth) <= off;
    snprintf(text, sizeof text, "push (%a, %a), point (%a, %a), depth %a", (double)o->push_x, (double)o->push_y,
             (double)o->x, (double)o->y, (double)o->depth);
    return c->count == 0 || (same && c->count == 1) ? NULL : text;
}

/* At t > 0: the normal and the point of the pixels that touch then, where a little before and after it are the same. */
static const char *touch_of(const scene *t, const body *one, const body *other, const hail_contact *c, bool turned) {
    hail_sprite_overlap o[3];
    for (int k = 0; k < 3; k++)
        o[k] = overlap_at(t, one, other, (double)c->t + (k - 1) * 2.0e-6);
    for (int k = 0; k < 3; k += 2)
        if (o[k].count != o[1].count || fabsf(o[k].push_x - o[1].push_x) + fabsf(o[k].push_y - o[1].push_y) > 1.0e-3f ||
            fabsf(o[k].x - o[1].x) + fabsf(o[k].y - o[1].y) > 0.02f)
            return NULL;
    const float sign = turned ? 1.0f : -1.0f;
    touches_seen++;
    if (fabsf(c->x[0] - o[1].x) > 0.05f || fabsf(c->y[0] - o[1].y) > 0.05f)
        return "another point than that of the pixels that touch";
    return fabsf(c->normal_x - sign * o[1].push_x) > 5.0e-3f || fabsf(c->normal_y - sign * o[1].push_y) > 5.0e-3f
               ? "another normal than that of the pixels that touch"
               : NULL;
}

static const char *two(const scene *t, const body *a, const body *b, const hail_contact *c, bool is_swept) {
    enum { FINER = 8 };
    const double scale_a = (double)t->a.side[a->n].scale[a->i], scale_b = (double)t->a.side[b->n].scale[b->i];
    const bool turned = scale_b < scale_a;
    const body *one = turned ? b : a, *other = turned ? a : b;
    const double way = hypot(a->dx - b->dx, a->dy - b->dy);
    if (!is_swept || (c != NULL && !(c->t > 0.0f)) || way == 0.0) {
        const hail_sprite_overlap o = overlap_at(t, one, other, 0.0);
        return same_overlap(&o, c, turned, is_swept ? 1.0e-3f : 0.0f);
    }
    /* positions a quarter of a pixel apart: a touch at four of them in a row cannot be missed */
    const double apart = 0.25 * fmin(scale_a, scale_b) / way, until = c != NULL ? (double)c->t - 0.1 * apart : 1.0;
    int row = 0;
    for (double time = 0.0; time <= until && 1.0 / apart < 4000.0; time += apart) {
        row = overlap_at(t, one, other, time).count > 0 ? row + 1 : 0;
        if (row >= 4)
            return c != NULL ? "touches before" : "not told of";
    }
    if (c == NULL)
        return NULL;
    if (overlap_at(t, one, other, (double)c->t).count == 0 && overlap_at(t, one, other, (double)c->t + 1e-5).count == 0)
        return "nothing touches then";
    bool open = false; /* just before, finer by 256 than half a pixel */
    for (int k = 1; k <= FINER; k++)
        open = open || overlap_at(t, one, other, fmax((double)c->t - apart * 2.0 * k / FINER / 64.0, 0.0)).count == 0;
    return open ? touch_of(t, one, other, c, turned) : "touched long before";
}

/* ---- All of a step ----------------------------------------------------------------------------------------------- */

static const hail_contact *find(const stream *s, const hail_contact *key) {
    return s->count == 0 ? NULL : bsearch(key, s->contact, s->count, sizeof *key, parts_order);
}

/* How many contacts the pair has. Of a sensor only whether the pair is reported. */
static size_t check_pair(const scene *t, const body *a, const body *b, hail_mode mode) {
    const uint32_t parts_a = is_sprite(a) ? 1 : a->shape->count, parts_b = is_sprite(b) ? 1 : b->shape->count;
    const hail_handle handle_a = t->w.handle[a->n][a->i], handle_b = t->w.handle[b->n][b->i];
    size_t seen = 0;
    for (uint32_t k = 0; k < parts_a * parts_b; k++) {
        const hail_contact key = {.a = handle_a,
                                  .b = handle_b,
                                  .layer_a = (uint8_t)parts_layer_of[a->n],
                                  .layer_b = (uint8_t)parts_layer_of[b->n],
                                  .part_a = (uint16_t)(k / parts_b),
                                  .part_b = k % parts_b};
        const hail_contact *c = find(&t->s, &key);
        const bool is_swept = mode == HAIL_SWEPT;
        const char *wrong;
        if (is_sprite(a) && is_sprite(b))
            wrong = two(t, a, b, c, is_swept);
        else
            wrong = (is_swept ? swept : still)(t, is_sprite(a) ? a : b, is_sprite(a) ? b : a, k, c, is_sprite(a));
        cr_assert(wrong == NULL, "HAIL_TEST_SEED=%llu mode %d, sprites %d %d, scales %g %g: %s: %s",
                  (unsigned long long)t->seed, (int)mode, (int)a->shape->sprite, (int)b->shape->sprite,
                  (double)t->a.side[a->n].scale[a->i], (double)t->a.side[b->n].scale[b->i],
                  parts_text(c != NULL ? c : &key), wrong);
        seen += c != NULL;
    }
    return seen;
}

/* Contacts of no sprite stand in t->a.must already, byte for byte. */
static size_t check_all(const scene *t) {
    size_t seen = 0;
    for (uint32_t n = 0; n < PARTS_LAYERS; n++) {
        for (uint32_t m = 0; m < PARTS_LAYERS; m++) {
            const hail_mode mode = t->plan->mode[n][m];
            const parts_side *s = &t->a.side[n], *o = &t->a.side[m];
            for (uint32_t i = 0; i < PARTS_EACH && mode != HAIL_IGNORE; i++) {
                for (uint32_t j = 0; j < PARTS_EACH; j++) {
                    const body a = body_of(t, n, i, mode == HAIL_SWEPT), b = body_of(t, m, j, mode == HAIL_SWEPT);
                    const bool once = n != m || t->w.handle[m][j].slot > t->w.handle[n][i].slot;
                    if ((is_sprite(&a) || is_sprite(&b)) && s->there[i] && o->there[j] && once &&
                        parts_allowed(s, i, o, j))
                        seen += check_pair(t, &a, &b, mode);
                }
            }
        }
    }
    for (size_t k = 0; k < t->a.must.count; k++) {
        const hail_contact *must = &t->a.must.contact[k], *is = find(&t->s, must);
        cr_assert(is != NULL && memcmp(is, must, sizeof *is) == 0, "HAIL_TEST_SEED=%llu: must be %s",
                  (unsigned long long)t->seed, parts_text(must));
    }
    cr_assert_eq(seen + t->a.must.count, t->s.count, "HAIL_TEST_SEED=%llu: %zu contacts of %zu are nobody's",
                 (unsigned long long)t->seed, t->s.count - seen - t->a.must.count, t->s.count);
    return seen;
}

static size_t every_pixel(uint64_t seed) {
    scene *t = scene_make(seed);
    const parts_config c = parts_config_of(seed);
    swap_modes(t->plan, HAIL_EARLIEST, HAIL_SWEPT);
    swap_modes(t->plan, HAIL_PAIRS, HAIL_MANIFOLD);
    run(t, &c);
    const size_t seen = check_all(t);
    scene_free(t);
    return seen;
}

Test(step_sprites, every_pixel) {
    cr_assert_gt(random_seeds_sum(WORLDS, every_pixel), (size_t)WORLDS * 20);
    cr_log_info("%zu touches of two sprites on their ways", touches_seen);
}

/* ---- Rules checked by other rules -------------------------------------------------------------------------------- */

static void note(parts_answer *a, const parts_world *w, const hail_contact *c) {
    for (uint32_t n = 0; n < PARTS_LAYERS; n++) {
        for (uint32_t i = 0; i < PARTS_EACH; i++) {
            hail_contact *best = &a->best[n][i];
            if (w->handle[n][i].slot == c->a.slot && (best->kind == 0 || c->t < best->t))
                *best = *c; /* they come in order: of equal ones the first stays */
        }
    }
}

static hail_mode mode_of(const parts_plan *p, const hail_contact *c) {
    for (uint32_t n = 0; n < PARTS_LAYERS; n++)
        for (uint32_t m = 0; m < PARTS_LAYERS; m++)
            if (parts_layer_of[n] == c->layer_a && parts_layer_of[m] == c->layer_b)
                return p->mode[n][m];
    return HAIL_IGNORE;
}

/* From a step whose rules tell everything: of each pair of a sensing rule the first parts, without more; of each body
 * its earliest hit. */
static void boil_down(scene *t, const parts_plan *p) {
    uint32_t last_a = 0, last_b = 0, last = UINT32_MAX;
    memset(t->a.best, 0, sizeof t->a.best);
    stream_clear(&t->a.must);
    for (size_t k = 0; k < t->s.count; k++) {
        hail_contact c = t->s.contact[k];
        const hail_mode mode = mode_of(p, &c);
        const uint32_t rule = c.layer_a * 256u + c.layer_b;
        const bool again = rule == last && c.a.slot == last_a && c.b.slot == last_b;
        last = rule, last_a = c.a.slot, last_b = c.b.slot;
        if (mode == HAIL_PAIRS)
            c = (hail_contact){.a = c.a,
                               .b = c.b,
                               .kind = c.kind,
                               .layer_a = c.layer_a,
                               .layer_b = c.layer_b,
                               .part_a = c.part_a,
                               .part_b = c.part_b};
        if (mode == HAIL_EARLIEST)
            note(&t->a, &t->w, &c);
        else if (mode != HAIL_PAIRS || !again)
            stream_take(&c, 1, &t->a.must);
    }
    parts_add_earliest(&t->a);
    parts_sort(&t->a.must);
}

static size_t every_way(uint64_t seed) {
    enum { WAYS = 10 };
    scene *t = scene_make(seed);
    parts_plan kept = *t->plan;
    parts_config c = parts_config_of(0);
    stream must;
    swap_modes(t->plan, HAIL_EARLIEST, HAIL_SWEPT);
    swap_modes(t->plan, HAIL_PAIRS, HAIL_MANIFOLD);
    run(t, &c);
    boil_down(t, &kept);
    must = t->a.must;
    memset(&t->a.must, 0, sizeof t->a.must);
    *t->plan = kept;
    for (size_t n = 0; n < WAYS; n++) {
        char at[100];
        c = parts_config_of(n + seed);
        if (n == WAYS / 2)
            mix_sets(t);
        snprintf(at, sizeof at, "HAIL_TEST_SEED=%llu isa %s window %u budget %u cell %g%s%s", (unsigned long long)seed,
                 c.isa, (unsigned)c.window, (unsigned)c.budget, (double)c.cell, c.shuffled ? " shuffled" : "",
                 n >= WAYS / 2 ? " two sets" : "");
        run(t, &c);
        parts_same(at, &t->s, &must);
    }
    const size_t total = must.count;
    stream_free(&must);
    scene_free(t);
    return total;
}

Test(step_sprites, every_way) { cr_assert_gt(random_seeds_sum(WORLDS, every_way), (size_t)WORLDS * 20); }
