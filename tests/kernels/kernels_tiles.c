/* tests/kernels/kernels_tiles.c - solid_points, near_solid, march and bresenham over maps that the engine built and
 * edited: every variant equals the reference to the last bit, for any range or parts of it, and writes nothing else.
 * The stored squares of empty cells and open pixels are those that a test of every cell and pixel finds. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "kernel_maps.h"

enum { MOST_RAYS = 5000, MOST_SQUARES = 60 };

static struct {
    random_map m;
    hail_tile_view view;
    hail_march_job job;
    uint32_t count, ray; /* of rays; the one that is checked */
} scene;

static const uint16_t *hold_halves(const char *name, const uint16_t *from, size_t halves) {
    const size_t words = (halves + 1) / 2;
    uint16_t *to = (uint16_t *)hold(name, words) + (2 * words - halves);
    memcpy(to, from, halves * sizeof *to);
    return to;
}

/* Half of the time exactly as much is readable as tiles_kernels.h says. */
static void hold_view(void) {
    hail_tile_view *v = &scene.view;
    const size_t cells = (size_t)(v->columns + 2) * (v->rows + 2), pixels = (size_t)v->width * v->height;
    if (scene.m.huge || pick_one_in(2))
        return;
    v->known = hold_halves("known", v->known, (size_t)v->blocks * ((v->rows + 5) / 4) * 32 + 1);
    v->palette = hold_copy("palette", v->palette, HAIL_KNOWN_RARE + 1);
    v->cells = hold_copy("cells", v->cells, cells);
    v->fields = hold_halves("fields", v->fields, (scene.m.set->masks.count + 1) * pixels + 1);
    if (v->own_fields)
        v->own_fields = hold_halves("own fields", v->own_fields, scene.m.map->own.count * pixels + 1);
}

/* ---- Rays ------------------------------------------------------------------------------------------------------ */

static float bounded(float a) { return fminf(fmaxf(a, -1.0e9f), 1.0e9f); }

/* On a pixel's edge or a cell's, on the map's border, in it, around it, far outside. */
static float pick_place(float corner, uint32_t tile, uint32_t cells) {
    const bool px = pick_one_in(2);
    return bounded(pick_coordinate(corner, px ? 1.0f : (float)tile, (float)(px ? cells * tile : cells)));
}
static float pick_x(void) { return pick_place(scene.view.x, scene.view.width, scene.view.columns); }
static float pick_y(void) { return pick_place(scene.view.y, scene.view.height, scene.view.rows); }

static float either(float a) { return pick_one_in(2) ? a : -a; }

static void pick_way(float x, float y, float *dx, float *dy) {
    static const float sizes[] = {1.0e-30f, 1.0e-18f, 1.1e-18f, 1.0e-12f, 1.0f, 3.0e6f, 1.0e9f};
    const float far = (float)pick(pick_one_in(2) ? 20 : 2000), size = sizes[pick(7)];
    if (scene.m.huge &&
        pick_one_in(2)) { /* along the whole map and hardly across it: far off, positions are no finer than pixels */
        *dx = bounded(pick_x() - x), *dy = either(*dx * exp2f(pick_between(-18.0f, -14.0f)));
        return;
    }
    switch (cases_timed() ? 7 : pick(8)) {
    case 0: /* through corners, if it starts at one */
        *dx = either(far), *dy = either(far);
        break;
    case 1:
        *dx = pick_one_in(2) ? either(far) : either(0.0f), *dy = *dx == 0.0f ? either(far) : either(0.0f);
        break;
    case 2: /* by small whole numbers */
        *dx = either((float)pick(10)) * far, *dy = either((float)pick(10)) * far;
        break;
    case 3:
        *dx = either(size), *dy = either(size * pick_between(0.0f, 1.0f));
        break;
    case 4: /* nearly along an axis */
        *dx = either(far), *dy = either(far * exp2f(pick_between(-30.0f, -4.0f)));
        break;
    case 5:
        *dx = either(pick_between(0.0f, 20.0f)), *dy = either(pick_between(0.0f, 20.0f));
        break;
    default: /* to a place like the starts */
        *dx = bounded(pick_x() - x), *dy = bounded(pick_y() - y);
    }
    if (pick_one_in(4)) {
        const float other = *dx;
        *dx = *dy, *dy = other;
    }
}

