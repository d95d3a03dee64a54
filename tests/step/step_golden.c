/* Small worlds whose contact streams are known: the same numbers on every processor, compiler and instruction set.
 * docs/platforms.md says where they were seen. A change of the arithmetic changes them; that is what they are for. */
#include <criterion/criterion.h>

#include <hail/hail.h>

#include "golden_scenes.h"

static void check_everywhere(int scene) {
    for (size_t n = 0; n < hail_variant_count(); n++) {
        const golden_digest d = golden_run(scene, hail_variant_name(n));
        cr_assert(golden_equal(scene, &d), "%s: %s, %zu contacts, hash %016llx", hail_variant_name(n),
                  hail_status_text(d.status), d.contacts, (unsigned long long)d.hash);
    }
}

Test(step_golden, one_number_everywhere) { check_everywhere(0); }
Test(step_golden, one_number_for_every_shape) { check_everywhere(1); }
