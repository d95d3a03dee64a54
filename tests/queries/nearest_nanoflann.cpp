/* tests/queries/nearest_nanoflann.cpp - hail_query_nearest against nanoflann's k-d tree: the same distances. A plain
 * program; its seed is printed. */
#include <hail/hail.h>

#include <nanoflann.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

struct Points {
    std::vector<float> x, y;
    size_t kdtree_get_point_count() const { return x.size(); }
    float kdtree_get_pt(size_t i, size_t axis) const { return axis ? y[i] : x[i]; }
    template <class Box> bool kdtree_get_bbox(Box &) const { return false; }
};

using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, Points>, Points, 2, uint32_t>;

Points spread(std::mt19937 &random, size_t count, bool clumps) {
    std::uniform_real_distribution<float> wide(0.0f, 2000.0f), narrow(-5.0f, 5.0f);
    Points points;
    for (size_t i = 0; i < count; i++) {
        const bool near = clumps && i && random() % 4;
        points.x.push_back(near ? points.x[i - 1] + narrow(random) : wide(random));
        points.y.push_back(near ? points.y[i - 1] + narrow(random) : wide(random));
    }
    return points;
}

void must(hail_status status, const char *what) {
    if (status == HAIL_OK)
        return;
    std::printf("not ok 1 - %s: %s\n", what, hail_status_text(status));
    std::exit(1);
}

hail_world *world_of(const Points &points) {
    hail_world *world = nullptr;
    hail_shape dot;
    hail_spawn_columns columns = {};
    columns.x = points.x.data();
    columns.y = points.y.data();
    must(hail_world_create(nullptr, &world), "hail_world_create");
    must(hail_shape_circle(hail_world_shapes(world), 0.0f, &dot), "hail_shape_circle");
    must(hail_spawn(world, 0, &dot, &columns, points.x.size(), nullptr), "hail_spawn");
    must(hail_query_prepare(world, 0), "hail_query_prepare");
    return world;
}

/* Returns how many distances differ by more than rounding. */
size_t compare(std::mt19937 &random, size_t count, size_t k, bool clumps) {
    const Points bodies = spread(random, count, clumps), asked = spread(random, 500, clumps);
    const Tree tree(2, bodies, nanoflann::KDTreeSingleIndexAdaptorParams(10));
    hail_world *world = world_of(bodies);
    std::vector<hail_query_hit> hits(asked.x.size() * k);
    std::vector<uint32_t> index(k);
    std::vector<float> squared(k);
    hail_points points = {};
    points.x = asked.x.data();
    points.y = asked.y.data();
    points.count = asked.x.size();
    must(hail_query_nearest(world, &points, nullptr, nullptr, k, hits.data(), nullptr), "hail_query_nearest");
    size_t wrong = 0;
    for (size_t i = 0; i < asked.x.size(); i++) {
        const float at[2] = {asked.x[i], asked.y[i]};
        const size_t found = tree.knnSearch(at, k, index.data(), squared.data());
        for (size_t j = 0; j < found; j++) {
            const float must_be = std::sqrt(squared[j]), is = hits[i * k + j].distance;
            wrong += hits[i * k + j].kind != HAIL_CONTACT_BODY || std::fabs(is - must_be) > must_be * 1.0e-6f;
        }
        wrong += found < k && hits[i * k + found].kind != 0;
    }
    must(hail_world_destroy(world), "hail_world_destroy");
    return wrong;
}

} // namespace

int main() {
    const char *given = std::getenv("HAIL_TEST_SEED");
    const unsigned seed = given ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : 1;
    std::mt19937 random(seed);
    size_t wrong = 0;
    std::printf("1..1\n# seed %u\n", seed);
    for (const size_t count : {size_t{1}, size_t{7}, size_t{300}, size_t{20000}})
        for (const size_t k : {size_t{1}, size_t{2}, size_t{4}, size_t{8}, size_t{20}, size_t{100}})
            for (const bool clumps : {false, true})
                wrong += compare(random, count, k, clumps);
    std::printf("%sok 1 - nanoflann finds the same distances: %zu differ\n", wrong ? "not " : "", wrong);
    return wrong != 0;
}
