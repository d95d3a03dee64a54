/* engine/tiles/slide.c - hail/slide.h: movers that slide, together round by round. */
#include <math.h>

#include "slide_alone.h"
#include "slide_motion.h"
#include "tasks/run_tasks.h"

hail_status hail_slide_defaults(hail_slide_options *options) {
    if (!options)
        return HAIL_BAD_ARGUMENT;
    *options = (hail_slide_options){.up_x = 0.0f,
                                    .up_y = -1.0f,
                                    .floor_cosine = 0.7f,
                                    .step_height = 0.0f,
                                    .skin = 1.0f / 32.0f,
                                    .snap = 0.0f,
                                    .bounces = 4};
    return HAIL_OK;
}

static hail_status check_options(hail_error *error, const hail_slide_options *o) {
    const hail_scalar numbers[] = {{"options->up_x", o->up_x, -1.001f, 1.001f},
                                   {"options->up_y", o->up_y, -1.001f, 1.001f},
                                   {"options->floor_cosine", o->floor_cosine, 0.0f, 1.0f},
                                   {"options->step_height", o->step_height, 0.0f, (float)HAIL_MAX_TILE},
                                   {"options->snap", o->snap, 0.0f, (float)HAIL_MAX_TILE},
                                   {"options->skin", o->skin, 0x1p-10f, 1.0f}};
    HAIL_REQUIRE(hail_check_scalars(error, numbers, sizeof numbers / sizeof *numbers));
    if (fabsf(o->up_x * o->up_x + o->up_y * o->up_y - 1.0f) > 2.1e-4f)
        return hail_fail(error, HAIL_OUT_OF_RANGE, "options->up_x", "makes no unit vector with up_y, to within 1e-4");
    return hail_check_whole(error, "options->bounces", o->bounces, 1, 8);
}

/* ---- Movers together --------------------------------------------------------------------------------------------- */

enum { TOGETHER = UPRIGHT_MOVERS };

/* Movers that take their pushes and bounces in rounds: whoever still moves takes part in the next one. */
typedef struct slides {
    const hail_movers *movers;
    const hail_slide_options *options;
    hail_obstacles *o;
    hail_slide *out;
    uint32_t count, left; /* all, those of the present round */
    slide of[TOGETHER];
    uint32_t list[TOGETHER]; /* of the present round */
    hail_uprights places;    /* all that is near the upright ones on their whole way; and movers of hail_alone */
    uint32_t kept;           /* the places of these slides, which come first */
} slides;

static bool take_deepest(void *user, uint32_t tag, const hail_contact *c, bool exposed) {
    deepest *d = &((slides *)user)->of[tag].deepest;
    const float depth = c->count > 1 && c->depth[1] > c->depth[0] ? c->depth[1] : c->depth[0];
    d->buried = d->buried || !exposed;
    if (exposed && (!d->any || depth > d->depth)) {
        d->any = true;
        d->depth = depth;
        d->normal = normal_of(c);
        d->cell = c->part_b;
    }
    return true;
}

static bool take_stop(void *user, uint32_t tag, const hail_contact *hit) {
    slide *s = &((slides *)user)->of[tag];
    s->stopped = true;
    s->hit = *hit;
    return true;
}

/* Asks about a mover where it is, or on its way. False: it leaves what is known around it. */
static bool ask_place(slides *all, const slide *s, bool swept) {
    return s->place != UINT32_MAX &&
           hail_uprights_ask(&all->places, s->place, s->at.x, s->at.y, swept ? (float)s->motion.x : 0.0f,
                             swept ? (float)s->motion.y : 0.0f);
}

static deepest deepest_found(const hail_upright_found *f) {
    return (deepest){f->any, f->buried, f->depth, {(double)f->normal_x, (double)f->normal_y}, f->cell};
}

static void answer_places(slides *all, bool swept) {
    hail_uprights *u = &all->places;
    if (!u->movers)
        return;
    (swept ? hail_uprights_first : hail_uprights_deepest)(all->o, u);
    for (uint32_t m = 0; m < u->movers; m++) {
        hail_upright_entry *e = &u->of[m];
        slide *s = &all->of[e->tag];
        const hail_upright_found *f = &e->found;
        if (!e->asked)
            continue;
        e->asked = false;
        s->deepest = deepest_found(f);
        s->stopped = f->any;
        s->hit.t = f->t;
        s->hit.normal_x = f->normal_x;
        s->hit.normal_y = f->normal_y;
        s->hit.part_b = f->cell;
    }
}

