import CSDL
import Foundation

/// A descriptor that is readable from `raise()` until `lower()`, for a thread that waits in `poll`.
///
/// Callable on any thread. Deallocation closes the descriptor.
final class WakeDescriptor: Sendable {
    /// -1 if the process has no descriptors left; the waiting thread then needs a timeout.
    let descriptor = wake_descriptor_open()

    deinit { close(descriptor) }

    func raise() {
        var one: UInt64 = 1
        // The write fails only if the counter is at its maximum, and then the descriptor is readable.
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    func lower() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
