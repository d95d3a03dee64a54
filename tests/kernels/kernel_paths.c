/* tests/kernels/kernel_paths.c - bodies on their way, and the pieces of their paths (kernel_paths.h). */
#include "kernel_paths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Bodies on their way --------------------------------------------------------------------------------------- */

path_scene the_paths;

void pick_path_scene(bool wild) {
    static const float origins[] = {0.0f, 0.0f, 320.0f, -1.0e5f, 9.0e8f};
    static const float speeds[] = {0.0f, 4.0f, 300.0f, 300.0f, 3000.0f, 9.0e8f};
    the_paths.origin = origins[cases_timed() ? 2 : pick(5)];
    the_paths.width = pick_one_in(2) ? 64.0f : 1000.0f;
    the_paths.speed = speeds[cases_timed() ? 2 : pick(6)];
    the_paths.bound = pick_rarely(8) ? 500.0f : 1.0e9f;
    the_paths.wild = wild && pick_rarely(3);
}

float pick_path_place(void) {
    if (the_paths.wild && pick_one_in(10))
        return pick_any();
    return pick_one_in(4) ? the_paths.origin + the_paths.width * 0.25f * (float)((int)pick(9) - 4)
                          : the_paths.origin + pick_between(-the_paths.width, the_paths.width);
}

static float pick_motion(void) {
    static const float some[] = {0.0f, -0.0f, 1.0f, -16.0f, 1.0e-18f, 0x1p-149f, 0x1p-100f, -64.0f};
    if (the_paths.wild && pick_one_in(10))
        return pick_any();
    return pick_rarely(4) ? some[pick(8)] : pick_between(-the_paths.speed, the_paths.speed);
}

float pick_path_radius(void) {
    static const float radii[] = {0.0f, 4.0f, 4.0f, 1.0f, 0x1p-149f, 100.0f};
    return pick_rarely(2) ? radii[pick(6)] : pick_between(0.0f, 20.0f);
}

movers pick_movers(const char *name, uint32_t most) {
    const uint32_t n = cases_timed() ? most : pick(most + 1);
    float *x = hold(name, n), *y = hold(name, n), *radius = pick_one_in(3) ? NULL : hold(name, n);
    const bool moves = !pick_rarely(6);
    float *dx = moves ? hold(name, n) : NULL, *dy = moves ? hold(name, n) : NULL;
    const bool straight = pick_one_in(4);
    for (uint32_t i = 0; i < n; i++) {
        x[i] = pick_path_place(), y[i] = pick_path_place();
        if (radius)
            radius[i] = pick_path_radius();
        if (moves)
            dx[i] = pick_motion(), dy[i] = straight ? 0.0f : pick_motion();
    }
    return (movers){
        n, x, y, {.x = x, .y = y, .dx = dx, .dy = dy, .radius = radius, .uniform_radius = pick_path_radius()}};
}

way way_of(const hail_path_view *path, uint32_t i) {
    const float dx = path->dx ? path->dx[i] : 0.0f, dy = path->dy ? path->dy[i] : 0.0f;
    const float x = path->x[i] - dx, y = path->y[i] - dy;
    return (way){x, y, dx, dy, path->radius ? path->radius[i] : path->uniform_radius};
}

hail_pieces_job pick_pieces_job(const movers *m, bool many) {
    const float w = the_paths.width * pick_between(0.1f, 3.0f), h = the_paths.width * pick_between(0.1f, 3.0f);
    const float x = pick_one_in(2) ? the_paths.origin - 0.5f * w : pick_path_place(),
                y = pick_one_in(2) ? the_paths.origin - 0.5f * h : pick_path_place();
    const float left = isfinite(x) ? x : 0.0f, top = isfinite(y) ? y : 0.0f;
    const float longest = fmaxf(the_paths.speed, 1.0f) * pick_between(0.05f, 2.0f);
    return (hail_pieces_job){.path = m->path,
                             .longest = many             ? 1.0e-6f * longest
                                        : pick_one_in(3) ? 64.0f + longest
                                                         : longest,
                             .largest = pick_one_in(4) ? pick_path_radius() : 3.0e38f,
                             .inflate_rel = pick_one_in(2) ? 1.0005f : 1.0008f,
                             .inflate_abs = 0x1p-20f,
                             .min_x = left,
                             .min_y = top,
                             .max_x = left + w,
                             .max_y = top + h};
}

