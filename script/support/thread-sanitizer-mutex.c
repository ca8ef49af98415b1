// Preloaded into programs that are built with the thread sanitizer.
//
// A contended `Mutex` of Swift's Synchronization library is locked and unlocked in that library, which is not built with the sanitizer: it
// would report a data race for all state under such a lock. These functions replace the two in the library, do the same, and tell the
// sanitizer about the order.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

typedef _Atomic uint32_t mutex_word;

// _MutexHandle._lockSlow(_:): the word is the owner's thread number.
__attribute__((swiftcall)) void lock_slow(uint32_t own, __attribute__((swift_context)) mutex_word *word)
    __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

__attribute__((swiftcall)) void lock_slow(uint32_t own, __attribute__((swift_context)) mutex_word *word) {
    for (;;) {
        uint32_t unlocked = 0;
        if (atomic_compare_exchange_strong(word, &unlocked, own)) break;
        if (syscall(SYS_futex, word, FUTEX_LOCK_PI_PRIVATE, 0, NULL, NULL, 0) == 0) break;
        if (errno != EINTR && errno != EAGAIN) abort();
    }
    __tsan_acquire(word);
}

// _MutexHandle._unlockSlow()
__attribute__((swiftcall)) void unlock_slow(__attribute__((swift_context)) mutex_word *word)
    __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

__attribute__((swiftcall)) void unlock_slow(__attribute__((swift_context)) mutex_word *word) {
    __tsan_release(word);
    while (syscall(SYS_futex, word, FUTEX_UNLOCK_PI_PRIVATE, 0, NULL, NULL, 0) != 0) {
        if (errno != EINTR) abort();
    }
}
