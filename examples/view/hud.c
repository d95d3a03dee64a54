/* examples/view/hud.c - draws a frame: the scene, what hail/draw.h shows of its world, and text over it. */
#include "view.h"

#include <math.h>
#include <stdio.h>

static const uint32_t STAGE_COLORS[HAIL_STAGE_COUNT] = {0x8a94a6, 0x5cc8ff, 0xffb454, 0xff6f91, 0xa8f261,
                                                        0xc3a6ff, 0xffe066, 0x59ffc7, 0xff855c, 0xd9d9d9};

static void label(canvas *to, double x, double y, double size, uint32_t rgb, const char *text) {
    cairo_set_font_size(to->cairo, size);
    canvas_color(to, rgb, 1.0);
    canvas_text(to, x, y, text);
}

static void shade(canvas *to, double x, double y, double width, double height) {
    cairo_rectangle(to->cairo, x, y, width, height);
    canvas_color(to, 0x05070c, 0.78);
    cairo_fill(to->cairo);
}

static double width_of(canvas *on, double size, const char *text) {
    cairo_text_extents_t extents;
    cairo_set_font_size(on->cairo, size);
    cairo_text_extents(on->cairo, text, &extents);
    return extents.x_advance;
}

/* ---- What Hail sees ---------------------------------------------------------------------------------------------- */

static void draw_world(view *of) {
    hail_world *world = of->kind->world(of->scene);
    const hail_renderer renderer = canvas_renderer(&of->canvas);
    hail_draw_options options;
    hail_draw_options_defaults(&options);
    options.renderer = &renderer;
    options.normal = 16.0f / of->canvas.zoom;
    canvas_view(&of->canvas, &options);
    options.what = (of->shapes ? HAIL_DRAW_SHAPES | HAIL_DRAW_WALLS : 0u) | (of->grid ? HAIL_DRAW_GRID : 0u) |
                   (of->boxes ? HAIL_DRAW_BOXES : 0u) | (of->velocities ? HAIL_DRAW_VELOCITIES : 0u) |
                   (of->contacts ? HAIL_DRAW_CONTACTS | HAIL_DRAW_NORMALS : 0u);
    scene_fine(hail_draw_world(world, &options), "drawing");
    if (of->contacts && of->kind->contacts != NULL) {
        size_t count;
        const hail_contact *contacts = of->kind->contacts(of->scene, &count);
        scene_fine(hail_draw_contacts(contacts, count, &options), "drawing contacts");
    }
}

/* Bodies under the mouse: a query finds them. */
static uint32_t find_named(view *of, hail_query_match *found) {
    hail_world *world = of->kind->world(of->scene);
    const hail_points mouse = {.x = &of->input.x, .y = &of->input.y, .count = 1};
    uint32_t count = 0;
    if (hail_query_prepare(world, 0) != HAIL_OK ||
        hail_query_points(world, &mouse, NULL, NAMED, found, &count) != HAIL_OK)
        return 0;
    return count;
}

static void name_body(view *of, const hail_query_match *found, double y) {
    hail_world *world = of->kind->world(of->scene);
    const hail_handles list = {.handles = &found->body, .count = 1};
    float vx = 0.0f, vy = 0.0f;
    char text[96];
    hail_read_bodies(world, &list, &(hail_body_values){.vx = &vx, .vy = &vy}, NULL);
    snprintf(text, sizeof text, "layer %u  slot %u  %+.0f %+.0f px/s", found->layer, found->body.slot, (double)vx,
             (double)vy);
    shade(&of->canvas, of->mouse_x + 12.0, y - 2.0, 300.0, 17.0);
    label(&of->canvas, of->mouse_x + 16.0, y, 12.0, 0xffffff, text);
}

static void draw_named(view *of) {
    hail_query_match found[NAMED];
    const uint32_t all = find_named(of, found), count = all < NAMED ? all : NAMED;
    const hail_renderer renderer = canvas_renderer(&of->canvas);
    hail_draw_options options;
    hail_draw_options_defaults(&options);
    options.renderer = &renderer;
    canvas_in_world(&of->canvas);
    const hail_handles list = {.handles = &found->body, .stride = sizeof *found, .count = count};
    scene_fine(hail_draw_bodies(of->kind->world(of->scene), &list, &options), "drawing");
    canvas_on_screen(&of->canvas);
    for (uint32_t i = 0; i < count; i++)
        name_body(of, &found[i], of->mouse_y + 14.0 + 17.0 * i);
}

/* ---- Times ------------------------------------------------------------------------------------------------------- */

