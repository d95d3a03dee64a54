/* engine/outline/decompose_improve.c - replaces small neighbourhoods of faces, one after another, by as few faces as
 * possible. */
#include <string.h>

#include "decompose.h"
#include "decompose_optimum.h"

/* A neighbourhood: faces round one face, and the ring of half-edges round them all. */
typedef struct improver {
    hail_mesh *mesh;
    hail_optimum *optimum;
    bool must_fit;                               /* whether parts of the limited size must fit the slack */
    uint32_t *mark, stamp;                       /* by corner: `stamp` if it is in the ring */
    uint32_t ring[HAIL_OPTIMUM_CORNERS];         /* half-edges */
    uint32_t count, size;                        /* of the ring: now, and at most */
    uint32_t inner[HAIL_OPTIMUM_CORNERS], faces; /* the cuts inside; one face more than cuts */
    uint32_t first;                              /* a half-edge of the face in the middle */
    bool backwards;
} improver;

/* ---- Neighbourhoods ---------------------------------------------------------------------------------------------- */

static bool start_ring(improver *w, uint32_t h) {
    const hail_half *half = w->mesh->half;
    uint32_t g = h;
    w->count = 0;
    w->faces = 1;
    w->first = h;
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

/* Adds the face beyond the ring's half-edge i, if the ring stays short enough and passes no corner twice. This keeps
 * the neighbourhood a polygon without holes. */
static bool add_face(improver *w, uint32_t i) {
    const hail_half *half = w->mesh->half;
    const uint32_t t = half[w->ring[i]].twin;
    if (t == HAIL_NO_HALF)
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
            grown = (i < w->count && add_face(w, i)) || grown;
        }
    }
}

/* ---- Replacing --------------------------------------------------------------------------------------------------- */

/* Whether the face of half-edge h makes a part. */
static bool face_fits(const improver *w, uint32_t h, uint32_t max_corners) {
    hail_part part;
    uint32_t bad;
    return !w->must_fit || hail_mesh_part(w->mesh, h, max_corners, &part, &bad);
}

/* How many of the neighbourhood's faces make no part. */
static uint32_t count_misfits(const improver *w, uint32_t max_corners) {
    uint32_t misfits = !face_fits(w, w->first, max_corners);
    for (uint32_t i = 0; i + 1 < w->faces; i++)
        misfits += !face_fits(w, w->mesh->half[w->inner[i]].twin, max_corners);
    return misfits;
}

/* The same of the faces that the optimum's cuts make; these are sorted from short to long. */
static uint32_t count_optimum_misfits(const improver *w, uint32_t max_corners) {
    const hail_optimum *o = w->optimum;
    uint32_t next[HAIL_OPTIMUM_CORNERS] = {0}, misfits = 0;
    for (uint32_t i = 0; i < o->count; i++)
        next[i] = i + 1;
    for (uint32_t c = 0; w->must_fit && c <= o->cuts; c++) {
        const uint32_t from = c < o->cuts ? o->cut[c][0] : 0, to = c < o->cuts ? o->cut[c][1] : o->count - 1;
        hail_part part = {0};
        uint32_t bad;
        for (uint32_t i = from; i <= to; i = next[i])
            part.corner[part.count++] = o->corner[i];
        misfits += !hail_slack_fit(w->mesh->slack, max_corners, &part, &bad);
        next[from] = to;
    }
    return misfits;
}

/* Whether fewer faces are possible at all. A cut makes at most two reflex corners convex, and every convex corner
 * belongs to some face. */
static bool may_improve(const improver *w, uint32_t max_corners) {
    const hail_half *half = w->mesh->half;
    uint32_t reflex = 0, convex = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        const uint32_t before = w->ring[i ? i - 1 : w->count - 1], after = w->ring[i + 1 < w->count ? i + 1 : 0];
        const int turn = hail_slack_turn(w->mesh->slack, half[before].from, half[w->ring[i]].from, half[after].from);
        reflex += turn < 0;
        convex += turn > 0;
    }
    const uint64_t sizes = (uint64_t)(w->faces - 1) * (max_corners - 2); /* room in one face fewer, less 2 each */
    return w->faces > (reflex + 1) / 2 + 1 && sizes + 2 >= convex;
}

