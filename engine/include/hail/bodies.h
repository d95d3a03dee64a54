/* hail/bodies.h - bodies: they are spawned, changed, looked up and despawned by handle, and read and written by handle
 * or in columns.
 *
 *     hail_shape dot;
 *     hail_shape_circle(hail_world_shapes(world), 4.0f, &dot);
 *     hail_spawn_columns columns = {.x = x, .y = y, .vx = vx, .vy = vy};
 *     hail_status status = hail_spawn(world, BULLETS, &dot, &columns, count, handles);
 *     hail_columns bullets;
 *     hail_layer_columns(world, BULLETS, &bullets);
 *     for (uint32_t i = 0; i < bullets.active; i++)
 *         bullets.vy[i] += 900.0f * dt;
 *
 * Calls that change bodies may also answer HAIL_BAD_ARGUMENT (as for bodies of a borrowed layer, see hail/borrow.h),
 * HAIL_NO_MEMORY and, inside the callback unless their comment allows them there, HAIL_BUSY. A call that fails changes
 * nothing, and describes what it refused in the hail_error of the world's context. */
#ifndef HAIL_BODIES_H
#define HAIL_BODIES_H

#include "contact.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

/* Arrays given to hail_spawn, hail_despawn, hail_set_layer and hail_set_enabled must not be a layer's own columns
 * (HAIL_BAD_ARGUMENT): these calls move bodies while they read the arrays, so copy them first. (Inside the callback
 * hail_despawn accepts them, because there it only queues the bodies.) */

/* Arrays to spawn from, each of `count` elements, or NULL for the default. x and y are required. */
typedef struct hail_spawn_columns {
    const float *x, *y;              /* px */
    const float *vx, *vy;            /* px/s; NULL: 0 */
    const hail_shape *shape;         /* NULL: the call's shape for all */
    const float *angle;              /* radians, at most HAIL_MAX_ANGLE either way; HAIL_ROTATION layers only */
    const float *scale;              /* HAIL_SCALE layers only */
    const uint32_t *group;           /* HAIL_GROUP layers only */
    const uint32_t *category, *mask; /* HAIL_MASK layers only */
    const uint64_t *user;            /* HAIL_USER layers only */
    const float *life;               /* seconds, HAIL_TINY or more; HAIL_LIFE layers only */
    const uint32_t *pierce;          /* NULL: 1; HAIL_PIERCE layers only */
} hail_spawn_columns;

/* Spawns `count` bodies (0 is fine), all or none, and writes their handles (NULL: not wanted). The slot that was freed
 * last is used first. Invalidates the layer's column pointers.
 *
 *   shape  of all of them; not read, and may be NULL, if columns->shape is given
 *
 * HAIL_NO_COLUMN: an array for a column that the layer does not have. HAIL_UNKNOWN_SHAPE. HAIL_NOT_FINITE,
 * HAIL_OUT_OF_RANGE: a value. HAIL_FULL: more than max_bodies; the arrays were not read. */
HAIL_API hail_status hail_spawn(hail_world *world, uint32_t layer, const hail_shape *shape,
                                const hail_spawn_columns *columns, size_t count, hail_handle *handles);

/* In hail_despawn and the three calls after it, a `count` above HAIL_MAX_BODIES is refused before the arrays are read
 * (HAIL_BAD_ARGUMENT). */

/* Frees `count` bodies, all or none (HAIL_STALE_HANDLE: none was freed). A handle given twice counts once, also in
 * several calls inside one step's callback. Allowed inside the callback, where the bodies are queued: they stay valid
 * until the step ends, and their contacts are delivered. There it may answer HAIL_NO_MEMORY, if the world has more than
 * 65,536 bodies and hail_reserve was not called. */
HAIL_API hail_status hail_despawn(hail_world *world, const hail_handle *handles, size_t count);

/* The next three calls change `count` bodies, all or none. HAIL_STALE_HANDLE, HAIL_UNKNOWN_SHAPE: nothing changed.
 * hail_write_bodies changes numbers: places, velocities, angles, scales, lives. */

/* Gives bodies another shape, the same for all. */
HAIL_API hail_status hail_set_shape(hail_world *world, const hail_handle *handles, size_t count,
                                    const hail_shape *shape);

/* Moves bodies to another layer. They keep their handles, and the values of the columns that both layers have.
 * Bodies already there do not change. */
HAIL_API hail_status hail_set_layer(hail_world *world, const hail_handle *handles, size_t count, uint32_t layer);

/* Enables or disables bodies; it is fine if they already are. Disabled bodies do not move, age or collide, and queries
 * do not find them. */
HAIL_API hail_status hail_set_enabled(hail_world *world, const hail_handle *handles, size_t count, bool enabled);

/* Returns whether a handle names a live body. One that the callback has despawned lives until the step ends. False if a
 * pointer is NULL. */
HAIL_API bool hail_alive(const hail_world *world, const hail_handle *handle);

/* Where a body is now. */
typedef struct hail_location {
    uint32_t layer;
    uint32_t index;       /* into the layer's columns; as long as the pointers of hail_columns */
    uint32_t enabled;     /* 1 or 0 */
    uint32_t quarantined; /* 1 or 0 */
} hail_location;

/* Tells where a body is. HAIL_STALE_HANDLE: the handle names no live body. */
HAIL_API hail_status hail_locate(const hail_world *world, const hail_handle *handle, hail_location *location);

/* ---- Many bodies by handle --------------------------------------------------------------------------------------- *
 * These calls work through a list of handles, and are allowed inside the callback. */

