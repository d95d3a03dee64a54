/* stub */
#include "scene.h"
const scene_kind scene_doom = {.name = "doom", .width = 1280, .height = 720};
