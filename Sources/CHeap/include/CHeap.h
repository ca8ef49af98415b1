// What the allocator offers and Swift's view of the C library leaves out.
#ifndef CHEAP_H
#define CHEAP_H

/// Hands pages that no allocation uses back to the system. Does nothing where the C library cannot.
void heap_give_back(void);

#endif
