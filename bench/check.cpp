/* check.cpp - see check.h. */
#include "check.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace {

using Pairs = std::vector<uint64_t>; /* a << 32 | b, ascending; twice the same stays twice */
using Scene = std::unique_ptr<scene_data, void (*)(scene_data *)>;

/* Enough for a contender that puts its bodies into order every few steps; fewer where a step is long. */
size_t steps_for(const scene_data *scene) { return scene->size > 100000 ? 3 : 12; }

Pairs read_pairs(const scene_data *scene, const contender &contender, void *world, size_t touching) {
    std::vector<bench_pair> found(touching + 1);
    size_t count = contender.pairs(world, found.data(), found.size());
    Pairs pairs;
    if (count != touching) /* cannot be compared; a pair that nobody has will say so */
        pairs.push_back(~uint64_t{0});
    for (size_t i = 0; i < std::min(count, touching); i++) {
        uint32_t a = found[i].a, b = found[i].b;
        if (scene->self && a > b)
            std::swap(a, b);
        pairs.push_back(uint64_t{a} << 32 | b);
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

bool run_steps(const scene_data *scene, const contender &contender, const char *variant, std::vector<Pairs> &steps) {
    void *world = contender.create(scene, variant);
    if (!world)
        return false;
    for (size_t i = 0; i < steps_for(scene); i++) {
        size_t touching = contender.step(world);
        steps.push_back(read_pairs(scene, contender, world, touching));
    }
    contender.destroy(world);
    return true;
}

Pairs brute_force(const scene_data *scene) {
    const scene_group &first = scene->group[0], &second = scene->group[scene->self ? 0 : 1];
    double reach = static_cast<double>(first.radius) + static_cast<double>(second.radius) + 1.0;
    Pairs pairs;
    for (size_t a = 0; a < first.count; a++)
        for (size_t b = scene->self ? a + 1 : 0; b < second.count; b++)
            if (std::fabs(static_cast<double>(first.x[a]) - static_cast<double>(second.x[b])) <= reach &&
                std::fabs(static_cast<double>(first.y[a]) - static_cast<double>(second.y[b])) <= reach &&
                scene_gap(scene, a, b) <= 0.0)
                pairs.push_back(uint64_t{a} << 32 | b);
    return pairs;
}

/* `scene` stands where the pairs were found. */
bool compare(const scene_data *scene, const Pairs &expected, const Pairs &found, const std::string &name, size_t step) {
    Pairs differing;
    std::set_symmetric_difference(expected.begin(), expected.end(), found.begin(), found.end(),
                                  std::back_inserter(differing));
    for (uint64_t pair : differing) {
        size_t a = pair >> 32, b = pair & 0xffffffffu;
        bool known = a < scene->group[0].count && b < scene->group[scene->self ? 0 : 1].count;
        bool twice = std::count(found.begin(), found.end(), pair) > 1;
        double gap = known ? scene_gap(scene, a, b) : NAN;
        if (known && !twice && std::fabs(gap) < scene_tolerance(scene))
            continue;
        std::fprintf(stderr, "hail-bench: %s/%zu: step %zu: pair %zu, %zu (gap %.9g px, tolerance %.3g): %s %s\n",
                     scene->name, scene->size, step, a, b, gap, scene_tolerance(scene), name.c_str(),
                     !known                                                 ? "counted other pairs than it lists"
                     : twice                                                ? "reported it more than once"
                     : std::binary_search(found.begin(), found.end(), pair) ? "says that they touch, they do not"
                                                                            : "misses it, they touch");
        return false;
    }
    return true;
}

std::string scene_key(const scene_data *scene) { return scene->name + ("/" + std::to_string(scene->size)); }

/* What plain finds, itself held to brute force in its last step where that takes no more than a blink. */
const std::vector<Pairs> *reference(const scene_data *scene) {
    static std::map<std::string, std::vector<Pairs>> known;
    auto made = known.find(scene_key(scene));
    if (made != known.end())
        return &made->second;
    std::vector<Pairs> steps;
    if (!run_steps(scene, contender_plain, nullptr, steps))
        return nullptr;
    if (scene->size <= 10000) {
        Scene moved(scene_copy(scene), scene_destroy);
        for (size_t i = 0; i < steps.size(); i++)
            scene_step(moved.get());
        if (!compare(moved.get(), brute_force(moved.get()), steps.back(), "plain (against brute force)", steps.size()))
            return nullptr;
    }
    return &known.emplace(scene_key(scene), std::move(steps)).first->second;
}

} // namespace

bool check_contender(const scene_data *scene, const contender &contender, const char *variant) {
    static std::set<std::string> checked;
    std::string name = contender.name + (variant ? ":" + std::string(variant) : "");
    std::string key = scene_key(scene) + "/" + name;
    if (!contender.pairs || checked.count(key))
        return true;
    const std::vector<Pairs> *expected = reference(scene);
    if (!expected)
        return false;
    std::vector<Pairs> found;
    if (&contender == &contender_plain && !variant)
        found = *expected;
    else if (!run_steps(scene, contender, variant, found)) {
        std::fprintf(stderr, "hail-bench: %s: cannot be made\n", key.c_str());
        return false;
    }
    Scene moved(scene_copy(scene), scene_destroy);
    for (size_t i = 0; i < found.size(); i++) {
        scene_step(moved.get());
        if (!compare(moved.get(), (*expected)[i], found[i], name, i + 1))
            return false;
    }
    checked.insert(key);
    return true;
}
