#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base.h"

/// A lock of four bytes, free when zero. It must not be moved or copied while a thread uses it; in Swift, `OSAllocatedUnfairLock` owns one.
typedef struct os_unfair_lock_s {
    uint32_t _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;

#define OS_UNFAIR_LOCK_INIT ((os_unfair_lock){0})

/// Waits for the lock. A thread that already owns it is terminated, with a message on standard error.
void os_unfair_lock_lock(os_unfair_lock_t lock);

/// Takes the lock if it is free. Returns false without waiting if any thread owns it.
bool os_unfair_lock_trylock(os_unfair_lock_t lock);

/// Releases the lock. A thread that does not own it is terminated, with a message on standard error.
void os_unfair_lock_unlock(os_unfair_lock_t lock);

/// Terminates the process unless the calling thread owns the lock.
void os_unfair_lock_assert_owner(const os_unfair_lock *lock);

/// Terminates the process if the calling thread owns the lock.
void os_unfair_lock_assert_not_owner(const os_unfair_lock *lock);
