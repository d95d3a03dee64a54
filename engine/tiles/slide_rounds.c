/* engine/tiles/slide_rounds.c - see slide_rounds.h. */
#include "slide_rounds.h"

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

static void take_first_hit(slide *s, const hail_upright_found *f) {
    s->stopped = f->any;
    s->hit.t = f->t;
    s->hit.normal_x = f->normal_x;
    s->hit.normal_y = f->normal_y;
    s->hit.part_b = f->cell;
}

static void answer_places(slides *all, bool swept) {
    hail_uprights *u = &all->places;
    if (!u->movers)
        return;
    (swept ? hail_uprights_first : hail_uprights_deepest)(all->o, u);
    for (uint32_t m = 0; m < u->movers; m++) {
        hail_upright_entry *e = &u->of[m];
        if (!e->asked)
            continue;
        e->asked = false;
        if (swept)
            take_first_hit(&all->of[e->tag], &e->found);
        else
            all->of[e->tag].deepest = deepest_found(&e->found);
    }
}

static void ask(slides *all, hail_crowd *crowd) {
    const bool swept = crowd->take_hit != NULL;
    for (uint32_t k = 0; k < all->left; k++) {
        slide *s = &all->of[all->list[k]];
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

void hail_slides_waiting(slides *all) {
    hail_uprights *u = &all->places;
    hail_among among;
    if (!all->waiting)
        return;
    for (uint32_t k = 0; k < all->waiting; k++) {
        among.first[k] = hail_uprights_begin(u, all->waits[k]);
        among.count[k] = u->of[all->waits[k]].end - among.first[k];
    }
    const uint32_t refused = hail_alone_among(&all->alone, u, &among, 0, all->waiting);
    for (uint32_t k = 0; k < refused; k++) {
        const uint32_t place = all->waits[among.refused[k]];
        hail_slides_add(all, u->own_tag[place], place);
    }
    all->waiting = 0;
    if (!all->count)
        u->movers = u->pairs = 0;
}

void hail_slides_all(slides *all) {
    hail_slides_waiting(all);
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
    all->count = all->places.movers = all->places.pairs = 0;
}

void hail_slides_add(slides *all, uint32_t i, uint32_t place) {
    const hail_slide_options *o = all->options;
    const hail_crowd_mover m = hail_movers_at(all->movers, i, o->skin);
    slide *s = &all->of[all->count];
    if (place != UINT32_MAX)
        all->places.of[place].tag = all->count;
    all->count++;
    s->o = all->o;
    s->options = o;
    s->start = s->at = (vector){m.x, m.y};
    s->up = (vector){(double)o->up_x, (double)o->up_y};
    s->pose = m.pose;
    s->reach = (double)hail_mover_reach(&s->pose); /* m's need not be in memory then */
    s->touched_count = s->turns = s->climbs = 0;
    s->climbed = 0.0;
    s->out = &all->out[i];
    s->place = place;
    s->motion = s->wanted = (vector){(double)m.dx, (double)m.dy};
    s->stood = false;
    *s->out = (hail_slide){0};
}