/* ---- Listing pieces -------------------------------------------------------------------------------------------- */

static void add_piece(piece_list *list, const hail_pieces *p, uint32_t i) {
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 1024;
        piece *more = realloc(list->piece, list->room * sizeof *more);
        if (!more)
            case_fails("no memory for %u pieces", list->room);
        list->piece = more;
    }
    list->piece[list->count++] =
        (piece){p->body[i], p->number[i], p->x[i], p->y[i], p->radius[i], p->from[i], p->rate[i], p->last[i]};
}

static int by_body(const void *a, const void *b) {
    const piece *p = a, *q = b;
    return p->body != q->body ? (p->body > q->body) - (p->body < q->body)
                              : (p->number > q->number) - (p->number < q->number);
}

hail_pieces hold_pieces(size_t words) {
    return (hail_pieces){hold("body", words),   hold("number", words), hold("x", words),    hold("y", words),
                         hold("radius", words), hold("from", words),   hold("rate", words), hold("last", words)};
}

static void all_untouched(const hail_pieces *p, size_t from, size_t to) {
    untouched("body", p->body, from, to);
    untouched("number", p->number, from, to);
    untouched("x", p->x, from, to);
    untouched("y", p->y, from, to);
    untouched("radius", p->radius, from, to);
    untouched("from", p->from, from, to);
    untouched("rate", p->rate, from, to);
    untouched("last", p->last, from, to);
}

static void colour(const hail_pieces *p, size_t words) {
    uint32_t *const array[] = {p->body, p->number};
    float *const column[] = {p->x, p->y, p->radius, p->from, p->rate, p->last};
    const uint32_t canary = CANARY;
    for (size_t i = 0; i < words; i++) {
        for (size_t k = 0; k < 2; k++)
            array[k][i] = canary;
        for (size_t k = 0; k < 6; k++)
            memcpy(&column[k][i], &canary, sizeof canary);
    }
}

static void list_range(const hail_kernels *kernels, const hail_pieces_job *job, uint32_t begin, uint32_t end,
                       const hail_pieces *out, uint32_t capacity, piece_list *list) {
    const size_t words = (size_t)capacity + HAIL_SLACK;
    hail_cursor cursor = {.body = begin};
    uint32_t idle = 0;
    while (cursor.body < end) {
        const hail_cursor before = cursor;
        colour(out, words);
        const uint32_t n = kernels->path_pieces(job, the_paths.bound, &cursor, end, out, capacity);
        guards_check();
        case_expects(n <= capacity, "%u pieces in room for %u", n, capacity);
        case_expects(cursor.body >= end || n + HAIL_SLACK >= capacity, "stopped at %u pieces of %u, before the end", n,
                     capacity);
        all_untouched(out, (size_t)n + HAIL_SLACK, words);
        for (uint32_t i = 0; i < n; i++)
            add_piece(list, out, i);
        idle = cursor.body == before.body && cursor.step == before.step ? idle + 1 : 0;
        case_expects(idle < 2, "stands still at body %u, step %u, capacity %u", cursor.body, cursor.step, capacity);
    }
}

void list_pieces(const hail_kernels *kernels, const hail_pieces_job *job, uint32_t end, uint32_t capacity,
                 piece_list *list) {
    const hail_pieces out = hold_pieces((size_t)capacity + HAIL_SLACK);
    uint32_t begin = 0;
    case_calls(kernels, "path_pieces");
    list->count = 0;
    for (int i = 0; i < 2 && begin < end && pick_one_in(2); i++) {
        const uint32_t middle = begin + pick(end - begin + 1);
        list_range(kernels, job, begin, middle, &out, capacity, list);
        begin = middle;
    }
    list_range(kernels, job, begin, end, &out, capacity, list);
    if (list->count > 1)
        qsort(list->piece, list->count, sizeof *list->piece, by_body);
}
