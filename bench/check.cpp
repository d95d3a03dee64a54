/* check.cpp - see check.h. */
#include "check.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace {

using Touches = std::vector<bench_touch>; /* ascending by a, then b; duplicates stay */
using Scene = std::unique_ptr<scene_data, void (*)(scene_data *)>;

/* Enough for a contender that sorts its bodies every few steps; fewer if a step is long. */
size_t steps_for(const scene_data *scene) { return scene->size > 100000 ? 3 : 12; }

uint64_t key(const bench_touch &touch) { return uint64_t{touch.a} << 32 | touch.b; }

bool before(const bench_touch &one, const bench_touch &two) { return key(one) < key(two); }

Touches read_touches(const scene_data *scene, const contender &contender, void *world, size_t touching) {
    Touches found(touching + 1);
    size_t count = contender.pairs(world, found.data(), found.size());
    found.resize(std::min(count, touching));
    if (count != touching) /* cannot be compared: an impossible pair makes the comparison fail */
        found.push_back({~uint32_t{0}, ~uint32_t{0}, 0.0f});
    for (bench_touch &touch : found)
        if (scene->self && touch.a > touch.b)
            std::swap(touch.a, touch.b);
    std::sort(found.begin(), found.end(), before);
    return found;
}

bool run_steps(const scene_data *scene, const contender &contender, const char *variant, std::vector<Touches> &steps) {
    void *world = contender.create(scene, variant);
    if (!world)
        return false;
    for (size_t i = 0; i < steps_for(scene); i++) {
        size_t touching = contender.step(world);
        steps.push_back(read_touches(scene, contender, world, touching));
    }
    contender.destroy(world);
    return true;
}

Touches brute_force(const scene_data *scene) {
    const scene_group &first = scene->group[0], &second = scene->group[scene->self ? 0 : 1];
    double reach = static_cast<double>(first.radius) + static_cast<double>(second.radius) + 1.0;
    Touches touches;
    for (uint32_t a = 0; a < first.count; a++)
        for (uint32_t b = scene->self ? a + 1 : 0; b < second.count; b++)
            if (std::fabs(static_cast<double>(first.x[a]) - static_cast<double>(second.x[b])) <= reach &&
                std::fabs(static_cast<double>(first.y[a]) - static_cast<double>(second.y[b])) <= reach &&
                scene_gap(scene, a, b) <= 0.0)
                touches.push_back({a, b, 0.0f});
    return touches;
}

void complain(const scene_data *scene, size_t step, const bench_touch &touch, const std::string &name,
              const std::string &what) {
    std::fprintf(stderr, "hail-bench: %s/%zu: step %zu: pair %u, %u (t %.9g, tolerance %.3g): %s %s\n", scene->name,
                 scene->size, step, touch.a, touch.b, static_cast<double>(touch.t), scene_tolerance(scene),
                 name.c_str(), what.c_str());
}

bool is_pair(const scene_data *scene, const bench_touch &touch) {
    return touch.a < scene->group[0].count && touch.b < scene->group[scene->self ? 0 : 1].count;
}

/* `scene` is in the state in which the pairs were found. */
bool compare(const scene_data *scene, const Touches &expected, const Touches &found, const std::string &name,
             size_t step) {
    Touches differing;
    std::set_symmetric_difference(expected.begin(), expected.end(), found.begin(), found.end(),
                                  std::back_inserter(differing), before);
    for (const bench_touch &touch : differing) {
        bool known = is_pair(scene, touch);
        bool twice = std::upper_bound(found.begin(), found.end(), touch, before) -
                         std::lower_bound(found.begin(), found.end(), touch, before) >
                     1;
        double gap = known ? scene_gap(scene, touch.a, touch.b) : NAN;
        if (known && !twice && std::fabs(gap) < scene_tolerance(scene))
            continue;
        bool has = std::binary_search(found.begin(), found.end(), touch, before);
        complain(scene, step, touch, name,
                 !known  ? "lists other pairs than it counts"
                 : twice ? "reports the pair more than once"
                         : (has ? "reports that they touch, but they do not: gap "
                                : "misses the pair, but they touch: gap ") +
                               std::to_string(gap));
        return false;
    }
    return true;
}

/* Whether a circle's first hit (t more than 1: none) is right: within the tolerance it touches that polygon at t,
 * and no other one earlier. */
bool right_hit(const scene_data *scene, const bench_touch &hit) {
    const double rounding = 1e-6, apart = scene_tolerance(scene), t = static_cast<double>(hit.t);
    if (t <= 1.0 && scene_hit(scene, hit.a, hit.b, apart) > t + rounding)
        return false;
    const scene_group &bullets = scene->group[0], &enemies = scene->group[1];
    double reach = static_cast<double>(bullets.radius) + static_cast<double>(enemies.radius) + 1.0;
    for (size_t b = 0; b < enemies.count; b++) {
        double way_x =
            std::fabs(static_cast<double>(bullets.vx[hit.a])) + std::fabs(static_cast<double>(enemies.vx[b]));
        double way_y =
            std::fabs(static_cast<double>(bullets.vy[hit.a])) + std::fabs(static_cast<double>(enemies.vy[b]));
        double dx = static_cast<double>(bullets.x[hit.a]) - static_cast<double>(enemies.x[b]);
        double dy = static_cast<double>(bullets.y[hit.a]) - static_cast<double>(enemies.y[b]);
        bool near = std::fabs(dx) <= reach + way_x * static_cast<double>(SCENE_DT) &&
                    std::fabs(dy) <= reach + way_y * static_cast<double>(SCENE_DT);
        if (near && scene_hit(scene, hit.a, b, -apart) < std::min(t, 1.0) - rounding)
            return false;
    }
    return true;
}

