/* examples/view/past.c - time runs backward: the last keyframe is restored, and the frames since are played again. */
#include "past.h"

#include <stdlib.h>
#include <string.h>

/* ---- Moments ----------------------------------------------------------------------------------------------------- */

static void drop(past *of, size_t i) {
    moment *gone = &of->moments[i];
    free(gone->image);
    if (gone->kept != NULL)
        of->kind->forget(gone->kept);
    of->bytes -= gone->bytes;
    memmove(gone, gone + 1, (of->count - i - 1) * sizeof *gone);
    of->count--;
}

static void drop_passing(past *of) {
    for (size_t i = of->count; i-- > 0;)
        if (of->moments[i].passing)
            drop(of, i);
}

/* Keyframes leave a quarter of the memory to the segment that is gone through, unless that holds too few to help. */
static size_t limit(const past *of, size_t bytes, bool passing) {
    return passing || bytes > of->most / 8 ? of->most : of->most - of->most / 4;
}

/* The oldest that others can stand in for without too long a way; if there is none, the oldest of all. */
static size_t least_missed(const past *of) {
    for (size_t i = 1; i + 1 < of->count; i++)
        if (of->moments[i + 1].frame - of->moments[i - 1].frame <= PAST_APART)
            return i;
    return 0;
}

static bool make_room(past *of, size_t bytes, bool passing) {
    while (of->count > 0 && !passing && of->bytes + bytes > limit(of, bytes, false))
        drop(of, least_missed(of));
    return of->count < PAST_MOMENTS && of->bytes + bytes <= limit(of, bytes, passing);
}

static size_t parts_of(const past *of, scene_part parts[SCENE_PARTS], size_t *bytes) {
    const size_t count = of->kind->parts != NULL ? of->kind->parts(of->scene, parts) : 0;
    *bytes = 0;
    for (size_t i = 0; i < count; i++)
        *bytes += parts[i].size;
    return count;
}

/* The world's image, and the parts behind it. */
static bool fill(const past *of, moment *to) {
    scene_part parts[SCENE_PARTS];
    size_t own;
    const size_t count = parts_of(of, parts, &own);
    to->image = malloc(to->world + own);
    if (to->image == NULL ||
        hail_world_save(of->kind->world(of->scene), HAIL_TRUSTED, to->image, to->world, NULL) != HAIL_OK) {
        free(to->image);
        return false;
    }
    unsigned char *end = (unsigned char *)to->image + to->world;
    for (size_t i = 0; i < count; end += parts[i++].size)
        memcpy(end, parts[i].at, parts[i].size);
    return true;
}

/* Without room or memory there is no moment: time goes back less far. */
static void take(past *of, bool passing) {
    moment made = {.frame = of->frame, .passing = passing};
    scene_part parts[SCENE_PARTS];
    size_t own, kept = 0;
    if (hail_world_save_size(of->kind->world(of->scene), HAIL_TRUSTED, &made.world) != HAIL_OK)
        return;
    parts_of(of, parts, &own);
    if (of->kind->keep != NULL && (made.kept = of->kind->keep(of->scene, &kept)) == NULL)
        return;
    made.bytes = made.world + own + kept;
    if (make_room(of, made.bytes, passing) && fill(of, &made)) {
        of->bytes += made.bytes;
        of->moments[of->count++] = made;
    } else if (made.kept != NULL) {
        of->kind->forget(made.kept);
    }
}

static bool restore(past *of, const moment *from) {
    scene_part parts[SCENE_PARTS];
    size_t own;
    const size_t count = parts_of(of, parts, &own);
    const unsigned char *end = (const unsigned char *)from->image + from->world;
    for (size_t i = 0; i < count; end += parts[i++].size)
        memcpy(parts[i].at, end, parts[i].size);
    of->frame = from->frame;
    const uint32_t flags = HAIL_TRUSTED | HAIL_ANY_MAPS; /* maps go back after it */
    return scene_fine(hail_world_restore(of->kind->world(of->scene), flags, from->image, from->world), "going back") &&
           (from->kept == NULL || of->kind->go_back(of->scene, from->kept));
}

/* ---- Time -------------------------------------------------------------------------------------------------------- */

void past_begin(past *of, const scene_kind *kind, void *scene, int megabytes) {
    const size_t bytes = (size_t)(megabytes > 0 ? megabytes : PAST_MEGABYTES) * 1000000;
    of->kind = kind;
    of->scene = scene;
    of->frame = 0;
    of->most = bytes > sizeof *of ? bytes - sizeof *of : 0;
}

void past_forget(past *of) {
    while (of->count > 0)
        drop(of, of->count - 1);
}

static bool step(past *of) {
    const bool fine = of->kind->step(of->scene, &of->inputs[of->frame % PAST_LONGEST]);
    of->frame++;
    return fine;
}

bool past_play(past *of, const scene_input *input) {
    drop_passing(of);
    if (of->count > 0 && of->moments[0].frame + PAST_LONGEST <= of->frame)
        drop(of, 0);
    if (of->count == 0 || of->frame % PAST_KEYFRAME == 0)
        take(of, false);
    of->inputs[of->frame % PAST_LONGEST] = *input;
    return step(of);
}

int past_reach(const past *of) {
    const int reach = of->count > 0 ? of->frame - of->moments[0].frame - 1 : 0;
    return reach > 0 ? reach : 0;
}

/* How many frames lie between the moments of a segment that is gone through backward: as few as there is room for. */
static int apart(const past *of, const moment *key, int length) {
    const size_t room = key->bytes > 0 ? of->most / 4 / key->bytes : 0;
    return room == 0 ? length : (int)(((size_t)length + room - 1) / room);
}

/* The last of the frames is always played: contacts, and what a scene makes of them, are in no image. */
bool past_back(past *of) {
    const int wanted = of->frame - 1;
    if (past_reach(of) == 0)
        return true;
    while (of->moments[of->count - 1].frame >= wanted)
        drop(of, of->count - 1);
    const moment from = of->moments[of->count - 1];
    const int every = apart(of, &from, wanted - from.frame);
    if (!restore(of, &from))
        return false;
    while (of->frame < wanted) {
        if (of->frame > from.frame && (of->frame - from.frame) % every == 0)
            take(of, true);
        if (!step(of))
            return false;
    }
    return true;
}
