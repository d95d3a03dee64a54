/* tests/robust/checks.c - what a failed call must leave: everything as it was, and an error that names its cause. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "fixture.h"

/* Excepts the pieces behind an argument: what it points to, and the list in that. */
static void allow(const char *argument, void *args, const robust_function *function, bool zero, bool *allowed) {
    for (unsigned i = 0; i < function->count; i++) {
        const char *path = function->targets[i].path;
        const size_t length = strlen(argument);
        if (function->targets[i].kind != KIND_POINTER || strncmp(path, argument, length) != 0 ||
            (path[length] != '\0' && path[length] != '-'))
            continue;
        const void *place = function->find(args, i, 0);
        const void *pointer = NULL;
        if (place != NULL)
            memcpy(&pointer, place, sizeof pointer);
        const piece *p = piece_at(pointer);
        if (p == NULL)
            continue;
        allowed[piece_number(p)] = true;
        const unsigned char *bytes = piece_bytes(p);
        for (size_t b = 0; zero && b < p->size; b++) {
            if (bytes[b] != 0) {
                fault(function, "failed, and did not write NULL or 0");
                break;
            }
        }
    }
}

/* A call that fails may keep memory for later use, but not more and more of it. */
static void check_memory(const robust_function *function, void *args, size_t blocks) {
    const size_t kept = fixture_blocks();
    if (kept == blocks)
        return;
    function->call(args);
    if (kept < blocks || fixture_blocks() > kept)
        fault(function, kept < blocks ? "failed, but freed memory" : "failed, and leaks memory");
}

void check_unchanged(const robust_function *function, void *args, uint64_t digest, size_t blocks) {
    bool allowed[MAX_PIECES] = {false};
    bool state = true;
    allowed[piece_number(piece_at(f.error))] = true;
    for (size_t i = 0; i < MAX_EXCEPTIONS && function->exceptions[i].argument != NULL; i++) {
        const robust_exception *exception = &function->exceptions[i];
        state = state && strcmp(exception->argument, "*") != 0;
        allow(exception->argument, args, function, exception->left == LEFT_ZERO, allowed);
    }
    const piece *changed = piece_changed(allowed);
    char text[128];
    if (changed != NULL) {
        snprintf(text, sizeof text, "failed, but wrote to an array or struct of %zu bytes", changed->size);
        fault(function, text);
    }
    check_memory(function, args, blocks);
    if (state && fixture_digest() != digest)
        fault(function, "failed, but changed the world, a set or a map");
}

/* ---- What hail_error must say (--errors) ------------------------------------------------------------------------- */

/* Whether the error can still be found: the case took away nothing on the way to it. */
static bool reachable(const robust_function *function, const robust_target *target) {
    const char *channel = function->channel;
    if (channel[0] == '\0')
        return false;
    if (target == NULL || target->kind != KIND_POINTER)
        return true;
    const size_t length = strlen(channel), path = strlen(target->path);
    if (strncmp(target->path, channel, length) == 0 && strcmp(target->path + length, "->error") == 0)
        return false;
    return strncmp(channel, target->path, path) != 0 || (channel[path] != '\0' && channel[path] != '-');
}

/* The last name of a path, which the error must hold: "x" of "batch->a.x", "list" of "list[]". An allocator is one
 * thing. */
static void last_name(const char *path, char name[64]) {
    const char *allocator = strstr(path, "allocator");
    for (const char *p = path; allocator == NULL && (p = strpbrk(p, ">.")) != NULL; p++)
        path = p + 1;
    path = allocator != NULL ? allocator : path;
    snprintf(name, 64, "%.*s", (int)strcspn(path, "[."), path);
}

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Whether a text holds a name as a whole word. */
static bool holds_name(const char *text, const char *name) {
    const size_t length = strlen(name);
    for (const char *p = text; (p = strstr(p, name)) != NULL; p++) {
        if ((p == text || !in_name(p[-1])) && !in_name(p[length]))
            return true;
    }
    return false;
}

/* Whether the error names the bad field, or another one that it may name. */
static bool names(const robust_function *function, const char *field, const char *name) {
    bool named = holds_name(field, name);
    for (unsigned i = 0; i < robust_name_count && !named; i++) {
        const robust_name *row = &robust_names[i];
        named = (strcmp(row->function, "*") == 0 || strcmp(row->function, function->name) == 0) &&
                strcmp(row->name, name) == 0 && holds_name(field, row->other);
    }
    return named;
}

void check_error(const robust_function *function, const robust_target *target, int status) {
    char text[192], name[64];
    if (!reachable(function, target))
        return;
    if (f.error->status != (uint32_t)status) {
        snprintf(text, sizeof text, "returned %d, but the error's status is %u", status, f.error->status);
        fault(function, text);
        return;
    }
    if (f.error->problem == NULL)
        fault(function, "the error has no problem");
    if (target == NULL || (status != HAIL_BAD_ARGUMENT && status != HAIL_NOT_FINITE && status != HAIL_OUT_OF_RANGE))
        return;
    last_name(target->path, name);
    if (f.error->field == NULL || !names(function, f.error->field, name)) {
        snprintf(text, sizeof text, "the error names %s", f.error->field != NULL ? f.error->field : "nothing");
        fault(function, text);
    }
}
