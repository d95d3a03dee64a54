/* examples/play/pilot.c - flies the ship while nobody does: from place to place, away from the bullets in its sight. */
#include "scene.h"

#include <math.h>

enum { WAY_FRAMES = 200 };
#define SIGHT 124.0 /* px: of the sight and a bullet */

void pilot_open(pilot *of, uint32_t seed) {
    *of = (pilot){.way_x = WIDTH / 2.0, .way_y = HEIGHT * 0.8, .random = seed * 2246822519u | 1};
}

/* A contact's normal leads from the bullet to the ship; the nearer it is, the deeper. */
void pilot_see(pilot *of, const hail_contact *seen) {
    const double near = (double)seen->depth[0] / SIGHT;
    of->push_x += (double)seen->normal_x * near * near * near;
    of->push_y += (double)seen->normal_y * near * near * near;
}

static int whole(double wish) {
    const double steps = floor(wish * FULL + 0.5);
    return steps < -FULL ? -FULL : steps > FULL ? FULL : (int)steps;
}

scene_input pilot_fly(scene *of) {
    pilot *the = &of->pilot;
    if (of->frame % WAY_FRAMES == 0) {
        the->way_x = WIDTH * 0.15 + scene_chance(&the->random) * (WIDTH * 0.7);
        the->way_y = HEIGHT * 0.5 + scene_chance(&the->random) * (HEIGHT * 0.4);
    }
    const scene_input wish = {whole((the->way_x - of->ship_x) * 0.003 + the->push_x * 0.7),
                              whole((the->way_y - of->ship_y) * 0.003 + the->push_y * 0.7)};
    return wish;
}
