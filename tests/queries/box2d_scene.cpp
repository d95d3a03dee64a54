#include "queries/box2d_scene.h"

#include <criterion/criterion.h>

namespace {

constexpr float FIELD = 320.0f; /* px: bodies lie up to so far from the origin */

void make_circle(Body &body, float radius) {
    cr_assert_eq(hail_convex_circle(radius, &body.convex), HAIL_OK);
    body.circle.m_radius = body.radius = radius;
    body.shape = &body.circle;
}

/* Vertices on an ellipse, some way from one another: neither Hail nor Box2D drops one. */
void make_polygon(Body &body, uint64_t *state) {
    const uint32_t count = 3 + random_pick(state, 6);
    const float rx = random_range(state, 3.0f, 16.0f), ry = random_range(state, 3.0f, 16.0f);
    const float from = random_range(state, 0.0f, 6.0f), off = random_range(state, -5.0f, 5.0f);
    float x[8], y[8];
    b2Vec2 vertices[8];
    for (uint32_t i = 0; i < count; i++) {
        const float angle =
            from + 6.2831853f * (static_cast<float>(i) + random_range(state, 0.0f, 0.6f)) / static_cast<float>(count);
        x[i] = off + rx * std::cos(angle), y[i] = ry * std::sin(angle);
        vertices[i].Set(x[i], y[i]);
    }
    cr_assert_eq(hail_convex_polygon(x, y, count, 0.0f, &body.convex), HAIL_OK);
    body.polygon.Set(vertices, static_cast<int32>(count));
    body.polygon.m_radius = 0.0f;
    cr_assert_eq(body.polygon.m_count, static_cast<int32>(count));
    body.shape = &body.polygon;
}

void make_body(Scene &scene, Kind kind) {
    uint64_t *state = &scene.state;
    scene.bodies.emplace_back();
    Body &body = scene.bodies.back();
    body.user = scene.bodies.size() - 1, body.radius = 0.0f;
    if (kind == POLYGONS || (kind == MIXED && random_pick(state, 2)))
        make_polygon(body, state);
    else
        make_circle(body,
                    kind == EQUAL_CIRCLES ? 8.0f : random_range(state, 2.0f, random_pick(state, 20) ? 9.0f : 60.0f));
    body.at.p.Set(random_range(state, -FIELD, FIELD), random_range(state, -FIELD, FIELD));
    body.angle = random_pick(state, 4) ? random_range(state, -3.1f, 3.1f) : 0.0f;
}

/* Bodies `first`, `first + step` and so on go to one layer. */
void spawn(Scene &scene, uint32_t layer, uint32_t first, uint32_t step) {
    std::vector<float> x, y, angle;
    std::vector<uint64_t> user;
    std::vector<hail_shape> shape;
    const hail_layer_options options = {HAIL_ROTATION | HAIL_USER, HAIL_OPEN, 0, 0, 0, 0};
    cr_assert_eq(hail_layer_configure(scene.world, layer, &options), HAIL_OK);
    for (size_t i = first; i < scene.bodies.size(); i += step) {
        const Body &body = scene.bodies[i];
        shape.emplace_back();
        cr_assert_eq(hail_shape_add(hail_world_shapes(scene.world), &body.convex, &shape.back()), HAIL_OK);
        x.push_back(body.at.p.x), y.push_back(body.at.p.y), angle.push_back(body.angle), user.push_back(i);
    }
    hail_spawn_columns columns = {};
    columns.x = x.data(), columns.y = y.data(), columns.angle = angle.data();
    columns.shape = shape.data(), columns.user = user.data();
    cr_assert_eq(hail_spawn(scene.world, layer, nullptr, &columns, x.size(), nullptr), HAIL_OK);
}

/* Box2D's bodies have the very rotations of Hail's. */
void copy_layer(Scene &scene, uint32_t layer) {
    hail_columns columns;
    cr_assert_eq(hail_layer_columns(scene.world, layer, &columns), HAIL_OK);
    for (uint32_t i = 0; i < columns.active; i++) {
        Body &body = scene.bodies[columns.user[i]];
        hail_shapes here = {};
        here.x = columns.x, here.y = columns.y, here.cos = columns.cos, here.sin = columns.sin;
        here.count = columns.active;
        body.at.q.c = columns.cos[i], body.at.q.s = columns.sin[i];
        body.exact = solid_of(&body.convex, &here, i);
        b2AABB box;
        body.shape->ComputeAABB(&box, body.at, 0);
        scene.tree.CreateProxy(box, &body);
    }
}

/* To a corner of some body or, if that is a circle, to its edge: a hit, a near miss, or one that ends on the surface.
 */
void aim(Scene &scene, Ray &ray) {
    const Body &body = scene.bodies[random_pick(&scene.state, BODIES)];
    const uint32_t corner = random_pick(&scene.state, body.exact.n);
    const float factor = random_pick(&scene.state, 3) ? random_range(&scene.state, 1.0f, 2.0f) : 1.0f;
    ray.dx = (static_cast<float>(body.exact.x[corner]) + body.radius - ray.x) * factor;
    ray.dy = (static_cast<float>(body.exact.y[corner]) - ray.y) * factor;
}

/* Some start near a body's position, some run along an axis, some go to a corner. */
Ray make_ray(Scene &scene) {
    uint64_t *state = &scene.state;
    Ray ray = {random_range(state, -FIELD, FIELD), random_range(state, -FIELD, FIELD), 0.0f, 0.0f};
    if (random_pick(state, 4) == 0) {
        const Body &body = scene.bodies[random_pick(state, BODIES)];
        ray.x = body.at.p.x + random_range(state, -9.0f, 9.0f), ray.y = body.at.p.y + random_range(state, -9.0f, 9.0f);
    }
    const float angle = random_range(state, -3.2f, 3.2f), length = std::exp2(random_range(state, 0.0f, 9.5f));
    const uint32_t axis = random_pick(state, 12);
    ray.dx = axis == 0 ? 0.0f : length * std::cos(angle);
    ray.dy = axis == 1 ? 0.0f : length * std::sin(angle);
    if (axis > 9)
        aim(scene, ray);
    return ray;
}

} // namespace

void make_scene(Scene &scene, uint64_t seed) {
    scene.seed = seed, scene.state = seed * 0x9e3779b97f4a7c15u + 11;
    const uint32_t layers[] = {0, 9, HAIL_MAX_LAYERS - 1}, used = seed / KINDS % 2 ? 3 : 1;
    cr_assert_eq(hail_world_create(nullptr, &scene.world), HAIL_OK);
    for (uint32_t i = 0; i < BODIES; i++)
        make_body(scene, static_cast<Kind>(seed % KINDS));
    for (uint32_t n = 0; n < used; n++)
        spawn(scene, layers[n], n, used);
    for (uint32_t n = 0; n < used; n++)
        copy_layer(scene, layers[n]);
    for (uint32_t i = 0; i < RAYS; i++)
        scene.rays.push_back(make_ray(scene));
    cr_assert_eq(hail_query_prepare(scene.world, 0), HAIL_OK);
}
