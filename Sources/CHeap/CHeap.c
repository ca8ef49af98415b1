#include "CHeap.h"

#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void heap_give_back(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

#ifdef __GLIBC__
// Returns whether the environment sets a parameter of the allocator, under either of its names.
static int is_set(const char *variable, const char *tunable) {
    const char *tunables = getenv("GLIBC_TUNABLES");
    return getenv(variable) || (tunables && strstr(tunables, tunable));
}
#endif

void heap_limit_arenas(int count) {
#ifdef __GLIBC__
    if (is_set("MALLOC_ARENA_MAX", "glibc.malloc.arena_max")) return;
    mallopt(M_ARENA_MAX, count);
#else
    (void)count;
#endif
}

void heap_retain_freed(int bytes, int largest) {
#ifdef __GLIBC__
    if (is_set("MALLOC_TRIM_THRESHOLD_", "glibc.malloc.trim_threshold")) return;
    if (is_set("MALLOC_MMAP_THRESHOLD_", "glibc.malloc.mmap_threshold")) return;
    mallopt(M_TRIM_THRESHOLD, bytes);
    mallopt(M_MMAP_THRESHOLD, largest);
#else
    (void)bytes;
    (void)largest;
#endif
}
