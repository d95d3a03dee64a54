/* engine/meet_walls.c - first the bodies that may come near a wall; of each the walls that it, or a part of it, may
 * touch on its way, in order of their numbers; then pairs of parts and walls are narrowed as pairs of bodies are, a
 * batch at a time: each wall is a segment that is prepared for it. */
#include "meet_walls.h"

#include "deal.h"
#include "gathered.h"
#include "sectors/map.h"
#include "segment.h"

enum {
    BLOCK = 1024, /* bodies at a time */
    PAIRS = 128,  /* narrowed at a time; GATHERED at most */
    SHAPES = 32,  /* different ones among them */
    CHUNK = 1024, /* walls listed at a time */
    FEW = 32      /* walls that are put in order by hand */
};

_Static_assert((int)PAIRS <= (int)GATHERED, "they have room");

/* In world->walling: what waits to be narrowed, and lists. */
typedef struct bench {
    hail_gathered bodies;
    float wall_x[PAIRS], wall_y[PAIRS];
    uint32_t wall_row[PAIRS];
    uint32_t index[PAIRS], part[PAIRS], wall[PAIRS]; /* whose they are */
    uint32_t number[PAIRS];
    hail_contact contacts[PAIRS];
    float rows[(SHAPES + PAIRS) * HAIL_TEMPLATE_WORDS]; /* the bodies' shapes, then the walls */
    uint32_t shape[SHAPES];
    uint32_t near[BLOCK + HAIL_SLACK];
    uint32_t chunk[CHUNK + HAIL_SLACK];
    uint32_t lists[]; /* walls, as many as the map has; then a bit for each */
} bench;

/* One search's work. */
typedef struct work {
    hail_search *s;
    const hail_sectors *map;
    hail_walls_view view;
    bench *b;
    uint32_t *walls, *seen;
    bool swept;
    /* How far a part reaches: radius * swell + extra + (|dx| + |dy|) * blur. */
    float swell, extra, blur;
    uint32_t waiting, shapes; /* pairs; shapes among them */
    hail_cores cores;         /* of the shapes */
    /* Of the body whose contacts come in now: how many were taken; swept: the earliest so far. */
    uint32_t body, taken;
    bool hit;
    hail_contact best;
} work;

bool hail_walling_reserve(hail_world *world) {
    const uint32_t walls = world->sectors ? world->sectors->wall_count : 0;
    const size_t words = (size_t)walls + walls / 32 + 1;
    return hail_scratch_grow(&world->heap, &world->walling, sizeof(bench) + words * sizeof(uint32_t));
}

/* ---- Contacts --------------------------------------------------------------------------------------------------- */

/* A wall is a segment from its a to its b. */
static void way_along(const hail_sectors *map, const hail_wall *wall, float *ex, float *ey) {
    *ex = sectors_x(map)[wall->b] - sectors_x(map)[wall->a];
    *ey = sectors_y(map)[wall->b] - sectors_y(map)[wall->a];
}

/* Where the body of a hit stops: as far before the wall that sweeps can still tell on which side of it it is, which for
 * a long wall is more than for others. */
static void put_stop(const work *w, hail_contact *hit) {
    hail_way way;
    float ex, ey;
    search_way(w->s, w->body, &way);
    way_along(w->map, sectors_wall(w->map, hit->part_b), &ex, &ey);
    const float least = (fabsf(ex) + fabsf(ey)) * 0x1p-19f;
    const float x = way.x + way.dx * hit->t, y = way.y + way.dy * hit->t;
    hit->x[1] = x - hit->normal_x * fmaxf(stop_back(x), least);
    hit->y[1] = y - hit->normal_y * fmaxf(stop_back(y), least);
}

/* Takes the hit of the body that was met last, if it has one, and goes on to another. */
static void turn_to(work *w, uint32_t index) {
    if (w->hit) {
        put_stop(w, &w->best);
        hail_search_take(w->s, w->body, 0, &w->best);
    }
    w->hit = false;
    w->body = index;
    w->taken = 0;
}

