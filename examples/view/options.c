/* examples/view/options.c - the command line of hail-view. */
#include "options.h"
#include "../common/options.h"
#include "view.h"

#include <hail/hail.h>
#include <stdio.h>
#include <string.h>

static const option_row OPTIONS[] = {
    {{"scene", required_argument, NULL, 's'},
     "NAME",
     "barrage, dig, sprites, doom, debris or sparks (default: barrage)"},
    {{"all", no_argument, NULL, 'a'}, "", "every scene, --frames each"},
    {{"size", required_argument, NULL, 'z'}, "N", "how much of it: ships, bodies, walkers, sparks"},
    {{"isa", required_argument, NULL, 'i'}, "NAME", "instruction set of the kernels (default: HAIL_ISA, or auto)"},
    {{"frames", required_argument, NULL, 'n'}, "N", "end after N frames (default: when the window is closed)"},
    {{"headless", no_argument, NULL, 'H'}, "", "without a window; needs --frames"},
    {{"screenshot", required_argument, NULL, 'P'}, "FILE", "write the last frame as a PNG"},
    {{"film", required_argument, NULL, 'f'},
     "DIR",
     "write every second one of the last 160 frames as a PNG into a folder"},
    {{"mouse", required_argument, NULL, 'm'}, "X,Y", "rest the mouse there, px of the window of 1280x720"},
    {{"dig", no_argument, NULL, 'd'}, "", "hold the left mouse button"},
    {{"keys", required_argument, NULL, 'k'},
     "KEYS",
     "press these keys before the first frame, such as gc: grid and contacts"},
    {{"times", no_argument, NULL, 't'}, "", "print the mean times of a frame at the end"},
    {{"rewind", required_argument, NULL, 'r'},
     "N",
     "a test: at the end, go back N frames, play them again, and fail if the world is another one"},
    {{"memory", required_argument, NULL, 'y'}, "MB", "memory for going back (default: 100)"},
};

static bool take(void *options, int key, const char *value);

static const option_table TABLE = {
    .program = "hail-view",
    .usage = "hail-view [options]\n\nShows Hail at work, live. Keys: space pauses, . steps once, n goes to the next "
             "scene, h lists the others.\n\n",
    .rows = OPTIONS,
    .count = sizeof OPTIONS / sizeof OPTIONS[0],
    .take = take};

static bool mouse(view_options *to, const char *text) {
    char rest;
    to->has_mouse = sscanf(text, "%d,%d%c", &to->mouse_x, &to->mouse_y, &rest) == 2;
    return to->has_mouse || option_wrong(&TABLE, "mouse", "X,Y", text);
}

static bool keys(view_options *to, const char *text) {
    to->show = text;
    return text[strspn(text, VIEW_KEYS)] == '\0' || option_wrong(&TABLE, "keys", "some of \"" VIEW_KEYS "\"", text);
}

static bool take(void *options, int key, const char *value) {
    view_options *to = options;
    switch (key) {
    case 's':
        to->scene = value;
        return true;
    case 'a':
        return to->all = true;
    case 'z':
        return option_count(&TABLE, "size", value, 1, 4000000, &to->size);
    case 'i':
        to->isa = value;
        return option_isa(&TABLE, value);
    case 'n':
        return option_count(&TABLE, "frames", value, 1, 1000000, &to->frames);
    case 'H':
        return to->headless = true;
    case 'P':
        to->screenshot = value;
        return option_output(&TABLE, "screenshot", value);
    case 'f':
        to->film = value;
        return true;
    case 'm':
        return mouse(to, value);
    case 'd':
        return to->dig = true;
    case 'r':
        return option_count(&TABLE, "rewind", value, 1, 36000, &to->rewind);
    case 'y':
        return option_count(&TABLE, "memory", value, 1, 100000, &to->megabytes);
    case 'k':
        return keys(to, value);
    default:
        return to->times = true;
    }
}

bool options_parse(view_options *options, int argc, char **argv, int *status) {
    *options = (view_options){0};
    if (!option_parse(&TABLE, options, argc, argv, status))
        return false;
    if ((!options->headless && !options->all) || options->frames > 0)
        return true;
    fputs("hail-view: --headless and --all need --frames\n", stderr);
    *status = 1;
    return false;
}
