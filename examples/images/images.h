/* images.h - sprites that people drew, from the formats that they are kept in: PNG, and the pictures of Doom's WADs.
 *
 * No part of the library: it shows how a game gets its own images into one, and gives tests and examples real data.
 *
 *     image ship;
 *     image_error error;
 *     if (image_load_png("ship.png", &ship, &error))
 *         hail_spriteset_add(set, &(hail_image){.rgba = ship.rgba, .width = ship.width, .height = ship.height,
 *                                                .origin_x = ship.origin_x, .origin_y = ship.origin_y}, &number);
 *     else puts(error.text);
 *
 * Errors: a function that can fail returns false, and has then written a sentence to `error` that starts with the file
 * it is about. Nothing is left behind: what it would have filled is zeroed. Whatever a file holds, it is read or
 * refused; files are at most 64 MiB, images at most HAIL_MAX_SPRITE px wide and high. */
#ifndef IMAGES_IMAGES_H
#define IMAGES_IMAGES_H

#include "../doom/wad.h"

#include <hail/sprite.h>

typedef file_error image_error;

typedef struct image {
    uint8_t *rgba;            /* height rows of width pixels, 4 bytes each, alpha last and not multiplied in */
    uint32_t width, height;   /* px: 1 to HAIL_MAX_SPRITE */
    float origin_x, origin_y; /* px from the left top corner: what the file says; of a PNG the middle */
    char name[64];            /* the end of the file's name; the lump's name of what a WAD holds */
} image;

/* Reads a PNG of any kind. image_free gives it back. */
bool image_load_png(const char *path, image *to, image_error *error);

/* Whether this build has a reader for PNG (needs libpng); without one image_load_png always fails. */
bool image_png_possible(void);

/* Zeros are fine. */
void image_free(image *of);

/* ---- Doom's WADs ------------------------------------------------------------------------------------------------- */

typedef enum image_lumps {
    IMAGE_SPRITES = 0, /* between S_START and S_END: monsters, things, weapons; each has its origin */
    IMAGE_PATCHES      /* between P_START and P_END: what walls are put together from */
} image_lumps;

/* An open WAD, and where in it the pictures of one kind lie. */
typedef struct image_wad {
    wad_file file;
    const uint8_t *palette; /* 256 colours of 3 bytes: PLAYPAL */
    size_t *entry;          /* `count` entries of the WAD's directory */
    size_t count;
} image_wad;

/* image_wad_close gives it back. */
bool image_wad_open(const char *path, image_lumps kind, image_wad *wad, image_error *error);
void image_wad_close(image_wad *wad);

/* Picture `number` (below wad->count), with alpha 0 where it has no post and 255 elsewhere. What is wrong with a broken
 * one `error` says after the lump's name. */
bool image_wad_load(const image_wad *wad, size_t number, image *to, image_error *error);

/* ---- Installed images -------------------------------------------------------------------------------------------- */

typedef enum image_source {
    IMAGE_CHROMIUM = 0,     /* Debian's package chromium-bsu-data: 65 PNG files; HAIL_CHROMIUM_IMAGES */
    IMAGE_TEEWORLDS,        /* teeworlds-data: 412 PNG files; HAIL_TEEWORLDS_IMAGES */
    IMAGE_FREEDOOM,         /* freedoom's freedoom2.wad: 1,461 sprites; HAIL_FREEDOOM_WAD */
    IMAGE_FREEDOOM_PATCHES, /* and the 993 patches of its walls */
    IMAGE_SOURCES
} image_source;

/* Gets one image after the other; each lives until it returns. loaded NULL: this one was refused, and `why` says why.
 * False ends the round. */
typedef bool (*image_taker)(void *user, const image *loaded, const image_error *why);

/* Hands out all images of an installed package in the order of their paths (in a WAD, of its directory), from where
 * Debian puts them, or where the environment variable above says: a folder, or the WAD. Where nothing is installed
 * nothing is handed out. False when memory ran out, when the WAD cannot be read, or when the taker ended the round, of
 * which alone `error` says nothing. */
bool image_each_installed(image_source source, image_taker take, void *user, image_error *error);

#endif
