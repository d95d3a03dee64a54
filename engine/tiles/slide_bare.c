/* engine/tiles/slide_bare.c - whether a corner stops a mover: its bare shape decides (docs/arithmetic.md, "Slides").
 */
#include <math.h>
#include <string.h>

#include "slide_rounds.h"

/* The shape of a mover without the skin. */
static const hail_tile_shape *bare_shape(hail_slides *all, const hail_tile_shape *shape) {
    const size_t number = (size_t)(shape - all->near.shape);
    if (!all->bare_made[number]) {
        all->bare[number] = *shape;
        hail_tile_shape_inflate(&all->bare[number], 0.0f);
        all->bare_made[number] = true;
    }
    return &all->bare[number];
}

/* Copies what is known of a pair before the kernels run. far: open_far, too. */
static void copy_pair(const hail_tile_pairs *from, uint32_t i, hail_tile_pairs *to, uint32_t k, bool far) {
    to->mover[k] = from->mover[i];
    to->cell[k] = from->cell[i];
    to->centre_x[k] = from->centre_x[i];
    to->centre_y[k] = from->centre_y[i];
    to->x[k] = from->x[i];
    to->y[k] = from->y[i];
    to->wide[k] = from->wide[i];
    to->high[k] = from->high[i];
    to->half_x[k] = from->half_x[i];
    to->half_y[k] = from->half_y[i];
    to->core_x[k] = from->core_x[i];
    to->core_y[k] = from->core_y[i];
    to->radius[k] = from->radius[i];
    to->reach[k] = from->reach[i];
    to->dx[k] = from->dx[i];
    to->dy[k] = from->dy[i];
    to->open[0][k] = from->open[0][i];
    to->open[1][k] = from->open[1][i];
    to->open[2][k] = from->open[2][i];
    to->open[3][k] = from->open[3][i];
    for (int side = 0; far && side < 4; side++)
        to->open_far[side][k] = from->open_far[side][i];
}

/* Whether a contact is with a corner: also an upright box's whose normal counts as that of an edge beside the corner,
 * which the box is not in front of. Without branches, as what follows: they would be hard to predict. */
static bool is_at_corner(const hail_tile_pairs *p, uint32_t i) {
    const bool vertical = p->normal_y[i] == 0.0f;
    const float *core = vertical ? p->core_y : p->core_x, *half = vertical ? p->half_y : p->half_x,
                *from = vertical ? p->y : p->x, *way = vertical ? p->dy : p->dx;
    return pair_at_corner(p, i) | ((core[i] != 0.0f) & (fabsf(from[i] - way[i] * p->t[i]) >= half[i]));
}

/* A call of fminf takes longer. */
static float earlier(float a, float b) { return b < a ? b : a; }

/* How much later than the grown shape the bare one comes to a surface. */
static float bare_delay(const hail_tile_pairs *p, uint32_t i, float skin) {
    return pair_moves_in(p, i) ? skin / pair_speed(p, i) : 1.0f;
}

/* Contacts whose pairs are swept again with the bare shapes. */
typedef struct bare_sweeps {
    hail_slides *all;
    bool large;               /* tiles are larger than 32 px */
    hail_tile_pairs *p, *c;   /* the pairs of the grown shapes; of the bare ones */
    uint32_t of[TILE_ROOM];   /* which pairs of p those of c are */
    uint32_t face[TILE_ROOM]; /* the pairs of p that meet a face */
    uint32_t faces;
    float until[TILE_MOVERS]; /* by mover: when its bare shape hits something at last */
    bool passed[TILE_MOVERS]; /* by mover: it passes a corner within the skin */
    bool any_passed;
} bare_sweeps;

/* Lists the exposed contacts: those with corners in `of`. Returns how many these are. */
static uint32_t list_contacts(bare_sweeps *b, uint32_t hits) {
    hail_tile_pairs *p = b->p;
    uint32_t corners = 0, faces = 0;
    for (uint32_t h = 0; h < hits; h++) {
        const uint32_t i = p->hits[h];
        const bool exposed = pair_exposed(p, i), corner = exposed & is_at_corner(p, i);
        p->at_corner[i] = corner;
        b->of[corners] = i;
        corners += corner;
        b->face[faces] = i;
        faces += exposed & !corner;
    }
    b->faces = faces;
    return corners;
}

