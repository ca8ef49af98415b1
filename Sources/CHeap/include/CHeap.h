// Functions of the allocator that Swift's C library module does not export.
#ifndef CHEAP_H
#define CHEAP_H

/// Returns unused pages to the system. Has no effect with C libraries other than glibc.
void heap_give_back(void);

/// Limits the number of arenas of the C library, unless the environment sets it. Existing arenas remain.
void heap_limit_arenas(int count);

#endif
