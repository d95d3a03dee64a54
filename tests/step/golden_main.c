/* The golden scenes without a test runner, for machines that have none. Prints a line for each variant and scene; exits
 * with 1 if a number is not the known one. */
#include <stdio.h>

#include <hail/hail.h>

#include "golden_scenes.h"

int main(void) {
    int status = 0;
    for (size_t n = 0; n < hail_variant_count(); n++)
        for (int scene = 0; scene < GOLDEN_SCENES; scene++) {
            const golden_digest d = golden_run(scene, hail_variant_name(n));
            const bool equal = golden_equal(scene, &d);
            printf("%s %s, %s: %lu contacts, hash %08lx%08lx\n", equal ? "ok" : "WRONG", hail_variant_name(n),
                   golden_scenes[scene].name, (unsigned long)d.contacts, (unsigned long)(d.hash >> 32),
                   (unsigned long)(d.hash & 0xffffffffu));
            status |= !equal;
        }
    return status;
}
