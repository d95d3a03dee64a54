/* bench/sprites/measure_sprites.h - sprites as benchmarks: sprite_boxes/<instances>/<contender>, and
 * sprite_overlap_aligned/<pairs>/<contender> and sprite_overlap_rotated likewise. */
#ifndef MEASURE_SPRITES_H
#define MEASURE_SPRITES_H

/* Each call registers its benchmarks. smoke: few instances or pairs, one round each. Every contender's answers are
 * checked before it is timed. */
void measure_sprite_boxes(bool smoke);
void measure_sprite_overlaps(bool smoke);

#endif
