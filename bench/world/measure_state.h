/* bench/world/measure_state.h - what saves, restores and hashes a world's state, beside a copy of the same bytes:
 * world_hash, snapshot, restore, rollback, each /<bodies>/<contender>. */
#ifndef MEASURE_STATE_H
#define MEASURE_STATE_H

/* Registers them. smoke: each is run once. */
void measure_state(bool smoke);

#endif
