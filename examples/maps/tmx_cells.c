/* maps/tmx_cells.c - the cells of a layer, in each of Tiled's encodings. */
#include "tmx.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

static bool space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* ---- <tile gid=".."/> ---- */

static bool from_elements(xmlNode *from, uint32_t *cells, size_t count, maps_error *error) {
    size_t at = 0;
    for (xmlNode *tile = tmx_child(from, "tile"); tile != NULL; tile = tmx_next(tile->next, "tile"), at++) {
        int64_t id = 0;
        if (!tmx_whole(tile, "gid", 0, UINT32_MAX, &id, error))
            return false;
        if (at < count)
            cells[at] = (uint32_t)id;
    }
    return at == count || maps_fail(error, "%zu cells, expected %zu", at, count);
}

/* ---- CSV ---- */

static bool from_csv(const char *text, uint32_t *cells, size_t count, maps_error *error) {
    for (size_t at = 0; at < count; at++) {
        uint64_t id = 0;
        const char *digit = text;
        while (space(*digit))
            digit++;
        const char *start = digit;
        for (; *digit >= '0' && *digit <= '9' && digit - start < 11; digit++)
            id = id * 10 + (uint64_t)(*digit - '0');
        if (digit == start || id > UINT32_MAX)
            return maps_fail(error, "CSV: cell %zu of %zu is not a valid tile id", at, count);
        cells[at] = (uint32_t)id;
        while (space(*digit))
            digit++;
        if (at + 1 < count && *digit++ != ',')
            return maps_fail(error, "CSV: missing comma after cell %zu of %zu", at, count);
        text = digit;
    }
    return *text == '\0' || maps_fail(error, "CSV: more than %zu cells", count);
}

/* ---- base64 ---- */

static int sextet(char c) {
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Decodes in place: 4 letters become 3 bytes; the last four may end in one or two =. */
static bool from_base64(char *text, size_t *size, maps_error *error) {
    uint8_t *to = (uint8_t *)text;
    uint32_t bits = 0;
    size_t letters = 0, padding = 0;
    *size = 0;
    for (const char *at = text; *at != '\0'; at++) {
        const int value = sextet(*at);
        if (space(*at))
            continue;
        if (*at == '=')
            padding++;
        else if (value < 0 || padding > 0)
            return maps_fail(error, "base64: invalid character at position %zu", letters + padding);
        bits = bits << 6 | (uint32_t)(value < 0 ? 0 : value);
        letters += *at != '=';
        if ((letters + padding) % 4 != 0)
            continue;
        to[(*size)++] = (uint8_t)(bits >> 16);
        to[(*size)++] = (uint8_t)(bits >> 8);
        to[(*size)++] = (uint8_t)bits;
    }
    if ((letters + padding) % 4 != 0 || padding > 2)
        return maps_fail(error, "base64: unexpected end of data");
    *size -= padding;
    return true;
}

/* ---- zlib and gzip: inflate detects which ---- */

static bool inflate_all(const uint8_t *data, size_t size, uint8_t *to, size_t wanted, maps_error *error) {
    z_stream stream = {.next_in = (Bytef *)data, .avail_in = (uInt)size, .next_out = to, .avail_out = (uInt)wanted};
    if (inflateInit2(&stream, MAX_WBITS + 32) != Z_OK)
        return maps_no_memory(error);
    const int code = inflate(&stream, Z_FINISH);
    const bool full = stream.avail_out == 0, eaten = stream.avail_in == 0;
    char why[128];
    snprintf(why, sizeof why, "%s", stream.msg != NULL ? stream.msg : "it ends too early");
    inflateEnd(&stream);
    if (code == Z_STREAM_END)
        return full || maps_fail(error, "compressed data: too short for the layer's %zu cells", wanted / 4);
    if (code == Z_BUF_ERROR && full && !eaten)
        return maps_fail(error, "compressed data: too long for the layer's %zu cells", wanted / 4);
    return maps_fail(error, "packed data: %s", why);
}

static bool unpack(const xmlNode *data, const uint8_t *bytes, size_t size, uint8_t *to, size_t wanted,
                   maps_error *error) {
    char *compression = tmx_text(data, "compression");
    bool good;
    if (compression == NULL || compression[0] == '\0') {
        good = size == wanted || maps_fail(error, "base64: %zu bytes, expected %zu", size, wanted);
        if (good)
            memcpy(to, bytes, size);
    } else if (strcmp(compression, "zlib") == 0 || strcmp(compression, "gzip") == 0) {
        good = inflate_all(bytes, size, to, wanted, error);
    } else {
        good = maps_fail(error, "compression \"%.40s\" is neither zlib nor gzip", compression);
    }
    xmlFree(compression);
    return good;
}

/* Four bytes a cell, the lowest first. */
static bool from_packed(const xmlNode *data, char *text, uint32_t *cells, size_t count, maps_error *error) {
    size_t size;
    uint8_t *bytes = (uint8_t *)cells;
    if (!from_base64(text, &size, error) || !unpack(data, (uint8_t *)text, size, bytes, count * 4, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *at = bytes + i * 4;
        cells[i] = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    }
    return true;
}

bool tmx_cells(xmlNode *data, xmlNode *from, uint32_t *cells, size_t count, maps_error *error) {
    char *encoding = tmx_text(data, "encoding");
    if (encoding == NULL)
        return from_elements(from, cells, count, error);
    char *text = (char *)xmlNodeGetContent(from);
    bool good;
    if (text == NULL)
        good = maps_no_memory(error);
    else if (strcmp(encoding, "csv") == 0)
        good = from_csv(text, cells, count, error);
    else if (strcmp(encoding, "base64") == 0)
        good = from_packed(data, text, cells, count, error);
    else
        good = maps_fail(error, "encoding \"%.40s\" is neither csv nor base64", encoding);
    xmlFree(text);
    xmlFree(encoding);
    return good;
}
