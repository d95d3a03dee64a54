/* examples/rollback.c - rollback: two players whose inputs come late, in the form that GGPO and GGRS ask for: save,
 * load, advance, checksum; and the sync test of both. --desync makes a mistake, to show what finds it. */
#include "common/sketch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHIPS, SHOTS, BOSS, BULLETS };                      /* layers */
enum { LEFT = 1, RIGHT = 2, UP = 4, DOWN = 8, FIRE = 16 }; /* an input is one byte: what goes over the network */
enum { FRAMES = 10000, LATE = 8 /* frames, at most */, KEPT = LATE + 1, RING = 36 };

/* What the next frame depends on besides the world: plain numbers, so that an assignment saves them. */
typedef struct rest {
    uint32_t frame, random, reload[2], hits[2];
} rest;

typedef struct game {
    hail_world *world;
    hail_handle ship[2]; /* a restored world knows the same handles */
    hail_shape dot, needle;
    rest own;
    uint32_t *random; /* of `own`, or of the mistake */
} game;

/* A frame that the game can go back to. */
typedef struct saved {
    void *image;
    size_t size, room;
    rest own;
    uint64_t checksum;
} saved;

/* ---- The game ---------------------------------------------------------------------------------------------------- */

static void on_contacts(const hail_contact *contacts, size_t count, void *user) {
    game *of = user;
    for (size_t i = 0; i < count; i++) {
        if (contacts[i].layer_b == SHIPS)
            of->own.hits[contacts[i].b.slot == of->ship[1].slot]++;
        must(hail_despawn(of->world, &contacts[i].a, 1));
    }
}

/* A ring of bullets, some faster than others. Random numbers belong to the state: they go back, too. */
static void fire_ring(game *of, float x, float y) {
    float xs[RING], ys[RING], vx[RING], vy[RING], dx = 1, dy = 0;
    for (int i = 0; i < RING; i++) {
        *of->random = *of->random * 1664525u + 1013904223u;
        const float turned = dx * 0.9848078f - dy * 0.1736482f,
                    speed = 80 + (float)(*of->random >> 26); /* 10 degrees */
        dy = dx * 0.1736482f + dy * 0.9848078f, dx = turned;
        xs[i] = x + 30 * dx, ys[i] = y + 30 * dy, vx[i] = speed * dx, vy[i] = speed * dy;
    }
    must(hail_spawn(of->world, BULLETS, &of->dot, &(hail_spawn_columns){.x = xs, .y = ys, .vx = vx, .vy = vy}, RING,
                    NULL));
}

/* Steers a ship as a player asks. Ships stay in the lower half. */
static void steer(game *of, int player, uint8_t input) {
    const hail_handles ship = {.handles = &of->ship[player], .count = 1};
    const float across = (float)((input & RIGHT) != 0) - (float)((input & LEFT) != 0);
    const float along = (float)((input & DOWN) != 0) - (float)((input & UP) != 0);
    float x, y, up = -600;
    must(hail_read_bodies(of->world, &ship, &(hail_body_values){.x = &x, .y = &y}, NULL));
    const float vx = (x < 20 && across < 0) || (x > 620 && across > 0) ? 0 : 150 * across;
    const float vy = (y < 180 && along < 0) || (y > 340 && along > 0) ? 0 : 150 * along;
    must(hail_write_bodies(of->world, &ship, &(hail_body_writes){.vx = &vx, .vy = &vy}, NULL));
    if (of->own.reload[player] > 0)
        of->own.reload[player]--;
    else if (input & FIRE) {
        of->own.reload[player] = 10;
        must(hail_spawn(of->world, SHOTS, &of->needle, &(hail_spawn_columns){.x = &x, .y = &y, .vy = &up}, 1, NULL));
    }
}

static void game_open(game *of, const char *variant) {
    const hail_context context = {.variant = variant};
    const hail_world_options options = {.context = &context, .max_x = 640, .max_y = 360};
    hail_shape hull, disc;
    *of = (game){.own.random = 1};
    of->random = &of->own.random;
    must(hail_world_create(&options, &of->world));
    hail_shapeset *shapes =
        hail_world_shapes(of->world); /* an image names shapes by number: the same order everywhere */
    must(hail_shape_circle(shapes, 4, &of->dot));
    must(hail_shape_capsule(shapes, 0, -6, 0, 6, 1.5f, &of->needle));
    must(hail_shape_polygon(shapes, (float[]){0, 8, -8}, (float[]){-11, 8, 8}, 3, 0, &hull));
    must(hail_shape_circle(shapes, 26, &disc));
    must(hail_layer_configure(of->world, BULLETS, &(hail_layer_options){.bounds = HAIL_KILL}));
    must(hail_layer_configure(of->world, SHOTS, &(hail_layer_options){.bounds = HAIL_KILL}));
    must(hail_rule_set(of->world, BULLETS, SHIPS, HAIL_EARLIEST));
    must(hail_rule_set(of->world, SHOTS, BOSS, HAIL_EARLIEST));
    const hail_spawn_columns ships = {.x = (float[]){220, 420}, .y = (float[]){300, 300}};
    must(hail_spawn(of->world, SHIPS, &hull, &ships, 2, of->ship));
    const hail_spawn_columns boss = {.x = (float[]){320}, .y = (float[]){80}};
    must(hail_spawn(of->world, BOSS, &disc, &boss, 1, NULL));
}

