/* hail/hail.hpp: owners free once and can be moved, views show what the C calls show, any callable can be a callback,
 * and the world stays usable after an exception in it. It has a plain main, so it runs under every sanitizer. */
#include <hail/hail.hpp>
#include "shared/contexts.h"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>

namespace {
int failures = 0;

void expect(bool right, const char *what) {
    if (!right) {
        std::printf("not so: %s\n", what);
        failures++;
    }
}

/* An allocator that counts the blocks in use. */
struct counted {
    long out = 0;
    static void *allocate(void *user, std::size_t size, std::size_t align) {
        static_cast<counted *>(user)->out++;
        return std::aligned_alloc(align, (size + align - 1) / align * align);
    }
    static void release(void *user, void *pointer, std::size_t, std::size_t) {
        static_cast<counted *>(user)->out--;
        std::free(pointer);
    }
    hail_allocator allocator() { return {this, allocate, release}; }
};

static_assert(!std::is_copy_constructible_v<hail::world> && !std::is_copy_assignable_v<hail::world>);
static_assert(std::is_nothrow_move_constructible_v<hail::world> && std::is_nothrow_move_assignable_v<hail::world>);
static_assert(std::is_convertible_v<hail::world &, hail_world *>);

/* Two layers of circles that touch, `count` of each. */
hail::world make(counted &memory, std::size_t count, std::uint32_t window) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    hail_context context{};
    context.allocator = memory.allocator();
    options.context = &context;
    options.window = window;
    options.kept_contacts = 3;
    hail::world world;
    hail::check(world.create(options));
    hail_shape dot;
    hail::check(hail_shape_circle(world.shapes(), 1.0f, &dot));
    hail::check(hail_rule_set(world, 0, 1, HAIL_MANIFOLD));
    for (std::size_t i = 0; i < count; i++)
        for (std::uint32_t layer = 0; layer < 2; layer++) {
            const float x = static_cast<float>(i) * 10.0f, y = 0.5f;
            hail_spawn_columns at{};
            at.x = &x, at.y = &y;
            hail::check(hail_spawn(world, layer, &dot, &at, 1, nullptr));
        }
    return world;
}

void owners() {
    counted memory;
    {
        hail::world first = make(memory, 3, 4096);
        expect(memory.out > 0, "the world's memory is the allocator's");
        hail_world *const raw = first;
        hail::world second = std::move(first);
        expect(first.get() == nullptr && second.get() == raw, "a move moves");
        first = std::move(second);
        expect(first.get() == raw && second.get() == nullptr, "and back");
        hail::world other = make(memory, 1, 4096);
        other = std::move(first);
        expect(other.get() == raw, "what was owned before makes room");
        hail_world *const given = other.release();
        expect(other.get() == nullptr && given == raw, "released");
        hail::world again(given);
        expect(hail_body_count(again) == 6, "all bodies are there");
        hail::check(again.create());
        expect(hail_body_count(again) == 0, "created anew");
    }
    expect(memory.out == 0, "everything is given back, once");
}

void sets() {
    hail::tileset tiles;
    hail::tilemap map;
    hail::check(tiles.create(8, 8));
    hail_tilemap_options cells{};
    cells.columns = cells.rows = 2;
    hail::check(map.create(tiles, cells));
    expect(tilemap_size(map).columns == 2, "a tile map");

    hail::spriteset sprites;
    hail::check(sprites.create());
    const std::uint64_t bits[] = {15, 15, 15, 15};
    hail_image image{};
    image.bits = bits, image.width = image.height = 4;
    std::uint32_t sprite = 0;
    hail::check(hail_spriteset_add(sprites, &image, &sprite));
    hail::polygons outline, parts;
    hail::check(outline.trace(sprites, sprite));
    hail::check(parts.decompose(outline.loops()));
    expect(outline.loops().count == 1 && parts.loops().count == 1, "a square is one part");

    const float x[] = {0, 10, 10, 0}, y[] = {0, 0, 10, 10};
    hail_wall walls[4] = {};
    for (std::uint32_t i = 0; i < 4; i++)
        walls[i].a = i, walls[i].b = (i + 1) % 4, walls[i].right = 0, walls[i].left = HAIL_NO_SECTOR;
    hail_sector_data data{};
    data.x = x, data.y = y, data.vertex_count = 4, data.walls = walls, data.wall_count = 4, data.sector_count = 1;
    hail::sectors room;
    hail::check(room.create(data));
    expect(sectors_size(room).walls == 4, "a map of sectors");
}

