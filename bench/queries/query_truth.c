/* bench/queries/query_truth.c - see query_truth.h. */
#include "query_truth.h"

#include <math.h>

static const double tolerance = 1e-3; /* px; a float of 2,400 has steps of 2.4e-4 */

/* px along a ray of unit direction, until it comes within `radius` of body b; INFINITY: it passes by. */
static double hit(const query_scene *scene, uint32_t b, double radius, double x, double y, double ux, double uy) {
    const double to_x = (double)scene->x[b] - x, to_y = (double)scene->y[b] - y;
    const double along = to_x * ux + to_y * uy, beside = to_x * uy - to_y * ux;
    if (to_x * to_x + to_y * to_y <= radius * radius)
        return 0.0;
    const double half = radius * radius - beside * beside;
    return half < 0.0 || along < 0.0 ? INFINITY : along - sqrt(half);
}

/* more: px that are added to the radius */
static bool ray_agrees(const query_scene *scene, double more, const query_batch *batch, size_t i,
                       const query_answer *answers, size_t found) {
    const double x = (double)batch->x[i], y = (double)batch->y[i], dx = (double)batch->u[i], dy = (double)batch->v[i];
    const double length = sqrt(dx * dx + dy * dy), ux = dx / length, uy = dy / length;
    const double radius = (double)scene->radius + more;
    double surely = INFINITY; /* no later than this */
    for (uint32_t b = 0; b < scene->count; b++)
        surely = fmin(surely, hit(scene, b, radius - tolerance, x, y, ux, uy));
    if (!found)
        return surely > length - tolerance;
    const double at = (double)answers[0].value * length;
    return found == 1 && answers[0].body < scene->count && at <= fmin(surely, length) + tolerance &&
           at >= hit(scene, answers[0].body, radius + tolerance, x, y, ux, uy) - tolerance &&
           at <= hit(scene, answers[0].body, radius - tolerance, x, y, ux, uy) + tolerance;
}

/* Whether there is a hit, unless it takes less than the tolerance to change that. */
static bool sight_agrees(const query_scene *scene, const query_batch *batch, size_t i, size_t found) {
    const double x = (double)batch->x[i], y = (double)batch->y[i], dx = (double)batch->u[i], dy = (double)batch->v[i];
    const double length = sqrt(dx * dx + dy * dy), ux = dx / length, uy = dy / length, radius = (double)scene->radius;
    bool surely = false, perhaps = false;
    for (uint32_t b = 0; b < scene->count; b++) {
        surely |= hit(scene, b, radius - tolerance, x, y, ux, uy) <= length - tolerance;
        perhaps |= hit(scene, b, radius + tolerance, x, y, ux, uy) <= length + tolerance;
    }
    return found ? perhaps : !surely;
}

/* px until a box that points where it goes comes within `radius` of body b's centre; INFINITY: it passes by. */
static double hit_by_box(const query_scene *scene, uint32_t b, double radius, double x, double y, double ux,
                         double uy) {
    const double to_x = (double)scene->x[b] - x, to_y = (double)scene->y[b] - y;
    const double along = to_x * ux + to_y * uy, beside = fabs(to_x * uy - to_y * ux);
    const double over = fmax(beside - (double)QUERY_CAST_SIDE, 0.0), front = (double)QUERY_CAST_FRONT;
    const double apart = fmax(fabs(along) - front, 0.0);
    if (apart * apart + over * over <= radius * radius)
        return 0.0;
    const double half = radius * radius - over * over;
    return half < 0.0 || along < 0.0 ? INFINITY : along - front - sqrt(half);
}

static bool box_cast_agrees(const query_scene *scene, const query_batch *batch, size_t i, const query_answer *answers,
                            size_t found) {
    const double x = (double)batch->x[i], y = (double)batch->y[i], dx = (double)batch->u[i], dy = (double)batch->v[i];
    const double length = sqrt(dx * dx + dy * dy), ux = dx / length, uy = dy / length, radius = (double)scene->radius;
    double surely = INFINITY; /* no later than this */
    for (uint32_t b = 0; b < scene->count; b++)
        surely = fmin(surely, hit_by_box(scene, b, radius - tolerance, x, y, ux, uy));
    if (!found)
        return surely > length - tolerance;
    const double at = (double)answers[0].value * length;
    return found == 1 && answers[0].body < scene->count && at <= fmin(surely, length) + tolerance &&
           at >= hit_by_box(scene, answers[0].body, radius + tolerance, x, y, ux, uy) - tolerance &&
           at <= hit_by_box(scene, answers[0].body, radius - tolerance, x, y, ux, uy) + tolerance;
}

