/* A guest that makes a mistake: its cos and sin are not a unit vector. The body is quarantined, and nothing aborts. */
#include <hail/hail.h>

#include <stdio.h>

int main(void) {
    hail_world *world = NULL;
    hail_shape square = {0};
    const float origin = 0.0f;
    hail_columns columns = {0};
    hail_status status = hail_world_create(NULL, &world);
    if (status == HAIL_OK)
        status = hail_shape_box(hail_world_shapes(world), 5.0f, 5.0f, 0.0f, &square);
    if (status == HAIL_OK)
        status = hail_layer_configure(world, 0, &(hail_layer_options){.columns = HAIL_ROTATION});
    if (status == HAIL_OK)
        status = hail_spawn(world, 0, &square, &(hail_spawn_columns){.x = &origin, .y = &origin}, 1, NULL);
    if (status == HAIL_OK)
        status = hail_layer_columns(world, 0, &columns);
    if (status == HAIL_OK)
        columns.cos[0] = 1.001f;
    if (status == HAIL_OK)
        status = hail_step(world, 1.0f, NULL, NULL);
    const size_t quarantined = status == HAIL_OK ? hail_stats(world)->quarantined : 0;
    hail_world_destroy(world);
    printf("%s: %zu in quarantine\n", hail_status_text(status), quarantined);
    return quarantined == 1 ? 0 : 1;
}
