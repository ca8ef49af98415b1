import CSDL
import Foundation

/// A descriptor that is readable after `raise()` until `lower()`, for a thread that waits in `poll`.
///
/// Any thread. Closed with the object.
final class WakeDescriptor: Sendable {
    /// -1 where the process has no descriptors left: such a waiter needs a time limit.
    let descriptor = wake_descriptor_open()

    deinit { close(descriptor) }

    func raise() {
        var one: UInt64 = 1
        // It fails only where the count is full, and then the descriptor is readable.
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    func lower() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
