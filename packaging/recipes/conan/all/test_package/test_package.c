#include <hail/hail.h>

int main(void) {
    hail_world *world = NULL;
    if (hail_world_create(NULL, &world) != HAIL_OK)
        return 1;
    hail_world_destroy(world);
    return 0;
}
