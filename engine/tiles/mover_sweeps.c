/* engine/tiles/mover_sweeps.c - hail/slide.h: movers that are swept. */
#include "tasks/run_tasks.h"
#include "tile_movers.h"

void hail_movers_write_contact(const hail_tilemap_movers *movers, size_t i, const hail_contact *c, hail_contact *to) {
    const float x = movers->shapes.x[i], y = movers->shapes.y[i];
    const bool one = c->count > 0, two = c->count > 1;
    *to = *c;
    to->a = (hail_handle){(uint32_t)i, 0};
    to->x[0] = one ? c->x[0] + x : 0.0f;
    to->y[0] = one ? c->y[0] + y : 0.0f;
    to->depth[0] = one ? c->depth[0] : 0.0f;
    to->x[1] = two ? c->x[1] + x : 0.0f;
    to->y[1] = two ? c->y[1] + y : 0.0f;
    to->depth[1] = two ? c->depth[1] : 0.0f;
}

_Static_assert(sizeof(hail_contact) == HAIL_MISS_WORDS * sizeof(uint32_t), "a contact has this many words");

/* What tasks know of a call. */
typedef struct sweeps {
    const hail_kernels *kernels;
    const hail_tilemap_movers *movers;
    hail_contact *hits;
} sweeps;

static bool take_hit(void *user, const hail_tile_mover *mover, const hail_contact *hit) {
    const sweeps *to = user;
    hail_movers_write_contact(to->movers, mover->tag, hit, &to->hits[mover->tag]);
    return true;
}

static void sweep_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    sweeps *to = task;
    const hail_tilemap_movers *movers = to->movers;
    const hail_tile_columns columns = hail_movers_columns(movers, 0.0f);
    hail_near_movers near;
    hail_tile_query query;
    hail_tile_batch batch;
    (void)worker;
    hail_near_movers_begin(&near, to->kernels, movers, true, 0.0f);
    near.count = last;
    hail_tile_query_begin(&query, to->kernels, movers->map, movers->kinds, movers->whole_tiles);
    hail_tile_batch_begin(&batch, &query, &(hail_tile_sink){.hit = take_hit, .user = to});
    for (size_t begin = first, end; begin < last; begin = end) {
        const uint32_t listed = hail_near_movers_list(&near, begin, &end);
        to->kernels->miss_rows((uint32_t *)(void *)to->hits, (uint32_t)begin, (uint32_t)end);
        hail_tile_batch_run(&batch, &columns, &(hail_tile_items){.body = near.list, .count = listed});
    }
}

hail_status hail_tilemap_sweep(const hail_tilemap_movers *movers, hail_contact *hits) {
    hail_checks checks = {0};
    HAIL_REQUIRE(hail_movers_check(movers, &(hail_needed){"hits", hits}, true, &checks));
    sweeps call = {checks.kernels, movers, hits};
    hail_run_tasks(checks.tasks, (uint32_t)movers->shapes.count, MOVER_BLOCK, sweep_range, &call);
    return HAIL_OK;
}