/* Of equal t that with the lowest wall, then the lowest part. */
static bool earlier(const hail_contact *c, const hail_contact *than) {
    if (c->t != than->t)
        return c->t < than->t;
    return c->part_b != than->part_b ? c->part_b < than->part_b : c->part_a < than->part_a;
}

static void take_hit(work *w, uint32_t pair, const hail_contact *c) {
    const hail_gathered *bodies = &w->b->bodies;
    const float into = bodies->dx[pair] * c->normal_x + bodies->dy[pair] * c->normal_y;
    if (c->t == 0.0f && !(into > 0.0f)) /* it slides along, or goes away */
        return;
    if (w->hit && !earlier(c, &w->best))
        return;
    w->best = *c;
    w->hit = true;
}

/* What waits, as bodies and walls that the kernels take. */
static hail_deal deal_of(const work *w) {
    const bench *b = w->b;
    const uint8_t bytes[4] = {HAIL_CONTACT_WALL, w->s->rule->mode != HAIL_PAIRS, w->s->rule->a, WITH_WALLS};
    hail_deal deal = {.kernels = w->s->world->kernels,
                      .question = w->swept ? ASK_SWEEP : ASK_CONTACT,
                      .job = {.one = gathered_side(&b->bodies, w->swept),
                              .two = {.x = b->wall_x, .y = b->wall_y, .uniform_radius = -1.0f, .shape = b->wall_row},
                              .templates = b->rows,
                              .rounded = w->s->world->rounded,
                              .manifold = w->s->rule->mode != HAIL_PAIRS,
                              .from_end = true,
                              .rows = (float *)(void *)w->b->contacts}};
    deal.job.one.handle = NULL;
    memcpy(&deal.job.header, bytes, sizeof bytes);
    return deal;
}

/* A sprite that stands still is met by its pixels, like by a body that is a segment. */
static bool meet_pixels(const work *w, const hail_makeup *makeup, uint32_t pair, hail_contact *c) {
    const bench *b = w->b;
    const hail_pixels pixels = hail_pixels_of(makeup->set, makeup->sprite);
    const hail_posed at = gathered_pose(w->s->layer, b->index[pair], false);
    const hail_posed wall = {.x = (double)b->wall_x[pair], .y = (double)b->wall_y[pair], .cos = 1.0, .scale = 1.0};
    const float *row = b->rows + (size_t)b->wall_row[pair] * HAIL_TEMPLATE_WORDS;
    if (!hail_pixels_meet_shape(&pixels, &at, row, &wall, false, c))
        return false;
    if (w->s->rule->mode == HAIL_PAIRS)
        *c = (hail_contact){0};
    return true;
}

