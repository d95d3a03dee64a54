// A guest in C++: a bullet inside a square ship, pushed out through the nearest edge.
#include <hail/hail.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {
enum : std::uint32_t { BULLETS, SHIPS };

void keep(const hail_contact *contacts, std::size_t count, void *user) {
    auto *kept = static_cast<std::vector<hail_contact> *>(user);
    kept->insert(kept->end(), contacts, contacts + count);
}
} // namespace

int main() {
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.cell = 32.0f;
    hail_world *world = nullptr;
    if (hail_world_create(&options, &world) != HAIL_OK)
        return 1;
    const float xs[] = {-10.0f, 10.0f, 10.0f, -10.0f}, ys[] = {-10.0f, -10.0f, 10.0f, 10.0f};
    hail_shape dot{}, square{};
    const float ship = 50.0f, bullet_x = 58.0f;
    hail_spawn_columns ships{}, bullets{};
    ships.x = ships.y = bullets.y = &ship;
    bullets.x = &bullet_x;
    std::vector<hail_contact> contacts;
    const bool stepped = hail_shape_circle(hail_world_shapes(world), 1.0f, &dot) == HAIL_OK &&
                         hail_shape_polygon(hail_world_shapes(world), xs, ys, 4, 0.0f, &square) == HAIL_OK &&
                         hail_rule_set(world, BULLETS, SHIPS, HAIL_MANIFOLD) == HAIL_OK &&
                         hail_spawn(world, SHIPS, &square, &ships, 1, nullptr) == HAIL_OK &&
                         hail_spawn(world, BULLETS, &dot, &bullets, 1, nullptr) == HAIL_OK &&
                         hail_step(world, 1.0f / 60.0f, keep, &contacts) == HAIL_OK;
    const bool right = stepped && contacts.size() == 1 && contacts[0].count == 1 && contacts[0].normal_x < -0.99f &&
                       contacts[0].depth[0] > 2.99f && contacts[0].depth[0] < 3.01f;
    hail_world_destroy(world);
    std::printf("%zu contacts\n", contacts.size());
    return right ? 0 : 1;
}