/* Each circle's hit; t is 2 if there is none. False if a circle has two hits. */
bool by_circle(const scene_data *scene, const Touches &found, Touches &hits) {
    hits.resize(scene->group[0].count);
    for (uint32_t a = 0; a < hits.size(); a++)
        hits[a] = {a, 0, 2.0f};
    for (const bench_touch &touch : found) {
        if (!is_pair(scene, touch) || hits[touch.a].t <= 1.0f || !(touch.t >= 0.0f && touch.t <= 1.0f))
            return false;
        hits[touch.a] = touch;
    }
    return true;
}

/* Hits that equal the expected ones pass; others are compared with double precision. */
bool compare_hits(const scene_data *scene, const Touches *expected, const Touches &found, const std::string &name,
                  size_t step) {
    Touches known, hits;
    if ((expected && !by_circle(scene, *expected, known)) || !by_circle(scene, found, hits)) {
        std::fprintf(stderr,
                     "hail-bench: %s/%zu: step %zu: %s reports two hits of a circle, or a t that is not 0 to 1\n",
                     scene->name, scene->size, step, name.c_str());
        return false;
    }
    for (size_t a = 0; a < hits.size(); a++) {
        if (expected && hits[a].b == known[a].b && std::fabs(hits[a].t - known[a].t) < 1e-6f)
            continue;
        if (!right_hit(scene, hits[a])) {
            complain(scene, step, hits[a], name, "differs from the first hit in double precision (t 2: none)");
            return false;
        }
    }
    return true;
}

std::string scene_key(const scene_data *scene) { return scene->name + ("/" + std::to_string(scene->size)); }

/* Whether a contender of few bodies hands over plain's contacts, byte for byte. */
bool same_stream(const scene_data *scene, const contender &contender, const char *variant, const std::string &name) {
    void *plain = contender_plain.create(scene, nullptr), *world = contender.create(scene, variant);
    bool same = plain && world;
    for (size_t i = 0; same && i < steps_for(scene); i++) {
        std::vector<hail_contact> wanted(contender_plain.step(plain) + 1), found(contender.step(world) + 1);
        size_t count = contender_plain.stream(plain, wanted.data(), wanted.size());
        same = contender.stream(world, found.data(), found.size()) == count &&
               std::memcmp(found.data(), wanted.data(), count * sizeof(hail_contact)) == 0;
        if (!same)
            std::fprintf(stderr, "hail-bench: %s: step %zu: %s's contacts differ from plain's\n", scene->name, i + 1,
                         name.c_str());
    }
    contender_plain.destroy(plain);
    contender.destroy(world);
    return same;
}

/* What plain finds. In scenes of up to 10,000 bodies its last step is compared with brute force. */
const std::vector<Touches> *reference(const scene_data *scene) {
    static std::map<std::string, std::vector<Touches>> known;
    auto made = known.find(scene_key(scene));
    if (made != known.end())
        return &made->second;
    std::vector<Touches> steps;
    if (!run_steps(scene, contender_plain, nullptr, steps))
        return nullptr;
    if (scene->size <= 10000) {
        const char *name = "plain (against brute force)";
        Scene moved(scene_copy(scene), scene_destroy);
        for (size_t i = 0; i < steps.size(); i++)
            scene_step(moved.get());
        if (scene->swept ? !compare_hits(moved.get(), nullptr, steps.back(), name, steps.size())
                         : !compare(moved.get(), brute_force(moved.get()), steps.back(), name, steps.size()))
            return nullptr;
    }
    return &known.emplace(scene_key(scene), std::move(steps)).first->second;
}

} // namespace

bool check_contender(const scene_data *scene, const contender &contender, const char *variant) {
    static std::set<std::string> checked;
    std::string name = contender.name + (variant ? ":" + std::string(variant) : "");
    std::string whole = scene_key(scene) + "/" + name;
    if (!contender.pairs || checked.count(whole))
        return true;
    const std::vector<Touches> *expected = reference(scene);
    if (!expected)
        return false;
    std::vector<Touches> found;
    if (&contender == &contender_plain && !variant)
        found = *expected;
    else if (!run_steps(scene, contender, variant, found)) {
        std::fprintf(stderr, "hail-bench: %s: could not be created\n", whole.c_str());
        return false;
    }
    Scene moved(scene_copy(scene), scene_destroy);
    for (size_t i = 0; i < found.size(); i++) {
        scene_step(moved.get());
        const Touches &wanted = (*expected)[i];
        if (scene->swept ? !compare_hits(moved.get(), &wanted, found[i], name, i + 1)
                         : !compare(moved.get(), wanted, found[i], name, i + 1))
            return false;
    }
    if (scene->tiny && !scene->unordered && !same_stream(scene, contender, variant, name))
        return false;
    checked.insert(whole);
    return true;
}