static float pick_reach(float dx, float dy) {
    static const float some[] = {0.0f, 1.0e-30f, 0.5f, 1.0f, 100.0f, 1.0e6f, 1.0e9f};
    return pick_one_in(4) ? some[pick(7)]
                          : bounded(hypotf(dx, dy)) * (pick_one_in(2) ? 1.0f : pick_between(0.0f, 2.0f));
}

/* The ends of lines fit into integers (hail/march.h). Few lines are long, because the reference tests each of their
 * pixels. */
static bool is_line(const hail_march_job *job, uint32_t i, double most) {
    const double norm = hypot((double)job->dx[i], (double)job->dy[i]);
    const double scale = !job->length ? 1.0 : norm > 0.0 ? (double)job->length[i] / norm : 0.0;
    const double x = (double)job->x[i] - (double)job->view.x, y = (double)job->y[i] - (double)job->view.y;
    return fabs(x) <= most && fabs(y) <= most && fabs(x + (double)job->dx[i] * scale) <= most &&
           fabs(y + (double)job->dy[i] * scale) <= most;
}

static void pick_rays(uint32_t count, bool lines) {
    hail_march_job *job = &scene.job;
    float *x = hold("x", count), *y = hold("y", count), *dx = hold("dx", count), *dy = hold("dy", count),
          *length = pick_one_in(2) ? hold("length", count) : NULL;
    *job = (hail_march_job){.view = scene.view, .x = x, .y = y, .dx = dx, .dy = dy, .length = length};
    scene.count = count;
    for (uint32_t i = 0; i < count; i++) {
        const bool far_off = lines && pick_one_in(1000);
        uint32_t tries = 0;
        do {
            x[i] = pick_x(), y[i] = pick_y();
            pick_way(x[i], y[i], &dx[i], &dy[i]);
            if (far_off) { /* it ends there */
                dx[i] = either(pick_between(0.0f, 1.0e6f)), dy[i] = either(pick_between(0.0f, 1.0e6f));
                x[i] = bounded(x[i] - dx[i]), y[i] = bounded(y[i] - dy[i]);
            }
            if (length)
                length[i] = fabsf(pick_reach(dx[i], dy[i]));
        } while (lines && !is_line(job, i, far_off ? 1048576.0 : 3000.0) && ++tries < 20);
        if (tries == 20)
            x[i] = scene.view.x, y[i] = scene.view.y, dx[i] = dy[i] = 0.0f;
    }
}

static void explain_ray(void) {
    const uint32_t i = scene.ray;
    if (i < scene.count)
        case_adds("; ray %u of %u: %a %a by %a %a, length %g", i, scene.count, (double)scene.job.x[i],
                  (double)scene.job.y[i], (double)scene.job.dx[i], (double)scene.job.dy[i],
                  scene.job.length ? (double)scene.job.length[i] : -1.0);
}

/* ---- Marches --------------------------------------------------------------------------------------------------- */

static uint32_t wanted[MOST_RAYS * HAIL_HIT_WORDS];

static bool is_hit(uint32_t ray) {
    uint8_t flags[4]; /* hit comes first */
    memcpy(flags, wanted + (size_t)ray * HAIL_HIT_WORDS + HAIL_HIT_WORDS - 1, sizeof flags);
    return flags[0];
}

/* The list has all hits of [begin, end), each once. */
static void check_listed(const uint32_t *found, uint32_t listed, uint32_t begin, uint32_t end) {
    static bool seen[MOST_RAYS];
    uint32_t hits = 0;
    memset(seen, 0, sizeof seen);
    for (uint32_t i = begin; i < end; i++)
        hits += is_hit(i);
    case_expects(listed == hits, "%u are listed of %u hits of [%u, %u)", listed, hits, begin, end);
    for (uint32_t k = 0; k < listed; k++) {
        scene.ray = found[k];
        case_expects(found[k] >= begin && found[k] < end && is_hit(found[k]) && !seen[found[k]],
                     "lists %u, a miss or not of [%u, %u) or not for the first time", found[k], begin, end);
        seen[found[k]] = true;
    }
    untouched("found", found, listed, end - begin);
}

