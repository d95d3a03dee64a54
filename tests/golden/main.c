/* tests/golden/main.c - runs the golden scenes with every variant that this machine has.
 *
 * usage: golden [--print] [--steps N] [--variant NAME] [--workers N] [SCENE]...
 *
 * Prints a line for each variant and scene, and exits with 1 if a number is not the known one. --print: prints the
 * numbers of one variant instead, for table.py. --steps: at most so many (100). --workers: work is split for so many,
 * and done on one thread, in another order (1). */
#include "golden.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The right numbers of a scene: bindings/golden.json has them. */
typedef struct known_scene {
    const char *name;
    uint64_t hash[GOLDEN_CHECKS]; /* after these many steps: golden_checks */
} known_scene;

static const known_scene known_scenes[] = {
#include "golden_table.inc"
};

static const golden_scene *const scenes[] = {
    &golden_swarm,   &golden_polygons, &golden_compounds, &golden_shots,   &golden_events,
    &golden_churn,   &golden_rooms,    &golden_sprites,   &golden_terrain, &golden_walkers,
    &golden_sectors, &golden_queries,  &golden_arrays,
};
enum { SCENES = sizeof scenes / sizeof *scenes };

/* ---- Tasks without threads --------------------------------------------------------------------------------------- */

/* Does all at once: the last piece first, each as another worker. */
static void *enqueue(hail_task_fn *function, uint32_t first, uint32_t last, uint32_t grain, void *task, void *user) {
    const uint32_t workers = *(const uint32_t *)user, pieces = (last - first) / grain + 1;
    for (uint32_t piece = pieces; piece-- > 0;) {
        const uint32_t begin = first + piece * grain, end = last - begin < grain ? last : begin + grain;
        if (begin < end)
            function(begin, end, piece % workers, task);
    }
    return NULL;
}

static void finish(void *handle, void *user) { (void)handle, (void)user; }

/* ---- A run ------------------------------------------------------------------------------------------------------- */

typedef struct run_options {
    bool print;
    int steps;
    const char *variant; /* NULL: every one */
    uint32_t workers;
} run_options;

/* Mixes the state; then saves the world and goes back to what was saved, which must change nothing. */
static void mix_state(golden *g) {
    uint64_t before = 0, after = 0;
    size_t size = 0;
    golden_mix_columns(g, g->world);
    GOLDEN_MUST(g, hail_world_hash(g->world, &before));
    GOLDEN_MUST(g, hail_world_save_size(g->world, 0, &size));
    void *image = malloc(size + 1);
    GOLDEN_MUST(g, image ? hail_world_save(g->world, 0, image, size, NULL) : HAIL_NO_MEMORY);
    if (g->status == HAIL_OK)
        GOLDEN_MUST(g, hail_world_restore(g->world, 0, image, size));
    GOLDEN_MUST(g, hail_world_hash(g->world, &after));
    free(image);
    golden_mix(g, (uint32_t)before);
    golden_mix(g, (uint32_t)(before >> 32));
    golden_mix(g, before == after);
}

/* Returns how many checks were reached, and their hashes. */
static int run_scene(const golden_scene *scene, const char *variant, run_options *options, uint64_t hash[GOLDEN_CHECKS],
                     golden *g) {
    const hail_tasks tasks = {
        .workers = options->workers, .enqueue = enqueue, .finish = finish, .user = &options->workers};
    *g = (golden){.context = {.variant = variant, .tasks = options->workers > 1 ? &tasks : NULL},
                  .random = 7,
                  .hash = UINT64_C(14695981039346656037)};
    int reached = 0;
    scene->open(g);
    for (int frame = 1; frame <= options->steps && g->status == HAIL_OK; frame++) {
        scene->frame(g, frame);
        if (frame != golden_checks[reached])
            continue;
        if (g->world)
            mix_state(g);
        hash[reached++] = g->hash;
    }
    scene->close(g);
    hail_world_destroy(g->world);
    return reached;
}

static const known_scene *find_known(const char *name) {
    for (size_t i = 0; i < sizeof known_scenes / sizeof *known_scenes; i++)
        if (strcmp(known_scenes[i].name, name) == 0)
            return &known_scenes[i];
    return NULL;
}

/* Returns whether all is as known. */
static bool check_scene(const golden_scene *scene, const char *variant, run_options *options) {
    uint64_t hash[GOLDEN_CHECKS];
    golden g;
    const int reached = run_scene(scene, variant, options, hash, &g);
    const known_scene *known = find_known(scene->name);
    int wrong = 0;
    for (int i = 0; i < reached && options->print; i++)
        printf("%s %d 0x%08lx%08lx\n", scene->name, golden_checks[i], (unsigned long)(hash[i] >> 32),
               (unsigned long)(hash[i] & 0xffffffffu));
    for (int i = reached; i-- > 0;)
        wrong = !known || known->hash[i] != hash[i] ? golden_checks[i] : wrong;
    const bool good = g.status == HAIL_OK && reached > 0 && !wrong;
    if (g.status != HAIL_OK)
        fprintf(stderr, "%s: %s: %s\n", scene->name, g.call, hail_status_text(g.status));
    if (!options->print)
        printf("%s %s, %s: %lu contacts%s\n", good ? "ok" : "WRONG", variant, scene->name, (unsigned long)g.contacts,
               good         ? ""
               : wrong == 1 ? ", from step 1 on"
                            : ", later than step 1");
    return good || (options->print && g.status == HAIL_OK);
}

static bool wanted(const char *name, char **names) {
    for (char **at = names; *at; at++)
        if (strcmp(*at, name) == 0)
            return true;
    return !*names;
}

int main(int argc, char **argv) {
    run_options options = {.steps = 100, .workers = 1};
    int at = 1, status = 0;
    for (; at < argc && argv[at][0] == '-'; at++)
        if (strcmp(argv[at], "--print") == 0)
            options.print = true;
        else if (at + 1 < argc && strcmp(argv[at], "--steps") == 0)
            options.steps = atoi(argv[++at]);
        else if (at + 1 < argc && strcmp(argv[at], "--variant") == 0)
            options.variant = argv[++at];
        else if (at + 1 < argc && strcmp(argv[at], "--workers") == 0)
            options.workers = (uint32_t)atoi(argv[++at]);
        else
            return fprintf(stderr, "golden: unknown option %s\n", argv[at]), 2;
    for (size_t n = 0; n < (options.variant ? 1 : hail_variant_count()); n++)
        for (int i = 0; i < SCENES; i++)
            if (wanted(scenes[i]->name, argv + at))
                status |= !check_scene(scenes[i], options.variant ? options.variant : hail_variant_name(n), &options);
    return status;
}