/* Narrows what waits, and takes it in order. */
static void flush(work *w) {
    bench *b = w->b;
    hail_deal deal = deal_of(w);
    if (w->waiting)
        hail_deal_pairs(&deal, w->cores, (hail_cores){2, 2}, b->number, b->number, b->number, w->waiting);
    for (uint32_t i = 0; i < w->waiting && w->s->found == FOUND_ALL; i++) {
        hail_contact *c = &b->contacts[i];
        if (b->index[i] != w->body)
            turn_to(w, b->index[i]);
        if (!c->kind)
            continue;
        const hail_makeup *makeup = shape_makeup(w->s->world, layer_words(w->s->layer, COLUMN_SHAPE)[b->index[i]]);
        if (makeup->set && !w->swept && !meet_pixels(w, makeup, i, c))
            continue;
        c->part_a = (uint16_t)b->part[i];
        c->part_b = b->wall[i];
        c->feature_b = sectors_wall(w->map, b->wall[i])->kind;
        if (w->swept)
            take_hit(w, i, c);
        else
            hail_search_take(w->s, b->index[i], w->taken++, c);
    }
    w->waiting = w->shapes = 0;
    w->cores = (hail_cores){HAIL_MAX_VERTICES, 1};
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------ */

/* The row of a shape's copy. The last ones are looked at first. */
static uint32_t row_of_shape(work *w, uint32_t shape) {
    bench *b = w->b;
    for (uint32_t i = w->shapes; i-- > 0;)
        if (b->shape[i] == shape)
            return i;
    if (w->shapes == SHAPES)
        flush(w);
    const uint32_t vertices = shape_vertices(w->s->world, shape), row = w->shapes++;
    b->shape[row] = shape;
    memcpy(b->rows + (size_t)row * HAIL_TEMPLATE_WORDS, (const hail_convex *)w->s->world->shapes.data + shape,
           sizeof(hail_convex));
    w->cores.least = vertices < w->cores.least ? vertices : w->cores.least;
    w->cores.most = vertices > w->cores.most ? vertices : w->cores.most;
    return row;
}

static void ask(work *w, uint32_t index, uint32_t part, uint32_t shape, uint32_t number) {
    bench *b = w->b;
    const hail_wall *wall = sectors_wall(w->map, number);
    float ex, ey;
    if (w->waiting == PAIRS)
        flush(w);
    const uint32_t own = row_of_shape(w, shape), i = w->waiting++, row = SHAPES + i;
    gather_body(&b->bodies, i, w->s->layer, index, own, w->swept);
    way_along(w->map, wall, &ex, &ey);
    hail_segment_row(ex, ey, b->rows + (size_t)row * HAIL_TEMPLATE_WORDS);
    b->wall_x[i] = sectors_x(w->map)[wall->a];
    b->wall_y[i] = sectors_y(w->map)[wall->a];
    b->wall_row[i] = row;
    b->index[i] = index;
    b->part[i] = part;
    b->wall[i] = number;
}

/* ---- Walls of a body -------------------------------------------------------------------------------------------- */

static void sort_few(uint32_t *list, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const uint32_t hold = list[i];
        uint32_t j = i;
        for (; j > 0 && list[j - 1] > hold; j--)
            list[j] = list[j - 1];
        list[j] = hold;
    }
}

/* Puts the walls that were seen in order, and forgets that they were. */
static void put_in_order(work *w, uint32_t count) {
    if (count <= FEW) {
        for (uint32_t i = 0; i < count; i++)
            w->seen[w->walls[i] / 32] = 0;
        sort_few(w->walls, count);
        return;
    }
    uint32_t listed = 0;
    for (uint32_t word = 0; word <= w->map->wall_count / 32; word++) {
        for (uint32_t bit = 0; bit < 32 && w->seen[word] >> bit; bit++)
            if (w->seen[word] >> bit & 1)
                w->walls[listed++] = word * 32 + bit;
        w->seen[word] = 0;
    }
}

/* Lists in w->walls, in order, all that a disc may touch. */
static uint32_t list_walls(work *w, const hail_disc *disc) {
    hail_cursor cursor = {0};
    uint32_t count = 0;
    while (cursor.body < w->view.rows) {
        const uint32_t *chunk = w->b->chunk;
        const uint32_t n = w->s->world->kernels->near_walls(&w->view, disc, &cursor, w->b->chunk, CHUNK);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t *word = &w->seen[chunk[i] / 32];
            const uint32_t bit = UINT32_C(1) << chunk[i] % 32;
            if (!(*word & bit))
                w->walls[count++] = chunk[i];
            *word |= bit;
        }
    }
    put_in_order(w, count);
    return count;
}

/* The circle around a part, on its body's way. */
static hail_disc disc_of(const work *w, uint32_t index, const hail_way *way, const hail_makeup *part, uint32_t shape) {
    const hail_layer *layer = w->s->layer;
    const float c = column_at(layer, COLUMN_COS, index, 1.0f), s = column_at(layer, COLUMN_SIN, index, 0.0f),
                scale = column_at(layer, COLUMN_SCALE, index, 1.0f);
    const float *row = ((const hail_convex *)w->s->world->shapes.data)[shape].words;
    const float x = part->x * scale, y = part->y * scale;
    /* (The polygon around a sprite has no circle of its own, but one about the origin.) A cosine and sine that are unit
     * to 1e-4 put a part that far off. */
    const float radius =
        part->set ? row[HAIL_TEMPLATE_RADIUS] * scale : part->radius * scale + (fabsf(x) + fabsf(y)) * 1e-3f;
    return (hail_disc){.x = way->x + (c * x - s * y),
                       .y = way->y + (s * x + c * y),
                       .dx = way->dx,
                       .dy = way->dy,
                       .radius = radius * w->swell + w->extra + (fabsf(way->dx) + fabsf(way->dy)) * w->blur,
                       .stops = kinds_bits(layer->walls.kinds)};
}

