/* verify.c - compares each step with brute force. */
#include "verify.h"

#include <oracle.h>
#include <stdio.h>
#include <string.h>

static oracle *judge;        /* of the step between verify_before and verify_after */
static oracle_memory memory; /* which pairs were reported, and are not again */

bool verify_possible(void) { return true; }

bool verify_before(game *play) {
    oracle_setup setup = {.max_x = (float)play->options->width, .max_y = (float)play->options->height};
    setup.layer[BULLETS].bounds = HAIL_KILL;
    setup.layer[SHOTS].bounds = HAIL_KILL;
    setup.memory = &memory;
    judge = oracle_snapshot(play->world, &setup);
    if (judge == NULL)
        fprintf(stderr, "hail-barrage: step %d: could not copy the world for brute force\n", play->frame + 1);
    return judge != NULL;
}

static void print_contact(const char *whose, const hail_contact *of) {
    fprintf(stderr,
            "  %s: layers %d %d, slots %u %u, %d points, features %d %d, normal (%a, %a), point (%a, %a), depth %a\n",
            whose, of->layer_a, of->layer_b, of->a.slot, of->b.slot, of->count, of->feature_a, of->feature_b,
            (double)of->normal_x, (double)of->normal_y, (double)of->x[0], (double)of->y[0], (double)of->depth[0]);
}

static bool same_contacts(const game *play, const hail_contact *want, size_t count) {
    size_t i = 0;
    /* Bytes are compared on purpose: +0 and -0 differ, and a contact has no padding.
     * NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
    while (i < count && i < play->heard_count && memcmp(&want[i], &play->heard[i], sizeof *want) == 0)
        i++;
    if (i == count && i == play->heard_count)
        return true;
    fprintf(stderr,
            "hail-barrage: step %d differs from brute force: %zu contacts, expected %zu; the first difference is at "
            "number %zu\n",
            play->frame + 1, play->heard_count, count, i);
    if (i < count)
        print_contact("brute force", &want[i]);
    if (i < play->heard_count)
        print_contact("hail_step  ", &play->heard[i]);
    return false;
}

/* Removals have padding bytes, which are not defined. */
static bool same_removals(const game *play) {
    size_t count, want_count;
    const hail_removal *got = hail_removals(play->world, &count);
    const hail_removal *want = oracle_removals(judge, &want_count);
    size_t i = 0;
    while (i < count && i < want_count && got[i].handle.slot == want[i].handle.slot &&
           got[i].handle.generation == want[i].handle.generation && got[i].user == want[i].user &&
           got[i].layer == want[i].layer && got[i].reason == want[i].reason)
        i++;
    if (i == count && i == want_count)
        return true;
    fprintf(stderr,
            "hail-barrage: step %d differs from brute force: %zu removals, expected %zu; the first difference is at "
            "number %zu\n",
            play->frame + 1, count, want_count, i);
    return false;
}

static bool same_world(const game *play) {
    const char *difference = oracle_compare_world(judge, play->world);
    if (difference != NULL)
        fprintf(stderr, "hail-barrage: step %d differs from brute force: %s\n", play->frame + 1, difference);
    return difference == NULL;
}

bool verify_after(game *play) {
    size_t count;
    const hail_contact *want = oracle_step(judge, FRAME, &count);
    for (size_t i = 0; i < play->heard_count; i++) /* as contacts.c did */
        if (play->heard[i].layer_a == BULLETS && play->heard[i].kind != HAIL_CONTACT_GRAZE)
            oracle_despawn(judge, play->heard[i].a);
    const bool fine = same_contacts(play, want, count) && same_removals(play) && same_world(play);
    oracle_free(judge);
    judge = NULL;
    return fine;
}

void verify_close(void) { oracle_forget(&memory); }