/* Any range, in up to three parts. */
static void check_march(hail_march_fn *march, bool lists) {
    hail_march_job job = scene.job;
    uint32_t begin, end;
    pick_range(scene.count, &begin, &end);
    job.rows = hold("rows", (size_t)scene.count * HAIL_HIT_WORDS);
    for (uint32_t part = 0, from = begin; part < 3; part++) {
        const uint32_t to = part == 2 || pick_one_in(2) ? end : from + pick(end - from + 1);
        job.found = lists ? hold("found", to - from) : NULL;
        const uint32_t listed = march(&job, from, to);
        guards_check();
        case_expects(lists || listed == 0, "lists %u, where nothing is listed", listed);
        if (lists)
            check_listed(job.found, listed, from, to);
        from = to;
    }
    for (uint32_t i = 0; i < scene.count; i++) {
        const size_t at = (size_t)i * HAIL_HIT_WORDS;
        scene.ray = i;
        if (i >= begin && i < end && (!lists || is_hit(i)))
            same_words("row", job.rows + at, wanted + at, HAIL_HIT_WORDS);
        else
            untouched("rows", job.rows, at, at + HAIL_HIT_WORDS);
    }
}

static void time_march(const hail_kernels *kernels, bool lines) {
    hail_march_job job = scene.job;
    job.rows = hold("rows", (size_t)scene.count * HAIL_HIT_WORDS);
    case_times(kernels, lines ? "bresenham" : "march", scene.count,
               (lines ? kernels->bresenham : kernels->march)(&job, 0, scene.count));
}

static void marches(bool lines) {
    const bool huge = !lines && pick_rarely(50);
    random_map_make(&scene.m, huge, pick(12));
    scene.view = hail_tilemap_view(scene.m.map, pick_one_in(2) ? 0 : pick_one_in(4) ? 2 : (uint32_t)pick_bits());
    hold_view();
    pick_rays(huge ? 40 : pick_rarely(60) ? pick(MOST_RAYS + 1) : pick_length(), lines);
    case_explains(explain_ray);
    scene.job.rows = wanted;
    const hail_kernels *kernels = hail_kernels_at(0);
    case_calls(kernels, lines ? "line" : "march");
    (lines ? kernels->bresenham : kernels->march)(&scene.job, 0, scene.count);
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++)
        for (int again = 0; again < 4; again++) {
            case_calls(kernels, lines ? "line" : "march");
            check_march(lines ? kernels->bresenham : kernels->march, again & 1);
            if (again == 3)
                time_march(kernels, lines);
        }
    random_map_free(&scene.m);
}
static void march_case(void) { marches(false); }
static void line_case(void) { marches(true); }
Test(kernels_tiles, march) { cases_run("kernels_tiles", "march", 600, march_case); }
Test(kernels_tiles, bresenham) { cases_run("kernels_tiles", "bresenham", 600, line_case); }

/* ---- Points ---------------------------------------------------------------------------------------------------- */

static void points_case(void) {
    static const uint32_t colour = CANARY;
    const uint32_t count = pick_length(), words = (count + 3) / 4, before = 4 * words - count;
    uint8_t want[MOST_RAYS];
    random_map_make(&scene.m, false, pick(12));
    scene.view = hail_tilemap_view(scene.m.map, pick_one_in(2) ? 0 : (uint32_t)pick_bits());
    hold_view();
    float *x = hold("x", count), *y = hold("y", count);
    for (uint32_t i = 0; i < count; i++)
        x[i] = pick_x(), y[i] = pick_y();
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        uint8_t *solid = (uint8_t *)hold("solid", words) + before;
        case_calls(kernels, "solid_points");
        kernels->solid_points(&scene.view, x, y, count, solid);
        case_times(kernels, "solid_points", count, kernels->solid_points(&scene.view, x, y, count, solid));
        guards_check();
        case_expects(memcmp(solid - before, &colour, before) == 0, "wrote before solid");
        if (v == 0)
            memcpy(want, solid, count);
        for (uint32_t i = 0; i < count; i++)
            case_expects(solid[i] == want[i], "point %u at %a %a is %d", i, (double)x[i], (double)y[i], solid[i]);
    }
    random_map_free(&scene.m);
}
Test(kernels_tiles, solid_points) { cases_run("kernels_tiles", "solid_points", 600, points_case); }

