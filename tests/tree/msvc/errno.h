/* tests/tree/msvc/errno.h - as much of Windows' as Hail and SIMDe name, for a parser alone. */
#ifndef HAIL_TESTS_MSVC_ERRNO_H
#define HAIL_TESTS_MSVC_ERRNO_H

int *_errno(void);
#define errno (*_errno())

#endif