/* Sweeps the first `count` pairs that are listed in `of`. */
static void sweep_bare(bare_sweeps *b, uint32_t count) {
    const hail_tile_narrow narrow = {.query = b->all->query, .swept = true};
    const hail_tile_pairs *p = b->p;
    hail_tile_pairs *c = b->c;
    hail_tile_mover *mover = NULL;
    hail_tile_pairs_begin(c, b->all->bare_mover, p->templates, false);
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t i = b->of[k], m = pair_mover(p, i);
        if (mover != &b->all->bare_mover[m]) {
            mover = &b->all->bare_mover[m];
            *mover = p->movers[m];
            mover->shape = bare_shape(b->all, mover->shape);
        }
        copy_pair(p, i, c, k, b->large);
        c->radius[k] = mover->shape->radius;
    }
    c->count = count;
    c->all_upright = p->all_upright;
    hail_tile_narrow_pairs(&narrow, c);
}

/* Finds when bare shapes come to faces. */
static void find_faces(bare_sweeps *b) {
    const float skin = b->all->options->skin;
    const hail_tile_pairs *p = b->p;
    for (uint32_t m = 0; m < TILE_MOVERS; m++)
        b->until[m] = 1.0f;
    memset(b->passed, 0, sizeof b->passed);
    b->any_passed = false;
    for (uint32_t k = 0; k < b->faces; k++) {
        const uint32_t i = b->face[k], m = pair_mover(p, i);
        b->until[m] = earlier(b->until[m], p->t[i] + bare_delay(p, i, skin));
    }
}

/* Drops the contacts with corners that the bare shape does not hit, or not first, and gives the others its normal. */
static void drop_corners(bare_sweeps *b) {
    hail_tile_pairs *p = b->p;
    const hail_tile_pairs *c = b->c;
    for (uint32_t k = 0; k < c->count; k++) {
        const uint32_t m = pair_mover(c, k);
        b->until[m] = earlier(b->until[m], ((c->depth[k] >= 0.0f) & pair_moves_in(c, k)) ? c->t[k] : 1.0f);
    }
    for (uint32_t k = 0; k < c->count; k++) {
        const uint32_t i = b->of[k], m = pair_mover(c, k);
        const bool misses = c->depth[k] < 0.0f, drops = misses | (c->t[k] > b->until[m]);
        const hail_tile_pairs *from = (!drops & pair_exposed(c, k)) ? c : p;
        const uint32_t at = from == c ? k : i;
        p->depth[i] = drops ? -1.0f : p->depth[i];
        p->normal_x[i] = from->normal_x[at];
        p->normal_y[i] = from->normal_y[at];
        b->passed[m] |= misses;
        b->any_passed |= misses;
    }
}

/* A shape that passes a corner within the skin is nearer to the wall below it than the skin. So the grown shape meets
 * only corners in the wall, which are not exposed: the bare one decides, and stops by the skin before the wall. */
static void find_walls(bare_sweeps *b, uint32_t hits) {
    const float skin = b->all->options->skin;
    uint32_t count = 0;
    for (uint32_t h = 0; h < hits; h++) {
        const uint32_t i = b->p->hits[h];
        if (b->passed[pair_mover(b->p, i)] && !pair_exposed(b->p, i) && b->p->t[i] > 0.0f)
            b->of[count++] = i;
    }
    if (count)
        sweep_bare(b, count);
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t i = b->of[k];
        if (b->c->depth[k] < 0.0f || !pair_exposed(b->c, k) || !pair_moves_in(b->c, k))
            continue;
        b->p->how[i] = HAIL_IS_EXPOSED;
        b->p->t[i] = fmaxf(b->c->t[k] - bare_delay(b->c, k, skin), 0.0f);
        b->p->normal_x[i] = b->c->normal_x[k];
        b->p->normal_y[i] = b->c->normal_y[k];
        b->p->at_corner[i] = true;
    }
}

void hail_slides_decide_corners(hail_slides *all, hail_tile_pairs *p, uint32_t hits) {
    bare_sweeps b; /* field by field: it is large */
    b.all = all;
    b.p = p;
    b.c = &all->corners;
    b.large = hail_tiles_are_large(all->query);
    const uint32_t corners = list_contacts(&b, hits);
    if (!corners)
        return;
    find_faces(&b);
    sweep_bare(&b, corners);
    drop_corners(&b);
    if (b.any_passed)
        find_walls(&b, hits);
}