/* As `hit`. */
typedef double hit_fn(const query_scene *scene, uint32_t b, double radius, double x, double y, double ux, double uy);

/* Of answer n: no more than n bodies are hit before it, and its body is hit when it says. */
static bool is_number(const query_scene *scene, hit_fn *hit_of, double radius, const double ray[5],
                      const query_answer *answers, size_t n) {
    const double x = ray[0], y = ray[1], ux = ray[2], uy = ray[3], at = (double)answers[n].value * ray[4];
    const uint32_t body = answers[n].body;
    size_t before = 0;
    if (body >= scene->count || at > ray[4] + tolerance || (n && answers[n - 1].value > answers[n].value) ||
        at < hit_of(scene, body, radius + tolerance, x, y, ux, uy) - tolerance ||
        at > hit_of(scene, body, radius - tolerance, x, y, ux, uy) + tolerance)
        return false;
    for (uint32_t b = 0; b < scene->count; b++)
        before += hit_of(scene, b, radius - tolerance, x, y, ux, uy) < at - tolerance;
    return before <= n;
}

/* The first k hits in order, `kept` of them, and how many there are in all; not counted: no more than k are found. */
static bool hits_agree(const query_scene *scene, hit_fn *hit_of, double radius, size_t k, bool counted,
                       const query_batch *batch, size_t i, const query_answer *answers, size_t found) {
    const double dx = (double)batch->u[i], dy = (double)batch->v[i], length = sqrt(dx * dx + dy * dy);
    const double ray[5] = {(double)batch->x[i], (double)batch->y[i], dx / length, dy / length, length};
    size_t surely = 0, perhaps = 0;
    for (uint32_t b = 0; b < scene->count; b++) {
        surely += hit_of(scene, b, radius - tolerance, ray[0], ray[1], ray[2], ray[3]) <= length - tolerance;
        perhaps += hit_of(scene, b, radius + tolerance, ray[0], ray[1], ray[2], ray[3]) <= length + tolerance;
    }
    if (counted ? found < surely || found > perhaps : found > k || (found < k && (found < surely || found > perhaps)))
        return false;
    for (size_t n = 0; n < k && n < found; n++)
        if (!is_number(scene, hit_of, radius, ray, answers, n))
            return false;
    return true;
}

/* px between body b's centre and a box. */
static double apart(const query_scene *scene, uint32_t b, const double box[4]) {
    const double x = (double)scene->x[b], y = (double)scene->y[b];
    const double dx = fmax(fmax(box[0] - x, x - box[2]), 0.0), dy = fmax(fmax(box[1] - y, y - box[3]), 0.0);
    return sqrt(dx * dx + dy * dy);
}

static bool distinct(const query_answer *answers, size_t kept) {
    for (size_t one = 0; one < kept; one++)
        for (size_t other = 0; other < one; other++)
            if (answers[one].body == answers[other].body)
                return false;
    return true;
}

/* px between body b's centre and a turned box. */
static double apart_turned(const query_scene *scene, uint32_t b, const double box[4]) {
    const double x = (double)scene->x[b] - box[0], y = (double)scene->y[b] - box[1];
    const double dx = fmax(fabs(x * box[2] + y * box[3]) - (double)QUERY_BOX_LONG, 0.0),
                 dy = fmax(fabs(y * box[2] - x * box[3]) - (double)QUERY_BOX_WIDE, 0.0);
    return sqrt(dx * dx + dy * dy);
}

typedef double apart_fn(const query_scene *scene, uint32_t b, const double box[4]);

static bool list_agrees(const query_scene *scene, apart_fn *apart_of, const double box[4], const query_answer *answers,
                        size_t found, size_t kept) {
    size_t surely = 0, perhaps = 0, kept_surely = 0;
    for (uint32_t b = 0; b < scene->count; b++) {
        const double distance = apart_of(scene, b, box) - (double)scene->radius;
        surely += distance <= -tolerance;
        perhaps += distance <= tolerance;
    }
    for (size_t n = 0; n < kept; n++) {
        if (answers[n].body >= scene->count)
            return false;
        const double distance = apart_of(scene, answers[n].body, box) - (double)scene->radius;
        if (distance > tolerance)
            return false;
        kept_surely += distance <= -tolerance;
    }
    return found >= surely && found <= perhaps && (kept < found || kept_surely == surely);
}

static bool allows_all(uint32_t body) {
    (void)body;
    return true;
}