static void wary_case(void) {
    const uint32_t count = pick_length() % 300;
    uint32_t want[300 + HAIL_SLACK], expected = 0;
    random_map_make(&scene.m, false, pick(12));
    scene.view = hail_tilemap_view(scene.m.map, pick_one_in(2) ? 0 : (uint32_t)pick_bits());
    hold_view();
    float *x = hold("x", count), *y = hold("y", count), *dx = hold("dx", count), *dy = hold("dy", count);
    const float width = (float)scene.view.width, height = (float)scene.view.height;
    for (uint32_t i = 0; i < count; i++) {
        x[i] = pick_x(), y[i] = pick_y();
        dx[i] = pick_one_in(8) ? pick_any() : width * ((float)pick(9) - 4.0f) * 0.2475f;
        dy[i] = pick_one_in(8) ? pick_any() : height * ((float)pick(9) - 4.0f) * 0.2475f;
    }
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        uint32_t *wary = hold("wary", count + HAIL_SLACK);
        case_calls(kernels, "near_solid");
        const uint32_t listed = kernels->near_solid(&scene.view, x, y, dx, dy, count, wary);
        case_times(kernels, "near_solid", count, kernels->near_solid(&scene.view, x, y, dx, dy, count, wary));
        guards_check();
        if (v == 0) {
            expected = listed;
            memcpy(want, wary, listed * sizeof *want);
        }
        case_expects(listed == expected, "lists %u, not %u", listed, expected);
        for (uint32_t i = 0; i < listed; i++)
            case_expects(wary[i] == want[i], "number %u is %u, not %u", i, wary[i], want[i]);
    }
    random_map_free(&scene.m);
}
Test(kernels_tiles, near_solid) { cases_run("kernels_tiles", "near_solid", 150, wary_case); }

/* ---- Squares (engine/tiles/free_squares.c, engine/tiles/tileset.c)
 * ---------------------------------------------------------------- */

/* The width of an open square, at most HAIL_FIELD_FAR, as if all were open beyond the grid. */
static uint32_t widest(const bool *open, int32_t columns, int32_t rows, int32_t x, int32_t y, uint32_t way) {
    const int32_t sx = way & 1 ? 1 : -1, sy = way & 2 ? 1 : -1;
    for (int32_t ring = 0; ring < HAIL_FIELD_FAR; ring++)
        for (int32_t k = 0; k <= ring; k++) {
            const int32_t at[2][2] = {{x + sx * ring, y + sy * k}, {x + sx * k, y + sy * ring}};
            for (int i = 0; i < 2; i++)
                if (at[i][0] >= 0 && at[i][1] >= 0 && at[i][0] < columns && at[i][1] < rows &&
                    !open[at[i][1] * columns + at[i][0]])
                    return (uint32_t)ring;
        }
    return HAIL_FIELD_FAR;
}

static void check_square(const char *what, uint32_t noted, const bool *open, uint32_t columns, uint32_t rows,
                         uint32_t x, uint32_t y) {
    for (uint32_t way = 0; way < 4; way++) {
        const uint32_t want = widest(open, (int32_t)columns, (int32_t)rows, (int32_t)x, (int32_t)y, way),
                       got = noted >> 4 * way & HAIL_FIELD_FAR;
        case_expects(got == want, "%s (%u, %u): the square of way %u is %u, not %u", what, x, y, way, got, want);
    }
}

static bool any_solid(const hail_masks *masks, uint32_t number) {
    uint64_t any = 0;
    for (uint32_t y = 0; y < masks->height; y++)
        any |= masks_rows(masks, number)[y];
    return any != 0;
}

/* Windows of cells; beyond the border nothing is empty. */
static void check_windows(const uint32_t *windows, const bool *empty, uint32_t columns, uint32_t rows) {
    const uint32_t pitch = (columns + 7) / 8;
    for (uint32_t i = 0; i < columns * rows; i++)
        for (uint32_t shape = 0; shape < 4; shape++) {
            const uint32_t x = i % columns, y = i / columns, right = x + (shape & 1), bottom = y + (shape >> 1);
            bool full = right >= columns || bottom >= rows;
            for (uint32_t r = y; r <= bottom && !full; r++)
                for (uint32_t c = x; c <= right && !full; c++)
                    full = !empty[r * columns + c];
            case_expects((windows[y * pitch + x / 8] >> (x % 8 * 4 + shape) & 1) == full,
                         "window %u of cell (%u, %u) is wrong", shape, x, y);
        }
}

