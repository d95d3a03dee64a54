/* contacts.c - what the game does with Hail's contacts, window by window. */
#include "game.h"

#include <string.h>

/* For --verify: joins the windows to the whole stream. */
static bool record(game *play, const hail_contact *contacts, size_t count) {
    hail_contact *grown = room(play->heard, &play->heard_capacity, play->heard_count + count, sizeof *grown);
    if (grown == NULL)
        return false;
    play->heard = grown;
    memcpy(play->heard + play->heard_count, contacts, count * sizeof *contacts);
    play->heard_count += count;
    return true;
}

static void keep_sparks(game *play, const hail_contact *contacts, size_t count) {
    for (size_t i = 0; i < count; i++)
        play->sparks[play->spark_count++ % SPARKS] = (spark){contacts[i], play->frame};
}

static bool same(hail_handle a, hail_handle b) { return a.slot == b.slot && a.generation == b.generation; }

static void hit_player(game *play, const hail_contact *contact) {
    play->tally.player_hits++;
    for (int i = 0; i < play->options->players; i++)
        play->players[i].hits += same(play->players[i].ship, contact->b);
}

/* A bullet that hits a player dies; one that grazes flies on. */
static bool meet_players(game *play, const hail_contact *contacts, size_t count) {
    hail_handle *grown = room(play->dead, &play->dead_capacity, count, sizeof *grown);
    size_t dead = 0;
    if (grown == NULL)
        return false;
    play->dead = grown;
    for (size_t i = 0; i < count; i++) {
        if (contacts[i].kind == HAIL_CONTACT_GRAZE) {
            play->tally.grazes++;
            continue;
        }
        hit_player(play, &contacts[i]);
        play->dead[dead++] = contacts[i].a;
    }
    return hail_despawn(play->world, play->dead, dead) == HAIL_OK;
}

static void hit_enemy(game *play, const hail_contact *contact) {
    for (int i = 0; i < play->options->emitters; i++)
        play->emitters[i].hits += same(play->emitters[i].ship, contact->b);
}

/* players.c looks up after the step where the bullets are. */
static bool see(game *play, const hail_contact *contacts, size_t count) {
    threat *grown = room(play->threats, &play->threat_capacity, play->threat_count + count, sizeof *grown);
    if (grown == NULL)
        return false;
    play->threats = grown;
    for (size_t i = 0; i < count; i++)
        play->threats[play->threat_count++] = (threat){contacts[i].a, contacts[i].b};
    play->tally.seen += count;
    return true;
}

void contacts_heard(const hail_contact *contacts, size_t count, void *user) {
    game *play = user;
    bool fine = !play->options->verify || record(play, contacts, count);
    switch (contacts[0].layer_a) { /* a window is of one rule */
    case BULLETS:
        keep_sparks(play, contacts, count);
        fine = meet_players(play, contacts, count) && fine;
        break;
    case SHOTS:
        for (size_t i = 0; i < count; i++)
            hit_enemy(play, &contacts[i]);
        play->tally.enemy_hits += count;
        keep_sparks(play, contacts, count); /* the shot is removed when it is spent */
        break;
    default:
        fine = see(play, contacts, count) && fine;
        break;
    }
    play->out_of_memory = play->out_of_memory || !fine;
}
