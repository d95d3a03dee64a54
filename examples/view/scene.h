/* examples/view/scene.h - what a scene of hail-view is: a world, how it is played, and how it looks. */
#ifndef VIEW_SCENE_H
#define VIEW_SCENE_H

#include "light.h"

#include <hail/hail.h>

enum { VIEW_WIDTH = 1280, VIEW_HEIGHT = 720 };
#define VIEW_FRAME (1.0f / 60.0f) /* s */

/* How a scene is made. */
typedef struct scene_setup {
    const char *isa;         /* variant of the kernels; NULL: Hail's choice */
    int size;                /* how much: what the scene's `sizes` says; 0: its usual size */
    const hail_tasks *tasks; /* NULL: one thread */
} scene_setup;

/* What the player does. */
typedef struct scene_input {
    float x, y;           /* px of the world: where the mouse is */
    bool dig, pile;       /* the left and the right button */
    float walk_x, walk_y; /* the arrow keys: -1, 0 or 1 */
} scene_input;

/* Memory that a scene's next frame depends on, besides its world. It stays where it is, and holds no pointers. */
typedef struct scene_part {
    void *at;
    size_t size;
} scene_part;
enum { SCENE_PARTS = 6 };

typedef struct scene_kind {
    const char *name;                                    /* for --scene */
    const char *title;                                   /* what it shows */
    const char *legend;                                  /* what the colours mean */
    const char *sizes;                                   /* what setup->size counts */
    float width, height;                                 /* px of the world that are seen at first */
    void *(*create)(const scene_setup *setup);           /* NULL, after a message on stderr */
    bool (*step)(void *scene, const scene_input *input); /* one frame, with its hail_step; false: as create */
    void (*draw)(void *scene, canvas *to);               /* below what hail/draw.h draws; to is in the world's px */
    hail_world *(*world)(void *scene);
    const hail_contact *(*contacts)(void *scene, size_t *count); /* of the last step; NULL: hail_contacts knows them */
    void (*focus)(void *scene, float *x, float *y);              /* where the camera looks; NULL: it stands still */
    void (*destroy)(void *scene);                                /* NULL is fine */

    /* To go back in time: parts, and copies of what is no plain memory. What a scene does not have is NULL. */
    size_t (*parts)(void *scene, scene_part parts[SCENE_PARTS]); /* how many */
    void *(*keep)(void *scene, size_t *bytes);                   /* NULL: no memory */
    bool (*go_back)(void *scene, void *kept); /* any number of times; parts and world are back by then */
    void (*forget)(void *kept);
} scene_kind;

extern const scene_kind scene_barrage, scene_debris, scene_dig, scene_sprites, scene_doom, scene_sparks;

/* shared.c: what scenes have in common. */
bool scene_fine(hail_status status, const char *doing);                       /* says what failed */
hail_world *scene_world(const scene_setup *setup, float width, float height); /* timed, with kept contacts */
/* bounce.c: bodies that touch part. firmness: 1/s, how fast overlaps are to end */
void scene_bounce(hail_world *world, float restitution, float firmness);
float scene_random(uint64_t *state);   /* 0 to 1 */
uint32_t scene_color(uint32_t number); /* 0xRRGGBB; 8 of them, then again */

#endif
