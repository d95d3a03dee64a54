/* bench/queries/nanoflann_queries.cpp - nanoflann's k-d tree of points in the plane, for nearest queries. It writes the
 * body and the distance; the tree stores no copies of the points. */
#include "query_results.h"

#include <nanoflann.hpp>

#include <cmath>
#include <memory>

namespace {

/* The largest leaf: 6 and 16 were about even, 4 and 24 slower. */
constexpr size_t leaf = 10;

struct Points {
    const query_scene *scene;

    size_t kdtree_get_point_count() const { return scene->count; }
    float kdtree_get_pt(size_t i, size_t axis) const { return axis ? scene->y[i] : scene->x[i]; }
    template <class Box> bool kdtree_get_bbox(Box &) const { return false; }
};

using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, Points>, Points, 2, uint32_t>;

struct Contender {
    Contender(const query_scene *scene, size_t k_, size_t max_count)
        : points{scene}, k(k_), results(query_results_make(QUERY_NEAREST, k_, max_count)),
          tree(2, points, nanoflann::KDTreeSingleIndexAdaptorParams(leaf)) {
        tree.buildIndex();
    }
    Contender(const Contender &) = delete;
    Contender &operator=(const Contender &) = delete;
    ~Contender() { query_results_free(&results); }

    Points points;
    size_t k;
    query_results results;
    Tree tree;
};

void *create(const query_scene *scene, query_question, size_t k, size_t max_count, const char *) {
    return new Contender(scene, k, max_count);
}

void prepare(void *self) { static_cast<Contender *>(self)->tree.buildIndex(); }

size_t ask(void *self, const query_batch *batch) {
    Contender &made = *static_cast<Contender *>(self);
    size_t all = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const float point[2] = {batch->x[i], batch->y[i]};
        uint32_t body[QUERY_MAX_NEAREST];
        float squared[QUERY_MAX_NEAREST];
        const size_t found = made.tree.knnSearch(point, made.k, body, squared);
        query_near *row = made.results.near_body + i * made.k;
        for (size_t n = 0; n < made.k; n++)
            row[n] = n < found ? query_near{body[n], std::sqrt(squared[n])} : query_near{QUERY_NONE, 0.0f};
        all += found;
    }
    return all;
}

size_t answers(const void *self, size_t query, query_answer *into, size_t capacity) {
    return query_results_read(&static_cast<const Contender *>(self)->results, query, into, capacity);
}

void destroy(void *self) { delete static_cast<Contender *>(self); }

} // namespace

extern "C" const query_contender query_contender_nanoflann = {
    "nanoflann", 1u << QUERY_NEAREST, 0, create, prepare, ask, answers, destroy};
