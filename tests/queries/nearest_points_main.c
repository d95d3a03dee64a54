/* tests/queries/nearest_points_main.c - Hail's nearest bodies, for nearest_scipy.py to compare: reads bodies and
 * questions from standard input, writes a line for each point that is asked about.
 *
 * First come the measure (a hail_distance_to) and the number of bodies, then their x and y. To the surface, bodies
 * are points; to the centre, they are circles of several radii. Then come questions until the end: k, a radius (0: any
 * distance), the number of points, and their x and y. All are separated by white space.
 *
 * A line: how many bodies are within the radius, how many were written, then each one's number and distance. */
#include <hail/hail.h>

#include <stdio.h>
#include <stdlib.h>

enum { SHAPES = 7 };

static void fail(const char *what) {
    fprintf(stderr, "test-nearest-points: %s\n", what);
    exit(1);
}

static void check(hail_status status) {
    if (status != HAIL_OK)
        fail(hail_status_text(status));
}

static void *room(size_t count, size_t size) {
    void *array = calloc(count + 1, size);
    if (array == NULL)
        fail("no memory");
    return array;
}

static void read_points(float *x, float *y, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (scanf("%f %f", &x[i], &y[i]) != 2)
            fail("a point is missing");
}

static void make_shapes(hail_world *world, uint32_t measure, hail_shape *shapes) {
    for (int k = 0; k < SHAPES; k++)
        check(hail_shape_circle(hail_world_shapes(world), measure == HAIL_TO_CENTRE ? 3.0f * (float)k : 0.0f,
                                &shapes[k]));
}

static hail_world *read_world(uint32_t *measure) {
    const hail_layer_options options = {.columns = HAIL_USER};
    hail_shape shapes[SHAPES];
    hail_world *world;
    size_t count;
    if (scanf("%u %zu", measure, &count) != 2)
        fail("not a measure and a number of bodies");
    float *x = room(count, sizeof *x), *y = room(count, sizeof *y);
    uint64_t *user = room(count, sizeof *user);
    hail_shape *shape = room(count, sizeof *shape);
    read_points(x, y, count);
    check(hail_world_create(NULL, &world));
    check(hail_layer_configure(world, 0, &options));
    make_shapes(world, *measure, shapes);
    for (size_t i = 0; i < count; i++)
        user[i] = i, shape[i] = shapes[i % SHAPES];
    const hail_spawn_columns columns = {.x = x, .y = y, .user = user, .shape = shape};
    check(hail_spawn(world, 0, NULL, &columns, count, NULL));
    check(hail_query_prepare(world, 0));
    free(x), free(y), free(user), free(shape);
    return world;
}

static void write_hits(const hail_query_hit *hits, size_t k, uint32_t count) {
    size_t found = 0;
    while (found < k && hits[found].kind == HAIL_CONTACT_BODY)
        found++;
    printf("%u %zu", count, found);
    for (size_t j = 0; j < found; j++)
        printf(" %llu %.9g", (unsigned long long)hits[j].user, (double)hits[j].distance);
    printf("\n");
}

/* False: the input has ended. */
static bool answer(const hail_world *world, uint32_t measure) {
    hail_nearest_options options = {.distance_to = measure};
    size_t k, count;
    const int found = scanf("%zu %f %zu", &k, &options.radius, &count);
    if (found == EOF)
        return false;
    if (found != 3)
        fail("not a question");
    float *x = room(count, sizeof *x), *y = room(count, sizeof *y);
    hail_query_hit *hits = room(count * k, sizeof *hits);
    uint32_t *counts = room(count, sizeof *counts);
    read_points(x, y, count);
    const hail_points points = {.x = x, .y = y, .count = count};
    check(hail_query_nearest(world, &points, &options, NULL, k, hits, counts));
    for (size_t i = 0; i < count; i++)
        write_hits(hits + i * k, k, counts[i]);
    free(x), free(y), free(hits), free(counts);
    return true;
}

int main(void) {
    uint32_t measure;
    hail_world *world = read_world(&measure);
    while (answer(world, measure))
        continue;
    check(hail_world_destroy(world));
    return 0;
}
