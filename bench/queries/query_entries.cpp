/* bench/queries/query_entries.cpp - the contenders, and the scenes that they share. */
#include "measure_queries.h"

#include <hail/hail.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <utility>

std::vector<query_entry> query_entries(query_question question, size_t k) {
    std::vector<query_entry> all = {{&query_contender_plain, ""}, {&query_contender_tuned, ""}};
#ifdef HAVE_NANOFLANN
    all.push_back({&query_contender_nanoflann, ""});
#endif
#ifdef HAVE_BOX2D
    all.push_back({&query_contender_box2d, ""});
#endif
#ifdef HAVE_CHIPMUNK
    all.push_back({&query_contender_chipmunk, ""});
#endif
    all.push_back({&query_contender_hail, ""});
    all.push_back({&query_contender_hail_built, ""});
    all.push_back({&query_contender_hail_unordered, ""});
    for (size_t i = 0; i < hail_variant_count(); i++)
        all.push_back({&query_contender_hail, hail_variant_name(i)});
#ifdef HAVE_TASKS
    all.push_back({&query_contender_hail, "1tasks"});
    all.push_back({&query_contender_hail, "2tasks"});
#endif
    std::vector<query_entry> some;
    for (const query_entry &entry : all)
        if ((entry.who->questions >> question & 1u) &&
            (question != QUERY_NEAREST || !entry.who->most || k <= entry.who->most))
            some.push_back(entry);
    return some;
}

const query_scene *query_scene_of(size_t bodies, bool points) {
    using Scene = std::unique_ptr<query_scene, void (*)(query_scene *)>;
    static std::map<std::pair<size_t, bool>, Scene> scenes;
    auto found = scenes.find({bodies, points});
    if (found == scenes.end())
        found = scenes
                    .emplace(std::make_pair(bodies, points),
                             Scene(query_scene_create(bodies, points, 1), query_scene_destroy))
                    .first;
    if (!found->second) {
        std::fputs("hail-bench: queries: out of memory\n", stderr);
        std::exit(1);
    }
    return found->second.get();
}
