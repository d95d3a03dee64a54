/* images/check.c - images-check chromium|teeworlds|freedoom|patches: reads every installed image and makes a template
 * of it, which must have as many opaque pixels. Large packages are read only if HAIL_REAL_DATA is set, as tests/run.sh
 * --real-data does. */
#include "images.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SKIPPED = 77 }; /* what meson takes for a skipped test */

static const struct {
    const char *name, *package;
    image_source source;
    bool large;
} KINDS[] = {{"chromium", "chromium-bsu-data", IMAGE_CHROMIUM, false},
             {"teeworlds", "teeworlds-data", IMAGE_TEEWORLDS, true},
             {"freedoom", "freedoom", IMAGE_FREEDOOM, true},
             {"patches", "freedoom", IMAGE_FREEDOOM_PATCHES, true}};
enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0] };

typedef struct sums {
    hail_spriteset *set;
    size_t images, pixels, opaque, empty, full, wrong;
} sums;

static void wrong(sums *sum, const char *name, const char *what) {
    printf("%s: %s\n", name, what);
    sum->wrong++;
}

static bool check_image(void *user, const image *loaded, const image_error *why) {
    sums *sum = user;
    hail_sprite_info info;
    uint32_t number, opaque = 0;
    if (loaded == NULL) {
        wrong(sum, "rejected", why->text);
        return true;
    }
    const size_t pixels = (size_t)loaded->width * loaded->height;
    for (size_t i = 0; i < pixels; i++)
        opaque += loaded->rgba[i * 4 + 3] != 0;
    const hail_image from = {.rgba = loaded->rgba,
                             .width = loaded->width,
                             .height = loaded->height,
                             .origin_x = loaded->origin_x,
                             .origin_y = loaded->origin_y};
    const hail_status status = hail_spriteset_add(sum->set, &from, &number);
    if (status != HAIL_OK)
        wrong(sum, loaded->name, hail_status_text(status));
    else if (hail_spriteset_describe(sum->set, number, &info) != HAIL_OK || info.opaque != opaque ||
             info.width != loaded->width || info.height != loaded->height)
        wrong(sum, loaded->name, "the template has other pixels than the image");
    sum->images++;
    sum->pixels += pixels;
    sum->opaque += opaque;
    sum->empty += opaque == 0;
    sum->full += opaque == pixels;
    return true;
}

static int skip(const char *why, const char *what) {
    printf("skipped: %s%s\n", why, what);
    return SKIPPED;
}

static int check(size_t kind) {
    sums sum = {0};
    image_error error;
    if (KINDS[kind].large && getenv("HAIL_REAL_DATA") == NULL)
        return skip("HAIL_REAL_DATA is not set", "");
    if (!image_png_possible())
        return skip("cannot read PNG: built without libpng", "");
    if (hail_spriteset_create(NULL, &sum.set) != HAIL_OK)
        return EXIT_FAILURE;
    if (!image_each_installed(KINDS[kind].source, check_image, &sum, &error))
        wrong(&sum, "ended", error.text);
    hail_spriteset_destroy(sum.set);
    if (sum.images == 0 && sum.wrong == 0)
        return skip("no images found; they are in Debian's package ", KINDS[kind].package);
    printf("%zu images, %zu pixels, %zu opaque; %zu images empty, %zu fully opaque; %zu wrong\n", sum.images,
           sum.pixels, sum.opaque, sum.empty, sum.full, sum.wrong);
    return sum.wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
    for (size_t i = 0; i < KIND_COUNT; i++)
        if (argc == 2 && strcmp(argv[1], KINDS[i].name) == 0)
            return check(i);
    fputs("usage: images-check chromium|teeworlds|freedoom|patches\n", stderr);
    return EXIT_FAILURE;
}