/* Sorts cuts from short to long. So w->ring holds, for every corner that no cut has taken off yet, the half-edge that
 * starts there. */
static void sort_cuts(hail_optimum *o) {
    for (uint32_t i = 1; i < o->cuts; i++)
        for (uint32_t k = i; k > 0 && o->cut[k][1] - o->cut[k][0] < o->cut[k - 1][1] - o->cut[k - 1][0]; k--)
            for (uint32_t end = 0; end < 2; end++) {
                const uint8_t kept = o->cut[k][end];
                o->cut[k][end] = o->cut[k - 1][end];
                o->cut[k - 1][end] = kept;
            }
}

static void replace(improver *w) {
    hail_optimum *o = w->optimum;
    const hail_half *half = w->mesh->half;
    uint32_t twin[HAIL_OPTIMUM_CORNERS] = {0};
    for (uint32_t i = 0; i + 1 < w->faces; i++) {
        twin[i] = half[w->inner[i]].twin;
        hail_mesh_join(w->mesh, w->inner[i]);
    }
    for (uint32_t i = 0; i < o->cuts; i++) {
        const uint32_t from = o->cut[i][0], to = o->cut[i][1];
        hail_mesh_divide(w->mesh, w->inner[i], twin[i], w->ring[from], w->ring[to]);
        w->ring[from] = w->inner[i];
    }
}

/* The position in the ring of the corner that half-edge h starts at. */
static uint32_t ring_position(const improver *w, uint32_t h) {
    uint32_t i = 0;
    while (w->mesh->half[w->ring[i]].from != w->mesh->half[h].from)
        i++;
    return i;
}

/* Whether the optimum has fewer misfits; else fewer faces; else better cuts. */
static bool is_better(const improver *w, uint32_t misfits, uint32_t max_corners) {
    const hail_optimum *o = w->optimum;
    const uint32_t found_misfits = count_optimum_misfits(w, max_corners);
    if (found_misfits != misfits)
        return found_misfits < misfits;
    if (o->parts != w->faces)
        return o->parts < w->faces;
    float found = 0.0f, now = 0.0f;
    for (uint32_t i = 0; i < o->cuts; i++)
        found += hail_optimum_weight(o, o->cut[i][0], o->cut[i][1]);
    for (uint32_t i = 0; i + 1 < w->faces; i++) {
        const uint32_t a = ring_position(w, w->inner[i]), b = ring_position(w, w->mesh->half[w->inner[i]].twin);
        now += hail_optimum_weight(o, a, b);
    }
    return found < now * 0.999f;
}

static void improve(improver *w, uint32_t h, uint32_t max_corners) {
    hail_optimum *o = w->optimum;
    if (!start_ring(w, h))
        return;
    grow_ring(w);
    const uint32_t misfits = count_misfits(w, max_corners);
    if (w->faces < 2 || (!misfits && !may_improve(w, max_corners)))
        return;
    o->count = w->count;
    o->max_corners = max_corners >= w->count ? UINT32_MAX : max_corners;
    for (uint32_t i = 0; i < w->count; i++) {
        o->corner[i] = w->mesh->half[w->ring[i]].from;
        o->at[i] = w->mesh->at[o->corner[i]];
    }
    if (!hail_optimum_find(o))
        return;
    sort_cuts(o);
    if (is_better(w, misfits, max_corners))
        replace(w);
}

/* ---- Rounds ------------------------------------------------------------------------------------------------------ */

/* A round over all faces. Neighbourhoods have at most `size` corners. cover: none starts at a face of an earlier one.
 */
typedef struct round_plan {
    uint32_t size;
    bool cover;
} round_plan;

