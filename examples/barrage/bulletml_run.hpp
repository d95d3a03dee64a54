/* bulletml_run.hpp - what libbulletml 0.0.6 does not offer for a run of a pattern: a copy, and an end without a leak.
 */
#ifndef BARRAGE_BULLETML_RUN_HPP
#define BARRAGE_BULLETML_RUN_HPP

#include <bulletml/bulletmlrunnerimpl.h>

namespace bulletml {

/* A run of its own for `runner`, which goes on as the original would. Leaves the original as it was. */
BulletMLRunnerImpl *copy(BulletMLRunnerImpl &run, BulletMLRunner *runner);

/* The library leaks the loops that a run is in when the run is dropped; a game drops thousands. */
void forget_loops(BulletMLRunnerImpl &run);

} // namespace bulletml

#endif