/* How many bodies lie within QUERY_NEAR_RADIUS of a point; `found` may be too many or too few where that is close. */
static bool near_count_agrees(const query_scene *scene, const double point[4], size_t found) {
    size_t surely = 0, perhaps = 0;
    for (uint32_t b = 0; b < scene->count; b++) {
        const double distance = apart(scene, b, point) - (double)QUERY_NEAR_RADIUS;
        surely += distance <= -tolerance;
        perhaps += distance <= tolerance;
    }
    return found >= surely && found <= perhaps;
}

/* The first k answers are as far away as their bodies, and fewer bodies than their number are nearer. */
static bool near_agrees(const query_scene *scene, size_t k, bool (*allows)(uint32_t), const double point[4],
                        const query_answer *answers, size_t found) {
    if (found != k) /* there are enough */
        return false;
    for (size_t n = 0; n < found; n++) {
        const double distance = (double)answers[n].value;
        size_t nearer = 0;
        if (answers[n].body >= scene->count || fabs(apart(scene, answers[n].body, point) - distance) > tolerance ||
            (n && answers[n - 1].value > answers[n].value))
            return false;
        for (uint32_t b = 0; b < scene->count; b++)
            nearer += apart(scene, b, point) < distance - tolerance && allows(b);
        if (nearer > n || !allows(answers[n].body))
            return false;
    }
    return true;
}

/* Questions whose answers are counted, or of which the first few count. */
static bool more_agrees(const query_scene *scene, query_question question, size_t k, const query_batch *batch, size_t i,
                        const query_answer *answers, size_t found) {
    const double x = (double)batch->x[i], y = (double)batch->y[i], point[4] = {x, y, x, y};
    const double box[4] = {x, y, (double)batch->u[i], (double)batch->v[i]};
    const double own = (double)scene->radius, both = own + (double)QUERY_CAST_RADIUS;
    const bool counted = query_counts(question);
    const size_t kept = found < k ? found : k;
    if (!distinct(answers, kept))
        return false;
    switch (question) {
    case QUERY_SOME_RAYS:
    case QUERY_COUNTED_RAYS:
        return hits_agree(scene, hit, own, k, counted, batch, i, answers, found);
    case QUERY_SOME_CASTS:
    case QUERY_COUNTED_CASTS:
        return hits_agree(scene, hit, both, k, counted, batch, i, answers, found);
    case QUERY_SOME_BOX_CASTS:
        return hits_agree(scene, hit_by_box, own, k, counted, batch, i, answers, found);
    case QUERY_COUNTED_BOXES:
        return list_agrees(scene, apart, box, NULL, found, 0);
    case QUERY_COUNTED_PICKS:
        return list_agrees(scene, apart, point, NULL, found, 0);
    case QUERY_COUNTED_SHAPES:
        return list_agrees(scene, apart_turned, box, NULL, found, 0);
    default:
        return near_count_agrees(scene, point, found) && near_agrees(scene, kept, allows_all, point, answers, kept);
    }
}

bool query_truth_agrees(const query_scene *scene, query_question question, size_t k, const query_batch *batch, size_t i,
                        const query_answer *answers, size_t found, size_t kept) {
    const double x = (double)batch->x[i], y = (double)batch->y[i], point[4] = {x, y, x, y};
    const double box[4] = {x, y, (double)batch->u[i], (double)batch->v[i]};
    switch (question) {
    case QUERY_RAYS:
        return ray_agrees(scene, 0.0, batch, i, answers, found);
    case QUERY_CASTS:
        return ray_agrees(scene, (double)QUERY_CAST_RADIUS, batch, i, answers, found);
    case QUERY_BOX_CASTS:
        return box_cast_agrees(scene, batch, i, answers, found);
    case QUERY_SIGHT:
        return sight_agrees(scene, batch, i, found);
    case QUERY_SHAPES:
        return distinct(answers, kept) && list_agrees(scene, apart_turned, box, answers, found, kept);
    case QUERY_FILTERED:
        return distinct(answers, found) && near_agrees(scene, k, query_allows, point, answers, found);
    case QUERY_RARE:
        return distinct(answers, found) && near_agrees(scene, k, query_allows_rare, point, answers, found);
    case QUERY_BOXES:
        return distinct(answers, kept) && list_agrees(scene, apart, box, answers, found, kept);
    case QUERY_PICKS:
        return distinct(answers, kept) && list_agrees(scene, apart, point, answers, found, kept);
    case QUERY_NEAREST:
        return distinct(answers, found) && near_agrees(scene, k, allows_all, point, answers, found);
    default:
        return more_agrees(scene, question, k, batch, i, answers, found);
    }
}
