/* tests/tree/msvc/windows.h - as much of Windows' as Hail and SIMDe name, for a parser alone. */
#ifndef HAIL_TESTS_MSVC_WINDOWS_H
#define HAIL_TESTS_MSVC_WINDOWS_H

typedef union _LARGE_INTEGER {
    struct {
        unsigned long LowPart;
        long HighPart;
    } u;
    long long QuadPart;
} LARGE_INTEGER;
typedef int BOOL;
__declspec(dllimport) BOOL __stdcall QueryPerformanceCounter(LARGE_INTEGER *count);
__declspec(dllimport) BOOL __stdcall QueryPerformanceFrequency(LARGE_INTEGER *count);
/* Common names that the real header defines as macros. */
#define near
#define far
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))

#endif
