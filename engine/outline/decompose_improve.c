/* engine/outline/decompose_improve.c - the fewest parts of one small neighbourhood after another. */
#include "decompose.h"

#include <string.h>

#include "decompose_optimum.h"

typedef struct improver {
    hail_mesh *mesh;
    hail_optimum *optimum;
    uint32_t *mark, stamp;                    /* which corners are in the ring */
    uint32_t ring[HAIL_OPTIMUM_MOST];         /* half-edges round the neighbourhood */
    uint32_t count, size;                     /* of them; at most so many */
    uint32_t inner[HAIL_OPTIMUM_MOST], faces; /* cuts within, and one more */
    bool backwards;
} improver;

/* ---- Neighbourhoods ---------------------------------------------------------------------------------------------- */

static bool start_ring(improver *w, uint32_t h) {
    const hail_half *half = w->mesh->half;
    uint32_t g = h;
    w->count = 0;
    w->faces = 1;
    w->stamp++;
    do {
        if (w->count == w->size)
            return false;
        w->mark[half[g].from] = w->stamp;
        w->ring[w->count++] = g;
        g = half[g].next;
    } while (g != h);
    return true;
}

/* Takes the face beyond the ring's half-edge i in, if the ring stays short enough and comes by no corner twice: then
 * what is within is a polygon without holes. */
static bool take_in(improver *w, uint32_t i) {
    const hail_half *half = w->mesh->half;
    const uint32_t t = half[w->ring[i]].twin;
    if (t == HAIL_NONE)
        return false;
    uint32_t more = 0;
    for (uint32_t g = half[half[t].next].next; g != t; g = half[g].next, more++)
        if (w->mark[half[g].from] == w->stamp || w->count + more >= w->size)
            return false;
    w->inner[w->faces++ - 1] = w->ring[i];
    memmove(w->ring + i + 1 + more, w->ring + i + 1, (w->count - i - 1) * sizeof w->ring[0]);
    w->count += more;
    for (uint32_t g = half[t].next; g != t; g = half[g].next) {
        w->mark[half[g].from] = w->stamp;
        w->ring[i++] = g;
    }
    return true;
}

static void grow_ring(improver *w) {
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t k = w->count; k-- > 0 && w->count < w->size;) {
            const uint32_t i = w->backwards ? k : w->count - 1 - k;
            grown = (i < w->count && take_in(w, i)) || grown;
        }
    }
}

/* ---- Exchange ---------------------------------------------------------------------------------------------------- */

/* Whether fewer parts are thinkable: a cut makes at most two reflex corners convex, and every convex corner needs its
 * place in some part. */
static bool may_improve(const improver *w, uint32_t most) {
    const hail_half *half = w->mesh->half;
    const hail_point *at = w->mesh->at;
    uint32_t reflex = 0, convex = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        const uint32_t before = w->ring[i ? i - 1 : w->count - 1], after = w->ring[i + 1 < w->count ? i + 1 : 0];
        const int turn = hail_turn(at[half[before].from], at[half[w->ring[i]].from], at[half[after].from]);
        reflex += turn < 0;
        convex += turn > 0;
    }
    const uint64_t sizes = (uint64_t)(w->faces - 1) * (most - 2); /* of one part less, each less 2 */
    return w->faces > (reflex + 1) / 2 + 1 && sizes + 2 >= convex;
}

/* Innermost cuts first, so that the half-edge that starts at a corner outside of them is always known. */
static void sort_cuts(hail_optimum *o) {
    for (uint32_t i = 1; i < o->cuts; i++)
        for (uint32_t k = i; k > 0 && o->cut[k][1] - o->cut[k][0] < o->cut[k - 1][1] - o->cut[k - 1][0]; k--)
            for (uint32_t end = 0; end < 2; end++) {
                const uint8_t kept = o->cut[k][end];
                o->cut[k][end] = o->cut[k - 1][end];
                o->cut[k - 1][end] = kept;
            }
}

static void exchange(improver *w) {
    hail_optimum *o = w->optimum;
    const hail_half *half = w->mesh->half;
    uint32_t twin[HAIL_OPTIMUM_MOST] = {0};
    for (uint32_t i = 0; i + 1 < w->faces; i++) {
        twin[i] = half[w->inner[i]].twin;
        hail_mesh_join(w->mesh, w->inner[i]);
    }
    sort_cuts(o);
    for (uint32_t i = 0; i < o->cuts; i++) {
        const uint32_t from = o->cut[i][0], to = o->cut[i][1];
        hail_mesh_divide(w->mesh, w->inner[i], twin[i], w->ring[from], w->ring[to]);
        w->ring[from] = w->inner[i];
    }
}

/* Where the ring passes the corner that half-edge h starts at. */
static uint32_t place_of(const improver *w, uint32_t h) {
    uint32_t i = 0;
    while (w->mesh->half[w->ring[i]].from != w->mesh->half[h].from)
        i++;
    return i;
}

