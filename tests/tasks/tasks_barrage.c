/* Bullets that lie in the order of their slots, and the few ships that they hit: with hooks a step ranks such pairs as
 * it finds them, and few workers search rasters of their own. The contacts are the same bytes for any number of workers
 * and any schedule. A plain main, so that ThreadSanitizer sees all of it; tests/tree/races.py runs it so. */
#include <stdio.h>
#include <string.h>

#include <hail/hail.h>

#include "schedulers.h"

enum { BULLETS = 20000, SHIPS = 400, STEPS = 4, SIZE = 3000, WORLDS = 8 };

/* What differs between worlds. */
typedef struct barrage {
    uint32_t mode, order;
    float graze;      /* px */
    bool ships_first; /* the rule names the ships' layer first */
    bool filtered;    /* bullets do not hit ships of their own group */
    bool dense;       /* ships are so large that they meet half of the bullets */
    bool large;       /* some bullets are larger than the others, so that they are rasterized, too */
} barrage;

static uint64_t state;

static float below(float limit) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return limit * (float)(state >> 40) / (float)(1 << 24);
}

typedef struct heard {
    uint64_t digest, count;
    bool sums; /* the order does not matter */
} heard;

static uint64_t digest_of(const hail_contact *contact) {
    const unsigned char *byte = (const unsigned char *)contact;
    uint64_t digest = 14695981039346656037u;
    for (size_t i = 0; i < sizeof *contact; i++)
        digest = (digest ^ byte[i]) * 0x100000001b3u;
    return digest;
}

static void listen(const hail_contact *contacts, size_t count, void *user) {
    heard *h = user;
    for (size_t i = 0; i < count; i++)
        h->digest =
            h->sums ? h->digest + digest_of(&contacts[i]) : (h->digest ^ digest_of(&contacts[i])) * 0x100000001b3u;
    h->count += count;
}

static hail_status spawn(hail_world *world, uint32_t layer, float radius, float speed, uint32_t count,
                         const barrage *b) {
    static float x[BULLETS], y[BULLETS], vx[BULLETS], vy[BULLETS], scale[BULLETS];
    static uint32_t group[BULLETS];
    hail_shape shape;
    for (uint32_t i = 0; i < count; i++) {
        x[i] = below(SIZE), y[i] = below(SIZE);
        vx[i] = below(2.0f * speed) - speed, vy[i] = below(2.0f * speed) - speed;
        scale[i] = b->large && i % 1000 == 7 ? 12.0f : 1.0f;
        group[i] = i % 3;
    }
    const hail_spawn_columns columns = {
        .x = x, .y = y, .vx = vx, .vy = vy, .scale = scale, .group = b->filtered ? group : NULL};
    const hail_status status = hail_shape_circle(hail_world_shapes(world), radius, &shape);
    return status == HAIL_OK ? hail_spawn(world, layer, &shape, &columns, count, NULL) : status;
}

static hail_status fill(hail_world *world, const barrage *b) {
    const uint32_t columns = HAIL_SCALE | (b->filtered ? HAIL_GROUP : 0), bullets = b->ships_first, ships = !bullets;
    const hail_layer_options layer = {.columns = columns, .bounds = HAIL_WRAP};
    const hail_rule rule = {.layer_b = 1, .mode = b->mode, .order = b->order, .graze = b->graze};
    hail_status status = hail_layer_configure(world, bullets, &layer);
    if (status == HAIL_OK)
        status = hail_layer_configure(world, ships, &layer);
    if (status == HAIL_OK)
        status = hail_rule_configure(world, &rule);
    if (status == HAIL_OK)
        status = spawn(world, bullets, 4.0f, 200.0f, BULLETS, b);
    return status == HAIL_OK ? spawn(world, ships, b->dense ? 64.0f : 16.0f, 60.0f, SHIPS, b) : status;
}

/* Lives the same steps with some hooks, or none. */
static bool live(const barrage *b, const hail_tasks *tasks, heard *h) {
    const hail_context context = {.tasks = tasks};
    hail_world_options options;
    hail_world *world = NULL;
    hail_world_options_defaults(&options);
    options.context = &context;
    options.max_x = options.max_y = SIZE;
    *h = (heard){.sums = b->order == HAIL_UNORDERED};
    state = 1;
    hail_status status = hail_world_create(&options, &world);
    if (status == HAIL_OK)
        status = fill(world, b);
    for (int i = 0; status == HAIL_OK && i < STEPS; i++)
        status = hail_step(world, 1.0f / 60.0f, listen, h);
    if (status != HAIL_OK)
        printf("# %s\n", hail_status_text(status));
    hail_world_destroy(world);
    return status == HAIL_OK && h->count > STEPS * SHIPS / 2;
}

static bool same(const barrage *b, const heard *want, scheduler_kind kind, uint32_t workers) {
    heard got;
    scheduler *s = scheduler_make(kind, workers, workers);
    const bool equal = live(b, scheduler_tasks(s), &got) && memcmp(&got, want, sizeof got) == 0;
    const bool used = scheduler_jobs(s) > STEPS && !scheduler_unfinished(s);
    if (!equal || !used)
        printf("# scheduler %d, %u workers: %llu contacts, without hooks %llu\n", (int)kind, workers,
               (unsigned long long)got.count, (unsigned long long)want->count);
    scheduler_free(s);
    return equal && used;
}

/* Few workers, and too many for rasters of their own. */
static bool check(const barrage *b) {
    static const uint32_t few[SCHEDULER_KINDS] = {2, 3, 4, 2, 4}, many = 7;
    heard want;
    bool all = live(b, NULL, &want);
    for (int kind = 0; kind < SCHEDULER_KINDS; kind++) {
        all = same(b, &want, (scheduler_kind)kind, few[kind]) && all;
        all = same(b, &want, (scheduler_kind)kind, many) && all;
    }
    return all;
}

int main(void) {
    static const barrage worlds[WORLDS] = {{.mode = HAIL_MANIFOLD},
                                           {.mode = HAIL_MANIFOLD, .ships_first = true},
                                           {.mode = HAIL_EARLIEST},
                                           {.mode = HAIL_MANIFOLD, .filtered = true},
                                           {.mode = HAIL_MANIFOLD, .large = true},
                                           {.mode = HAIL_MANIFOLD, .dense = true},
                                           {.mode = HAIL_SWEPT, .dense = true, .graze = 8.0f},
                                           {.mode = HAIL_MANIFOLD, .order = HAIL_UNORDERED}};
    static const char *const names[WORLDS] = {"bullets first", "ships first", "earliest hits", "groups",
                                              "large bullets", "large ships", "grazes",        "without order"};
    bool all = true;
    printf("1..%d\n", WORLDS);
    for (int i = 0; i < WORLDS; i++) {
        const bool ok = check(&worlds[i]);
        printf("%sok - %s\n", ok ? "" : "not ", names[i]);
        all = all && ok;
    }
    return !all;
}