static void ask(slides *all, hail_crowd *crowd) {
    const bool swept = crowd->take_hit != NULL;
    for (uint32_t k = 0; k < all->left; k++) {
        slide *s = &all->of[all->list[k]];
        if (s->looked) {
            s->looked = false;
            continue;
        }
        s->stopped = s->deepest.any = s->deepest.buried = false;
        if (ask_place(all, s, swept))
            continue;
        const hail_crowd_mover m = {.tag = all->list[k],
                                    .pose = s->pose,
                                    .x = s->at.x,
                                    .y = s->at.y,
                                    .dx = (float)s->motion.x,
                                    .dy = (float)s->motion.y};
        hail_crowd_add(crowd, &m);
    }
    hail_crowd_flush(crowd);
    answer_places(all, swept);
}

/* Goes on with the movers of this round for which `more` is true. */
static void next_round(slides *all, bool (*more)(slide *)) {
    uint32_t left = 0;
    for (uint32_t k = 0; k < all->left; k++)
        if (more(&all->of[all->list[k]]))
            all->list[left++] = all->list[k];
    all->left = left;
}

/* Has the movers of this round look straight down. */
static void look_down(slides *all, float distance, bool (*take)(slide *)) {
    hail_crowd crowd = hail_crowd_sweeps(all->o, take_stop, all);
    for (uint32_t k = 0; k < all->left; k++) {
        slide *s = &all->of[all->list[k]];
        s->motion = along((vector){0.0, 0.0}, s->up, -(double)distance);
    }
    ask(all, &crowd);
    next_round(all, take);
}

/* Puts down the movers that stood on floor. */
static void put_all_down(slides *all) {
    for (uint32_t i = 0; i < all->count; i++)
        if (all->of[i].stood)
            all->list[all->left++] = i;
    look_down(all, all->options->snap, hail_slide_put_down);
}

static void slide_all(slides *all) {
    all->left = all->count;
    for (uint32_t i = 0; i < all->count; i++)
        all->list[i] = i;
    while (all->left) {
        hail_crowd crowd = hail_crowd_touches(all->o, take_deepest, all);
        ask(all, &crowd);
        next_round(all, hail_slide_push);
    }
    for (uint32_t i = 0; i < all->count; i++) {
        slide *s = &all->of[i];
        s->turns = 0;
        if (hail_slide_is_free(s) && slide_moves(s))
            all->list[all->left++] = i;
    }
    if (all->options->snap > 0.0f)
        look_down(all, all->options->skin, hail_slide_find_stand);
    while (all->left) {
        hail_crowd crowd = hail_crowd_sweeps(all->o, take_stop, all);
        ask(all, &crowd);
        next_round(all, hail_slide_bounce);
    }
    if (all->options->snap > 0.0f)
        put_all_down(all);
    for (uint32_t i = 0; i < all->count; i++) {
        slide *s = &all->of[i];
        s->out->dx = (float)(s->at.x - s->start.x);
        s->out->dy = (float)(s->at.y - s->start.y);
    }
    all->count = 0;
}

/* place: its entry among the places, or UINT32_MAX. */
static void add_slide(slides *all, uint32_t i, uint32_t place) {
    const hail_slide_options *o = all->options;
    const hail_crowd_mover m = hail_movers_at(all->movers, i, o->skin);
    slide *s = &all->of[all->count++];
    s->looked = place != UINT32_MAX && all->places.of[place].looked;
    if (place != UINT32_MAX) {
        all->places.of[place].tag = all->count - 1;
        s->deepest = deepest_found(&all->places.of[place].found);
    }
    s->o = all->o;
    s->options = o;
    s->start = s->at = (vector){m.x, m.y};
    s->up = (vector){(double)o->up_x, (double)o->up_y};
    s->pose = m.pose;
    s->reach = (double)hail_mover_reach(&m.pose);
    s->touched_count = s->turns = s->climbs = 0;
    s->climbed = 0.0;
    s->out = &all->out[i];
    s->place = place;
    s->motion = s->wanted = (vector){(double)m.dx, (double)m.dy};
    s->stood = false;
    *s->out = (hail_slide){0};
}

/* Slides all that wait, but for those in the places that are still to be looked at. */
static void slide_kept(slides *all) {
    slide_all(all);
    all->kept = 0;
}

