/* tests/cross/own_process.c - the stand-in for Criterion runs each test in a process of its own. */
#include <criterion/criterion.h>

static int ran_here;

/* Whichever runs first, the other must not see that it did. */
Test(own_process, one) { cr_assert_eq(ran_here++, 0); }
Test(own_process, other) { cr_assert_eq(ran_here++, 0); }
