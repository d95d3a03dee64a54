/* examples/view/window.c - the window, its events, and the way of the canvas onto it. */
#include "window.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>

struct window {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
};

static bool failed(const char *doing) {
    fprintf(stderr, "hail-view: %s: %s\n", doing, SDL_GetError());
    return false;
}

static bool make(window *to, const view *of) {
    const int width = of->canvas.width, height = of->canvas.height;
    if (of->options->headless)
        SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy");
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        return failed("starting SDL");
    to->window = SDL_CreateWindow("hail-view", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height,
                                  SDL_WINDOW_RESIZABLE);
    if (to->window == NULL)
        return failed("opening a window");
    if (!of->options->headless)
        to->renderer = SDL_CreateRenderer(to->window, -1, SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC);
    if (to->renderer == NULL)
        to->renderer = SDL_CreateRenderer(to->window, -1, SDL_RENDERER_SOFTWARE);
    if (to->renderer == NULL)
        return failed("making a renderer");
    SDL_RenderSetLogicalSize(to->renderer, width, height);
    to->texture = SDL_CreateTexture(to->renderer, SDL_PIXELFORMAT_RGB888, SDL_TEXTUREACCESS_STREAMING, width, height);
    return to->texture != NULL || failed("making a texture");
}

window *window_open(const view *of) {
    window *made = calloc(1, sizeof *made);
    if (made != NULL && make(made, of))
        return made;
    window_close(made);
    return NULL;
}

void window_close(window *of) {
    if (of == NULL)
        return;
    if (of->texture != NULL)
        SDL_DestroyTexture(of->texture);
    if (of->renderer != NULL)
        SDL_DestroyRenderer(of->renderer);
    if (of->window != NULL)
        SDL_DestroyWindow(of->window);
    SDL_Quit();
    free(of);
}

static void on_button(view *of, const SDL_MouseButtonEvent *button) {
    const bool down = button->type == SDL_MOUSEBUTTONDOWN;
    if (button->button == SDL_BUTTON_LEFT)
        of->input.dig = down;
    else if (button->button == SDL_BUTTON_RIGHT)
        of->input.pile = down;
}

static void on_motion(view *of, const SDL_MouseMotionEvent *motion) {
    of->mouse_x = motion->x;
    of->mouse_y = motion->y;
    if (motion->state & (SDL_BUTTON_RMASK | SDL_BUTTON_MMASK))
        view_pan(of, (float)motion->xrel, (float)motion->yrel);
}

static void on_event(view *of, const SDL_Event *event) {
    switch (event->type) {
    case SDL_QUIT:
        of->quit = true;
        break;
    case SDL_KEYDOWN:
        if (event->key.keysym.sym == SDLK_ESCAPE)
            of->quit = true;
        else
            view_key(of, (int)event->key.keysym.sym);
        break;
    case SDL_MOUSEWHEEL:
        view_zoom(of, event->wheel.y > 0 ? 1.25f : 0.8f);
        break;
    case SDL_MOUSEMOTION:
        on_motion(of, &event->motion);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        on_button(of, &event->button);
        break;
    default:
        break;
    }
}

void window_events(view *of) {
    SDL_Event event;
    while (SDL_PollEvent(&event))
        on_event(of, &event);
    const Uint8 *down = SDL_GetKeyboardState(NULL);
    of->input.walk_x = (float)(down[SDL_SCANCODE_RIGHT] - down[SDL_SCANCODE_LEFT]);
    of->input.walk_y = (float)(down[SDL_SCANCODE_DOWN] - down[SDL_SCANCODE_UP]);
    of->backward = down[SDL_GetScancodeFromKey(SDLK_z)];
}

void window_show(window *to, const canvas *from) {
    SDL_UpdateTexture(to->texture, NULL, from->pixels, from->stride * 4);
    SDL_RenderClear(to->renderer);
    SDL_RenderCopy(to->renderer, to->texture, NULL, NULL);
    SDL_RenderPresent(to->renderer);
}