static void draw_bars(view *of, double x, double bottom, double px) {
    canvas *to = &of->canvas;
    for (int stage = 0; stage < HAIL_STAGE_COUNT; stage++) {
        for (int i = 0; i < HISTORY; i++) {
            const view_times *at = &of->times[(of->frame + 1 + i) % HISTORY];
            double below = 0.0;
            for (int k = 0; k < stage; k++)
                below += (double)at->stage[k];
            cairo_rectangle(to->cairo, x + i, bottom - (below + (double)at->stage[stage]) * px, 1.0,
                            (double)at->stage[stage] * px);
        }
        canvas_color(to, STAGE_COLORS[stage], 0.95);
        cairo_fill(to->cairo);
    }
}

/* Each stage's median over the graph, if it takes any time. */
static void draw_stages(view *of, const view_times *median, double x, double y) {
    char text[64];
    for (int stage = 0; stage < HAIL_STAGE_COUNT; stage++) {
        const double ms = (double)median->stage[stage];
        if (ms < 0.0005)
            continue;
        snprintf(text, sizeof text, "%-9s%7.3f ms", hail_stage_name((size_t)stage), ms);
        label(&of->canvas, x, y, 11.0, STAGE_COLORS[stage], text);
        y += 14.0;
    }
}

/* Twice the median is at the top: a frame in which the machine did something else does not flatten the others. */
static void draw_graph(view *of, const view_times *median) {
    canvas *to = &of->canvas;
    const double x = to->width - 384.0, top = 10.0, height = 150.0;
    const double most = median->step > 0.01 ? 2.0 * median->step : 0.02;
    char text[64];
    shade(to, x - 8.0, top - 6.0, 386.0, height + 26.0);
    cairo_set_antialias(to->cairo, CAIRO_ANTIALIAS_NONE);
    cairo_save(to->cairo);
    cairo_rectangle(to->cairo, x, top, HISTORY, height);
    cairo_clip(to->cairo);
    draw_bars(of, x, top + height, height / most);
    cairo_restore(to->cairo);
    cairo_set_antialias(to->cairo, CAIRO_ANTIALIAS_DEFAULT);
    snprintf(text, sizeof text, "hail_step by stage, up to %.2f ms (60 fps: 16.7 ms)", most);
    label(to, x, top + height + 3.0, 11.0, 0x9aa6bc, text);
    draw_stages(of, median, x + HISTORY + 14.0, top);
}

/* ---- Text -------------------------------------------------------------------------------------------------------- */

static void draw_figures(view *of, const view_times *median) {
    const hail_world *world = of->kind->world(of->scene);
    const hail_step_stats *stats = hail_stats(world);
    char what[160], times[160], back[80];
    snprintf(what, sizeof what, "%zu bodies  %llu contacts  %s  %s  %s%s", hail_body_count(world),
             (unsigned long long)stats->contacts, hail_world_variant(world), of->unordered ? "unordered" : "ordered",
             of->setup.tasks != NULL ? "2 workers" : "1 worker", of->paused ? "  PAUSED" : "");
    snprintf(times, sizeof times, "step %5.2f ms   scene %5.2f ms   draw %5.2f ms", median->step, median->scene,
             median->draw);
    snprintf(back, sizeof back, "%s%.1f s, back to %.1f s   %.0f of %.0f MB", of->backward ? "<< BACKWARD   " : "",
             of->frame / 60.0, (of->frame - past_reach(&of->past)) / 60.0,
             (double)(of->past.bytes + sizeof of->past) * 1e-6, (double)(of->past.most + sizeof of->past) * 1e-6);
    const double longest = fmax(fmax(width_of(&of->canvas, 17.0, of->kind->title), width_of(&of->canvas, 13.0, what)),
                                fmax(width_of(&of->canvas, 13.0, times), width_of(&of->canvas, 13.0, back)));
    shade(&of->canvas, 4.0, 4.0, longest + 16.0, 79.0);
    label(&of->canvas, 12.0, 7.0, 17.0, 0xffffff, of->kind->title);
    label(&of->canvas, 12.0, 29.0, 13.0, 0xb9c6dc, what);
    label(&of->canvas, 12.0, 46.0, 13.0, 0x8fe3b0, times);
    label(&of->canvas, 12.0, 63.0, 13.0, of->backward ? 0xffb454 : 0x8592aa, back);
}

