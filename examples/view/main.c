/* examples/view/main.c - hail-view: shows Hail at work, live. */
#define _POSIX_C_SOURCE 200809L
#include "window.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static bool write_picture(const canvas *from, const char *path) {
    if (cairo_surface_write_to_png(from->surface, path) == CAIRO_STATUS_SUCCESS)
        return true;
    fprintf(stderr, "hail-view: %s: cannot write the picture\n", path);
    return false;
}

enum { FILM = 160 }; /* frames */

static bool write_film(const view *of) {
    char path[4096];
    const int left = of->options->frames - of->frame;
    if (of->options->film == NULL || of->frame % 2 != 0 || (of->options->frames > 0 && left >= FILM))
        return true;
    snprintf(path, sizeof path, "%s/%05d.png", of->options->film, of->frame / 2);
    return write_picture(&of->canvas, path);
}

/* Sleeps until the next 60th of a second. */
static void wait_for_frame(double start) {
    const double left = 1000.0 / 60.0 - (view_now() - start);
    if (left > 0.0)
        nanosleep(&(struct timespec){.tv_nsec = (long)(left * 1e6)}, NULL);
}

static bool one_frame(view *of, window *onto) {
    const double start = view_now();
    if (of->options->rewind > 0)
        again_steer(of);
    else if (!of->options->headless)
        window_events(of);
    if (!view_play(of))
        return false;
    const double drawing = view_now();
    view_draw(of);
    window_show(onto, &of->canvas);
    of->times[of->frame % HISTORY].draw = view_now() - drawing;
    if (!of->options->headless)
        wait_for_frame(start);
    return write_film(of);
}

/* start: ms of processor time when the scene began. */
static void print_times(const view *of, double start) {
    const view_times median = view_median(of);
    const double processor = (double)clock() * 1e3 / (double)CLOCKS_PER_SEC;
    printf("%-8s %5d frames, %7zu bodies; medians of the last %d: step %.2f ms, scene %.2f ms, draw %.2f ms; "
           "%.2f ms of processor time a frame\n",
           of->kind->name, of->frame, hail_body_count(of->kind->world(of->scene)),
           of->frame < HISTORY ? of->frame : HISTORY, median.step, median.scene, median.draw,
           (processor - start) / (of->frame > 0 ? of->frame : 1));
}

static bool some_frames_again(view *of, window *onto, int count) {
    for (int i = 0; i < count; i++)
        if (!one_frame(of, onto) || !again_same(of))
            return false;
    return true;
}

static bool take_screenshot(const view *of) {
    return of->options->screenshot == NULL || write_picture(&of->canvas, of->options->screenshot);
}

/* Backward as if the key were held, then forward again. */
static bool rewind_scene(view *of, window *onto) {
    const int reach = past_reach(&of->past), back = of->options->rewind < reach ? of->options->rewind : reach;
    const size_t keyframes = of->past.count, bytes = of->past.bytes;
    of->backward = true;
    bool fine = some_frames_again(of, onto, back) && take_screenshot(of);
    of->backward = false;
    fine = fine && some_frames_again(of, onto, back);
    if (fine)
        printf("%-8s %d of %d frames backward and again: the same; %zu keyframes, %.1f MB\n", of->kind->name, back,
               reach, keyframes, (double)(bytes + sizeof of->past) * 1e-6);
    return fine;
}

/* Plays one scene, or, in a window, as many as the player wants. */
static bool run(view *of, window *onto, const scene_kind *kind) {
    const double start = (double)clock() * 1e3 / (double)CLOCKS_PER_SEC;
    if (!view_begin(of, kind))
        return false;
    for (const char *key = of->options->show; key != NULL && *key != '\0'; key++)
        view_key(of, *key);
    for (int i = 0; !of->quit && (of->options->frames == 0 || i < of->options->frames); i++)
        if (!one_frame(of, onto) || (of->options->rewind > 0 && !again_note(of)))
            return false;
    if (of->options->times)
        print_times(of, start);
    return of->options->rewind > 0 ? rewind_scene(of, onto) : take_screenshot(of);
}

static bool run_all(view *of, window *onto) {
    const scene_kind *first = view_next(&scene_sparks, 1), *kind = first;
    do {
        if (!run(of, onto, kind))
            return false;
        kind = view_next(kind, 1);
    } while (kind != first && !of->quit);
    return true;
}

static void set_up(view *of, const view_options *options) {
    of->options = options;
    of->graph = true;
    of->setup.size = options->size;
    of->mouse_x = options->has_mouse ? options->mouse_x : -1000;
    of->mouse_y = options->has_mouse ? options->mouse_y : -1000;
    of->input.dig = options->dig;
    if (options->isa != NULL)
        snprintf(of->isa, sizeof of->isa, "%s", options->isa);
}

int main(int argc, char **argv) {
    static view all;
    view_options options;
    int status;
    if (!options_parse(&options, argc, argv, &status))
        return status;
    const scene_kind *kind = options.scene != NULL ? view_scene(options.scene) : &scene_barrage;
    if (kind == NULL)
        return EXIT_FAILURE;
    set_up(&all, &options);
    window *onto = canvas_open(&all.canvas, VIEW_WIDTH, VIEW_HEIGHT) ? window_open(&all) : NULL;
    const bool fine = onto != NULL && (options.all ? run_all(&all, onto) : run(&all, onto, kind));
    if (all.kind != NULL)
        view_end(&all);
    view_end_workers();
    window_close(onto);
    canvas_close(&all.canvas);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