void callbacks() {
    counted memory;
    hail::world world = make(memory, 5, 2);
    std::size_t contacts = 0, windows = 0;
    auto count = [&](hail::view<const hail_contact> window) {
        contacts += window.size();
        windows++;
        for (const hail_contact &contact : window)
            expect(contact.kind == HAIL_CONTACT_BODY && contact.layer_a == 0 && contact.layer_b == 1, "a contact");
    };
    expect(world.step(0.0f, count) == HAIL_OK && contacts == 5 && windows == 3, "a lambda with a name");
    const std::function<void(hail::view<const hail_contact>)> function = count;
    expect(world.step(0.0f, function) == HAIL_OK && contacts == 10, "a const std::function");
    expect(world.step(0.0f,
                      [held = std::make_unique<int>(7), &contacts](auto window) mutable {
                          *held += 1;
                          contacts += window.size();
                      }) == HAIL_OK &&
               contacts == 15,
           "one that can only be moved");
    expect(world.contacts().size() == 3, "the first contacts can be read afterwards");
    expect(world.step(0.0f) == HAIL_OK && hail_stats(world)->contacts == 5, "no callback");
    expect(world.contacts().size() == 3 && world.contacts()[0].kind == HAIL_CONTACT_BODY, "without one, too");
    expect(world.begins().size() == 0 && world.stays().size() == 0 && world.ends().size() == 0, "no rule asks");
    hail_rule rule{};
    hail::check(hail_rule_get(world, 0, 1, &rule));
    rule.events = 1;
    hail::check(hail_rule_configure(world, &rule));
    expect(world.step(0.0f) == HAIL_OK && world.begins().size() == 5 && world.ends().size() == 0, "pairs begin");
    expect(world.begins()[0].contact->kind == HAIL_CONTACT_BODY, "with their contact");
    expect(world.step(-1.0f, count) == HAIL_OUT_OF_RANGE && contacts == 15, "a bad dt is answered, not thrown");
}

void exceptions() {
    counted memory;
    hail::world world = make(memory, 5, 2);
    int calls = 0;
    std::string caught;
    try {
        (void)world.step(0.0f, [&](hail::view<const hail_contact> window) {
            calls++;
            hail::check(hail_despawn(world, &window[0].a, 1));
            throw std::runtime_error("out of the callback");
        });
    } catch (const std::runtime_error &error) {
        caught = error.what();
    }
    expect(caught == "out of the callback" && calls == 1, "the exception comes out of step, after one call");
    expect(hail_body_count(world) == 9 && world.removals().size() == 1, "the step went to its end");
    std::size_t contacts = 0;
    expect(world.step(0.0f, [&](auto window) { contacts += window.size(); }) == HAIL_OK && contacts == 4,
           "the world goes on");
    try {
        hail::check(HAIL_NOT_FINITE);
        expect(false, "hail::check throws");
    } catch (const hail::error &error) {
        expect(error.status() == HAIL_NOT_FINITE && error.what() == std::string(hail_status_text(HAIL_NOT_FINITE)),
               "the status and its sentence");
    }
}

/* What hail::check throws, given an error. */
std::string thrown(hail_status status, const hail_error &details) {
    try {
        hail::check(status, details);
    } catch (const hail::error &error) {
        return error.status() == status ? error.what() : "another status";
    }
    return "nothing";
}

void sentences() {
    hail_error details{};
    hail_context context{};
    context.error = &details;
    hail_world_options options{};
    options.context = &context;
    hail::world world;
    hail::check(world.create(options), details);
    expect(thrown(world.step(0.5f), details) == "nothing", "a call that succeeds throws nothing");
    expect(thrown(hail_rule_set(world, 66, 0, HAIL_PAIRS), details) ==
               "layer_a is not below HAIL_MAX_LAYERS (it is 66; the most is 63)",
           "what() is the error's sentence");
    expect(thrown(HAIL_NO_MEMORY, details) == hail_status_text(HAIL_NO_MEMORY),
           "the error of another call is not told");
    options.cell = -1.0f;
    expect(thrown(world.create(options), details) == "options->cell is -1: it must be from 0 to 1e+09",
           "the same for creation");
}

void drawing() {
    counted memory;
    hail::world world = make(memory, 4, 4096);
    std::uint32_t seen = 0;
    hail_renderer renderer{};
    renderer.user = &seen;
    renderer.discs = [](void *to, const hail_draw_style *, const hail_draw_discs *discs) {
        *static_cast<std::uint32_t *>(to) += discs->count;
    };
    hail_draw_options options{};
    options.what = HAIL_DRAW_SHAPES;
    expect(world.draw(options) == HAIL_BAD_ARGUMENT, "drawing needs a renderer");
    options.renderer = &renderer;
    expect(world.draw(options) == HAIL_OK && seen == 8, "a renderer draws all bodies");
}

void views() {
    counted memory;
    hail::world world = make(memory, 4, 4096);
    hail::columns c = world.columns(0);
    expect(c.active == 4 && c.x.size() == 4 && c.handle.size() == 4 && c.shape.size() == 4, "columns");
    expect(c.category.empty() && c.mask.empty() && c.pierce.empty(), "masks that are not there");
    expect(c.cos.empty() && c.user.empty() && c.cos.begin() == c.cos.end(), "columns that are not there");
    c.x[2] = 1000.0f;
    expect(world.step(0.0f) == HAIL_OK && hail_stats(world)->contacts == 3, "written through a view");
    const hail_layer_options masked{HAIL_MASK, HAIL_OPEN, 0, 0, 0, 0};
    expect(hail_layer_configure(world, 0, &masked) == HAIL_OK, "masks");
    c = world.columns(0);
    expect(c.category.size() == 4 && c.category[3] == 1 && c.mask.size() == 4 && c.mask[0] == UINT32_MAX, "masks");
    for (std::uint32_t &mask : c.mask)
        mask = 0;
    expect(world.step(0.0f) == HAIL_OK && hail_stats(world)->contacts == 0, "nothing collides with a mask of 0");
    expect(world.columns(63).x.empty() && world.columns(64).x.empty(), "no such layer");
}
} // namespace

int main() {
    owners();
    sets();
    callbacks();
    exceptions();
    sentences();
    views();
    drawing();
    std::printf("%d failures\n", failures);
    return failures ? 1 : 0;
}
