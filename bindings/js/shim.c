/* bindings/js/shim.c - what Hail's WebAssembly has besides the library: one context, an allocator without waste, steps
 * that collect their contacts, and what stands in for an operating system. */
#include <hail/hail.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

/* ---- Context ----------------------------------------------------------------------------------------------------- */

static void *allocate(void *user, size_t size, size_t align) {
    (void)user;
    return size > SIZE_MAX / 2 ? NULL : aligned_alloc(align, (size + align - 1) / align * align);
}

static void release(void *user, void *pointer, size_t size, size_t align) {
    (void)user;
    (void)size;
    (void)align;
    free(pointer);
}

static hail_error last_error;
static const hail_context the_context = {.allocator = {.allocate = allocate, .release = release}, .error = &last_error};

const hail_context *hail_js_context(void) { return &the_context; }

hail_error *hail_js_error(void) { return &last_error; }

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

/* A step's contacts, and the user values of their bodies if they are wanted. The arrays never shrink. */
typedef struct hail_js_contacts {
    hail_world *world;
    hail_contact *list;
    uint64_t *user_a, *user_b; /* NULL: not wanted */
    size_t count, capacity;
    bool failed;
} hail_js_contacts;

hail_js_contacts *hail_js_contacts_create(hail_world *world) {
    hail_js_contacts *contacts = calloc(1, sizeof *contacts);
    if (contacts)
        contacts->world = world;
    return contacts;
}

void hail_js_contacts_destroy(hail_js_contacts *contacts) {
    if (!contacts)
        return;
    free(contacts->list);
    free(contacts->user_a);
    free(contacts->user_b);
    free(contacts);
}

static bool grow(void **array, size_t capacity, size_t size) {
    void *larger = realloc(*array, capacity * size);
    if (larger)
        *array = larger;
    return larger != NULL;
}

static bool make_room(hail_js_contacts *contacts, size_t count, bool users) {
    const size_t needed = contacts->count + count;
    const bool enough = needed <= contacts->capacity;
    if (enough && (!users || contacts->user_b))
        return true;
    const size_t capacity = enough ? contacts->capacity : needed + needed / 2 + 64;
    if (capacity > SIZE_MAX / sizeof(hail_contact) / 2 ||
        !grow((void **)&contacts->list, capacity, sizeof(hail_contact)))
        return false;
    if ((users || contacts->user_a) && !grow((void **)&contacts->user_a, capacity, sizeof(uint64_t)))
        return false;
    if ((users || contacts->user_b) && !grow((void **)&contacts->user_b, capacity, sizeof(uint64_t)))
        return false;
    contacts->capacity = capacity;
    return true;
}

static void collect(const hail_contact *list, size_t count, void *user) {
    hail_js_contacts *contacts = user;
    if (contacts->failed || !make_room(contacts, count, contacts->user_a != NULL)) {
        contacts->failed = true;
        return;
    }
    memcpy(contacts->list + contacts->count, list, count * sizeof *list);
    if (contacts->user_a)
        hail_contact_users(contacts->world, list, count, contacts->user_a + contacts->count,
                           contacts->user_b + contacts->count);
    contacts->count += count;
}

static void begin(hail_js_contacts *contacts, bool users) {
    contacts->count = 0;
    contacts->failed = !make_room(contacts, 0, users);
}

static hail_status end(const hail_js_contacts *contacts, hail_status status) {
    if (status != HAIL_OK || !contacts->failed)
        return status;
    last_error = (hail_error){.status = HAIL_NO_MEMORY,
                              .element = HAIL_NO_ELEMENT,
                              .problem = "there is no memory for all contacts of the step"};
    return HAIL_NO_MEMORY;
}

/* hail_step, with all contacts in `contacts`. users: with the user values of their bodies. HAIL_NO_MEMORY, as of
 * hail_step, also if there is no room for all contacts: those that found room are there. */
hail_status hail_js_step(hail_js_contacts *contacts, float dt, bool users) {
    begin(contacts, users);
    return end(contacts, hail_step(contacts->world, dt, collect, contacts));
}

/* hail_step_many, likewise. users: of each world. steps: room for `count`. */
hail_status hail_js_step_many(hail_js_contacts *const *contacts, const uint8_t *users, hail_world_step *steps,
                              size_t count, float dt, hail_scratch *scratch) {
    for (size_t i = 0; i < count; i++)
        steps[i] = (hail_world_step){.world = contacts[i]->world, .on_contacts = collect, .user = contacts[i]};
    for (size_t i = 0; i < count; i++)
        begin(contacts[i], users[i]);
    hail_status status = hail_step_many(steps, count, dt, scratch, 0);
    for (size_t i = 0; i < count; i++)
        status = end(contacts[i], status);
    return status;
}

const hail_contact *hail_js_contacts_list(const hail_js_contacts *contacts) { return contacts->list; }
size_t hail_js_contacts_count(const hail_js_contacts *contacts) { return contacts->count; }
const uint64_t *hail_js_contacts_user_a(const hail_js_contacts *contacts) { return contacts->user_a; }
const uint64_t *hail_js_contacts_user_b(const hail_js_contacts *contacts) { return contacts->user_b; }

/* ---- No operating system ----------------------------------------------------------------------------------------- *
 * The C library would import these. There is no environment, no clock (so no timed stages), and nothing is printed: the
 * calls on files are those of snprintf's refusal to print long doubles, which Hail has none of. */

size_t __stdio_write(FILE *file, const unsigned char *text, size_t size);
off_t __stdio_seek(FILE *file, off_t offset, int whence);
int __stdio_close(FILE *file);

char *getenv(const char *name) {
    (void)name;
    return NULL;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    (void)clock;
    *time = (struct timespec){0};
    return 0;
}

size_t __stdio_write(FILE *file, const unsigned char *text, size_t size) {
    (void)file;
    (void)text;
    (void)size;
    return 0;
}

off_t __stdio_seek(FILE *file, off_t offset, int whence) {
    (void)file;
    (void)offset;
    (void)whence;
    return -1;
}

int __stdio_close(FILE *file) {
    (void)file;
    return 0;
}
