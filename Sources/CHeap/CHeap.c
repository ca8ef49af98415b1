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

void heap_limit_arenas(int count) {
#ifdef __GLIBC__
    const char *tunables = getenv("GLIBC_TUNABLES");
    if (getenv("MALLOC_ARENA_MAX") || (tunables && strstr(tunables, "glibc.malloc.arena_max"))) return;
    mallopt(M_ARENA_MAX, count);
#else
    (void)count;
#endif
}
