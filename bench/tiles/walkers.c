/* bench/tiles/walkers.c - see walkers.h. */
#include "walkers.h"

#include "plain_walk.h"
#include "walker_maps.h"

#include <math.h>
#include <stdlib.h>

enum { SETTLING = 40, FALLING_OF = 8, JUMPING_OF = 16, THROUGH_OF = 32 };

static const float full_turn = 6.2831853f;

/* Movers that only snap: see plain_walk.c, steep_floor. */
static const walker_kind kinds[] = {
    {"tiles_walk", ASK_WALKERS_SLIDE, WALKER_CAPSULES, 10000, 0, 8.0f, 8.0f, 100},
    {"tiles_walk_boxes", ASK_WALKERS_SLIDE, WALKER_BOXES, 10000, 0, 8.0f, 8.0f, 100},
    {"tiles_one", ASK_WALKERS_SLIDE, WALKER_CAPSULES, 1, 1000, 0.0f, 8.0f, 50},
    {"tiles_turned_overlap", ASK_WALKERS_OVERLAP, WALKER_TURNED, 10000, 0, 0.0f, 0.0f, 100},
    {"tiles_turned_sweep", ASK_WALKERS_SWEEP, WALKER_TURNED, 10000, 0, 0.0f, 0.0f, 100},
    {"tiles_turned_manifold", ASK_WALKERS_MANIFOLD, WALKER_TURNED, 10000, 0, 0.0f, 0.0f, 100},
    {"tiles_turned_swept", ASK_WALKERS_SWEPT, WALKER_TURNED, 10000, 0, 0.0f, 0.0f, 100},
    {"tiles_capsules_manifold", ASK_WALKERS_MANIFOLD, WALKER_CAPSULES, 10000, 0, 0.0f, 0.0f, 100},
    {"tiles_capsules_swept", ASK_WALKERS_SWEPT, WALKER_CAPSULES, 10000, 0, 0.0f, 0.0f, 100},
    {"tiles_compounds", ASK_WALKERS_MANIFOLD, WALKER_COMPOUNDS, 1000, 0, 0.0f, 0.0f, 100},
    {"tiles_compounds_swept", ASK_WALKERS_SWEPT, WALKER_COMPOUNDS, 1000, 0, 0.0f, 0.0f, 100},
};