/* ---- What GGPO and GGRS ask for ---------------------------------------------------------------------------------- */

static uint64_t checksum(const game *of) {
    uint64_t sum;
    must(hail_world_hash(of->world, &sum));
    for (int i = 0; i < 2; i++)
        sum = (sum ^ of->own.hits[i] ^ (uint64_t)of->own.reload[i] << 32) * UINT64_C(0x100000001B3);
    return sum;
}

/* The state before a frame. Room grows now and then; an image stays in this process, so it is trusted. */
static void save(const game *of, saved *to) {
    must(hail_world_save_size(of->world, HAIL_TRUSTED, &to->size));
    if (to->size > to->room) {
        free(to->image);
        to->room = 2 * to->size;
        to->image = malloc(to->room);
        must(to->image != NULL ? HAIL_OK : HAIL_NO_MEMORY);
    }
    must(hail_world_save(of->world, HAIL_TRUSTED, to->image, to->room, NULL));
    to->own = of->own;
    to->checksum = checksum(of);
}

static void load(game *of, const saved *from) {
    must(hail_world_restore(of->world, HAIL_TRUSTED, from->image, from->size));
    of->own = from->own;
}

/* One frame: the same inputs to the same state give the same state. */
static void advance(game *of, const uint8_t input[2]) {
    for (int player = 0; player < 2; player++)
        steer(of, player, input[player]);
    if (of->own.frame++ % 12 == 0)
        fire_ring(of, 320, 80);
    must(hail_step(of->world, 1.0f / 60, on_contacts, of));
}

/* ---- Sync test: one player alone finds what is missing in the saved state ---------------------------------------- */

/* What a player does: keys are held for a while. */
static uint8_t player_input(int player, uint32_t frame) {
    const uint32_t mixed = (frame / 7 * 2 + (uint32_t)player + 1) * 2654435761u;
    return (uint8_t)(mixed >> 27);
}

static void inputs_of(uint32_t frame, uint8_t input[2]) {
    for (int player = 0; player < 2; player++)
        input[player] = player_input(player, frame);
}

/* Says what differs: the first time's image goes into a world of its own. */
static bool same(const game *again, const saved *first) {
    game before;
    hail_difference found;
    char text[160];
    if (checksum(again) == first->checksum)
        return true;
    game_open(&before, NULL);
    load(&before, first);
    must(hail_world_diff(before.world, again->world, &found));
    hail_difference_text(&found, text, sizeof text);
    printf("rollback: frame %u comes out differently when it is played again: %s\n", first->own.frame, text);
    must(hail_world_destroy(before.world));
    return false;
}

/* After every frame: back by 8, and the same frames again. */
static bool sync_test(bool mistake) {
    static saved ring[KEPT];
    uint32_t outside = 1; /* a random number that nobody saves, as with rand() */
    uint32_t again = 0;
    uint8_t input[2];
    game of;
    bool fine = true;
    game_open(&of, NULL);
    if (mistake)
        of.random = &outside;
    save(&of, &ring[0]);
    for (uint32_t frame = 0; fine && frame < FRAMES; frame++) {
        inputs_of(frame, input);
        advance(&of, input);
        save(&of, &ring[(frame + 1) % KEPT]);
        if (frame + 1 >= LATE)
            load(&of, &ring[(frame + 1 - LATE) % KEPT]);
        for (; fine && of.own.frame <= frame; again++) {
            inputs_of(of.own.frame, input);
            advance(&of, input);
            fine = same(&of, &ring[of.own.frame % KEPT]);
        }
    }
    if (fine)
        printf("rollback: %d frames, each rolled back by %d, so %u played again: all the same\n", FRAMES, LATE, again);
    must(hail_world_destroy(of.world));
    for (int i = 0; i < KEPT; i++)
        free(ring[i].image);
    return fine;
}

