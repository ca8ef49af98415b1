// What the allocator offers and Swift's view of the C library leaves out.
#ifndef CHEAP_H
#define CHEAP_H

/// Hands pages that no allocation uses back to the system. Does nothing where the C library cannot.
void heap_give_back(void);

/// Lets the C library make no more than so many arenas, unless the environment says how many. Those that there are stay.
void heap_limit_arenas(int count);

#endif
