/* A guest in C: ten bullets fly at a circle; those that pass beside it miss. */
#include <hail/hail.h>

#include <stdio.h>

enum { BULLETS, PLAYERS };

static void count_hits(const hail_contact *contact, size_t count, void *user) {
    size_t *hits = user;
    for (size_t i = 0; i < count; i++)
        *hits += contact[i].kind == HAIL_CONTACT_BODY && contact[i].layer_a == BULLETS;
}

int main(void) {
    hail_world *world = NULL;
    hail_status status = hail_world_create(NULL, &world);
    hail_shape dot = {0}, body = {0};
    if (status == HAIL_OK)
        status = hail_shape_circle(hail_world_shapes(world), 1.0f, &dot);
    if (status == HAIL_OK)
        status = hail_shape_circle(hail_world_shapes(world), 5.0f, &body);
    if (status == HAIL_OK)
        status = hail_rule_set(world, BULLETS, PLAYERS, HAIL_MANIFOLD);
    float x[10], y[10], vx[10];
    for (int i = 0; i < 10; i++) {
        x[i] = -100.0f;
        y[i] = (float)(2 * i);
        vx[i] = 100.0f;
    }
    const float origin = 0.0f;
    if (status == HAIL_OK)
        status = hail_spawn(world, BULLETS, &dot, &(hail_spawn_columns){.x = x, .y = y, .vx = vx}, 10, NULL);
    if (status == HAIL_OK)
        status = hail_spawn(world, PLAYERS, &body, &(hail_spawn_columns){.x = &origin, .y = &origin}, 1, NULL);
    size_t hits = 0;
    if (status == HAIL_OK)
        status = hail_step(world, 1.0f, count_hits, &hits);
    hail_world_destroy(world);
    printf("%s: %zu hits\n", hail_status_text(status), hits);
    return status == HAIL_OK && hits == 4 ? 0 : 1; /* y = 0, 2, 4, 6 */
}
