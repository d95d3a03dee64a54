/* measure_star_sweeps.cpp - see measure_stars.h. */
#include "measure_stars.h"

#include "star_contenders.h"
#include "star_sweeps.h"

#include <cmath>

namespace {

/* Px: of points, and of what moves in the time by which t differs. */
constexpr float point_apart = 0.005f, way_apart = 0.002f;
constexpr float normal_apart = 1e-3f;

/* Px in a step, of a star and what it hit. */
float way_of(const star_sweep_scene *scene, const star_hit &hit) {
    const scene_group &g = scene->stars->group;
    const float vx = g.vx[hit.a] - (scene->tiles ? 0.0f : g.vx[hit.b]);
    const float vy = g.vy[hit.a] - (scene->tiles ? 0.0f : g.vy[hit.b]);
    return std::hypot(vx, vy) * SCENE_DT;
}

struct Sweeps {
    using Scene = star_sweep_scene;
    using Contender = star_sweep_contender;
    using Row = star_hit;

    static constexpr const Contender *plain = &star_sweep_plain, *hail = &star_sweep_hail;
    static constexpr const char *rows = "hits";
    static constexpr size_t doubtful_of = 1000, doubtful_more = 1;

    static size_t step(const Contender &who, void *made) { return who.step(made, nullptr, 0); }

    static std::vector<Row> answers(const Contender &who, void *made) {
        std::vector<Row> hits(1u << 16);
        hits.resize(std::min(hits.size(), who.step(made, hits.data(), hits.size())));
        return hits;
    }

    static bool before(const Row &one, const Row &two) { return one.a < two.a || (one.a == two.a && one.b < two.b); }

    static bool same(const Scene *scene, const Row &one, const Row &two) {
        return one.cell == two.cell && std::fabs(one.t - two.t) * way_of(scene, one) <= way_apart &&
               std::hypot(one.x - two.x, one.y - two.y) <= point_apart &&
               std::hypot(one.normal_x - two.normal_x, one.normal_y - two.normal_y) <= normal_apart;
    }
};

template <bool tiles> stars::Field<Sweeps> &field_of(const std::string &name, size_t count) {
    static stars::Field<Sweeps> field = {
        name, count, {star_sweep_scene_create(tiles, count), star_sweep_scene_destroy}, {}, {}};
    if (!field.scene)
        stars::give_up(name);
    return field;
}

} // namespace

void measure_star_sweeps(bool smoke) {
    const size_t count = smoke ? 100 : 1000;
    stars::add<Sweeps>("sprites_swept", count, smoke, field_of<false>);
    stars::add<Sweeps>("sprites_swept_tiles", count, smoke, field_of<true>);
}