/* What the map stores about cells that are empty of these kinds. The border is not empty, and its word is 0. */
static void check_cells_of(uint32_t kinds) {
    static bool empty[(MOST_SQUARES + 2) * (MOST_SQUARES + 2)];
    const hail_tile_view v = hail_tilemap_view(scene.m.map, kinds);
    const uint32_t columns = v.columns + 2, rows = v.rows + 2;
    uint32_t own = 0;
    for (uint32_t i = 0; i < columns * rows; i++) {
        const uint32_t word = v.cells[i], x = i % columns, y = i / columns;
        const bool border = x == 0 || y == 0 || x == columns - 1 || y == rows - 1;
        empty[i] = !border && (!any_solid(word_masks(scene.m.map, word), word & HAIL_CELL_NUMBER) ||
                               !(kinds >> word_kind(word) & 1u));
        own += (word & HAIL_CELL_OWN) != 0;
        case_expects(!border || !word, "the border has the word %#x at (%u, %u)", word, x, y);
    }
    case_expects(own == tilemap_size(scene.m.map).own_masks, "%u cells have masks of their own", own);
    check_windows(v.windows, empty, columns, rows);
    for (uint32_t y = 0; y < rows; y++)
        for (uint32_t x = 0; x < columns; x++) {
            const uint32_t known = v.known[((y / 4) * v.blocks + x / 8) * 32 + y % 4 * 8 + x % 8],
                           word = v.cells[y * columns + x], entry = known >> 4;
            if (empty[y * columns + x]) {
                check_square("cell", known, empty, columns, rows, x, y);
                continue;
            }
            case_expects((known & 15) == 0, "cell (%u, %u) is not empty, but known as %#x", x, y, known);
            case_expects(entry == HAIL_KNOWN_RARE || v.palette[entry] == word, "cell (%u, %u) is %#x, not place %u", x,
                         y, word, entry);
        }
}

static void check_cells(void) {
    for (uint32_t i = 0; i < scene.m.map->empty_count; i++)
        check_cells_of(scene.m.map->empty[i].kinds);
}

static void check_mask(const hail_masks *masks, uint32_t number) {
    static bool open[HAIL_MAX_TILE * HAIL_MAX_TILE];
    const uint16_t *fields = (const uint16_t *)masks->fields.data + (size_t)number * scene.m.width * scene.m.height;
    uint32_t solid = 0;
    for (uint32_t i = 0; i < scene.m.width * scene.m.height; i++) {
        open[i] = !(masks_rows(masks, number)[i / scene.m.width] >> i % scene.m.width & 1u);
        solid += !open[i];
    }
    case_expects(masks_solid(masks, number) == solid, "mask %u has %u solid pixels", number, solid);
    for (uint32_t i = 0; i < scene.m.width * scene.m.height; i++)
        check_square("pixel", fields[i], open, scene.m.width, scene.m.height, i % scene.m.width, i / scene.m.width);
}

static void squares_case(void) {
    random_map *m = &scene.m;
    for (random_map_make(m, false, 0);
         m->options.columns > MOST_SQUARES || m->options.rows > MOST_SQUARES || m->wordy;) {
        random_map_free(m);
        random_map_make(m, false, 0);
    }
    check_cells();
    for (uint32_t i = 2 + pick(10); i > 0; i--) {
        random_map_edit(m);
        check_cells();
    }
    for (uint32_t i = 0; i <= m->set->masks.count; i += 1 + pick(m->width * m->height / 64 + 1))
        check_mask(&m->set->masks, i);
    for (uint32_t i = 0; i < m->options.columns * m->options.rows; i += 1 + pick(20)) {
        const uint32_t word = tilemap_word(m->map, i % m->options.columns, i / m->options.columns);
        if (word & HAIL_CELL_OWN)
            check_mask(&m->map->own, word & HAIL_CELL_NUMBER);
    }
    random_map_free(m);
}
Test(kernels_tiles, squares) { cases_run("kernels_tiles", "squares", 200, squares_case); }
