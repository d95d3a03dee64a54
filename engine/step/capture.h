/* engine/step/capture.h - the contacts of a world's step, held until it is the world's turn to have them delivered; and
 * what the end of that step needs of a scratch that other worlds step with meanwhile. */
#ifndef HAIL_STEP_CAPTURE_H
#define HAIL_STEP_CAPTURE_H

#include "world/shared_scratch.h"

/* Steps a world up to the delivery of its contacts, which the capture holds. wanted: there is a callback. */
void hail_capture_step(hail_capture *capture, hail_world *world, float dt, bool wanted);

/* Delivers the contacts and ends the step. Its scratch may hold something else by now. */
hail_status hail_capture_deliver(hail_capture *capture, hail_contacts_fn *on_contacts, void *user);

#endif
