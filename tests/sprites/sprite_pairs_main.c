/* tests/sprites/sprite_pairs_main.c - Hail's answers about pairs of masks, for sprite_pygame.py to compare: reads pairs
 * from standard input, writes a line for each.
 *
 * A pair is: two masks, then the offset of the second from the first (x, y, whole px). A mask is its width and height
 * and then its rows, each as a hexadecimal number whose lowest bit is the row's first pixel. All are separated by white
 * space.
 *
 * A line: of each mask the opaque pixels, left, top, right, bottom; then whether they touch, how many pixels do, and
 * the first of them in the first mask (-1 -1: none) and in the second. */
#include <hail/hail.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDEST = 256, WORDS = WIDEST / 64 };

static void fail(const char *what) {
    fprintf(stderr, "test-sprite-pairs: %s\n", what);
    exit(1);
}

static void check(hail_status status) {
    if (status != HAIL_OK)
        fail(hail_status_text(status));
}

static uint64_t digit(char c) {
    static const char digits[] = "0123456789abcdef";
    const char *at = strchr(digits, c);
    if (at == NULL || c == '\0')
        fail("not a hexadecimal number");
    return (uint64_t)(at - digits);
}

static void read_row(uint64_t *row) {
    char text[WIDEST / 4 + 2];
    if (scanf("%65s", text) != 1)
        fail("a row is missing");
    const size_t length = strlen(text);
    for (size_t k = 0; k < length && length <= WIDEST / 4; k++)
        row[k / 16] |= digit(text[length - 1 - k]) << k % 16 * 4;
}

/* False: the input has ended. */
static bool read_mask(hail_spriteset *set) {
    static uint64_t rows[WIDEST * WORDS];
    hail_image image = {.bits = rows, .pitch = WORDS};
    uint32_t sprite;
    const int found = scanf("%u %u", &image.width, &image.height);
    if (found == EOF)
        return false;
    if (found != 2 || image.width > WIDEST || image.height > WIDEST)
        fail("not a size");
    memset(rows, 0, sizeof rows);
    for (uint32_t j = 0; j < image.height; j++)
        read_row(rows + (size_t)j * WORDS);
    check(hail_spriteset_add(set, &image, &sprite));
    return true;
}

static void write_mask(const hail_spriteset *set, uint32_t sprite) {
    hail_sprite_info info;
    check(hail_spriteset_describe(set, sprite, &info));
    printf("%u %u %u %u %u ", info.opaque, info.left, info.top, info.right, info.bottom);
}

static void answer(const hail_spriteset *set, float x, float y) {
    static const uint32_t first = 0, second = 1;
    static const float zero = 0.0f;
    const hail_sprite_pairs pairs = {.a = {.set = set, .x = &zero, .y = &zero, .sprite = &first, .count = 1},
                                     .b = {.set = set, .x = &x, .y = &y, .sprite = &second, .count = 1},
                                     .count = 1};
    uint8_t touching;
    uint32_t pixels;
    hail_sprite_overlap o;
    check(hail_sprite_touch(&pairs, &touching));
    check(hail_sprite_count(&pairs, &pixels));
    check(hail_sprite_overlaps(&pairs, &o));
    if (pixels != o.count)
        fail("two counts");
    write_mask(set, 0);
    write_mask(set, 1);
    printf("%u %u ", touching, pixels);
    if (pixels == 0)
        printf("-1 -1 -1 -1\n");
    else
        printf("%d %d %d %d\n", o.a_x, o.a_y, o.b_x, o.b_y);
}

int main(void) {
    for (;;) {
        hail_spriteset *set;
        int x = 0, y = 0;
        check(hail_spriteset_create(NULL, &set));
        const bool more = read_mask(set);
        if (more) {
            if (!read_mask(set) || scanf("%d %d", &x, &y) != 2)
                fail("half a pair");
            answer(set, (float)x, (float)y);
        }
        hail_spriteset_destroy(set);
        if (!more)
            return 0;
    }
}
