/* tests/kernels/kernel_paths.h - what the tests of the kernels of swept paths share: bodies on their way, hard ones
 * among them, and the pieces of their paths as a kernel lists them. */
#ifndef HAIL_TESTS_KERNEL_PATHS_H
#define HAIL_TESTS_KERNEL_PATHS_H

#include "kernel_inputs.h"

/* ---- Bodies on their way --------------------------------------------------------------------------------------- */

enum { MOST_BODIES = 40 };

/* Of this case. */
typedef struct path_scene {
    float origin, width, speed; /* px: where bodies are, and how far they go */
    float bound;
    bool wild; /* with NaNs and numbers beyond the bound */
} path_scene;
extern path_scene the_paths;

/* wild: it may be. */
void pick_path_scene(bool wild);
float pick_path_place(void);
float pick_path_radius(void);

typedef struct movers {
    uint32_t count;
    float *x, *y;
    hail_path_view path;
} movers;

/* Picks up to `most` bodies of the scene, held under a name. */
movers pick_movers(const char *name, uint32_t most);

/* A body's path. In floats: its start is a rounded difference, here and in the kernels. */
typedef struct way {
    double x, y, dx, dy, r;
} way;
way way_of(const hail_path_view *path, uint32_t i);

/* ---- Pieces of paths ------------------------------------------------------------------------------------------- */

typedef struct piece {
    uint32_t body, number;
    float x, y, radius, from, rate, last;
} piece;

typedef struct piece_list {
    piece *piece;
    uint32_t count, room;
} piece_list;

/* Limits somewhere near the bodies, and pieces of such a length that a path has a few or (many) the most allowed. */
hail_pieces_job pick_pieces_job(const movers *m, bool many);

hail_pieces hold_pieces(size_t words);

/* Lists the pieces of bodies [0, end) with a kernel, in up to three ranges, and checks how far it writes. They are
 * sorted by body. */
void list_pieces(const hail_kernels *kernels, const hail_pieces_job *job, uint32_t end, uint32_t capacity,
                 piece_list *list);

#endif