/* ---- Two players over a network ---------------------------------------------------------------------------------- */

/* One player's machine. */
typedef struct peer {
    game play;
    int me;
    uint32_t known;             /* the other's inputs for frames before this one have come */
    uint8_t input[FRAMES][2];   /* of both: what came, and what is predicted until then */
    saved ring[KEPT];           /* the last frames, each before its inputs */
    uint64_t checksums[FRAMES]; /* before each frame: right once all inputs before it are known */
    uint32_t rollbacks, deepest;
} peer;

static void play_frame(peer *of) {
    const uint32_t frame = of->play.own.frame;
    saved *before = &of->ring[frame % KEPT];
    save(&of->play, before);
    of->checksums[frame] = before->checksum;
    advance(&of->play, of->input[frame]);
}

/* Takes the other's inputs for frames before `until`. If one was predicted wrongly: back to its frame, and forward. */
static void receive(peer *of, const peer *from, uint32_t until) {
    const int other = from->me;
    const uint32_t now = of->play.own.frame;
    uint32_t back = now;
    for (; of->known < until; of->known++) {
        const uint8_t came = from->input[of->known][other];
        if (of->known < back && of->input[of->known][other] != came)
            back = of->known;
        of->input[of->known][other] = came;
    }
    for (uint32_t frame = of->known; frame <= now && frame < FRAMES; frame++) /* keys stay as they are */
        of->input[frame][other] = of->known > 0 ? of->input[of->known - 1][other] : 0;
    if (back == now)
        return;
    of->rollbacks++;
    of->deepest = now - back > of->deepest ? now - back : of->deepest;
    load(&of->play, &of->ring[back % KEPT]);
    while (of->play.own.frame < now)
        play_frame(of);
}

/* The network: a packet takes 1 to 8 frames, by its mood, and brings all inputs before it, too. */
static uint32_t arrived(uint32_t now, int from) {
    for (uint32_t sent = now; sent-- > 0;) {
        const uint32_t mood = sent / 10 * 2 + (uint32_t)from + 7, late = 1 + (mood * 2654435761u >> 29);
        if (sent + late <= now)
            return sent + 1;
    }
    return 0;
}

static bool same_game(const peer *a, const peer *b) {
    return memcmp(a->checksums, b->checksums, sizeof a->checksums) == 0 && checksum(&a->play) == checksum(&b->play);
}

static bool network(sketch *picture) {
    static peer peers[2] = {{.me = 0}, {.me = 1}};
    for (int i = 0; i < 2; i++) /* players have different processors: one uses the slowest kernels */
        game_open(&peers[i].play, i == 0 ? NULL : "reference");
    for (uint32_t frame = 0; frame < FRAMES; frame++)
        for (int i = 0; i < 2; i++) {
            receive(&peers[i], &peers[1 - i], arrived(frame, 1 - i));
            peers[i].input[frame][i] = player_input(i, frame);
            play_frame(&peers[i]);
        }
    for (int i = 0; i < 2; i++)
        receive(&peers[i], &peers[1 - i], FRAMES);
    const bool fine = same_game(&peers[0], &peers[1]);
    printf("rollback: two players, %u rollbacks of up to %u frames, %u hits and %u: checksums %s\n",
           peers[0].rollbacks + peers[1].rollbacks, peers[0].deepest, peers[0].play.own.hits[0],
           peers[1].play.own.hits[1], fine ? "agree" : "DIFFER");
    must(hail_draw_world(peers[0].play.world, &picture->options));
    for (int i = 0; i < 2; i++) {
        must(hail_world_destroy(peers[i].play.world));
        for (int k = 0; k < KEPT; k++)
            free(peers[i].ring[k].image);
    }
    return fine;
}

int main(int argc, char **argv) {
    const bool mistake = argc == 2 && strcmp(argv[1], "--desync") == 0;
    sketch picture;
    if (mistake)
        return sync_test(true) ? EXIT_FAILURE : EXIT_SUCCESS;
    sketch_open(&picture, argc, argv, 0, 0, 640, 360);
    const bool fine = sync_test(false) && network(&picture);
    sketch_key(&picture, HAIL_DRAWN_BODY, SHIPS, "two players' ships");
    sketch_key(&picture, HAIL_DRAWN_BODY, SHOTS, "their shots");
    sketch_key(&picture, HAIL_DRAWN_BODY, BOSS, "boss");
    sketch_key(&picture, HAIL_DRAWN_BODY, BULLETS, "its bullets");
    return sketch_close(&picture, fine);
}