/* Fewer parts, or as many with better cuts. */
static bool is_better(const improver *w) {
    const hail_optimum *o = w->optimum;
    if (o->parts != w->faces)
        return o->parts < w->faces;
    float found = 0.0f, had = 0.0f;
    for (uint32_t i = 0; i < o->cuts; i++)
        found += hail_optimum_weight(o, o->cut[i][0], o->cut[i][1]);
    for (uint32_t i = 0; i + 1 < w->faces; i++) {
        const uint32_t a = place_of(w, w->inner[i]), b = place_of(w, w->mesh->half[w->inner[i]].twin);
        had += hail_optimum_weight(o, a, b);
    }
    return found < had * 0.999f;
}

static void improve(improver *w, uint32_t h, uint32_t most) {
    hail_optimum *o = w->optimum;
    if (!start_ring(w, h))
        return;
    grow_ring(w);
    if (w->faces < 2 || !may_improve(w, most))
        return;
    o->count = w->count;
    o->most = most >= w->count ? UINT32_MAX : most;
    for (uint32_t i = 0; i < w->count; i++)
        o->at[i] = w->mesh->at[w->mesh->half[w->ring[i]].from];
    if (hail_optimum_find(o) && is_better(w))
        exchange(w);
}

/* ---- All of them ------------------------------------------------------------------------------------------------- */

/* Neighbourhoods of `size` corners: one round every face, or only round those that were in no other one before. */
typedef struct round_plan {
    uint32_t size;
    bool cover;
} round_plan;

/* The first ones are for polygons that they hold whole. With a limit on corners there are many more cuts to try. What
 * is tried then is limited by a count of steps, not by time, so that the answer is always the same. */
static const round_plan any_corners[] = {{64, true},  {24, true}, {32, true},  {48, true},
                                         {32, false}, {64, true}, {48, false}, {64, false}};
static const round_plan few_corners[] = {{24, true}, {16, true}, {24, false}, {28, false}};

static void mark_all(const improver *w, uint8_t *seen) {
    for (uint32_t i = 0; i < w->count; i++)
        seen[w->ring[i]] = 1;
    for (uint32_t i = 0; i + 1 < w->faces; i++)
        seen[w->inner[i]] = seen[w->mesh->half[w->inner[i]].twin] = 1;
}

/* Whether a face has a cut that only the limit on corners keeps: all others are as good as they get without it. */
static bool was_split(const hail_mesh *mesh, uint32_t h) {
    uint32_t g = h;
    do {
        if (mesh->half[g].twin != HAIL_NONE && hail_mesh_can_join(mesh, g, UINT32_MAX))
            return true;
        g = mesh->half[g].next;
    } while (g != h);
    return false;
}

/* Whether the last neighbourhood was all there is. */
static bool is_whole(const improver *w, uint32_t corners) {
    for (uint32_t i = 0; i < w->count; i++)
        if (w->mesh->half[w->ring[i]].twin != HAIL_NONE)
            return false;
    return w->count == corners;
}

static void go_round(improver *w, uint8_t *seen, const round_plan *p, uint32_t most, uint64_t budget) {
    hail_mesh *mesh = w->mesh;
    memset(seen, 0, mesh->count);
    w->size = most != UINT32_MAX && most >= HAIL_OPTIMUM_SIZES && most < p->size ? most : p->size;
    for (uint32_t h = 0; h < mesh->count && w->optimum->work < budget; h++) {
        if (seen[h] || mesh->half[h].from == HAIL_NONE)
            continue;
        for (uint32_t g = h; !seen[g]; g = mesh->half[g].next)
            seen[g] = 1;
        if (most != UINT32_MAX && !was_split(mesh, h))
            continue;
        improve(w, h, most);
        if (p->cover)
            mark_all(w, seen);
    }
}

hail_status hail_decompose_improve(hail_decomposition *d, uint32_t most) {
    hail_mesh *mesh = &d->mesh;
    const uint64_t budget = 400000u + (uint64_t)d->ring.count * 1500u;
    if (!hail_scratch_grow(&d->heap, &d->work[0], sizeof(hail_optimum)) ||
        !hail_scratch_grow(&d->heap, &d->work[1], d->ring.count * sizeof(uint32_t)) ||
        !hail_scratch_grow(&d->heap, &d->work[2], (size_t)mesh->count + 1))
        return HAIL_NO_MEMORY;
    improver w = {.mesh = mesh, .optimum = d->work[0].data, .mark = d->work[1].data};
    memset(w.mark, 0, d->ring.count * sizeof(uint32_t));
    memset(w.optimum, 0, sizeof *w.optimum);
    const bool any = most == UINT32_MAX;
    const round_plan *plan = any ? any_corners : few_corners;
    const size_t plans = any ? sizeof any_corners / sizeof plan[0] : sizeof few_corners / sizeof plan[0];
    for (size_t i = d->ring.count > plan[0].size; i < plans && !is_whole(&w, d->ring.count); i++) {
        w.backwards = i % 2;
        go_round(&w, d->work[2].data, &plan[i], most, budget);
    }
    return HAIL_OK;
}
