/* tests/kernels/kernels_few.c - few_circles: every variant equals a loop over all pairs, whose contacts circle_circle
 * writes. */
#include <criterion/criterion.h>

#include <string.h>

#include "kernel_inputs.h"

enum { MOST = 50, SLOTS = 1 << 26 };

/* Handles, two words each, in any order; no two bodies share a slot. */
static uint32_t *handles(const char *name, uint32_t n, uint32_t parity) {
    uint32_t *handle = hold(name, 2 * (size_t)n), slots[MOST];
    const uint32_t spread = pick_one_in(4) ? 1 : 1 + pick(SLOTS / MOST / 2);
    for (uint32_t i = 0; i < n; i++)
        slots[i] = 2 * spread * i + parity;
    if (n && pick_one_in(4))
        slots[pick(n)] = SLOTS - 2 + parity;
    shuffle(slots, n);
    for (uint32_t i = 0; i < n; i++) {
        handle[2 * i] = slots[i];
        handle[2 * i + 1] = (uint32_t)pick_bits();
    }
    return handle;
}

/* Circles in a square of `size` px; some lie exactly where others do, or touch them exactly. */
static void pick_view(const char *const names[3], uint32_t n, float size, hail_stream_view *view) {
    float *x = hold(names[0], n), *y = hold(names[1], n), *radius = pick_one_in(2) ? hold(names[2], n) : NULL;
    const float all = (float)(1 + pick(8));
    for (uint32_t i = 0; i < n; i++) {
        x[i] = pick_one_in(2) ? pick_between(0.0f, size) : (float)pick(1 + (uint32_t)size);
        y[i] = pick_one_in(2) ? pick_between(0.0f, size) : (float)pick(1 + (uint32_t)size);
        if (radius)
            radius[i] = pick_one_in(4) ? 0.0f : (float)pick(9);
    }
    *view = (hail_stream_view){x, y, radius, radius ? 9.0f : all};
}

static float radius_at(const hail_stream_view *view, uint32_t i) {
    return view->radius ? view->radius[i] : view->uniform_radius;
}

/* What lies on one side of a pair, for circle_circle. */
static hail_side side_of(const hail_stream_view *view, const uint32_t *handle) {
    return (hail_side){
        .x = view->x, .y = view->y, .radius = view->radius, .uniform_radius = view->uniform_radius, .handle = handle};
}

/* Writes the contact of a pair into a row. */
static void expected_contact(const hail_few_circles_job *job, uint32_t p, uint32_t q, bool swap, float *row) {
    static const float template[HAIL_TEMPLATE_WORDS]; /* is read, but decides nothing */
    const hail_side one = side_of(&job->first, job->first_handle), two = side_of(&job->second, job->second_handle);
    const hail_narrow_job narrow = {.one = swap ? two : one,
                                    .two = swap ? one : two,
                                    .templates = template,
                                    .header = job->header,
                                    .manifold = job->manifold,
                                    .rows = row};
    const uint32_t a = swap ? q : p, b = swap ? p : q, first = 0;
    const uint32_t touched = hail_kernels_at(0)->narrow[ASK_CONTACT][HAIL_CIRCLE_CIRCLE](&narrow, &a, &b, &first, 1);
    case_expects(touched == 1, "circle_circle says that %u and %u do not touch", p, q);
}

typedef struct kept_contacts {
    uint64_t key[HAIL_FEW_TOUCHING];
    float rows[HAIL_FEW_TOUCHING * HAIL_ROW_WORDS];
    uint32_t touching, count;
} kept_contacts;

static void keep(kept_contacts *kept, uint64_t key, const float *row) {
    uint32_t at = kept->count++;
    for (; at > 0 && kept->key[at - 1] > key; at--) {
        kept->key[at] = kept->key[at - 1];
        memcpy(kept->rows + at * HAIL_ROW_WORDS, kept->rows + (at - 1) * HAIL_ROW_WORDS, HAIL_ROW_WORDS * 4);
    }
    kept->key[at] = key;
    memcpy(kept->rows + at * HAIL_ROW_WORDS, row, HAIL_ROW_WORDS * 4);
}

