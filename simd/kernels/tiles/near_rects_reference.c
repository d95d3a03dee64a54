/* simd/kernels/tiles/near_rects_reference.c - which rectangles a way may meet, one at a time. */
#include "kernels/reference.h"

static bool is_wanted(const hail_near_rects *job, uint32_t i) {
    const float left = job->centre_x[i] - job->wide[i] * 0.5f, right = job->centre_x[i] + job->wide[i] * 0.5f,
                top = job->centre_y[i] - job->high[i] * 0.5f, bottom = job->centre_y[i] + job->high[i] * 0.5f;
    const bool open[4] = {job->open[0][i], job->open[1][i], job->open[2][i], job->open[3][i]};
    bool counts = job->whole || ((open[0] || open[2]) && (open[1] || open[3]));
    for (int side = 0; side < 4; side++)
        counts = counts || job->open[side][i] & job->facing[side];
    return counts && right >= job->left && left <= job->right && bottom >= job->top && top <= job->bottom;
}

uint32_t HAIL_KERNEL(near_rects)(const hail_near_rects *job, uint32_t begin, uint32_t end, uint32_t kept) {
    for (uint32_t i = begin; i < end; i++) {
        if (!is_wanted(job, i))
            continue;
        for (size_t k = 0; k < (job->large ? HAIL_PAIR_COLUMNS_LARGE : HAIL_PAIR_COLUMNS); k++)
            job->to[k * HAIL_PAIR_ROOM + kept] = job->from[k * HAIL_PAIR_ROOM + i];
        job->x[kept] = (float)((double)job->centre_x[i] - job->at_x);
        job->y[kept] = (float)((double)job->centre_y[i] - job->at_y);
        job->dx[kept] = job->way_x;
        job->dy[kept++] = job->way_y;
    }
    return kept;
}
