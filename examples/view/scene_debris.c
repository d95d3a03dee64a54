/* stub */
#include "scene.h"
const scene_kind scene_debris = {.name = "debris", .width = 1280, .height = 720};
