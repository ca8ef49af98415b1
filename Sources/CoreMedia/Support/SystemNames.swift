import Foundation
import Synchronization

// Names that Foundation brings along on Apple's platforms, from Dispatch, CoreFoundation and the Objective-C runtime, and that it lacks on
// Linux. Every module with an Apple name exports them.

/// Nanoseconds in a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// Nanoseconds in a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// Nanoseconds in a microsecond.
public let NSEC_PER_USEC: UInt64 = 1_000
/// Microseconds in a second.
public let USEC_PER_SEC: UInt64 = 1_000_000

/// Seconds.
public typealias CFTimeInterval = Double
/// Seconds since January 1, 2001, 0:00 UTC.
public typealias CFAbsoluteTime = CFTimeInterval

/// The seconds between January 1, 1970, and January 1, 2001.
public let kCFAbsoluteTimeIntervalSince1970: CFTimeInterval = Date.timeIntervalBetween1970AndReferenceDate

/// Returns the current time of the wall clock, which may be set back.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date.timeIntervalSinceReferenceDate }

/// Runs a function. Apple: objects that Objective-C code has autoreleased are released afterwards. Here: there are none.
@discardableResult
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

public let OBJC_SYNC_SUCCESS: Int32 = 0
/// The calling thread does not hold the object's lock.
public let OBJC_SYNC_NOT_OWNING_THREAD_ERROR: Int32 = -1

/// Acquires the recursive lock of an object, which every thread may hold several times.
///
/// The object must live until `objc_sync_exit(_:)`.
/// - Returns: `OBJC_SYNC_SUCCESS`.
@discardableResult
public func objc_sync_enter(_ obj: Any) -> Int32 {
    ObjectLocks.shared.enter(ObjectIdentifier(obj as AnyObject))
    return OBJC_SYNC_SUCCESS
}

/// Releases the lock of an object.
/// - Returns: `OBJC_SYNC_NOT_OWNING_THREAD_ERROR` where the calling thread does not hold it.
@discardableResult
public func objc_sync_exit(_ obj: Any) -> Int32 {
    ObjectLocks.shared.exit(ObjectIdentifier(obj as AnyObject))
        ? OBJC_SYNC_SUCCESS : OBJC_SYNC_NOT_OWNING_THREAD_ERROR
}

/// The locks of the objects that threads hold or wait for at the moment.
private final class ObjectLocks: Sendable {
    static let shared = ObjectLocks()

    private struct Entry: Sendable {
        let lock = NSRecursiveLock()
        /// The threads that hold the lock, counted once for each time, or that wait for it.
        var users = 0
        var owner: pthread_t?
        /// How often the owner holds the lock.
        var depth = 0
    }

    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    func enter(_ object: ObjectIdentifier) {
        let lock = entries.withLock { entries in
            entries[object, default: Entry()].users += 1
            return entries[object]?.lock
        }
        lock?.lock()
        let thread = pthread_self()
        entries.withLock { entries in
            entries[object]?.owner = thread
            entries[object]?.depth += 1
        }
    }

    func exit(_ object: ObjectIdentifier) -> Bool {
        let thread = pthread_self()
        let lock = entries.withLock { entries -> NSRecursiveLock? in
            guard var entry = entries[object], entry.depth > 0, entry.owner == thread else { return nil }
            entry.depth -= 1
            entry.users -= 1
            if entry.depth == 0 { entry.owner = nil }
            entries[object] = entry.users == 0 ? nil : entry
            return entry.lock
        }
        lock?.unlock()
        return lock != nil
    }
}
