/* images/images.h - loads sprites from PNG and from the pictures in Doom's WADs.
 *
 * Not part of the library: it shows how a game loads its own images, and gives tests and examples real data.
 *
 *     image ship;
 *     image_error error;
 *     if (image_load_png("ship.png", &ship, &error))
 *         hail_spriteset_add(set, &(hail_image){.rgba = ship.rgba, .width = ship.width, .height = ship.height,
 *                                                .origin_x = ship.origin_x, .origin_y = ship.origin_y}, &number);
 *     else
 *         puts(error.text);
 *
 * Errors: a function that fails returns false, writes a message to `error` that starts with the file's name, and zeroes
 * what it would have filled. Files are untrusted: any content is loaded or rejected. Limits: files 64 MiB, images
 * HAIL_MAX_SPRITE px wide and high. */
#ifndef IMAGES_IMAGES_H
#define IMAGES_IMAGES_H

#include "../doom/wad.h"

#include <hail/sprite.h>

typedef file_error image_error;

typedef struct image {
    uint8_t *rgba;            /* height rows of width pixels, 4 bytes each, alpha last and not multiplied in */
    uint32_t width, height;   /* px: 1 to HAIL_MAX_SPRITE */
    float origin_x, origin_y; /* px from the top left corner: as the file says; of a PNG its middle */
    char name[64];            /* the file's name without its folder; in a WAD the lump's name */
} image;

/* Loads a PNG of any colour type. The caller calls image_free. */
bool image_load_png(const char *path, image *to, image_error *error);

/* Whether this build can read PNG (it needs libpng). If not, image_load_png always fails. */
bool image_png_possible(void);

/* Frees an image; a zeroed one is allowed. */
void image_free(image *of);

/* ---- Doom's WADs ------------------------------------------------------------------------------------------------- */

typedef enum image_lumps {
    IMAGE_SPRITES = 0, /* between S_START and S_END: monsters, things, weapons; each has its origin */
    IMAGE_PATCHES      /* between P_START and P_END: the pictures that walls are made of */
} image_lumps;

/* An open WAD, and its pictures of one kind. */
typedef struct image_wad {
    wad_file file;
    const uint8_t *palette; /* 256 colours of 3 bytes: PLAYPAL */
    size_t *entry;          /* `count` entries of the WAD's directory */
    size_t count;
} image_wad;

/* Opens a WAD; the caller calls image_wad_close. */
bool image_wad_open(const char *path, image_lumps kind, image_wad *wad, image_error *error);
void image_wad_close(image_wad *wad);

/* Loads picture `number` (below wad->count): alpha is 255 where a post is, else 0. The message of an error starts with
 * the lump's name. */
bool image_wad_load(const image_wad *wad, size_t number, image *to, image_error *error);

/* ---- Installed images -------------------------------------------------------------------------------------------- */

typedef enum image_source {
    IMAGE_CHROMIUM = 0,     /* Debian's package chromium-bsu-data: 65 PNG files; HAIL_CHROMIUM_IMAGES */
    IMAGE_TEEWORLDS,        /* teeworlds-data: 412 PNG files; HAIL_TEEWORLDS_IMAGES */
    IMAGE_FREEDOOM,         /* freedoom's freedoom2.wad: 1,461 sprites; HAIL_FREEDOOM_WAD */
    IMAGE_FREEDOOM_PATCHES, /* and the 993 patches of its walls */
    IMAGE_SOURCES
} image_source;

/* Called for each image, which lives until it returns. loaded NULL: this one was rejected, for the reason in `why`.
 * False stops. */
typedef bool (*image_taker)(void *user, const image *loaded, const image_error *why);

/* Calls `take` for all images of an installed package, in the order of their paths (in a WAD, of its directory). They
 * are where Debian installs them, or in the folder or WAD in the environment variable above. If none is installed, it
 * is not called. False: out of memory, the WAD cannot be read, or `take` returned false (then `error` is empty). */
bool image_each_installed(image_source source, image_taker take, void *user, image_error *error);

#endif
