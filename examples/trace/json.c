/* examples/trace/json.c - the shape as one JSON object, written with jansson; check.sh reads it. */
#include "print.h"

#include <jansson.h>

bool print_json_possible(void) { return true; }

/* [[[x, y], ...], ...] */
static json_t *polygons(hail_loops loops, double scale) {
    json_t *all = json_array();
    for (size_t l = 0; l < loops.count; l++) {
        json_t *loop = json_array();
        for (uint32_t i = loops.start[l]; i < loops.start[l + 1]; i++)
            json_array_append_new(loop, json_pack("[f, f]", (double)(float)((double)loops.x[i] * scale),
                                                  (double)(float)((double)loops.y[i] * scale)));
        json_array_append_new(all, loop);
    }
    return all;
}

/* jansson's calls accept NULL, so that missing memory shows at the end: then there are fewer pairs. */
static size_t pairs(const json_t *all) {
    size_t sum = 0;
    for (size_t l = 0; l < json_array_size(all); l++)
        sum += json_array_size(json_array_get(all, l));
    return sum;
}

bool print_json(const traced *what, FILE *to) {
    static const char *const SHAPES[] = {"parts", "outline", "hull"};
    const hail_sprite_info *info = &what->info;
    json_t *name = json_string(what->from->name); /* NULL: it is not UTF-8 */
    json_t *all = polygons(what->shape, (double)what->options->scale);
    const bool complete = pairs(all) == loop_vertices(what->shape);
    json_t *root =
        json_pack("{s:o, s:[i, i], s:i, s:i, s:[i, i, i, i], s:[f, f], s:f, s:s, s:f, s:f, s:o}", "file",
                  name != NULL ? name : json_null(), "size", (int)info->width, (int)info->height, "threshold",
                  what->options->threshold, "opaque", (int)info->opaque, "box", (int)info->left, (int)info->top,
                  (int)info->right, (int)info->bottom, "origin", (double)what->origin_x, (double)what->origin_y,
                  "scale", (double)what->options->scale, "shape", SHAPES[what->options->shape], "error",
                  (double)what->options->error, "smallest_angle", (double)what->report.smallest_angle, "polygons", all);
    const bool good =
        complete && root != NULL && json_dumpf(root, to, JSON_REAL_PRECISION(9)) == 0 && fputc('\n', to) == '\n';
    json_decref(root);
    return good;
}
