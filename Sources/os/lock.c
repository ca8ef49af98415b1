// A futex lock whose word is the owner's thread identifier; the highest bit says that threads may be waiting.
#define _GNU_SOURCE
#include "os/lock.h"

#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#define WAITERS 0x80000000u
#define OWNER 0x7fffffffu

uint32_t _openavkit_thread_identifier(void) {
    static _Thread_local uint32_t identifier;
    if (identifier == 0) identifier = (uint32_t)syscall(SYS_gettid);
    return identifier;
}

static uint32_t load(const os_unfair_lock *lock) {
    return __atomic_load_n(&lock->_os_unfair_lock_opaque, __ATOMIC_RELAXED);
}

static bool exchange_if(os_unfair_lock_t lock, uint32_t *expected, uint32_t desired) {
    return __atomic_compare_exchange_n(
        &lock->_os_unfair_lock_opaque, expected, desired, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static _Noreturn void fail(const char *text) {
    fprintf(stderr, "os_unfair_lock: %s\n", text);
    abort();
}

void os_unfair_lock_lock(os_unfair_lock_t lock) {
    uint32_t own = _openavkit_thread_identifier();
    uint32_t value = 0;
    if (exchange_if(lock, &value, own)) return;
    if ((value & OWNER) == own) fail("the thread already owns the lock");
    for (;;) {
        if (value == 0) {
            // Others may still be waiting, so the next unlock has to wake one of them.
            if (exchange_if(lock, &value, own | WAITERS)) return;
        } else if ((value & WAITERS) || exchange_if(lock, &value, value | WAITERS)) {
            syscall(SYS_futex, &lock->_os_unfair_lock_opaque, FUTEX_WAIT_PRIVATE, value | WAITERS, NULL, NULL, 0);
            value = load(lock);
        }
    }
}

bool os_unfair_lock_trylock(os_unfair_lock_t lock) {
    uint32_t value = 0;
    return exchange_if(lock, &value, _openavkit_thread_identifier());
}

void os_unfair_lock_unlock(os_unfair_lock_t lock) {
    if ((load(lock) & OWNER) != _openavkit_thread_identifier()) fail("unlocked by a thread that does not own the lock");
    uint32_t value = __atomic_exchange_n(&lock->_os_unfair_lock_opaque, 0, __ATOMIC_RELEASE);
    if (value & WAITERS) syscall(SYS_futex, &lock->_os_unfair_lock_opaque, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void os_unfair_lock_assert_owner(const os_unfair_lock *lock) {
    if ((load(lock) & OWNER) != _openavkit_thread_identifier()) fail("the thread does not own the lock");
}

void os_unfair_lock_assert_not_owner(const os_unfair_lock *lock) {
    if ((load(lock) & OWNER) == _openavkit_thread_identifier()) fail("the thread owns the lock");
}
