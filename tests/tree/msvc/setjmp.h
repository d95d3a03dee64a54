/* tests/tree/msvc/setjmp.h - as much of Windows' as Hail and SIMDe name, for a parser alone. */
#ifndef HAIL_TESTS_MSVC_SETJMP_H
#define HAIL_TESTS_MSVC_SETJMP_H

typedef struct {
    double part[32];
} jmp_buf[1];

#endif
