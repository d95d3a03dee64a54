/* measure_sprites.h - sprites as benchmarks: sprite_boxes/<instances>/<contender>, and
 * sprite_overlap_aligned/<pairs>/<contender> and sprite_overlap_rotated likewise. */
#ifndef MEASURE_SPRITES_H
#define MEASURE_SPRITES_H

/* Each registers its own; smoke: few instances or pairs, each for one round. Every contender's answers are checked
 * before it is timed. */
void measure_sprite_boxes(bool smoke);
void measure_sprite_overlaps(bool smoke);

#endif
