/* bench/tiles/plain_convex.c - see plain_convex.h. */
#include "plain_convex.h"

#include <math.h>

static const float parallel = 1e-6f; /* a normal's component below it is 0 */
static const float flat = 1e-3f;     /* px: vertices that differ by less lie equally far */

/* ---- The core ---------------------------------------------------------------------------------------------------- */

/* Vertices turned, so that they go from +x towards +y. */
static void place_core(const hail_convex_info *info, float cosine, float sine, float scale, plain_convex *placed) {
    uint32_t count = info->vertices ? info->vertices : 1;
    float area = 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        float x = info->vertices ? info->x[i] * scale : 0.0f, y = info->vertices ? info->y[i] * scale : 0.0f;
        placed->x[i] = x * cosine - y * sine;
        placed->y[i] = x * sine + y * cosine;
    }
    if (count == 2 && placed->x[0] == placed->x[1] && placed->y[0] == placed->y[1])
        count = 1;
    for (uint32_t i = 2; i < count; i++)
        area += (placed->x[i - 1] - placed->x[0]) * (placed->y[i] - placed->y[0]) -
                (placed->y[i - 1] - placed->y[0]) * (placed->x[i] - placed->x[0]);
    for (uint32_t i = 0, k = count - 1; area < 0.0f && i < k; i++, k--) {
        float x = placed->x[i], y = placed->y[i];
        placed->x[i] = placed->x[k], placed->y[i] = placed->y[k];
        placed->x[k] = x, placed->y[k] = y;
    }
    placed->vertices = count;
    placed->rounding = info->rounding * scale;
}

static void find_bounds(plain_convex *placed) {
    float *bounds = placed->bounds;
    bounds[LEFT] = bounds[RIGHT] = placed->x[0];
    bounds[TOP] = bounds[BOTTOM] = placed->y[0];
    for (uint32_t i = 1; i < placed->vertices; i++) {
        bounds[LEFT] = placed->x[i] < bounds[LEFT] ? placed->x[i] : bounds[LEFT];
        bounds[RIGHT] = placed->x[i] > bounds[RIGHT] ? placed->x[i] : bounds[RIGHT];
        bounds[TOP] = placed->y[i] < bounds[TOP] ? placed->y[i] : bounds[TOP];
        bounds[BOTTOM] = placed->y[i] > bounds[BOTTOM] ? placed->y[i] : bounds[BOTTOM];
    }
}

/* A rectangle's left side meets the core's right end, and so on. */
static void find_ends(plain_convex *placed) {
    static const uint32_t opposite[SIDES] = {RIGHT, BOTTOM, LEFT, TOP};
    for (uint32_t side = 0; side < SIDES; side++) {
        bool upright = side == LEFT || side == RIGHT;
        const float *far = upright ? placed->x : placed->y, *along = upright ? placed->y : placed->x;
        placed->from[side] = HUGE_VALF;
        placed->to[side] = -HUGE_VALF;
        for (uint32_t i = 0; i < placed->vertices; i++) {
            if (fabsf(far[i] - placed->bounds[opposite[side]]) > flat)
                continue;
            placed->from[side] = along[i] < placed->from[side] ? along[i] : placed->from[side];
            placed->to[side] = along[i] > placed->to[side] ? along[i] : placed->to[side];
        }
    }
}

/* ---- Faces ------------------------------------------------------------------------------------------------------- */

typedef struct core_normals {
    float nx[HAIL_MAX_VERTICES], ny[HAIL_MAX_VERTICES]; /* into the core: out of the difference */
    int quarter[HAIL_MAX_VERTICES];                     /* 0: from +x to before +y, and so on */
    uint32_t count;
} core_normals;

static void find_normals(const plain_convex *placed, core_normals *core) {
    core->count = placed->vertices > 1 ? placed->vertices : 0;
    for (uint32_t i = 0; i < core->count; i++) {
        uint32_t next = i + 1 == core->count ? 0 : i + 1;
        float ex = placed->x[next] - placed->x[i], ey = placed->y[next] - placed->y[i], size = sqrtf(ex * ex + ey * ey);
        float nx = -ey / size, ny = ex / size;
        if (fabsf(ny) < parallel)
            nx = nx > 0.0f ? 1.0f : -1.0f, ny = 0.0f;
        else if (fabsf(nx) < parallel)
            nx = 0.0f, ny = ny > 0.0f ? 1.0f : -1.0f;
        core->nx[i] = nx;
        core->ny[i] = ny;
        core->quarter[i] = nx > 0.0f && ny >= 0.0f ? 0 : nx <= 0.0f && ny > 0.0f ? 1 : nx < 0.0f ? 2 : 3;
    }
}

static void add_face(plain_convex *placed, float nx, float ny, uint32_t edge) {
    placed->face[placed->faces++] = (convex_face){
        .nx = nx, .ny = ny, .at_x = nx > 0.0f ? RIGHT : LEFT, .at_y = ny > 0.0f ? BOTTOM : TOP, .edge = edge};
}

/* The vertex that the core turns to -n: the first of the edge after which the face comes. */
static void add_faces(plain_convex *placed, const core_normals *core) {
    static const float axis_x[SIDES] = {1.0f, 0.0f, -1.0f, 0.0f}, axis_y[SIDES] = {0.0f, 1.0f, 0.0f, -1.0f};
    placed->faces = 0;
    for (int quarter = 0; quarter < SIDES; quarter++) {
        uint32_t first = core->count;
        for (uint32_t i = 0; i < core->count; i++) {
            int before = core->quarter[i ? i - 1 : core->count - 1];
            if (core->quarter[i] == quarter && before != quarter)
                first = i;
        }
        bool on_axis = first < core->count && core->nx[first] == axis_x[quarter] && core->ny[first] == axis_y[quarter];
        if (!on_axis)
            add_face(placed, axis_x[quarter], axis_y[quarter], CONVEX_NO_EDGE);
        for (uint32_t k = 0; first < core->count && k < core->count; k++) {
            uint32_t i = first + k < core->count ? first + k : first + k - core->count;
            if (core->quarter[i] != quarter)
                break;
            add_face(placed, core->nx[i], core->ny[i], i);
        }
    }
}

/* Of each face the reach, and the vertex after it: there the core's vertex changes with each edge. */
static void add_vertices(plain_convex *placed) {
    uint32_t vertex = 0;
    for (uint32_t i = 1; i < placed->vertices; i++) /* furthest along -(1, 0), the first face; then along +y */
        if (placed->x[i] < placed->x[vertex] || (placed->x[i] == placed->x[vertex] && placed->y[i] > placed->y[vertex]))
            vertex = i;
    for (uint32_t i = 0; i < placed->faces; i++) {
        convex_face *face = &placed->face[i], *next = &placed->face[i + 1 == placed->faces ? 0 : i + 1];
        if (face->edge != CONVEX_NO_EDGE)
            vertex = face->edge + 1 == placed->vertices ? 0 : face->edge + 1;
        face->reach = face->nx * placed->x[vertex] + face->ny * placed->y[vertex];
        face->vx = placed->x[vertex];
        face->vy = placed->y[vertex];
        face->to_x = face->nx + next->nx > 0.0f ? RIGHT : LEFT;
        face->to_y = face->ny + next->ny > 0.0f ? BOTTOM : TOP;
    }
}

void plain_convex_place(const hail_convex_info *info, float cosine, float sine, float scale, plain_convex *placed) {
    core_normals core;
    place_core(info, cosine, sine, scale, placed);
    find_bounds(placed);
    find_ends(placed);
    find_normals(placed, &core);
    add_faces(placed, &core);
    add_vertices(placed);
}