/* Slides the movers in the places that are alone, and keeps the others for slides. */
static void look_at_places(slides *all, hail_alone *alone) {
    hail_uprights *u = &all->places;
    hail_alone_slide(alone, all->kept);
    if (all->count + alone->count > TOGETHER)
        slide_kept(all);
    hail_uprights_keep(u, all->kept, alone->others, alone->count);
    for (uint32_t k = 0; k < alone->count; k++, all->kept++)
        add_slide(all, u->of[all->kept].tag, all->kept);
}

static void slide_places(slides *all, hail_alone *alone) {
    look_at_places(all, alone);
    slide_kept(all);
    all->places.movers = all->places.pairs = 0;
}

static void add_mover(slides *all, hail_alone *alone, uint32_t i) {
    hail_upright_added added = all->options->snap > 0.0f ? UPRIGHT_REFUSED : hail_alone_add(alone, i);
    if (added == UPRIGHT_NO_ROOM) {
        look_at_places(all, alone);
        if (all->places.pairs > UPRIGHT_PAIRS / 2 || all->kept > UPRIGHT_MOVERS / 2)
            slide_places(all, alone);
        added = hail_alone_add(alone, i);
    }
    if (added == UPRIGHT_NO_ROOM) {
        slide_places(all, alone);
        added = hail_alone_add(alone, i);
    }
    if (added != UPRIGHT_REFUSED)
        return;
    if (all->count == TOGETHER)
        slide_places(all, alone);
    add_slide(all, i, UINT32_MAX);
}

/* A mover that is near nothing. The sum is that of a slide in double precision. */
static void slide_free(const hail_movers *movers, size_t i, hail_slide *out) {
    const hail_bodies *b = &movers->bodies;
    const double x = (double)b->x[i] - (double)movers->map->options.x,
                 y = (double)b->y[i] - (double)movers->map->options.y, dx = (double)b->dx[i], dy = (double)b->dy[i];
    *out = (hail_slide){0};
    if (fabs(dx) + fabs(dy) < 1e-9)
        return;
    out->dx = (float)((x + dx) - x);
    out->dy = (float)((y + dy) - y);
}

/* What tasks know of a call. */
typedef struct slides_call {
    const hail_kernels *kernels;
    const hail_movers *movers;
    const hail_slide_options *options;
    hail_slide *out;
} slides_call;

static void slide_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const slides_call *c = task;
    hail_near_movers near;
    hail_obstacles o;
    slides all; /* field by field: the rest is large */
    hail_alone alone;
    (void)worker;
    all.movers = c->movers;
    all.options = c->options;
    all.o = &o;
    all.out = c->out;
    alone.o = &o;
    alone.u = &all.places;
    alone.movers = c->movers;
    alone.options = c->options;
    alone.out = c->out;
    alone.count = 0;
    all.count = all.left = all.kept = all.places.movers = all.places.pairs = 0;
    hail_near_movers_begin(&near, c->kernels, c->movers, true, c->options->skin);
    near.count = last;
    hail_obstacles_begin(&o, c->kernels, c->movers->map, c->movers->kinds, c->movers->whole_tiles);
    o.stand = true;
    for (size_t begin = first, end; begin < last; begin = end) {
        const uint32_t listed = hail_near_movers_list(&near, begin, &end);
        for (size_t i = begin; i < end; i++)
            slide_free(c->movers, i, &c->out[i]);
        for (uint32_t k = 0; k < listed; k++) {
            hail_near_movers_fetch(&near, &(hail_crowd){.o = &o}, k + CROWD_AHEAD, listed);
            add_mover(&all, &alone, near.list[k]);
        }
    }
    slide_places(&all, &alone);
}

hail_status hail_tiles_slide(const hail_movers *movers, const hail_slide_options *options, hail_slide *slides_out) {
    hail_slide_options defaults;
    hail_slide_defaults(&defaults);
    const hail_slide_options *chosen = options ? options : &defaults;
    hail_checks checks = {0};
    HAIL_REQUIRE(hail_movers_check(movers, &(hail_needed){"slides", slides_out}, true, &checks));
    HAIL_REQUIRE(check_options(checks.error, chosen));
    slides_call call = {checks.kernels, movers, chosen, slides_out};
    hail_run_tasks(checks.tasks, (uint32_t)movers->bodies.count, MOVER_BLOCK, slide_range, &call);
    return HAIL_OK;
}
