/* examples/view/past.h - the way back in time: keyframes, and what the player did since. */
#ifndef VIEW_PAST_H
#define VIEW_PAST_H

#include "scene.h"

enum {
    PAST_KEYFRAME = 30,   /* frames from one keyframe to the next */
    PAST_APART = 120,     /* frames between them at most, once some have gone */
    PAST_LONGEST = 36000, /* frames that it goes back at most: ten minutes */
    PAST_MOMENTS = PAST_LONGEST / PAST_KEYFRAME + PAST_APART + 2,
    PAST_MEGABYTES = 100 /* unless it is told otherwise */
};

/* The state before a frame: what hail_world_save wrote, then the scene's parts; and what the scene keeps itself. */
typedef struct moment {
    int frame;
    bool passing; /* no keyframe, but of the segment that is gone through backward */
    void *image, *kept;
    size_t world, bytes; /* of the world's image; of all three */
} moment;

typedef struct past {
    const scene_kind *kind;
    void *scene;
    int frame;    /* how many have been played */
    size_t most;  /* bytes that moments may take */
    size_t bytes; /* that they do */
    size_t count; /* of moments, by frame */
    moment moments[PAST_MOMENTS];
    scene_input inputs[PAST_LONGEST]; /* a ring, by frame */
} past;

/* Frame 0 of a scene. megabytes: 0: the usual number. */
void past_begin(past *of, const scene_kind *kind, void *scene, int megabytes);

/* Forgets what has been: before the scene ends, and after a change that no input tells of. */
void past_forget(past *of);

/* Plays a frame; goes back by one, if there is one. False after a message on stderr. */
bool past_play(past *of, const scene_input *input);
bool past_back(past *of);

/* How many frames past_back can still go back. */
int past_reach(const past *of);

#endif
