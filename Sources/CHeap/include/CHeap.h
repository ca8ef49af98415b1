// Functions of the allocator that Swift's C library module does not export.
#ifndef CHEAP_H
#define CHEAP_H

/// Returns unused pages to the system. Has no effect with C libraries other than glibc.
void heap_give_back(void);

/// Limits the number of arenas of the C library, unless the environment sets it. Existing arenas remain.
void heap_limit_arenas(int count);

/// Keeps freed memory for reuse instead of returning it to the system, unless the environment sets the thresholds: a program that allocates
/// and frees buffers of the same sizes then gets their pages from the system once. Has no effect with C libraries other than glibc.
/// @param bytes number of free bytes at the end of an arena from which on memory is returned
/// @param largest size in bytes from which on an allocation is returned as soon as it is freed
void heap_retain_freed(int bytes, int largest);

#endif
