/* engine/nearest/short_list.c - lists the few bodies that points look for, in the order in which equally near ones are
 * found. */
#include "short_list.h"

#include <string.h>

#include "lowest_bit.h"

_Static_assert(sizeof(hail_handle) == 2 * sizeof(uint32_t) && offsetof(hail_handle, generation) == 4,
               "it is copied by words");

/* So many circles that no filter leaves out are found as fast in cells, and listed in the time of so many points each.
 */
enum { ALL_BODIES = 40, POINTS_A_BODY = 2 };

/* With a filter, what takes the place of a list is slower, and takes as long to make. */
enum { BODIES_A_POINT = 2 };

static bool is_worth_it(const hail_near_grids *grids, size_t count) {
    return grids->sifted ? grids->found <= HAIL_NEAR_LISTED && grids->found <= count * BODIES_A_POINT
                         : grids->found <= ALL_BODIES && grids->found <= count / POINTS_A_BODY;
}

static bool is_round(const hail_layer *layer) { return !layer->polygons && !layer->composed; }

bool hail_near_listed_fits(const hail_near_grids *grids, const hail_seek *seek, size_t count, size_t capacity) {
    if (!is_worth_it(grids, count) || capacity > HAIL_NEAR_KEEP)
        return false;
    if (seek->filter.each_layers || (seek->selective && !grids->sifted))
        return false;
    for (uint32_t i = 0; i < grids->count; i++)
        if (!is_round(grids->grid[i].layer))
            return false;
    return true;
}

/* Puts the last body where its slot belongs among those from `first` on, which are of its layer. */
static void sort_last(hail_listed_body *body, uint32_t first, uint32_t last) {
    const hail_listed_body own = body[last];
    uint32_t at = last;
    for (; at > first && body[at - 1].handle[0] > own.handle[0]; at--)
        body[at] = body[at - 1];
    body[at] = own;
}

static hail_listed_body body_at(const hail_near_grid *from, uint32_t position) {
    const hail_grid_view *grid = &from->level->view;
    const uint32_t index = from->level->order[position];
    const uint64_t *user = layer_user(from->layer);
    const uint8_t header[4] = {HAIL_CONTACT_BODY, (uint8_t)from->number, 0, 0};
    hail_listed_body body = {.x = grid->x[position],
                             .y = grid->y[position],
                             .radius = grid->radius ? grid->radius[position] : grid->uniform_radius};
    memcpy(body.handle, &layer_handles(from->layer)[index], sizeof body.handle);
    if (user)
        memcpy(body.user, &user[index], sizeof body.user);
    memcpy(&body.header, header, sizeof header);
    return body;
}

/* Lists the bodies that a grid lets through. Returns how many are listed then; those from `first` on are of its layer.
 */
static uint32_t list_grid(hail_listed_body *body, uint32_t first, uint32_t count, const hail_near_grid *from) {
    const uint32_t bodies = from->level->view.count;
    for (uint32_t word = 0; word * 32 < bodies; word++) {
        const uint32_t left = bodies - word * 32, all = left < 32 ? (1u << left) - 1 : UINT32_MAX;
        for (uint32_t bits = from->allowed ? from->allowed[word] : all; bits; bits &= bits - 1) {
            const uint32_t position = word * 32 + lowest_bit(bits);
            if (!layer_pose_valid(from->layer, from->level->order[position]))
                continue;
            body[count] = body_at(from, position);
            sort_last(body, first, count++);
        }
    }
    return count;
}

void hail_near_listed_open(hail_near_listed *listed, const hail_near_grids *grids, const hail_query_near *near,
                           size_t capacity) {
    const uint8_t inside[4] = {0, 0, 0, 1};
    uint32_t first = 0, count = 0;
    for (uint32_t i = 0; i < grids->count; i++) {
        if (i && grids->grid[i].number != grids->grid[i - 1].number)
            first = count;
        count = list_grid(listed->body, first, count, &grids->grid[i]);
    }
    listed->job = (hail_near_listed_job){.bodies = listed->body,
                                         .count = count,
                                         .to_centre = near->measure == HAIL_TO_CENTRE,
                                         .radius = near->radius,
                                         .each_radius = near->each_radius,
                                         .keep = (uint32_t)capacity};
    memcpy(&listed->job.inside, inside, sizeof inside);
}