/* What step_kernels.h says. */
static void state(const hail_few_circles_job *job, kept_contacts *kept) {
    kept->touching = kept->count = 0;
    for (uint32_t p = 0; p < job->first_count; p++)
        for (uint32_t q = job->self ? p + 1 : 0; q < job->second_count; q++) {
            float row[HAIL_ROW_WORDS] = {0.0f};
            if (!circles_near(job->first.x[p], job->first.y[p], radius_at(&job->first, p), job->second.x[q],
                              job->second.y[q], radius_at(&job->second, q), 1.0f))
                continue;
            if (++kept->touching > HAIL_FEW_TOUCHING)
                return;
            if (!filter_allows(&job->filter, p, q))
                continue;
            const uint32_t slot_p = job->first_handle[2 * p], slot_q = job->second_handle[2 * q];
            const bool swap =
                job->orientation == HAIL_LOWER_SLOT_IS_A ? slot_q < slot_p : job->orientation == HAIL_SECOND_IS_A;
            expected_contact(job, p, q, swap, row);
            keep(kept, swap ? (uint64_t)slot_q << 32 | slot_p : (uint64_t)slot_p << 32 | slot_q, row);
        }
}

static void few_case(void) {
    static const char *const first_names[3] = {"first x", "first y", "first radius"}, *const second_names[3] = {
                                                                                          "second x", "second y",
                                                                                          "second radius"};
    static kept_contacts wanted;
    hail_few_circles_job job = {
        .self = pick_one_in(2), .manifold = !pick_one_in(4), .header = (uint32_t)pick_bits() | 1};
    const float size = cases_timed() ? 500.0f : pick_one_in(4) ? 20.0f : pick_between(50.0f, 500.0f);
    job.orientation = job.self ? HAIL_LOWER_SLOT_IS_A : (hail_orientation)pick(3);
    job.first_count = pick_length() % MOST;
    job.second_count = job.self ? job.first_count : pick_length() % MOST;
    pick_view(first_names, job.first_count, size, &job.first);
    job.first_handle = handles("first handle", job.first_count, 0);
    job.second = job.first;
    job.second_handle = job.first_handle;
    if (!job.self) {
        pick_view(second_names, job.second_count, size, &job.second);
        job.second_handle = handles("second handle", job.second_count, 1);
    }
    const hail_filter_columns one = pick_filter(job.first_count),
                              other = job.self ? one : pick_filter(job.second_count);
    job.filter = filter_of(&one, &other);
    case_says("%u and %u circles in %g px, orientation %d%s%s%s%s", job.first_count, job.second_count, (double)size,
              (int)job.orientation, job.self ? ", self" : "", job.manifold ? "" : ", pairs",
              job.filter.groups ? ", groups" : "", job.filter.masks ? ", masks" : "");
    state(&job, &wanted);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "few_circles");
        job.rows = hold("rows", HAIL_FEW_TOUCHING * HAIL_ROW_WORDS);
        const uint32_t count = kernels->few_circles(&job);
        case_times(kernels, "few_circles", job.first_count + job.second_count, kernels->few_circles(&job));
        guards_check();
        if (wanted.touching > HAIL_FEW_TOUCHING) {
            case_expects(count == HAIL_FEW_TOUCHING + 1, "%u contacts, but more than that touch", count);
            continue;
        }
        case_expects(count == wanted.count, "%u contacts, not %u", count, wanted.count);
        untouched("rows", job.rows, (size_t)count * HAIL_ROW_WORDS, HAIL_FEW_TOUCHING * HAIL_ROW_WORDS);
        same_words("rows", job.rows, wanted.rows, (size_t)count * HAIL_ROW_WORDS);
    }
}
Test(kernels_few, few_circles) { cases_run("kernels_few", "few_circles", 10000, few_case); }
