/* engine/base/exact.c - on which side of a line a point lies, without error.
 *
 * After J. Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997. */
#include "exact.h"

#include <math.h>

/* The product of any two floats is exact in double precision, so the determinant is a sum of six doubles. It is summed
 * as an expansion: terms that do not overlap, the last of which has the sign of the sum. */
static int exact_turn(hail_point a, hail_point b, hail_point c) {
    const double product[6] = {(double)a.x * b.y,  -(double)a.y * b.x, (double)b.x * c.y,
                               -(double)b.y * c.x, (double)c.x * a.y,  -(double)c.y * a.x};
    double term[6];
    int terms = 0;
    for (int i = 0; i < 6; i++) {
        double sum = product[i];
        int kept = 0;
        for (int k = 0; k < terms; k++) {
            const double more = term[k], total = sum + more, part = total - sum;
            const double error = (sum - (total - part)) + (more - part);
            sum = total;
            if (error != 0.0)
                term[kept++] = error;
        }
        if (sum != 0.0)
            term[kept++] = sum;
        terms = kept;
    }
    if (!terms)
        return 0;
    return term[terms - 1] > 0.0 ? 1 : -1;
}

int hail_turn(hail_point a, hail_point b, hail_point c) {
    const double bound = 3.3306690738754716e-16; /* (3 + 16 e) e, where e is 2^-53 */
    const double left = ((double)a.x - c.x) * ((double)b.y - c.y), right = ((double)a.y - c.y) * ((double)b.x - c.x);
    const double determinant = left - right, sure = bound * (fabs(left) + fabs(right));
    if (determinant > sure)
        return 1;
    if (-determinant > sure)
        return -1;
    return exact_turn(a, b, c);
}
