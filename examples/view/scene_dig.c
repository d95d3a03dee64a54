/* stub */
#include "scene.h"
const scene_kind scene_dig = {.name = "dig", .width = 1280, .height = 720};
