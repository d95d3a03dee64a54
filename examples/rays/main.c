/* rays/main.c - hail-rays: a tile map, rays through it, and what they hit. */
#include "../maps/maps.h"
#include "cave.h"
#include "fan.h"
#include "options.h"
#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool failed(const char *why) {
    fprintf(stderr, "hail-rays: %s\n", why);
    return false;
}

/* ---- Layers ---- */

/* The smaller of the numbers of solid and open cells. */
static size_t variety(const maps_map *map, const maps_layer *layer) {
    const size_t count = (size_t)layer->columns * layer->rows;
    size_t walls = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t number = layer->cells[i] & HAIL_TILE_NUMBER;
        walls += number != 0 && (MAPS_STOPS & HAIL_KIND(map->tiles[number - 1].kind)) != 0;
    }
    return walls < count - walls ? walls : count - walls;
}

static bool choose_layer(const maps_map *map, const char *name, size_t *layer) {
    size_t best = 0;
    *layer = 0;
    for (size_t i = 0; i < map->layer_count; i++) {
        if (name != NULL && strcmp(map->layers[i].name, name) == 0) {
            *layer = i;
            return true;
        }
        const size_t value = variety(map, &map->layers[i]);
        if (value > best) {
            best = value;
            *layer = i;
        }
    }
    if (name == NULL && map->layer_count > 0)
        return true;
    fprintf(stderr, "hail-rays: no layer \"%s\". Available layers:\n", name != NULL ? name : "");
    for (size_t i = 0; i < map->layer_count; i++)
        fprintf(stderr, "    %s, %u x %u cells\n", map->layers[i].name[0] ? map->layers[i].name : "(no name)",
                (unsigned)map->layers[i].columns, (unsigned)map->layers[i].rows);
    return false;
}

/* ---- The view ---- */

/* A window of the given size, as close as possible to being centred on `middle`, inside a map that starts at `low`. */
static int window(float low, float length, int size, float middle) {
    const float first = fmaxf(low, fminf(middle - 0.5f * (float)size, low + length - (float)size));
    return (int)floorf(first);
}

/* The whole map. */
static rays_view all(const maps_map *map, const maps_layer *layer) {
    return (rays_view){.x = (int)layer->x,
                       .y = (int)layer->y,
                       .width = (int)(layer->columns * map->tile_width),
                       .height = (int)(layer->rows * map->tile_height)};
}

/* The part of it that is drawn. */
static rays_view cut_out(const rays_view *area, float x, float y) {
    const float width = (float)area->width, height = (float)area->height;
    rays_view view = {.width = width < 1280.0f ? area->width : 1280, .height = height < 720.0f ? area->height : 720};
    view.x = window((float)area->x, width, view.width, x);
    view.y = window((float)area->y, height, view.height, y);
    return view;
}

/* ---- The run ---- */

static void print(const maps_map *map, const maps_layer *layer, const rays_options *options, const fan *of) {
    printf("map     %s%s%s: %u x %u cells of %u x %u px, %zu tiles\n", options->map != NULL ? options->map : "cave",
           layer->name[0] == '\0' ? "" : ", layer ", layer->name, layer->columns, layer->rows, map->tile_width,
           map->tile_height, map->tile_count);
    printf("origin  (%g, %g)%s\n", (double)of->x, (double)of->y,
           of->count > 0 && of->hits[0].started_inside ? " (inside a solid pixel)" : "");
    printf("rays    %zu of %g px, %s\n", of->count, (double)of->length,
           options->bresenham ? "Bresenham's pixels" : "every pixel");
    printf("hits    %zu, mean distance %.2f px\n", of->hit_count, of->mean);
}

static bool shoot(const maps_map *map, size_t layer, const hail_tilemap *walls, const rays_options *options) {
    const rays_view area = options->view.width > 0 ? options->view : all(map, &map->layers[layer]);
    rays_view view = options->view.width > 0 ? area : cut_out(&area, 0.0f, 0.0f);
    float x = options->x, y = options->y, length = options->length;
    if (!(length > 0.0f))
        length = 0.5f * hypotf((float)view.width, (float)view.height);
    hail_status status = HAIL_OK;
    if (!options->has_origin)
        status = fan_place(walls, options, &area, length, &x, &y);
    if (options->view.width == 0)
        view = cut_out(&area, x, y);
    fan of = {0};
    if (status == HAIL_OK)
        status = fan_march(walls, options, x, y, length, &of);
    bool good = status == HAIL_OK || failed(hail_status_text(status));
    if (good)
        print(map, &map->layers[layer], options, &of);
    if (good && options->picture != NULL)
        good = picture_write(&(picture){map, &map->layers[layer], &of, view}, options->picture);
    fan_free(&of);
    return good;
}

static bool run(const maps_map *map, const rays_options *options) {
    hail_tileset *set;
    hail_tilemap *walls;
    maps_error error;
    size_t layer;
    if (!choose_layer(map, options->layer, &layer))
        return false;
    if (!maps_make(map, layer, 1, &set, &walls, &error))
        return failed(error.text);
    const bool good = shoot(map, layer, walls, options);
    hail_tilemap_destroy(walls);
    hail_tileset_destroy(set);
    return good;
}

int main(int argc, char **argv) {
    rays_options options;
    int status;
    if (!options_parse(&options, argc, argv, &status))
        return status;
    if (options.picture != NULL && !picture_possible()) {
        failed("--png is not available: built without cairo");
        return EXIT_FAILURE;
    }
    maps_map map;
    maps_error error;
    if (options.map != NULL ? !maps_load(options.map, &map, &error) : !cave_make(&map, &error)) {
        failed(error.text);
        return EXIT_FAILURE;
    }
    const bool good = run(&map, &options);
    maps_free(&map);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
