/* examples/view/view.h - hail-view while it runs: a scene, what is shown of it, and how long it takes. */
#ifndef VIEW_VIEW_H
#define VIEW_VIEW_H

#include "options.h"
#include "past.h"

enum { HISTORY = 200 /* frames of the graph */, NAMED = 3 /* bodies under the mouse that are named */ };

typedef struct view_times {
    double step, scene, draw; /* ms: hail_step; the rest of the scene's frame; the drawing */
    float stage[HAIL_STAGE_COUNT];
} view_times;

typedef struct view {
    const view_options *options;
    canvas canvas;
    const scene_kind *kind;
    void *scene;
    scene_setup setup;
    scene_input input;
    int mouse_x, mouse_y; /* px of the window */
    past past;
    bool backward; /* time runs backward */
    bool paused, once, unordered, help, shapes, grid, contacts, boxes, velocities, graph, bare, queries;
    bool zoomed; /* the camera is the player's */
    bool quit;
    int frame;                 /* of `past` */
    view_times times[HISTORY]; /* a ring, by frame */
    char isa[32];
} view;

/* view.c: a scene begins and plays. All return false after a message on stderr. */
bool view_begin(view *of, const scene_kind *kind);
void view_end(view *of);
bool view_play(view *of);
void view_key(view *of, int key); /* as SDL names it; one that is not in VIEW_KEYS does nothing */
#define VIEW_KEYS " .0+-=bcghiknopqrstuvw"
void view_zoom(view *of, float factor);
void view_pan(view *of, float dx, float dy);    /* px of the window */
const scene_kind *view_scene(const char *name); /* NULL: there is none of that name */
const scene_kind *view_next(const scene_kind *after, int by);

/* workers.c: hooks into two threads; NULL: this build has none, or there is no memory. They end with the program. */
const hail_tasks *view_two_workers(void);
void view_end_workers(void);

/* again.c, for --rewind: does something else in every frame; notes a frame when it is played the first time; tells,
 * after a message on stderr, if it is another one when it is seen again. */
void again_steer(view *of);
bool again_note(const view *of);
bool again_same(const view *of);

/* ask.c: queries about the mouse, drawn: a fan of rays, what an area overlaps, the nearest bodies. */
void view_ask(view *of);

/* hud.c: a frame, with all that lies over the scene. */
void view_draw(view *of);

/* times.c: ms; and the medians of the frames of the graph. */
double view_now(void);
void view_take_times(view *of, double took); /* of the frame that was played, in ms */
view_times view_median(const view *of);

#endif