/* What the colours mean that keys switched on. */
static void draw_switched_on(view *of, double y) {
    const struct {
        bool on;
        hail_draw_meaning meaning;
        const char *text;
    } KEYS[] = {{of->shapes, HAIL_DRAWN_BODY, "shapes, a colour for each layer"},
                {of->boxes, HAIL_DRAWN_BOX, "boxes, too"},
                {of->velocities, HAIL_DRAWN_VELOCITY, "velocities"},
                {of->grid, HAIL_DRAWN_GRID, "grids, a colour for each layer"},
                {of->contacts, HAIL_DRAWN_CONTACT, "contact points"},
                {of->contacts, HAIL_DRAWN_NORMAL, "normals"},
                {of->queries, HAIL_DRAWN_RAY, "queries: rays, a disc, the nearest five"},
                {of->queries, HAIL_DRAWN_HIT, "what rays hit, nearest points"},
                {of->queries, HAIL_DRAWN_PICKED, "bodies in the disc"}};
    double x = 12.0;
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
        if (!KEYS[i].on)
            continue;
        const double width = width_of(&of->canvas, 12.5, KEYS[i].text);
        if (x + width > of->canvas.width)
            x = 12.0, y -= 20.0;
        shade(&of->canvas, x - 12.0, y - 3.0, width + 24.0, 20.0);
        label(&of->canvas, x, y, 12.5, hail_draw_colour(KEYS[i].meaning, 0) >> 8, KEYS[i].text);
        x += width + 24.0;
    }
}

static void draw_legend(view *of) {
    const double y = of->canvas.height - 40.0;
    draw_switched_on(of, y - 20.0);
    shade(&of->canvas, 0.0, y - 3.0, of->canvas.width, 43.0);
    label(&of->canvas, 12.0, y, 12.5, 0xe6ecf7, of->kind->legend);
    label(&of->canvas, 12.0, y + 18.0, 11.5, 0x8592aa,
          "n next scene   space pause   . one step   z backward (hold)   g grid   c contacts   k queries   w workers   "
          "i variant   o order   wheel zoom   h all keys");
}

static void draw_help(view *of) {
    static const char *const LINES[][2] = {{"n p r", "next scene, previous scene, this one again"},
                                           {"space .", "pauses; makes one step"},
                                           {"z", "held: time runs backward"},
                                           {"g", "the grid that the last step built"},
                                           {"c", "contacts and normals"},
                                           {"k", "queries at the mouse"},
                                           {"s b v", "shapes, boxes, velocities"},
                                           {"i", "next variant of the kernels (same bits)"},
                                           {"w", "one worker or two: threads (same bits)"},
                                           {"o", "contacts in order, or as they are found"},
                                           {"t u", "the graph of a step's stages; no text"},
                                           {"wheel + - 0", "zoom; the whole scene"},
                                           {"right drag", "moves the view"},
                                           {"mouse", "names the bodies under it"},
                                           {"buttons", "dig scene: left digs, right piles up"},
                                           {"arrows", "doom scene: walk"},
                                           {"q", "quit"}};
    const size_t count = sizeof LINES / sizeof LINES[0];
    const double size = 13.0, line = 19.0, margin = 16.0;
    double keys = 0.0, texts = 0.0;
    for (size_t i = 0; i < count; i++) {
        keys = fmax(keys, width_of(&of->canvas, size, LINES[i][0]));
        texts = fmax(texts, width_of(&of->canvas, size, LINES[i][1]));
    }
    const double width = keys + texts + 3.0 * margin, height = line * (double)count + 2.0 * margin;
    const double x = 0.5 * (of->canvas.width - width), y = 0.5 * (of->canvas.height - height);
    shade(&of->canvas, x, y, width, height);
    for (size_t i = 0; i < count; i++) {
        label(&of->canvas, x + margin, y + margin + line * (double)i, size, 0xffd28a, LINES[i][0]);
        label(&of->canvas, x + 2.0 * margin + keys, y + margin + line * (double)i, size, 0xffffff, LINES[i][1]);
    }
}

static void draw_texts(view *of) {
    const view_times median = view_median(of);
    draw_named(of);
    draw_figures(of, &median);
    draw_legend(of);
    if (of->graph)
        draw_graph(of, &median);
    if (of->help)
        draw_help(of);
}

void view_draw(view *of) {
    canvas_clear(&of->canvas, 0x080b14);
    canvas_in_world(&of->canvas);
    of->kind->draw(of->scene, &of->canvas);
    canvas_in_world(&of->canvas);
    draw_world(of);
    if (of->queries)
        view_ask(of);
    canvas_on_screen(&of->canvas);
    if (!of->bare)
        draw_texts(of);
    cairo_surface_flush(of->canvas.surface);
}
