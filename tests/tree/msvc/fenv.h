/* tests/tree/msvc/fenv.h - as much of Windows' as Hail and SIMDe name, for a parser alone. */
#ifndef HAIL_TESTS_MSVC_FENV_H
#define HAIL_TESTS_MSVC_FENV_H

int fegetround(void);
int fesetround(int mode);
#define FE_TONEAREST  0x0000
#define FE_DOWNWARD   0x0100
#define FE_UPWARD     0x0200
#define FE_TOWARDZERO 0x0300

#endif
