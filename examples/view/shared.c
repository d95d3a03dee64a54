/* examples/view/shared.c - what scenes have in common. */
#include "scene.h"

#include <stdio.h>

bool scene_fine(hail_status status, const char *doing) {
    if (status != HAIL_OK)
        fprintf(stderr, "hail-view: %s: %s\n", doing, hail_status_text(status));
    return status == HAIL_OK;
}

hail_world *scene_world(const scene_setup *setup, float width, float height) {
    const hail_context context = {.variant = setup->isa, .tasks = setup->tasks};
    hail_world_options options;
    hail_world *world = NULL;
    hail_world_options_defaults(&options);
    options.context = &context;
    options.max_x = width;
    options.max_y = height;
    options.kept_contacts = 4096;
    options.timed = true;
    scene_fine(hail_world_create(&options, &world), "making a world");
    return world;
}

/* Sebastiano Vigna's splitmix64. */
float scene_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (float)((z ^ z >> 31) >> 40) / 16777216.0f;
}

uint32_t scene_color(uint32_t number) {
    static const uint32_t colors[8] = {0xff5c8f, 0x4cd4ff, 0xffb247, 0xa8f261, 0xb88cff, 0xffed73, 0x59ffc7, 0xff855c};
    return colors[number % 8];
}
