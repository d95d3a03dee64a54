/* keep.c - copies of the game without its world, to go back to: hail_world_save keeps the world. */
#include "game.h"

#include <stdlib.h>
#include <string.h>

struct game_kept {
    game play; /* its scripts are copies; its arrays are not its own */
    pilot *pilots;
    threat *threats;
};

/* Replaces scripts by copies; false: memory is out, and what is no copy is NULL. */
static bool copy_scripts(game *play, pilot *pilots) {
    bool fine = true;
    for (int i = 0; i < play->options->emitters; i++)
        if (play->emitters[i].script != NULL)
            fine = (play->emitters[i].script = fine ? script_copy(play->emitters[i].script) : NULL) != NULL;
    for (uint32_t i = 0; i < play->pilot_count; i++)
        if (pilots[i].script != NULL)
            fine = (pilots[i].script = fine ? script_copy(pilots[i].script) : NULL) != NULL;
    return fine;
}

static void free_scripts(game *play, pilot *pilots) {
    for (int i = 0; i < play->options->emitters; i++)
        script_free(play->emitters[i].script);
    for (uint32_t i = 0; i < play->pilot_count; i++)
        script_free(pilots[i].script);
}

void game_forget(game_kept *kept) {
    if (kept == NULL)
        return;
    free_scripts(&kept->play, kept->pilots);
    free(kept->pilots);
    free(kept->threats);
    free(kept);
}

static size_t size_of(const game_kept *kept) {
    size_t scripts = 0;
    for (int i = 0; i < kept->play.options->emitters; i++)
        scripts += kept->play.emitters[i].script != NULL;
    for (uint32_t i = 0; i < kept->play.pilot_count; i++)
        scripts += kept->pilots[i].script != NULL;
    return sizeof *kept + kept->play.pilot_count * sizeof(pilot) + kept->play.threat_count * sizeof(threat) +
           scripts * SCRIPT_BYTES;
}

/* With room for one more: malloc(0) may return NULL. */
static void *duplicate(const void *array, size_t count, size_t element) {
    void *made = malloc((count + 1) * element);
    if (made != NULL && count > 0)
        memcpy(made, array, count * element);
    return made;
}

game_kept *game_keep(const game *play, size_t *bytes) {
    game_kept *kept = malloc(sizeof *kept);
    if (kept == NULL)
        return NULL;
    kept->play = *play;
    kept->pilots = duplicate(play->pilots, play->pilot_count, sizeof(pilot));
    kept->threats = duplicate(play->threats, play->threat_count, sizeof(threat));
    if (kept->pilots == NULL || kept->threats == NULL) {
        free(kept->pilots);
        free(kept->threats);
        free(kept);
        return NULL;
    }
    if (!copy_scripts(&kept->play, kept->pilots)) {
        game_forget(kept);
        return NULL;
    }
    *bytes = size_of(kept);
    return kept;
}

/* The arrays have grown since, if anything. */
bool game_go_back(game *play, const game_kept *kept) {
    const game now = *play;
    free_scripts(play, play->pilots);
    *play = kept->play;
    play->pilots = now.pilots, play->pilot_capacity = now.pilot_capacity;
    play->threats = now.threats, play->threat_capacity = now.threat_capacity;
    play->dead = now.dead, play->dead_capacity = now.dead_capacity;
    play->heard = now.heard, play->heard_capacity = now.heard_capacity;
    play->volley = now.volley;
    if (play->pilot_count > 0)
        memcpy(play->pilots, kept->pilots, play->pilot_count * sizeof(pilot));
    if (play->threat_count > 0)
        memcpy(play->threats, kept->threats, play->threat_count * sizeof(threat));
    return game_memory(copy_scripts(play, play->pilots));
}
