/* bench/tiles/measure_tiles.h - tile maps as benchmarks: tile_rays_<filled>/<rays>/<contender>, tile_edit/1/hail,
 * sparks/<particles>/<contender>; tiles_<question>/<movers>/<contender> (movers.h), in which half of the movers are
 * circles and half boxes; tiles_<question>_circles and _boxes are of one kind; tiles_walk/<movers>/<contender> and
 * others of walkers.h. */
#ifndef MEASURE_TILES_H
#define MEASURE_TILES_H

/* Each call registers its benchmarks. smoke: small maps, few rays and particles, one round each. Every contender's
 * answers are checked before it is timed. With HAIL_BENCH_SHOW=n in the environment, measure_walkers prints the first n
 * answers of each run that differ from plain's. */
void measure_tile_rays(bool smoke);
void measure_tile_edit(bool smoke);
void measure_sparks(bool smoke);
void measure_movers(bool smoke);
void measure_walkers(bool smoke);

#endif