static void meet_body(work *w, uint32_t index, const hail_way *way) {
    const uint32_t of_body = layer_words(w->s->layer, COLUMN_SHAPE)[index];
    const hail_makeup *makeup = shape_makeup(w->s->world, of_body);
    for (uint32_t p = 0; p < makeup->parts; p++) {
        const uint32_t shape = makeup->first + p;
        const hail_disc disc = disc_of(w, index, way, shape_makeup(w->s->world, shape), shape);
        const uint32_t count = list_walls(w, &disc);
        for (uint32_t k = 0; k < count && w->s->found == FOUND_ALL; k++)
            ask(w, index, p, shape, w->walls[k]);
    }
}

/* ---- All of them ------------------------------------------------------------------------------------------------ */

/* What sweeps find within rounding (docs/arithmetic.md, "Sweeps": margin and slack) is found by the search, too: none
 * of the numbers that go into that is larger than the map, the way and the body together. */
static const float BLUR = 1.0f / (1 << 17), SWELL = 1.001f;

static void begin(work *w, hail_search *s) {
    hail_world *world = s->world;
    bench *b = world->walling.data;
    *w = (work){.s = s, .map = world->sectors, .view = hail_sectors_view(world->sectors), .b = b};
    w->walls = b->lists;
    w->seen = b->lists + w->map->wall_count;
    w->swept = rule_swept(s->rule);
    w->blur = BLUR * world->flatness;
    w->swell = SWELL + w->blur;
    w->extra = ((w->view.max_x - w->view.map.min_x) + (w->view.max_y - w->view.map.min_y)) * w->blur;
    w->cores = (hail_cores){HAIL_MAX_VERTICES, 1};
    w->body = UINT32_MAX;
    memset(w->seen, 0, ((size_t)w->map->wall_count / 32 + 1) * sizeof *w->seen);
    for (uint32_t i = 0; i < PAIRS; i++)
        b->number[i] = i;
}

static hail_beside_job beside_job(const work *w) {
    const hail_layer *layer = w->s->layer;
    const hail_world *world = w->s->world;
    return (hail_beside_job){.x = layer_floats(layer, COLUMN_X),
                             .y = layer_floats(layer, COLUMN_Y),
                             .dx = w->swept ? layer_way(layer, false) : NULL,
                             .dy = w->swept ? layer_way(layer, true) : NULL,
                             .radius = layer_radii(layer),
                             .uniform_radius =
                                 layer_uniform(layer) ? world_template_radii(world)[layer->uniform_shape] : 0.0f,
                             .swell = w->swell * (layer->composed ? world->sprite_reach : 1.0f),
                             .extra = w->extra,
                             .blur = w->blur,
                             .bound = HAIL_MAX_BOUND};
}

void hail_search_walls(hail_search *s) {
    work w;
    begin(&w, s);
    if (!w.view.entries)
        return;
    const hail_beside_job job = beside_job(&w);
    const uint32_t active = s->layer->active;
    for (uint32_t first = 0; first < active && s->found == FOUND_ALL; first += BLOCK) {
        const uint32_t end = active - first < BLOCK ? active : first + BLOCK, *near = w.b->near;
        const uint32_t count = s->world->kernels->beside(&w.view, &job, first, end, w.b->near);
        for (uint32_t k = 0; k < count && s->found == FOUND_ALL; k++) {
            hail_way way;
            if (search_wants(s, near[k]) && search_way(s, near[k], &way))
                meet_body(&w, near[k], &way);
        }
    }
    flush(&w);
    if (s->found == FOUND_ALL)
        turn_to(&w, UINT32_MAX);
}
