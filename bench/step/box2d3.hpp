/* box2d3.hpp - what the contenders of Box2D 3 share. */
#ifndef BOX2D3_HPP
#define BOX2D3_HPP

#include <box2d/box2d.h>

#include <cstdint>
#include <string>

constexpr float box2d3_unit = 32.0f; /* px in a metre: Box2D's tolerances are meant for metres */

/* A convex polygon of at most B2_MAX_POLYGON_VERTICES corners, without a skin. */
inline b2Polygon box2d3_polygon(const float *x, const float *y, uint32_t count) {
    b2Vec2 points[B2_MAX_POLYGON_VERTICES];
    for (uint32_t i = 0; i < count; i++)
        points[i] = {x[i], y[i]};
    const b2Hull hull = b2ComputeHull(points, static_cast<int>(count));
    return b2MakePolygon(&hull, 0.0f);
}

inline std::string box2d3_label(const char *what) {
    const b2Version version = b2GetVersion();
    return "Box2D " + std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
           std::to_string(version.revision) + ", " + what;
}

#endif
