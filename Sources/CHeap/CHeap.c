#include "CHeap.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void heap_give_back(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
