/* spiral.c - the built-in pattern, for machines without BulletML: three rotating arms, and a ring now and then. */
#include "game.h"

#include <math.h>

#define TURN 6.2831853f

static void ray(game *play, float angle, float speed) {
    bullets_fire(play, speed * cosf(angle), speed * sinf(angle), NULL);
}

void spiral_fire(game *play, int frame) {
    const float turned = (float)frame * 0.137f;
    for (int arm = 0; arm < 3; arm++)
        ray(play, turned + TURN / 3.0f * (float)arm, 1.5f);
    if (frame % 60 == 0)
        for (int i = 0; i < 40; i++)
            ray(play, TURN / 40.0f * (float)i, 1.0f);
}