/* Reads the user values of both bodies of contacts: whom did I hit?
 *
 *   contacts  `count` of them, at most 2^31 - 1, from the callback, hail_contacts or a list of your own
 *   user_a    `count` values, those of the bodies a; NULL: not wanted
 *   user_b    those of the bodies b; NULL: not wanted
 *
 * A user value is 0 if the body's layer has no HAIL_USER column, if b is a tile or a wall, and of a body that is gone.
 * In a world with `kept_contacts`, a body that was freed since the last step began still has its value until the next
 * step begins; of several in one slot, the one that the step's contacts name.
 *
 * HAIL_OK, or, with nothing written, HAIL_BAD_ARGUMENT. */
HAIL_API hail_status hail_contact_users(const hail_world *world, const hail_contact *contacts, size_t count,
                                        uint64_t *user_a, uint64_t *user_b);

/* Handles, one every `stride` bytes: an array of them, or a member of an array of structs. */
typedef struct hail_handles {
    const hail_handle *handles; /* the first; needed unless count is 0 */
    size_t stride; /* bytes from one to the next: a multiple of 4, at least sizeof(hail_handle); 0: the least */
    size_t count;  /* at most 2^31 - 1 */
} hail_handles;

/* What hail_body_values.layer says of a handle that names no live body. */
#define HAIL_NO_LAYER UINT32_MAX

/* Arrays of the list's `count` elements, to be filled; NULL: not wanted. They must not be a layer's own columns. */
typedef struct hail_body_values {
    uint64_t *user;         /* 0 if the layer has no such column */
    float *x, *y, *vx, *vy; /* px; px/s */
    uint32_t *layer;
    uint32_t *index; /* into the layer's columns */
} hail_body_values;

/* Reads positions, velocities, user values, layers and column indices of bodies.
 *
 *   missing  receives how many handles name no live body; NULL: not wanted
 *
 * Such a handle (stale, or null like the b of tiles and walls) is no error: its layer is HAIL_NO_LAYER, its index
 * UINT32_MAX, the rest 0; `user` may still answer, as in hail_contact_users.
 *
 * HAIL_OK, or, with nothing written, HAIL_BAD_ARGUMENT. */
HAIL_API hail_status hail_read_bodies(const hail_world *world, const hail_handles *list, const hail_body_values *values,
                                      size_t *missing);

/* Arrays of the list's `count` elements, to be written; NULL: stays as it is. They must not be a layer's own columns.
 */
typedef struct hail_body_writes {
    const float *x, *y;     /* px; a teleport */
    const float *vx, *vy;   /* px/s; allowed inside the callback */
    const float *angle;     /* radians, at most HAIL_MAX_ANGLE either way; HAIL_ROTATION layers only */
    const float *scale;     /* 0 to HAIL_MAX_SCALE; HAIL_SCALE layers only */
    const float *life;      /* seconds, HAIL_TINY or more; HAIL_LIFE layers only; allowed inside the callback */
    const uint32_t *pierce; /* HAIL_PIERCE layers only */
    const uint64_t *user;   /* HAIL_USER layers only; allowed inside the callback */
} hail_body_writes;

/* Writes to bodies, all or none.
 *
 *   missing  receives how many handles name no live body; these are skipped. NULL: such a handle is refused
 *
 * If a handle is given twice, the last one's values stay. HAIL_STALE_HANDLE: a handle names no live body, and missing
 * is NULL. HAIL_NO_COLUMN: a body's layer lacks a column that is written. HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE: a value,
 * even one of a handle that would be skipped. HAIL_BUSY: an array that may not be written inside the callback. */
HAIL_API hail_status hail_write_bodies(hail_world *world, const hail_handles *list, const hail_body_writes *writes,
                                       size_t *missing);

/* ---- Columns ----------------------------------------------------------------------------------------------------- */

/* A layer's columns: [active | disabled | quarantined], `count` bodies in all. A column that the layer does not have is
 * NULL. The pointers last until the next step, or the next hail_spawn, hail_despawn, hail_set_enabled, hail_set_layer,
 * hail_layer_borrow, hail_layer_configure or hail_reserve that concerns the layer.
 *
 * After writing columns of a static layer, call hail_layer_changed. Writing x and y is a teleport. A number that is not
 * finite, a scale out of range, or a cos and sin that are not a unit vector to within 1e-4 put their body into
 * quarantine in the next step: it stays where it was, does not collide, and is checked again in every step (in a static
 * layer: in the first one after a change) until its numbers are good. A bad x, y, vx, vy or life also sets the dx and
 * dy of a layer that the step moves to 0; a bad cos, sin or scale leaves them.
 *
 * A step may reorder the bodies of a layer to follow its grid, so the order differs with the world's `cell` option. No
 * result depends on it. */
typedef struct hail_columns {
    uint32_t count;
    uint32_t active;
    uint32_t disabled;
    uint32_t quarantined;
    float *x, *y, *vx, *vy;
    float *cos, *sin, *scale, *life, *dx, *dy;
    uint32_t *group, *category, *mask;
    uint32_t *pierce; /* how many more hits; must not be written inside the callback */
    uint64_t *user;
    const uint32_t *shape; /* the id of each body's hail_shape */
    const hail_handle *handle;
} hail_columns;

/* Gets a layer's columns; all zeros if the layer was never used. Allowed inside the callback. */
HAIL_API hail_status hail_layer_columns(hail_world *world, uint32_t layer, hail_columns *columns);

#ifdef __cplusplus
}
#endif

#endif
