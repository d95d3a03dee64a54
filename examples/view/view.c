/* examples/view/view.c - plays a scene, and does what keys ask for. */
#include "view.h"

#include <stdio.h>
#include <string.h>

static const scene_kind *const SCENES[] = {&scene_barrage, &scene_dig,    &scene_sprites,
                                           &scene_doom,    &scene_debris, &scene_sparks};
enum { SCENE_COUNT = sizeof SCENES / sizeof SCENES[0] };

const scene_kind *view_scene(const char *name) {
    for (size_t i = 0; i < SCENE_COUNT; i++)
        if (strcmp(SCENES[i]->name, name) == 0)
            return SCENES[i];
    fprintf(stderr, "hail-view: there is no scene %s; there are", name);
    for (size_t i = 0; i < SCENE_COUNT; i++)
        fprintf(stderr, " %s", SCENES[i]->name);
    fputc('\n', stderr);
    return NULL;
}

const scene_kind *view_next(const scene_kind *after, int by) {
    int number = 0;
    while (SCENES[number] != after)
        number++;
    const int next = number + by;
    return next < 0 || next >= SCENE_COUNT ? (by > 0 ? SCENES[0] : SCENES[SCENE_COUNT - 1]) : SCENES[next];
}

/* ---- A scene ----------------------------------------------------------------------------------------------------- */

/* Every rule between layers delivers its contacts in order, or as they are found. */
static void set_order(view *of) {
    hail_world *world = of->kind->world(of->scene);
    hail_rule rule;
    for (uint32_t a = 0; a < 8; a++)
        for (uint32_t b = 0; b < 8; b++)
            if (hail_rule_get(world, a, b, &rule) == HAIL_OK && rule.mode != HAIL_IGNORE && rule.layer_a == a) {
                rule.order = of->unordered ? HAIL_UNORDERED : HAIL_ORDERED;
                scene_fine(hail_rule_configure(world, &rule), "changing the order of contacts");
            }
    past_forget(&of->past);
}

static void whole_scene(view *of) {
    of->zoomed = false;
    of->canvas.zoom = (float)of->canvas.width / of->kind->width;
    of->canvas.x = of->canvas.y = 0.0f;
}

void view_end(view *of) {
    past_forget(&of->past);
    if (of->kind != NULL)
        of->kind->destroy(of->scene);
    of->scene = NULL;
}

bool view_begin(view *of, const scene_kind *kind) {
    view_end(of);
    of->kind = kind;
    of->setup.isa = of->isa[0] != '\0' ? of->isa : NULL;
    of->scene = kind->create(&of->setup);
    of->frame = 0;
    memset(of->times, 0, sizeof of->times);
    if (of->scene == NULL)
        return false;
    whole_scene(of);
    set_order(of);
    past_begin(&of->past, kind, of->scene, of->options->megabytes);
    return true;
}

static void follow(view *of) {
    float x, y;
    if (of->kind->focus == NULL || of->zoomed)
        return;
    of->kind->focus(of->scene, &x, &y);
    of->canvas.x = x - (float)of->canvas.width / (2.0f * of->canvas.zoom);
    of->canvas.y = y - (float)of->canvas.height / (2.0f * of->canvas.zoom);
}

bool view_play(view *of) {
    follow(of);
    of->input.x = of->canvas.x + (float)of->mouse_x / of->canvas.zoom;
    of->input.y = of->canvas.y + (float)of->mouse_y / of->canvas.zoom;
    if (of->paused && !of->once && !of->backward)
        return true;
    of->once = false;
    const double start = view_now();
    if (!(of->backward ? past_back(&of->past) : past_play(&of->past, &of->input)))
        return false;
    of->frame = of->past.frame;
    view_take_times(of, view_now() - start);
    return true;
}

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

void view_zoom(view *of, float factor) {
    const float x = of->canvas.x + (float)of->mouse_x / of->canvas.zoom;
    const float y = of->canvas.y + (float)of->mouse_y / of->canvas.zoom;
    const float zoom = of->canvas.zoom * factor;
    of->zoomed = true;
    of->canvas.zoom = zoom < 0.05f ? 0.05f : zoom > 5.0f ? 5.0f : zoom;
    of->canvas.x = x - (float)of->mouse_x / of->canvas.zoom;
    of->canvas.y = y - (float)of->mouse_y / of->canvas.zoom;
}

void view_pan(view *of, float dx, float dy) {
    of->zoomed = true;
    of->canvas.x -= dx / of->canvas.zoom;
    of->canvas.y -= dy / of->canvas.zoom;
}

static bool next_variant(view *of) {
    const char *now = hail_world_variant(of->kind->world(of->scene));
    size_t number = 0;
    while (number < hail_variant_count() && strcmp(hail_variant_name(number), now) != 0)
        number++;
    snprintf(of->isa, sizeof of->isa, "%s", hail_variant_name((number + 1) % hail_variant_count()));
    return view_begin(of, of->kind);
}

static bool *switch_of(view *of, int key) {
    switch (key) {
    case ' ':
        return &of->paused;
    case 'h':
        return &of->help;
    case 's':
        return &of->shapes;
    case 'g':
        return &of->grid;
    case 'c':
        return &of->contacts;
    case 'b':
        return &of->boxes;
    case 'v':
        return &of->velocities;
    case 'u':
        return &of->bare;
    case 't':
        return &of->graph;
    case 'k':
        return &of->queries;
    default:
        return NULL;
    }
}

static void act(view *of, int key) {
    bool fine = true;
    if (key == '.')
        of->once = of->paused = true;
    else if (key == 'o')
        of->unordered = !of->unordered, set_order(of);
    else if (key == 'i')
        fine = next_variant(of);
    else if (key == 'w')
        of->setup.tasks = of->setup.tasks == NULL ? view_two_workers() : NULL, fine = view_begin(of, of->kind);
    else if (key == 'n' || key == 'p')
        of->setup.size = 0, fine = view_begin(of, view_next(of->kind, key == 'n' ? 1 : -1));
    else if (key == 'r')
        fine = view_begin(of, of->kind);
    else if (key == '0')
        whole_scene(of);
    else if (key == '+' || key == '=' || key == '-')
        view_zoom(of, key == '-' ? 0.8f : 1.25f);
    else if (key == 'q')
        of->quit = true;
    of->quit = of->quit || !fine;
}

void view_key(view *of, int key) {
    bool *state = switch_of(of, key);
    if (state != NULL)
        *state = !*state;
    else
        act(of, key);
}
