/* main.c - hail-barrage: real bullet patterns (BulletML), played as a game would; Hail finds every collision. */
#include "game.h"
#include "options.h"
#include "picture.h"
#include "report.h"
#include "verify.h"
#include "watchdog.h"

#include <stdio.h>
#include <stdlib.h>

/* The game's own part of a frame: steer, fire, spawn. */
static bool play_frame(game *play) {
    watchdog_start(NULL);
    const bool fine = emitters_fly(play) && bullets_fly(play);
    watchdog_stop();
    return fine && bullets_spawn(play) && players_fly(play);
}

/* Hail's part of a frame. */
static bool step_frame(game *play, report *figures) {
    const bool verify = play->options->verify;
    double step_ns;
    if (!play_frame(play) || (verify && !verify_before(play)))
        return false;
    const size_t bodies = hail_body_count(play->world);
    if (!game_step(play, &step_ns) || (verify && !verify_after(play)))
        return false;
    game_end_frame(play);
    report_step(figures, play, bodies, step_ns);
    return true;
}

static bool run(game *play, report *figures) {
    const barrage_options *options = play->options;
    for (int step = 0; step < options->steps; step++)
        if (!step_frame(play, figures))
            return false;
    if (!options->quiet)
        report_print(figures, play);
    return options->picture == NULL || picture_write(play, options->picture);
}

/* Reports what this build cannot do before the run, not after it. */
static bool possible(const barrage_options *options) {
    if (options->picture != NULL && !picture_possible())
        fputs("hail-barrage: --png: this program was built without cairo, and cannot draw\n", stderr);
    else if (options->verify && !verify_possible())
        fputs("hail-barrage: --verify: this program was built without tests/oracle, the brute force\n", stderr);
    else
        return true;
    return false;
}

int main(int argc, char **argv) {
    static game play;
    barrage_options options;
    report figures;
    int status;
    if (!options_parse(&options, argc, argv, &status))
        return status;
    if (!possible(&options) || !report_open(&figures, &options))
        return EXIT_FAILURE;
    const bool fine = game_open(&play, &options) && run(&play, &figures);
    game_close(&play);
    verify_close();
    report_close(&figures);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