const walker_kind *walker_kind_at(size_t number) {
    return number < sizeof kinds / sizeof *kinds ? &kinds[number] : NULL;
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static hail_convex_info box_of(float x, float y, float half_x, float half_y, float rounding) {
    return (hail_convex_info){.vertices = 4,
                              .rounding = rounding,
                              .x = {x - half_x, x + half_x, x + half_x, x - half_x},
                              .y = {y - half_y, y - half_y, y + half_y, y + half_y}};
}

static hail_convex_info capsule_of(float x1, float y1, float x2, float y2, float radius) {
    return (hail_convex_info){.vertices = 2, .rounding = radius, .x = {x1, x2}, .y = {y1, y2}};
}

/* Corners at uneven angles on an ellipse. */
static hail_convex_info polygon_of(uint32_t corners, float half_x, float half_y, float rounding, uint32_t *random) {
    hail_convex_info info = {.vertices = corners, .rounding = rounding};
    for (uint32_t i = 0; i < corners; i++) {
        const float angle = full_turn * ((float)i + walker_between(random, -0.25f, 0.25f)) / (float)corners;
        info.x[i] = half_x * cosf(angle);
        info.y[i] = half_y * sinf(angle);
    }
    return info;
}

static void add_shape(walker_scene *scene, hail_convex_info info) {
    scene->shape[scene->shapes++] = (walker_shape){.parts = 1, .part = {info}};
}

static void make_turned(walker_scene *scene, uint32_t *random) {
    add_shape(scene, box_of(0.0f, 0.0f, 5.0f, 7.0f, 0.0f));
    add_shape(scene, box_of(0.0f, 0.0f, 4.0f, 8.0f, 1.5f));
    for (uint32_t corners = 5; corners <= HAIL_MAX_VERTICES; corners++)
        add_shape(scene, polygon_of(corners, 8.0f, 6.0f, corners == 6 ? 2.0f : 0.0f, random));
}

/* Ships: a hull with wings and a nose; a bar with two ends. */
static void make_compounds(walker_scene *scene, uint32_t *random) {
    scene->shape[scene->shapes++] =
        (walker_shape){.parts = 4,
                       .part = {polygon_of(6, 10.0f, 5.0f, 0.0f, random), box_of(-4.0f, -8.0f, 4.0f, 4.0f, 0.0f),
                                box_of(-4.0f, 8.0f, 4.0f, 4.0f, 0.0f), capsule_of(8.0f, 0.0f, 15.0f, 0.0f, 2.0f)}};
    scene->shape[scene->shapes++] =
        (walker_shape){.parts = 3,
                       .part = {box_of(0.0f, 0.0f, 10.0f, 2.0f, 0.0f), capsule_of(-12.0f, -4.0f, -12.0f, 4.0f, 3.0f),
                                polygon_of(8, 4.0f, 4.0f, 0.0f, random)}};
}

static void make_shapes(walker_scene *scene, uint32_t *random) {
    switch (scene->kind->bodies) {
    case WALKER_CAPSULES:
        add_shape(scene, capsule_of(0.0f, -6.0f, 0.0f, 6.0f, 6.0f));
        add_shape(scene, capsule_of(0.0f, -4.0f, 0.0f, 4.0f, 5.0f));
        break;
    case WALKER_BOXES:
        add_shape(scene, box_of(0.0f, 0.0f, 6.0f, 12.0f, 0.0f));
        add_shape(scene, box_of(0.0f, 0.0f, 5.0f, 7.0f, 0.0f));
        break;
    case WALKER_TURNED:
        make_turned(scene, random);
        break;
    default:
        make_compounds(scene, random);
    }
    scene->turned = scene->kind->bodies >= WALKER_TURNED;
}

/* ---- Places ------------------------------------------------------------------------------------------------------ */

typedef struct placer {
    walker_scene *scene;
    cells_near near;
    plain_cells cells;
    uint32_t random;
    float side; /* px */
} placer;

/* Whether the shape's first part, larger by `more` px all around, touches something. */
static bool touches(placer *p, plain_convex shape, float more, float x, float y) {
    plain_contact contact;
    shape.rounding += more;
    p->near.corner_x = (int)x;
    p->near.corner_y = (int)y;
    x -= (float)p->near.corner_x;
    y -= (float)p->near.corner_y;
    const float r = shape.rounding, *bounds = shape.bounds;
    const float box[SIDES] = {x + bounds[LEFT] - r, y + bounds[TOP] - r, x + bounds[RIGHT] + r, y + bounds[BOTTOM] + r};
    plain_cells_look(&p->near, box);
    return plain_touch_cells(&p->near, &shape, x, y, &contact, 1) > 0;
}

/* Somewhere in the open; then it falls and walks until it has mostly come to stand on something. */
static void place_walker(placer *p, walker_set *set, size_t i) {
    const walker_scene *scene = p->scene;
    plain_convex shape;
    plain_convex_place(&scene->shape[scene->shape_of[i]].part[0], 1.0f, 0.0f, 1.0f, &shape);
    const uint32_t draw = walker_bits(&p->random) >> 8;
    const bool falling = draw % FALLING_OF == 0, jumping = draw % JUMPING_OF == 1;
    do {
        set->x[i] = walker_between(&p->random, 32.0f, p->side - 32.0f);
        set->y[i] = walker_between(&p->random, 32.0f, p->side - 32.0f);
    } while (touches(p, shape, 2.0f * scene->options.skin, set->x[i], set->y[i]));
    const float walks = walker_between(&p->random, -1.0f, 1.0f);
    for (int step = 0; step < SETTLING && !falling; step++) {
        hail_slide slide;
        plain_walk(&p->near, &shape, &scene->options, false, set->x[i], set->y[i], walks, 4.0f, &slide);
        set->x[i] += slide.dx;
        set->y[i] += slide.dy;
    }
    set->dx[i] = walker_between(&p->random, -2.8f, 2.8f);
    set->dy[i] = jumping   ? walker_between(&p->random, -4.0f, -1.0f)
                 : falling ? walker_between(&p->random, 1.0f, 4.0f)
                           : walker_between(&p->random, 0.2f, 1.0f);
}

static void place_flier(placer *p, walker_set *set, size_t i) {
    const walker_scene *scene = p->scene;
    const walker_shape *shape = &scene->shape[scene->shape_of[i]];
    const bool open = scene->kind->question == ASK_WALKERS_SWEEP || scene->kind->question == ASK_WALKERS_SWEPT;
    bool again;
    do {
        set->angle[i] = scene->turned ? walker_between(&p->random, 0.0f, full_turn) : 0.0f;
        set->cos[i] = scene->turned ? cosf(set->angle[i]) : 1.0f;
        set->sin[i] = scene->turned ? sinf(set->angle[i]) : 0.0f;
        set->x[i] = walker_between(&p->random, 0.0f, p->side);
        set->y[i] = walker_between(&p->random, 0.0f, p->side);
        again = false;
        for (uint32_t part = 0; open && part < shape->parts; part++) {
            plain_convex placed;
            plain_convex_place(&shape->part[part], set->cos[i], set->sin[i], 1.0f, &placed);
            again = again || touches(p, placed, 2.0f * scene->options.skin, set->x[i], set->y[i]);
        }
    } while (again);
    set->dx[i] = walker_between(&p->random, -2.8f, 2.8f);
    set->dy[i] = walker_between(&p->random, -2.8f, 2.8f);
}

static bool place_all(walker_scene *scene, uint32_t random) {
    placer *p = calloc(1, sizeof *p);
    bool made = p && plain_cells_create(scene->tiles, false, &p->cells);
    if (made) {
        p->scene = scene;
        p->near.cells = &p->cells;
        p->random = random;
        p->side = tile_scene_side(scene->tiles);
        for (size_t i = 0; i < scene->count; i++) {
            scene->shape_of[i] = walker_bits(&p->random) % scene->shapes;
            scene->through[i] = (walker_bits(&p->random) >> 8) % THROUGH_OF == 0;
        }
        for (size_t set = 0; set < WALKER_SETS; set++)
            for (size_t i = 0; i < scene->count; i++)
                if (scene->kind->question == ASK_WALKERS_SLIDE)
                    place_walker(p, &scene->set[set], i);
                else
                    place_flier(p, &scene->set[set], i);
        plain_cells_destroy(&p->cells);
    }
    free(p);
    return made;
}

/* ---- The scene --------------------------------------------------------------------------------------------------- */

static bool allocate(walker_scene *scene, uint32_t columns) {
    enum { COLUMNS = 7 };
    const size_t column = (scene->count + 31) / 16 * 16; /* and off the multiples of 4 KiB, which would alias in L1 */
    scene->tiles = tile_scene_create(0, columns);
    scene->memory = aligned_alloc(64, COLUMNS * WALKER_SETS * column * sizeof *scene->memory);
    scene->shape_of = calloc(scene->count, sizeof *scene->shape_of);
    scene->through = calloc(scene->count, sizeof *scene->through);
    if (!scene->tiles || !scene->memory || !scene->shape_of || !scene->through)
        return false;
    for (size_t k = 0; k < WALKER_SETS; k++) {
        float *first = scene->memory + COLUMNS * k * column;
        scene->set[k] = (walker_set){.x = first,
                                     .y = first + column,
                                     .dx = first + 2 * column,
                                     .dy = first + 3 * column,
                                     .angle = first + 4 * column,
                                     .cos = first + 5 * column,
                                     .sin = first + 6 * column};
    }
    return true;
}

walker_scene *walker_scene_create(const walker_kind *kind, uint32_t columns, size_t count) {
    walker_scene *scene = calloc(1, sizeof *scene);
    if (!scene)
        return NULL;
    uint32_t random = 54321;
    scene->kind = kind;
    scene->count = count;
    scene->options = (hail_slide_options){.up_y = -1.0f,
                                          .floor_cosine = 0.7f,
                                          .step_height = kind->step_height,
                                          .skin = 1.0f / 32.0f,
                                          .snap = kind->snap,
                                          .bounces = 4};
    make_shapes(scene, &random);
    if (allocate(scene, columns)) {
        walker_map_make(scene->tiles, kind->question != ASK_WALKERS_SLIDE, &random);
        if (place_all(scene, random))
            return scene;
    }
    walker_scene_destroy(scene);
    return NULL;
}

void walker_scene_destroy(walker_scene *scene) {
    if (!scene)
        return;
    tile_scene_destroy(scene->tiles);
    free(scene->shape_of);
    free(scene->through);
    free(scene->memory);
    free(scene);
}
