import Foundation
import Testing
import os
import os.lock

@Suite("os: unfair locks")
struct UnfairLockTests {
    @Test("threads that contend for a lock lose no update")
    func contention() {
        let lock = OSAllocatedUnfairLock(initialState: 0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<20_000 { lock.withLock { $0 += 1 } }
        }
        #expect(lock.withLock { $0 } == 160_000)
    }

    @Test("a lock that another thread holds is not available")
    func availability() {
        let lock = OSAllocatedUnfairLock(initialState: 1)
        lock.withLockUnchecked { _ in lock.precondition(.owner) }
        lock.precondition(.notOwner)
        let isHeld = DispatchSemaphore(value: 0)
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
            lock.withLock { _ in
                isHeld.signal()
                isDone.wait()
            }
            isHeld.signal()
        }
        thread.start()
        isHeld.wait()
        #expect(lock.withLockIfAvailable { $0 } == nil)
        isDone.signal()
        isHeld.wait()
        #expect(lock.withLockIfAvailable { $0 } == 1)
    }

    @Test("an error leaves the lock free")
    func errors() {
        struct Failure: Error {}
        let lock = OSAllocatedUnfairLock(initialState: 0)
        #expect(throws: Failure.self) { try lock.withLock { _ in throw Failure() } }
        #expect(lock.withLockIfAvailable { $0 } == 0)
    }

    @Test("the C lock is four bytes, and free after its creation")
    func plainLock() {
        #expect(MemoryLayout<os_unfair_lock>.size == 4)
        let lock = os_unfair_lock_t.allocate(capacity: 1)
        defer { lock.deallocate() }
        lock.initialize(to: os_unfair_lock())
        os_unfair_lock_lock(lock)
        os_unfair_lock_assert_owner(lock)
        #expect(!os_unfair_lock_trylock(lock))
        os_unfair_lock_unlock(lock)
        os_unfair_lock_assert_not_owner(lock)
        #expect(os_unfair_lock_trylock(lock))
        os_unfair_lock_unlock(lock)
    }

    @Test("a lock without state protects a block")
    func withoutState() {
        let lock = OSAllocatedUnfairLock()
        lock.lock()
        #expect(!lock.lockIfAvailable())
        lock.unlock()
        #expect(lock.withLock { 2 } == 2)
    }
}