/* The first round is for polygons that fit into one neighbourhood. With a limit on corners there are many more cuts to
 * try. The rounds end after a number of steps, not after some time, so that the result is always the same. */
static const round_plan without_limit[] = {{64, true},  {24, true}, {32, true},  {48, true},
                                           {32, false}, {64, true}, {48, false}, {64, false}};
static const round_plan with_limit[] = {{24, true}, {16, true}, {24, false}, {28, false}};

static void mark_all(const improver *w, uint8_t *seen) {
    for (uint32_t i = 0; i < w->count; i++)
        seen[w->ring[i]] = 1;
    for (uint32_t i = 0; i + 1 < w->faces; i++)
        seen[w->inner[i]] = seen[w->mesh->half[w->inner[i]].twin] = 1;
}

/* Whether one of the face's cuts is needed only for the limit on corners, or the face makes no part. Other faces were
 * improved before. */
static bool was_split(const improver *w, uint32_t h, uint32_t max_corners) {
    const hail_mesh *mesh = w->mesh;
    uint32_t g = h;
    if (!face_fits(w, h, max_corners))
        return true;
    do {
        if (mesh->half[g].twin != HAIL_NO_HALF && hail_mesh_can_join(mesh, g, UINT32_MAX))
            return true;
        g = mesh->half[g].next;
    } while (g != h);
    return false;
}

/* Whether the last neighbourhood was the whole polygon. */
static bool is_whole(const improver *w, uint32_t corners) {
    for (uint32_t i = 0; i < w->count; i++)
        if (w->mesh->half[w->ring[i]].twin != HAIL_NO_HALF)
            return false;
    return w->count == corners;
}

static void do_round(improver *w, uint8_t *seen, const round_plan *p, uint32_t max_corners, uint64_t budget) {
    hail_mesh *mesh = w->mesh;
    memset(seen, 0, mesh->count);
    w->size =
        max_corners != UINT32_MAX && max_corners >= HAIL_OPTIMUM_SIZES && max_corners < p->size ? max_corners : p->size;
    for (uint32_t h = 0; h < mesh->count && w->optimum->steps < budget; h++) {
        if (seen[h] || mesh->half[h].from == HAIL_NO_HALF)
            continue;
        for (uint32_t g = h; !seen[g]; g = mesh->half[g].next)
            seen[g] = 1;
        if (max_corners != UINT32_MAX && !was_split(w, h, max_corners))
            continue;
        improve(w, h, max_corners);
        if (p->cover)
            mark_all(w, seen);
    }
}

hail_status hail_decompose_improve(hail_decomposition *d, uint32_t max_corners) {
    hail_mesh *mesh = &d->mesh;
    const uint64_t budget = 400000u + (uint64_t)d->ring.count * 1500u;
    if (!hail_scratch_grow(&d->heap, &d->scratch[0], sizeof(hail_optimum)) ||
        !hail_scratch_grow(&d->heap, &d->scratch[1], d->ring.count * sizeof(uint32_t)) ||
        !hail_scratch_grow(&d->heap, &d->scratch[2], (size_t)mesh->count + 1))
        return HAIL_NO_MEMORY;
    improver w = {.mesh = mesh, .optimum = d->scratch[0].data, .mark = d->scratch[1].data};
    memset(w.mark, 0, d->ring.count * sizeof(uint32_t));
    memset(w.optimum, 0, sizeof *w.optimum);
    w.optimum->slack = mesh->slack;
    w.must_fit = mesh->slack->max_squared > 0.0 && max_corners != UINT32_MAX;
    const bool any = max_corners == UINT32_MAX;
    const round_plan *plan = any ? without_limit : with_limit;
    const size_t plans = any ? sizeof without_limit / sizeof plan[0] : sizeof with_limit / sizeof plan[0];
    for (size_t i = d->ring.count > plan[0].size; i < plans && !is_whole(&w, d->ring.count); i++) {
        w.backwards = i % 2;
        do_round(&w, d->scratch[2].data, &plan[i], max_corners, budget);
    }
    return HAIL_OK;
}
