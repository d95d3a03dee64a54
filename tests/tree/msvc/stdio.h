/* tests/tree/msvc/stdio.h - as much of Windows' as Hail and SIMDe name, for a parser alone. */
#ifndef HAIL_TESTS_MSVC_STDIO_H
#define HAIL_TESTS_MSVC_STDIO_H

#include <stddef.h>

int snprintf(char *text, size_t size, const char *format, ...);

#endif
