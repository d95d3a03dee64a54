/* examples/view/options.h - the command line of hail-view. */
#ifndef VIEW_OPTIONS_H
#define VIEW_OPTIONS_H

#include <stdbool.h>

typedef struct view_options {
    const char *scene;      /* NULL: the first */
    const char *isa;        /* NULL: Hail's choice */
    const char *screenshot; /* PNG to write at the end, or NULL */
    const char *film;       /* folder for a PNG of every second frame, or NULL */
    int frames;             /* 0: until the window is closed */
    int size;               /* of the scene; 0: its usual size */
    bool headless;          /* no window: SDL's dummy driver */
    bool all;               /* every scene, one after the other, --frames each */
    bool has_mouse;         /* the mouse rests here, px of the window */
    int mouse_x, mouse_y;
    bool dig;         /* the left button is held */
    const char *show; /* keys that are pressed at the start, such as "gc" */
    bool times;       /* print the mean times at the end */
    int rewind;       /* frames to go back at the end, and to play again; 0: none */
    int megabytes;    /* for going back; 0: the usual number */
} view_options;

/* Fills `options`. True if the program is to run; false if it is done, with *status its exit status. */
bool options_parse(view_options *options, int argc, char **argv, int *status);

#endif
