/* recipes_state.h - saving, rollback and rewinding; a part of recipes.c, which uses every recipe. */
#ifndef HAIL_TESTS_RECIPES_STATE_H
#define HAIL_TESTS_RECIPES_STATE_H

Test(recipes, save_a_game) {
    hail_world *world = make(), *other = make();
    uint64_t hash, loaded;
    static char bytes[1 << 16];
    const hail_shape dot = circle(world, 4);
    circle(other, 4);
    for (uint64_t i = 0; i < 10; i++)
        spawn(world, BULLETS, dot, 20.0f * (float)i, 0, 60, i);
    FILE *file = tmpfile();
    cr_assert(file != NULL && save_game(world, file));
    rewind(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    cr_assert(!load_game(other, bytes, size - 1) && load_game(other, bytes, size));
    cr_assert_eq(hail_world_hash(world, &hash), HAIL_OK);
    cr_assert_eq(hail_world_hash(other, &loaded), HAIL_OK);
    cr_assert_eq(hash, loaded);
    fclose(file);
    hail_world_destroy(world);
    hail_world_destroy(other);
}

/* A hole is dug, a door opens, a bullet flies on; then all of it is as before. */
Test(recipes, a_quick_save_with_maps) {
    static quick_save q;
    static const uint64_t full[4] = {15, 15, 15, 15};
    const float x[] = {0, 90, 90, 0}, y[] = {0, 0, 90, 90};
    const hail_wall walls[] = {{0, 1, 0, HAIL_NO_SECTOR, 0, 1},
                               {1, 2, 0, HAIL_NO_SECTOR, 0, 1},
                               {2, 3, 0, HAIL_NO_SECTOR, 0, 1},
                               {3, 0, 0, HAIL_NO_SECTOR, 0, 1},
                               {0, 2, 0, 0, 0, 1}};
    const hail_sector_data data = {x, y, 4, walls, 5, 1};
    const uint32_t door = 4;
    uint64_t before[3], after[3];
    uint32_t tile;
    hail_tileset *tiles;
    hail_tilemap *map;
    hail_sectors *sectors;
    hail_world *world = make();
    cr_assert_eq(hail_tileset_create(NULL, 4, 4, &tiles), HAIL_OK);
    cr_assert_eq(hail_tileset_add_bits(tiles, full, 0, &tile), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(tiles, &(hail_tilemap_options){.columns = 20, .rows = 20}, &map), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(map, 0, 10, 20, 10, tile), HAIL_OK);
    cr_assert_eq(hail_sectors_create(NULL, &data, NULL, &sectors), HAIL_OK);
    cr_assert_eq(hail_world_set_tilemap(world, map), HAIL_OK);
    cr_assert_eq(hail_world_set_sectors(world, sectors), HAIL_OK);
    spawn(world, BULLETS, circle(world, 4), 5, 0, 60, 1);
    for (int again = 0; again < 2; again++) {
        uint64_t *hash = again ? after : before;
        cr_assert_eq(again ? load_quickly(&q, map, sectors, world) : save_quickly(&q, map, sectors, world), HAIL_OK);
        cr_assert(hail_tilemap_hash(map, &hash[0]) == HAIL_OK && hail_sectors_hash(sectors, &hash[1]) == HAIL_OK &&
                  hail_world_hash(world, &hash[2]) == HAIL_OK);
        cr_assert_eq(hail_tilemap_paint_disc(map, 40, 40, 9, false, 0), HAIL_OK);
        cr_assert_eq(hail_sectors_set_solid(sectors, &door, 1, false), HAIL_OK);
        cr_assert_eq(hail_step(world, 1.0f / 64, NULL, NULL), HAIL_OK);
    }
    cr_assert_eq(memcmp(before, after, sizeof before), 0);
    hail_world_destroy(world);
    hail_sectors_destroy(sectors);
    hail_tilemap_destroy(map);
    hail_tileset_destroy(tiles);
}

Test(recipes, rollback) {
    hail_world *world = make();
    history h = {{NULL}, {0}};
    uint64_t before, after;
    spawn(world, BULLETS, circle(world, 4), 5, 0, 60, 1);
    for (uint32_t frame = 0; frame < 20; frame++) {
        cr_assert(keep_frame(&h, world, frame));
        cr_assert_eq(hail_step(world, 1.0f / 64, NULL, NULL), HAIL_OK);
    }
    cr_assert_eq(hail_world_hash(world, &before), HAIL_OK);
    cr_assert_eq(go_back(&h, world, 14), HAIL_OK);
    for (uint32_t frame = 14; frame < 20; frame++)
        cr_assert_eq(hail_step(world, 1.0f / 64, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_world_hash(world, &after), HAIL_OK);
    cr_assert_eq(before, after);
    for (int i = 0; i < FRAMES; i++)
        free(h.image[i]);
    hail_world_destroy(world);
}

/* A frame of a game: the input is the first bullet's velocity. */
static void play_frame(hail_world *world, float input) {
    hail_columns columns;
    cr_assert_eq(hail_layer_columns(world, BULLETS, &columns), HAIL_OK);
    columns.vx[0] = input;
    cr_assert_eq(hail_step(world, 1.0f / 64, NULL, NULL), HAIL_OK);
}

/* At any frame: the replay ends where the game is, and the game has not moved. */
Test(recipes, last_five_seconds) {
    hail_world *world = make(), *again = make();
    static recorder r;
    uint64_t hash, replayed;
    spawn(world, BULLETS, circle(world, 4), 5, 0, 60, 1);
    circle(again, 4);
    for (uint32_t frame = 0; frame < 1000; frame++) {
        const float input = (float)(frame * 37 % 200) - 100;
        cr_assert_eq(record(&r, world, frame, input), HAIL_OK);
        play_frame(world, input);
        if (frame % 7 != 3 && frame % SECOND > 1 && frame % SECOND != SECOND - 1)
            continue;
        cr_assert_eq(replay(&r, again, frame + 1, play_frame), HAIL_OK);
        cr_assert_eq(hail_world_hash(world, &hash), HAIL_OK);
        cr_assert_eq(hail_world_hash(again, &replayed), HAIL_OK);
        cr_assert_eq(hash, replayed, "frame %u", frame);
    }
    hail_world_destroy(world);
    hail_world_destroy(again);
}

#endif
