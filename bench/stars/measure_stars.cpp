/* measure_stars.cpp - see measure_stars.h. */
#include "measure_stars.h"

#include "star_contenders.h"
#include "stars.h"

#include <cmath>
#include <tuple>

namespace {

bool near(float one, float two, float apart) { return std::fabs(one - two) <= apart; }

/* The two points come in either order. */
bool same_point(const star_contact &one, const star_contact &two, uint32_t i, uint32_t k) {
    return near(one.x[i], two.x[k], 0.02f) && near(one.y[i], two.y[k], 0.02f) &&
           near(one.depth[i], two.depth[k], 0.02f);
}

auto key(const star_contact &c) { return std::make_tuple(c.a, c.b, c.part_a, c.part_b); }

struct Stars {
    using Scene = star_scene;
    using Contender = star_contender;
    using Row = star_contact;

    static constexpr const Contender *plain = &star_contender_plain, *hail = &star_contender_hail;
    static constexpr const char *rows = "contacts";
    /* Whether two parts or pixels touch; which of two axes is nearer. */
    static constexpr size_t doubtful_of = 200, doubtful_more = 2;

    static size_t step(const Contender &who, void *made) { return who.step(made); }

    static std::vector<Row> answers(const Contender &who, void *made) {
        std::vector<Row> contacts(who.step(made));
        contacts.resize(std::min(contacts.size(), who.contacts(made, contacts.data(), contacts.size())));
        return contacts;
    }

    static bool before(const Row &one, const Row &two) { return key(one) < key(two); }

    static bool same(const Scene *, const Row &one, const Row &two) {
        if (one.count != two.count || !near(one.normal_x, two.normal_x, 1e-3f) ||
            !near(one.normal_y, two.normal_y, 1e-3f))
            return false;
        if (one.count == 1)
            return same_point(one, two, 0, 0);
        return (same_point(one, two, 0, 0) && same_point(one, two, 1, 1)) ||
               (same_point(one, two, 0, 1) && same_point(one, two, 1, 0));
    }
};

template <bool sprites> stars::Field<Stars> &field_of(const std::string &name, size_t count) {
    static stars::Field<Stars> field = {name, count, {star_scene_create(sprites, count), star_scene_destroy}, {}, {}};
    if (!field.scene)
        stars::give_up(name);
    return field;
}

} // namespace

void measure_stars(bool smoke) {
    const size_t count = smoke ? 100 : 1000;
    stars::add<Stars>("sprites_world", count, smoke, field_of<true>);
    stars::add<Stars>("compounds_world", count, smoke, field_of<false>);
}
