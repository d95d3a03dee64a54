/* examples/trace/print.c - the shape as C, and a summary. */
#include "print.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_ROOM = 64, NUMBER_ROOM = 28, LINE = 110, MAX_ON_STACK = 64 };

#define DEGREES 57.29577951308232

/* ---- Pieces ---- */

/* How names start: the image's name without its extension, with _ for characters that C does not allow. */
static void prefix(const traced *what, char *name) {
    const char *from = what->options->name != NULL ? what->options->name : what->from->name;
    const char *dot = what->options->name != NULL ? NULL : strrchr(from, '.');
    const size_t length = dot != NULL ? (size_t)(dot - from) : strlen(from);
    const bool clean = length > 0 && isalpha((unsigned char)from[0]) != 0 && strncmp(from, "hail", 4) != 0;
    size_t at = (size_t)snprintf(name, NAME_ROOM, "%s", clean ? "" : "sprite_");
    for (size_t i = 0; i < length && at < NAME_ROOM - 16; i++)
        name[at++] = isalnum((unsigned char)from[i]) != 0 ? from[i] : '_';
    name[at] = '\0';
}

/* As few digits as read back as the same number; without an exponent if possible, and always with a point. */
static void number(float value, char *text) {
    int length = 0;
    for (int digits = 1; digits <= 9; digits++) {
        length = snprintf(text, NUMBER_ROOM - 4, "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value && strchr(text, 'e') == NULL)
            break;
    }
    snprintf(text + length, 4, "%s", strpbrk(text, ".e") != NULL ? "f" : ".0f");
}

/* Writes one element of an array, on a new line if the line is full. */
static void element(FILE *to, int *column, const char *text, bool first, bool last) {
    if (*column + (int)strlen(text) + 4 > LINE)
        *column = fprintf(to, "\n    ") - 1;
    else if (!first)
        *column += fprintf(to, " ");
    *column += fprintf(to, "%s%s", text, last ? "};\n" : ",");
}

static void floats(FILE *to, const char *name, const char *axis, const float *values, size_t count, float scale) {
    char text[NUMBER_ROOM];
    int column = fprintf(to, "static const float %s_%s[] = {", name, axis);
    for (size_t i = 0; i < count; i++) {
        number(values[i] * scale, text);
        element(to, &column, text, i == 0, i + 1 == count);
    }
}

static void starts(FILE *to, const char *name, hail_loops loops) {
    char text[NUMBER_ROOM];
    int column = fprintf(to, "static const uint32_t %s_start[] = {", name);
    for (size_t i = 0; i <= loops.count; i++) {
        snprintf(text, sizeof text, "%u", loops.start[i]);
        element(to, &column, text, i == 0, i == loops.count);
    }
}

/* ---- C ---- */

/* A file's name must not end the comment that it is in. */
static void comment(const traced *what, FILE *to) {
    fputs("/* ", to);
    for (const char *c = what->from->name; *c != '\0'; c++)
        fputc(isprint((unsigned char)*c) != 0 && *c != '*' && *c != '\\' ? *c : '?', to);
    fprintf(to, ": %u opaque pixels of %u x %u", what->info.opaque, what->from->width, what->from->height);
    if (what->options->shape != TRACE_HULL)
        fprintf(to, ", outlined to within %g px", (double)what->options->error);
    fprintf(to, ".\n * Coordinates: px from (%g, %g) of the image", (double)what->origin_x, (double)what->origin_y);
    if (what->options->scale != 1.0f)
        fprintf(to, ", times %g", (double)what->options->scale);
    fputs("; x is right, y is down. */\n#include <hail/hail.h>\n\n", to);
}

static void print_parts(const traced *what, const char *name, FILE *to) {
    const size_t count = what->shape.count;
    fprintf(to, "/* Part p has vertices %s_start[p] to %s_start[p + 1] - 1. */\n", name, name);
    starts(to, name, what->shape);
    fprintf(to, "\nstatic hail_status %s_shape(hail_shapeset *set, hail_shape *shape) {\n", name);
    /* 512 bytes each: a few may lie on the stack. */
    fprintf(to, "    %shail_convex parts[%zu];\n", count > MAX_ON_STACK ? "static " : "", count);
    fprintf(to, "    for (uint32_t p = 0; p < %zu; p++) {\n", count);
    fprintf(to, "        const uint32_t first = %s_start[p], count = %s_start[p + 1] - first;\n", name, name);
    fprintf(
        to,
        "        const hail_status status = hail_convex_polygon(%s_x + first, %s_y + first, count, 0, &parts[p]);\n",
        name, name);
    fputs("        if (status != HAIL_OK)\n            return status;\n    }\n", to);
    fprintf(to, "    return hail_shape_compound(set, parts, %zu, shape);\n}\n", count);
}

static void print_outline(const traced *what, const char *name, FILE *to) {
    fprintf(to, "/* Loop l has vertices %s_start[l] to %s_start[l + 1] - 1: islands, each followed by its holes. */\n",
            name, name);
    starts(to, name, what->shape);
    fprintf(to, "\nstatic hail_status %s_shape(hail_shapeset *set, hail_shape *shape) {\n", name);
    fprintf(to, "    const hail_loops loops = {%s_x, %s_y, %s_start, %zu};\n", name, name, name, what->shape.count);
    fputs("    return hail_shape_concave(set, &loops, NULL, 0, shape, NULL);\n}\n", to);
}

static void print_hull(const traced *what, const char *name, FILE *to) {
    fprintf(to, "\nstatic hail_status %s_shape(hail_shapeset *set, hail_shape *shape) {\n", name);
    fprintf(to, "    return hail_shape_polygon(set, %s_x, %s_y, %zu, 0, shape);\n}\n", name, name,
            loop_vertices(what->shape));
}

bool print_c(const traced *what, FILE *to) {
    char name[NAME_ROOM];
    const size_t count = loop_vertices(what->shape);
    prefix(what, name);
    comment(what, to);
    floats(to, name, "x", what->shape.x, count, what->options->scale);
    floats(to, name, "y", what->shape.y, count, what->options->scale);
    switch (what->options->shape) {
    case TRACE_PARTS:
        print_parts(what, name, to);
        break;
    case TRACE_OUTLINE:
        print_outline(what, name, to);
        break;
    case TRACE_HULL:
        print_hull(what, name, to);
        break;
    }
    return true;
}

/* ---- For people ---- */

void print_summary(const traced *what, FILE *to) {
    const hail_sprite_info *info = &what->info;
    uint32_t fewest = UINT32_MAX, most = 0;
    for (size_t p = 0; p < what->parts.count; p++) {
        const uint32_t vertices = what->parts.start[p + 1] - what->parts.start[p];
        fewest = vertices < fewest ? vertices : fewest;
        most = vertices > most ? vertices : most;
    }
    fprintf(to, "sprite   %s: %u x %u px, %u opaque, in columns %u to %u, rows %u to %u\n", what->from->name,
            info->width, info->height, info->opaque, info->left, info->right - 1, info->top, info->bottom - 1);
    if (what->options->shape != TRACE_HULL)
        fprintf(to, "outline  %zu loops of %zu vertices, to within %g px\n", what->outline.count,
                loop_vertices(what->outline), (double)what->options->error);
    if (what->options->shape == TRACE_HULL)
        fprintf(to, "hull     %u vertices", most);
    else
        fprintf(to, "parts    %zu of %u to %u vertices", what->parts.count, fewest, most);
    fprintf(to, ", smallest angle %.2f degrees\n", (double)what->report.smallest_angle * DEGREES);
}
