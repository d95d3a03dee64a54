/* examples/view/window.h - the window: SDL2, with whatever renderer there is, be it only in software. */
#ifndef VIEW_WINDOW_H
#define VIEW_WINDOW_H

#include "view.h"

typedef struct window window;

/* NULL after a message on stderr. */
window *window_open(const view *of);
void window_close(window *of);

/* Does what the player did since the last call; then shows the canvas. */
void window_events(view *of);
void window_show(window *to, const canvas *from);

#endif
