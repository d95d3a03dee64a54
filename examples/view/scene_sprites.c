/* stub */
#include "scene.h"
const scene_kind scene_sprites = {.name = "sprites", .width = 1280, .height = 720};
